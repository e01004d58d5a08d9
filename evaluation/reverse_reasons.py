"""Why a chunk does not find itself, by rule: the first reason that holds."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from evaluation.model import DocumentSpan
from evaluation.reverse_chunks import Frequencies, IndexedChunk

Cause = Literal[
    "duplicate of",
    "no rare terms",
    "starts with a reference",
    "very short",
    "returned in part",
    "outranked by",
    "nothing found",
]
"""In the order in which they are looked for. `returned in part`: its passage came, but a budget cut the chunk off."""

Passage = Sequence[DocumentSpan]
"""The spans that one result shows."""


class Reason(Struct, frozen=True, kw_only=True):
    """Why a chunk was not found."""

    cause: Cause
    chunk_id: str = ""
    """The other chunk, of `duplicate of` and `outranked by`."""

    def __str__(self) -> str:
        """As it is shown.

        >>> print(Reason(cause="duplicate of", chunk_id="rent.md#c4"))
        duplicate of rent.md#c4
        """
        return f"{self.cause} {self.chunk_id}".strip()


class Reasons:
    """Finds reasons among the chunks of one index."""

    def __init__(self, chunks: Sequence[IndexedChunk], frequencies: Frequencies) -> None:
        self._frequencies = frequencies
        self._said = [(chunk, normalised(chunk.own_text)) for chunk in chunks]
        self._of_document: dict[str, list[IndexedChunk]] = {}
        for chunk in chunks:
            self._of_document.setdefault(chunk.document_id, []).append(chunk)

    def why(self, chunk: IndexedChunk, query: str, passages: Sequence[Passage]) -> Reason:
        """Why `passages`, what `query` brought, do not hold `chunk`."""
        twin = self._duplicate(chunk)
        if twin is not None:
            return Reason(cause="duplicate of", chunk_id=twin.chunk_id)
        cause = self._weakness(chunk)
        if cause is not None:
            return Reason(cause=cause)
        if any(_overlap(chunk, passage) for passage in passages):
            return Reason(cause="returned in part")
        winner = self._winner(query, passages[0]) if passages else None
        if winner is None:
            return Reason(cause="nothing found")
        return Reason(cause="outranked by", chunk_id=winner.chunk_id)

    def _duplicate(self, chunk: IndexedChunk) -> IndexedChunk | None:
        """Another chunk that says all that `chunk` says: an equal one before one that says more."""
        said = normalised(chunk.own_text)
        found = [(len(text), other) for other, text in self._said if other is not chunk and said in text]
        return min(found, key=lambda pair: pair[0])[1] if found else None

    def _weakness(self, chunk: IndexedChunk) -> Cause | None:
        """What is wrong with the chunk itself."""
        terms = self._frequencies.analyzer.query_terms(chunk.own_text)
        if not any(map(self._frequencies.is_rare, terms)):
            return "no rare terms"
        if "reference" in chunk.flags:
            return "starts with a reference"
        return "very short" if "short" in chunk.flags else None

    def _winner(self, query: str, passage: Passage) -> IndexedChunk | None:
        """The chunk of `passage` that shares most terms with `query`."""
        shown = [chunk for chunk in self._of_document.get(_document(passage), ()) if _overlap(chunk, passage)]
        analyzer = self._frequencies.analyzer
        asked = set(analyzer.query_terms(query))
        shared = [len(asked.intersection(analyzer.terms(chunk.embed_text))) for chunk in shown]
        return shown[shared.index(max(shared))] if shown else None


def normalised(text: str) -> str:
    """`text` as it is compared: case and blanks aside.

    >>> normalised("The  Rent\\nis due.")
    'the rent is due.'
    """
    return " ".join(text.casefold().split())


def _document(passage: Passage) -> str:
    return passage[0].document_id if passage else ""


def _overlap(chunk: IndexedChunk, passage: Passage) -> bool:
    return any(
        own.document_id == shown.document_id and own.start < shown.end and shown.start < own.end
        for own in chunk.spans
        for shown in passage
    )


MOST_SHOWN: Final = 160
"""Characters of a chunk that a report shows."""


def excerpt(chunk: IndexedChunk) -> str:
    """The beginning of what a chunk says, on one line."""
    said = " ".join(chunk.own_text.split())
    return said if len(said) <= MOST_SHOWN else f"{said[:MOST_SHOWN]}…"
