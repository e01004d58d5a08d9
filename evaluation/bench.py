"""The bench: an index of one question set, built to be asked.

    documents → put one by one → facts of the index, kept beside it → questions

Whoever has a bench knows nothing of stores, models or processes: `Bench` is all that an evaluation sees of an index.
A build that was interrupted goes on where it stopped; one that is done is used again.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from evaluation.model import (
    Cut,
    DocumentSpan,
    EvaluationDocument,
    IndexFacts,
    Question,
    QuestionSet,
    Reply,
    Returned,
    SearchSettings,
    Setup,
)
from indexing.model import Outline
from retrieval.model import Result

T = TypeVar("T")

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

BUILT: Final = "built.json"
"""The facts of an index: written when all documents are in it, and last of all."""
SPENT: Final = "spent.json"
"""What builds that were interrupted have cost."""


class Bench(Protocol):
    """An index that can be filled, asked and looked into. All of its documents are readable."""

    folder: Path
    """Where it keeps everything; nothing else made by other models or documents is there."""

    @property
    def embedded(self) -> int:
        """Texts that the model has read since the bench was opened: those from the cache do not count."""
        ...

    @property
    def loading_s(self) -> float:
        """Seconds that loading the model has taken since the bench was opened: no cost of what is built."""
        ...

    def put(self, document: EvaluationDocument) -> None:
        """Index a document; one that is there unchanged costs nothing. Raises InvalidQuestionSet if it can not be."""
        ...

    def search(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Reply:
        """The reply to a question. `filtered`: whether its filter is sent.

        The latency is what a caller would wait for, embedding the query included, wherever its vector came from.
        """
        ...

    def explain(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Result:
        """The same search as deep as candidates go, with texts, paths and matches."""
        ...

    def cut(self, document_id: str) -> Cut:
        """How a document was cut. Raises DocumentNotFound."""
        ...

    def outline(self, document_id: str) -> Outline:
        """Sections, parents and chunks of a document. Raises DocumentNotFound."""
        ...

    def text(self, document_id: str) -> str:
        """The canonical text of a document. Raises DocumentNotFound."""
        ...

    def index_bytes(self) -> int:
        """What the index takes on disk."""
        ...


Workshop = Callable[[Setup, Path], AbstractContextManager[Bench]]
"""Opens a bench for a setup in a folder, made when it is not there, and closes it.

The folder is the same for equal documents and indexing settings; `Bench.folder` may lie deeper, by what else the index
depends on: the model.
"""


class _Spent(Struct, frozen=True, kw_only=True):
    """What building has cost so far."""

    build_s: float = 0.0
    embedded: int = 0


def build(bench: Bench, question_set: QuestionSet, progress: Progress) -> IndexFacts:
    """Put all documents of the set on the bench, in their order; the facts of the first build if that was done before.

    An interruption leaves what is indexed, and what it has cost, for the next time. Raises InvalidQuestionSet,
    ModelUnavailable.
    """
    mark = bench.folder / BUILT
    found = _read(mark, IndexFacts)
    if found is not None:
        return found
    before, embedded, started = _spent(bench), bench.embedded, time.monotonic() - bench.loading_s

    def spent() -> _Spent:
        build_s = before.build_s + time.monotonic() - started - bench.loading_s
        return _Spent(build_s=build_s, embedded=before.embedded + bench.embedded - embedded)

    try:
        _put_all(bench, question_set, progress)
    finally:
        _write(bench.folder / SPENT, spent())
    cost = spent()
    facts = IndexFacts(
        cuts=tuple(bench.cut(document.document_id) for document in question_set.documents),
        build_s=cost.build_s,
        index_bytes=bench.index_bytes(),
        embedded=cost.embedded,
    )
    _write(mark, facts)
    return facts


def reply_of(question_id: str, result: Result, latency_ms: float, within: Mapping[int, Result]) -> Reply:
    """What an evaluation keeps of a result, and of those `within` token budgets."""
    return Reply(
        question_id=question_id,
        passages=_returned(result),
        latency_ms=latency_ms,
        stopped=result.stopped,
        within={budget: _returned(smaller) for budget, smaller in within.items()},
    )


def _returned(result: Result) -> tuple[Returned, ...]:
    return tuple(
        Returned(
            spans=tuple(
                DocumentSpan(passage.document.document_id, citation.start, citation.end)
                for citation in passage.citations
            ),
            tokens=passage.tokens,
            score=passage.score,
            truncated=passage.truncated,
        )
        for passage in result.passages
    )


def cut_of(document_id: str, outline: Outline) -> Cut:
    """What an evaluation keeps of an outline: all chunks, headings without content among them."""
    chunks = outline.chunks
    return Cut(
        document_id=document_id,
        chunks=tuple((chunk.span.start, chunk.span.end) for chunk in chunks),
        parents=tuple(
            (chunks[parent.first_chunk].span.start, chunks[parent.end_chunk - 1].span.end) for parent in outline.parents
        ),
        tokens=tuple(chunk.tokens for chunk in chunks),
    )


def _put_all(bench: Bench, question_set: QuestionSet, progress: Progress) -> None:
    what, total = f"{question_set.name}: indexing", len(question_set.documents)
    for done, document in enumerate(question_set.documents):
        progress(what, done, total)
        bench.put(document)
    progress(what, total, total)


def _spent(bench: Bench) -> _Spent:
    return _read(bench.folder / SPENT, _Spent) or _Spent()


def _read(file: Path, kind: type[T]) -> T | None:
    """What a file holds; None where there is none, or a damaged one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(file: Path, value: Struct) -> None:
    """Whole or not at all: the file is renamed into place."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(msgspec.json.encode(value))
    part.replace(file)
