"""The nouns of reading a PDF: what stands on a page before it is known what it means.

Coordinates are points (1/72 inch) in the frame in which the page's text runs from left to right, from its top left
corner, y growing downwards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Style(NamedTuple):
    """How characters look."""

    size: float
    """Points, rounded to halves."""
    bold: bool = False
    mono: bool = False
    """Of a fixed pitch, as code is set."""


class Piece(NamedTuple):
    """A stretch of text on one line without a wide gap in it."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    """Its baseline."""
    style: Style
    """Of most of its characters."""
    edges: Sequence[float] = ()
    """Left edge of each character of `text`, while it may be cut; else empty."""
    group: int = 0
    """Of recognised text: the number of its paragraph on the page, from 1."""
    table: "Table | None" = None
    """The table that stands here, then without `text`."""


class Table(NamedTuple):
    """Rows of cells."""

    rows: tuple[tuple[str, ...], ...]
    """Of equal length."""
    borders: tuple[float, ...]
    """Where its columns begin, and where the last ends."""
    header_rows: int
    """0 or 1."""
    pages: tuple[int, ...] = ()
    """The page of each row, once it is known; else empty."""


class Rule(NamedTuple):
    """A straight line drawn on the page, along an axis."""

    left: float
    top: float
    right: float
    bottom: float


class Sheet(Struct, kw_only=True):
    """One page."""

    number: int
    """From 1."""
    bounds: Rect
    """Left, bottom, right, top in the PDF's own coordinates, y growing upwards."""
    rotation: int = 0
    """Quarter turns clockwise that the page is shown with."""
    quarter: int = 0
    """Quarter turns anticlockwise of its text: the frame of `pieces` and `rules`."""
    pieces: list[Piece] = []
    asides: list[tuple[int, list[Piece]]] = []
    """Text that runs another way than most, by quarter turns, in that frame."""
    rules: list[Rule] = []
    confidence: float | None = None
    """Mean over the words, 0 to 1, of recognised text; None: the page's own text."""


class Line:
    """The pieces of one line of a column, left to right; or a table."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = sorted(pieces, key=lambda piece: piece.left)
        self.table = self.pieces[0].table
        self.left = self.pieces[0].left
        self.right = max(piece.right for piece in self.pieces)
        self.top = min(piece.top for piece in self.pieces)
        self.bottom = max(piece.bottom for piece in self.pieces)

    @cached_property
    def style(self) -> Style:
        """Of most of its characters."""
        counts: Counter[Style] = Counter()
        for piece in self.pieces:
            counts[piece.style] += len(piece.text)
        return counts.most_common(1)[0][0]

    @cached_property
    def base(self) -> float:
        """Baseline of its longest piece in its style."""
        of_style = [piece for piece in self.pieces if piece.style == self.style]
        return max(of_style, key=lambda piece: len(piece.text)).base
