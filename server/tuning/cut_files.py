"""Cutting files as an ingest would, without an index: what `chunks` and `tokens` look at.

    plan → bytes → parse, in processes of their own → cut by some rules

A file that fails stops no other.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from msgspec import Struct

from indexing.chunkers import chunk
from indexing.chunkers.limits import with_keys
from indexing.config import IndexingConfig
from indexing.edit import check_id
from indexing.embedders import Embedder
from indexing.errors import DocumentRejected, IndexingError
from indexing.model import DocumentKind, Outline, ParsedText
from indexing.parsers.original import Original
from indexing.render import embed_text, readable
from server.file_plan import File


class Failed(Struct, frozen=True, kw_only=True):
    """Why a file makes no chunks."""

    name: str
    """Its path."""
    reason: str

    def __str__(self) -> str:
        """One line."""
        return f"failed: {self.name}: {' '.join(self.reason.split())}"


class Rules(Struct, frozen=True, kw_only=True):
    """What cuts documents."""

    config: IndexingConfig
    embedder: Embedder
    """Its tokenizer counts; its window is the most that a chunk may take."""


class Cut(Struct, frozen=True, kw_only=True):
    """A document and its chunks."""

    document_id: str
    parsed: ParsedText
    outline: Outline

    def embed_texts(self) -> list[str]:
        """What the model would see of each chunk, without the passage prefix."""
        source = readable(self.parsed.text, self.outline)
        return [embed_text(source, each) for each in self.outline.chunks]


class Reading(Struct, frozen=True, kw_only=True):
    """How files are read."""

    parse: Callable[[Original], ParsedText]
    config: IndexingConfig
    kind: DocumentKind | None
    """As what; None: found out."""
    threads: int
    """Files read ahead, at once."""


def read_files(files: Sequence[File], reading: Reading) -> Iterator[ParsedText | Failed]:
    """What each file says, in order."""
    waiting: deque[Future[ParsedText | Failed]] = deque()
    with ThreadPoolExecutor(reading.threads, thread_name_prefix="read") as workers:
        for file in files:
            waiting.append(workers.submit(_read, file, reading))
            if len(waiting) > reading.threads:  # no more: what was read and not yet cut takes memory
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _read(file: File, reading: Reading) -> ParsedText | Failed:
    config = reading.config
    try:
        check_id(file.document_id)
        size = file.path.stat().st_size
        if size > config.max_document_bytes:
            limit = f"the limit is {config.max_document_bytes} (indexing.max_document_bytes)"
            return Failed(name=str(file.path), reason=f"the document has {size} bytes, {limit}")
        original = Original(
            content=file.path.read_bytes(),
            media_type="",  # found out from the bytes and the name
            kind=reading.kind,
            name=file.document_id,
            config=config.parser,
        )
        return reading.parse(original)
    except DocumentRejected as exc:
        return Failed(name=str(file.path), reason=str(exc))
    except OSError as exc:
        return Failed(name=str(file.path), reason=exc.strerror or str(exc))


def cut(file: File, parsed: ParsedText, rules: Rules) -> Cut | Failed:
    """The chunks of a document that all may read. Raises InvalidConfig and ModelUnavailable."""
    chunker = rules.config.chunker
    try:
        outline = with_keys(chunk(parsed, rules.embedder, chunker), chunker, lambda section, other: True)
    except DocumentRejected as exc:
        return Failed(name=str(file.path), reason=str(exc))
    except IndexingError:
        raise
    except Exception as exc:  # noqa: BLE001 - whatever is wrong with this file, the others are still to be shown
        return Failed(name=str(file.path), reason=f"internal error ({type(exc).__name__}: {exc})")
    return Cut(document_id=file.document_id, parsed=parsed, outline=outline)
