"""Bullets that are drawn as shapes, not set as characters, as browsers and some office programs print lists."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from indexing.parsers.pdf.sheet import Piece, Rect

_BULLET: Final = "•"

_MAX_DISTANCE: Final = 2.2
"""In sizes of the text: how far before its line a bullet stands."""

_MIN_SIZE: Final = 0.15
_MAX_SIZE: Final = 0.75
"""In sizes of the text."""

_LEAST: Final = 3
"""Characters of an item; less is the name of a point in a figure."""

_MAX_LINE: Final = 100.0
"""Points: lines are not higher, so that only pieces near a dot are looked at."""


def with_bullets(pieces: Sequence[Piece], dots: Sequence[Rect]) -> list[Piece]:
    """`pieces` with a bullet before each line that begins behind a dot.

    >>> from indexing.parsers.pdf.sheet import Style
    >>> line = Piece("Keys", left=60, top=100, right=90, bottom=112, base=110, style=Style(11))
    >>> [piece.text for piece in with_bullets([line], [(48, 104, 52, 108), (300, 104, 304, 108)])]
    ['Keys', '•']
    """
    by_middle = sorted(pieces, key=_middle)
    middles = [_middle(piece) for piece in by_middle]
    bullets = []
    for dot in dots:
        y = (dot[1] + dot[3]) / 2
        near = by_middle[bisect_left(middles, y - _MAX_LINE) : bisect_left(middles, y + _MAX_LINE)]
        line = [piece for piece in near if piece.top <= y <= piece.bottom]
        first = min((piece for piece in line if piece.right > dot[0]), key=lambda piece: piece.left, default=None)
        if first is not None and _marks(dot, first) and not any(_touches(piece, dot) for piece in line):
            bullets.append(first._replace(text=_BULLET, left=dot[0], right=dot[2], edges=(dot[0],)))
    return [*pieces, *bullets]


def _marks(dot: Rect, piece: Piece) -> bool:
    """Whether a dot stands before a piece as its bullet."""
    size = piece.style.size
    distance = piece.left - dot[2]
    if len(piece.text) < _LEAST:
        return False
    return 0 <= distance <= _MAX_DISTANCE * size and _MIN_SIZE * size <= dot[3] - dot[1] <= _MAX_SIZE * size


def _touches(piece: Piece, dot: Rect) -> bool:
    """Whether a piece ends directly before a dot: then the dot stands within a line."""
    return piece.right <= dot[0] and dot[0] - piece.right < _MAX_DISTANCE * piece.style.size


def _middle(piece: Piece) -> float:
    return (piece.top + piece.bottom) / 2
