"""Ingesting files: what becomes of each file of a plan.

    walk → plan (every id known, nothing written) → read, merge with what is there, write → prune

A document's id is its path relative to the folder given, or a file's name. What was said of a document elsewhere
(title, uri, attributes, charset, rules on sections) stays: `--attribute` adds to it, and only a new document gets its
id as uri.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from indexing.edit import PutDocument, check_id
from indexing.errors import DocumentRejected, IndexingError, InvalidAttribute, InvalidPrincipal, VersionConflict
from indexing.model import DocumentKind
from server.errors import ServerError
from server.file_plan import File, Plan
from server.progress import Progress

ATTEMPTS = 3
"""How often a document that somebody else changes meanwhile is looked at again."""

Fate = Literal["new", "changed", "unchanged", "failed"]


class Known(Struct, frozen=True, kw_only=True):
    """A document as it stands in the index."""

    version: int
    source: str
    charset: str | None
    kind: DocumentKind | None
    title: str | None
    uri: str | None
    attributes: dict[str, Any]


class Put(Struct, frozen=True):
    """What a write did."""

    created: bool
    unchanged: bool
    chunks: int
    flags: Mapping[str, int] = {}
    """Chunks by quality flag."""


class Target(Protocol):
    """Where documents go: a data folder or a running server. Thread-safe."""

    def find(self, document_id: str) -> Known | None:
        """The live document, or None."""
        ...

    def put(self, document_id: str, given: PutDocument, *, if_match: int) -> Put:
        """Write it, if it is at version `if_match` (0: not there).

        Raises DocumentRejected, InvalidPrincipal, InvalidAttribute, VersionConflict for this document alone, and other
        exceptions when no document could be written.
        """
        ...

    def ids_of(self, source: str) -> list[str]:
        """Ids of the live documents of a source."""
        ...

    def remove(self, document_id: str) -> None:
        """Remove it; one that is gone is fine."""
        ...


class Wishes(Struct, frozen=True, kw_only=True):
    """What is wanted besides the files' contents."""

    access: tuple[str, ...] | None = None
    """Of new documents; None: the configuration's default."""
    set_access: tuple[str, ...] | None = None
    """Of all documents; None: those that exist keep theirs."""
    attributes: Mapping[str, Any] = {}
    kind: DocumentKind | None = None
    """What all of them are read as; None: as before, or found out."""
    prune: bool = False
    threads: int = 1


class Summary(Struct, kw_only=True):
    """What became of a plan."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    pruned: int = 0
    failed: int = 0
    skipped: Mapping[str, int] = {}
    """By why: see `Plan.skipped`."""
    chunks: int = 0
    """Of the documents that were new, changed or unchanged."""
    flags: Counter[str] = msgspec.field(default_factory=Counter)
    """Those of them that may be hard to find or to understand, by quality flag."""
    seconds: float = 0.0

    def __str__(self) -> str:
        """One line, another one if files were skipped, and one if any chunk has a flag.

        >>> print(Summary(new=2, skipped={".zip": 1, "hidden": 2}, chunks=9, flags=Counter(short=1), seconds=0.25))
        new 2, changed 0, unchanged 0, pruned 0, failed 0, skipped 3, chunks 9, seconds 0.2
        skipped: .zip 1, hidden 2
        flagged chunks: short 1 (11%)
        """
        names = ("new", "changed", "unchanged", "pruned", "failed")
        counts = ", ".join(f"{name} {getattr(self, name)}" for name in names)
        skipped = ", ".join(f"{why} {count}" for why, count in sorted(self.skipped.items()))
        shares = ", ".join(f"{flag} {count} ({count / self.chunks:.0%})" for flag, count in sorted(self.flags.items()))
        lines = [
            f"{counts}, skipped {sum(self.skipped.values())}, chunks {self.chunks}, seconds {self.seconds:.1f}",
            *([f"skipped: {skipped}"] if skipped else []),
            *([f"flagged chunks: {shares}"] if shares else []),
        ]
        return "\n".join(lines)


class _Done(Struct, frozen=True):
    """What became of one file."""

    fate: Fate
    chunks: int = 0
    flags: Mapping[str, int] = {}
    reason: str = ""
    """Why it failed."""
    unread: bool = False
    """Whether it failed because its bytes could not be read."""


def ingest_files(planned: Plan, target: Target, wishes: Wishes, progress: Progress) -> Summary:
    """Write the plan's documents, prune, and report each failure as it happens.

    A file that fails stops no other. Raises what makes every write fail: a lost server, a missing model.
    """
    began_s = time.monotonic()
    summary = Summary(skipped=planned.skipped)
    unread = list(planned.unreadable)
    for sentence in planned.unreadable:
        summary.failed += 1
        progress.say(f"failed: {sentence}")
    for number, (file, done) in enumerate(_write_all(planned.files, target, wishes), start=1):
        setattr(summary, done.fate, getattr(summary, done.fate) + 1)
        summary.chunks += done.chunks
        summary.flags.update(done.flags)
        if done.fate == "failed":
            progress.say(f"failed: {file.path}: {done.reason}")
            unread += [done.reason] if done.unread else []
        progress.at(number, len(planned.files))
    if wishes.prune and unread:
        progress.say("nothing was pruned, since not everything could be read")
    elif wishes.prune:
        summary.pruned = _prune(planned, target)
    summary.seconds = time.monotonic() - began_s
    return summary


def _write_all(files: Sequence[File], target: Target, wishes: Wishes) -> Iterator[tuple[File, _Done]]:
    """Each file with what became of it, in order. While one is embedded the next is read and cut."""
    pool = ThreadPoolExecutor(wishes.threads, thread_name_prefix="ingest")
    try:
        yield from zip(files, pool.map(lambda file: _write(file, target, wishes), files), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _write(file: File, target: Target, wishes: Wishes) -> _Done:
    try:
        content = file.path.read_bytes()
    except OSError as exc:
        return _Done("failed", reason=exc.strerror or str(exc), unread=True)
    try:
        put = _put(file, content, target, wishes)
    except (DocumentRejected, InvalidAttribute, InvalidPrincipal, VersionConflict) as exc:
        return _Done("failed", reason=str(exc))
    except (IndexingError, ServerError):
        raise
    except Exception as exc:  # noqa: BLE001 - whatever is wrong with this file, the others are still to be written
        return _Done("failed", reason=f"internal error ({type(exc).__name__}: {exc})")
    return _Done("new" if put.created else "unchanged" if put.unchanged else "changed", put.chunks, put.flags)


def _put(file: File, content: bytes, target: Target, wishes: Wishes) -> Put:
    """Write the file over what is there, again if somebody changed that meanwhile."""
    check_id(file.document_id)  # a name that is not UTF-8 could not even be looked up
    for attempt in range(1, ATTEMPTS + 1):
        known = target.find(file.document_id)
        given = merged(file, content, known, wishes)
        try:
            return target.put(file.document_id, given, if_match=known.version if known else 0)
        except VersionConflict:
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("unreachable")


def merged(file: File, content: bytes, known: Known | None, wishes: Wishes) -> PutDocument:
    """The document a file makes of what is known. Raises DocumentRejected for a document of another source."""
    if known is not None and known.source and file.source is not None and known.source != file.source:
        raise DocumentRejected(
            "other_source",
            f"document {file.document_id!r} belongs to the source {known.source!r}, this file to {file.source!r}: "
            f"give --source {known.source!r} if they are the same, or use another tenant",
        )
    access = wishes.set_access if wishes.set_access is not None or known is not None else wishes.access
    return PutDocument(
        content=content,
        media_type="",  # found out from the bytes and the name
        charset=known.charset if known else None,
        kind=wishes.kind or (known.kind if known else None),
        title=known.title if known else None,
        uri=known.uri if known else file.document_id,
        attributes={**(known.attributes if known else {}), **wishes.attributes},
        access=access,
        source=file.source if file.source is not None else known.source if known else "",
    )


def _prune(planned: Plan, target: Target) -> int:
    """Delete documents of the plan's sources whose files are gone: how many."""
    present = {file.document_id for file in planned.files}
    gone = [name for source in planned.sources for name in target.ids_of(source) if name not in present]
    for document_id in gone:
        target.remove(document_id)
    return len(gone)
