"""Citing: the spans of a passage, their text, and the proof that it is the document's.

`passage_text[text_start:text_end] == document_text[start:end]` for each citation, and citations cover the passage's
text but for the gaps between disjoint spans.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from indexing.embedders import Tokenizer
from indexing.layout import Layout
from indexing.model import Span, own_spans
from indexing.snapshot import DocumentEntry, Rows
from retrieval.model import GAP, Citation
from retrieval.shorten import shorten


class TextSlice(Protocol):
    """A piece of a text and where it stands."""

    @property
    def text(self) -> str:
        """Its characters."""
        ...

    @property
    def first_line(self) -> int:
        """1-based line of its first character; lines end with `\\n`."""
        ...


class TextSource(Protocol):
    """Reads pieces of canonical texts."""

    def slices(self, wanted: Sequence[tuple[str, int, int]]) -> Sequence[TextSlice]:
        """The pieces `(text_id, start, end)` in the order asked for.

        Raises LookupError when a text is no longer kept.
        """
        ...


class Place(Struct, frozen=True):
    """What tells where a document's text stands in its source."""

    layout_at: Callable[[int, int], Layout]
    """The part of its layout that tells of a range."""
    section_start: Callable[[int], int]
    """Where the section around a position begins: names before it may be hidden ones."""


class Piece(Struct, frozen=True):
    """One contiguous span of a passage with its text."""

    start: int
    """Code points of the document's text."""
    text: str
    first_line: int


def passage_spans(rows: Sequence[int], columns: Rows, document: DocumentEntry) -> list[Span]:
    """The spans of chunks `rows` (rising, of one document): neighbours with what lies between them, less removals."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and runs[-1][-1] == row - 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    hulls = [Span(int(columns.start[run[0]]), int(columns.end[run[-1]])) for run in runs]
    return [span for hull in hulls for span in own_spans(hull, document.removed)]


def pieces(spans: Sequence[Span], slices: Sequence[TextSlice]) -> list[Piece]:
    """The spans with their text, without white space at their ends; blank ones are left out."""
    found = []
    for span, piece in zip(spans, slices, strict=True):
        body = piece.text.lstrip()
        skipped = len(piece.text) - len(body)
        if body:
            first_line = piece.first_line + piece.text.count("\n", 0, skipped)
            found.append(Piece(span.start + skipped, body.rstrip(), first_line))
    return found


def cut(whole: Sequence[Piece], budget_tokens: int, tokenizer: Tokenizer) -> tuple[list[Piece], int]:
    """The beginning of `whole` within the budget, and its tokens. At least one visible character stays."""
    kept: list[Piece] = []
    left = budget_tokens
    for piece in whole:
        text = shorten(piece.text, left, tokenizer)
        tokens = tokenizer.count([text])[0]
        if kept and tokens > left:
            break
        kept.append(Piece(piece.start, text, piece.first_line))
        left -= tokens
        if len(text) < len(piece.text):
            break
    return kept, budget_tokens - left


def cite(cited: Sequence[Piece], text_id: str, place: Place) -> tuple[str, tuple[Citation, ...]]:
    """The text of a passage and its citations.

    >>> nowhere = Place(lambda start, end: Layout(), lambda start: 0)
    >>> text, citations = cite([Piece(4, "One.", 1), Piece(20, "Two.", 3)], "t", nowhere)
    >>> text, [citation.citation_id for citation in citations]
    ('One.\\n\\n[…]\\n\\nTwo.', ['t:4-8', 't:20-24'])
    """
    citations: list[Citation] = []
    text_start = 0
    for piece in cited:
        citations.append(_citation(piece, text_id, text_start, place))
        text_start += len(piece.text) + len(GAP)
    return GAP.join(piece.text for piece in cited), tuple(citations)


def _citation(piece: Piece, text_id: str, text_start: int, place: Place) -> Citation:
    end = piece.start + len(piece.text)
    layout = place.layout_at(piece.start, end)
    return Citation(
        citation_id=f"{text_id}:{piece.start}-{end}",
        text_id=text_id,
        start=piece.start,
        end=end,
        text_start=text_start,
        text_end=text_start + len(piece.text),
        pages=layout.pages_of(piece.start, end),
        lines=(piece.first_line, piece.first_line + piece.text.count("\n")),
        sha256=hashlib.sha256(piece.text.encode()).hexdigest(),
        boxes=tuple((box.page, box.left, box.top, box.right, box.bottom) for box in layout.boxes_in(piece.start, end)),
        anchor=layout.anchor_of(piece.start, least=place.section_start(piece.start)),
        source=layout.source_of(piece.start, end),
        rows=layout.rows_of(piece.start, end),
        labels=tuple((label.at, label.name) for label in layout.labels_in(piece.start, end)),
    )
