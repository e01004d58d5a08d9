"""The order in which a page is read: columns one after the other, what spans them in between.

A gutter is a vertical band that many pairs of neighbouring pieces leave free. What crosses it (titles, wide figures)
cuts the page into stretches; a stretch is read column by column if there is running text on both sides, else line by
line, as tables and lists with marks are.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from indexing.parsers.pdf.rows import lines_of
from indexing.parsers.pdf.sheet import Line, Piece
from indexing.parsers.pdf.spacing import is_wide

_MIN_GUTTER: Final = 7.0
"""Points; narrower gutters than 10 are not set, text may stand out by some."""

_BIN: Final = 2.0
"""Points: how fine gutters are looked for."""

_MIN_PAIRS: Final = 2
"""Lines that must stand beside each other on both sides of a gutter."""

_MIN_WIDTH: Final = 11
"""Median width of running text in a column, in characters, Chinese ones counting twice: less is a list or table."""

_MAX_DEPTH: Final = 6
"""Gutters within columns: more is no text."""

_MAX_PIECES: Final = 20_000
"""Of a page; one with more is read line by line."""


class Column(NamedTuple):
    """What is read as one: lines from top to bottom."""

    lines: list[Line]
    left: float
    right: float


def columns_of(pieces: Sequence[Piece]) -> list[Column]:
    """The columns of a page in the order they are read, what spans several being one of its own."""
    if not pieces:
        return []
    if len(pieces) > _MAX_PIECES:
        return [_column(pieces)]
    return [_column(part) for part in _parts(list(pieces), 0)]


def _column(pieces: Sequence[Piece]) -> Column:
    lines = lines_of(pieces)
    return Column(lines, min(line.left for line in lines), max(line.right for line in lines))


def _parts(pieces: list[Piece], depth: int) -> list[list[Piece]]:
    """The pieces of each column, in order."""
    if depth < _MAX_DEPTH:
        for gutter in _gutters(pieces):
            stretches = _stretches(pieces, gutter)
            if any(split for _, split in stretches):
                return _in_order(stretches, gutter, depth)
    return [pieces]


def _in_order(stretches: list[tuple[list[Piece], bool]], gutter: float, depth: int) -> list[list[Piece]]:
    parts: list[list[Piece]] = []
    for stretch, split in stretches:
        if split:
            parts += _parts([piece for piece in stretch if _middle(piece) < gutter], depth + 1)
            parts += _parts([piece for piece in stretch if _middle(piece) >= gutter], depth + 1)
        else:
            parts += _parts(stretch, depth + 1)
    return parts


def _gutters(pieces: list[Piece]) -> list[float]:
    """Middles of the bands that most pairs of neighbours leave free, at most three, best first."""
    votes: dict[int, float] = {}
    for left, right in _gaps(pieces):
        for at in range(int(left / _BIN) + 1, int(right / _BIN) + 1):
            votes[at] = votes.get(at, 0) + 1
    found: list[float] = []
    while votes and len(found) < 3:
        best = max(votes.values())
        if best < _MIN_PAIRS:
            break
        first = last = min(at for at, count in votes.items() if count == best)
        while votes.get(last + 1, 0) >= best:
            last += 1
        found.append((first + last) / 2 * _BIN)
        votes = {at: count for at, count in votes.items() if not first - 8 <= at <= last + 8}
    return found


def _gaps(pieces: list[Piece]) -> list[tuple[float, float]]:
    """The bands between each piece and its right neighbour on the same line."""
    gaps = []
    for line in lines_of(pieces):
        for before, piece in zip(line.pieces, line.pieces[1:], strict=False):
            if piece.left - before.right >= _MIN_GUTTER:
                gaps.append((before.right, min(piece.left, before.right + 300)))
    return gaps


def _stretches(pieces: list[Piece], gutter: float) -> list[tuple[list[Piece], bool]]:
    """Runs of pieces from top to bottom, cut where pieces cross the gutter; and whether each is read as two columns."""
    stretches: list[tuple[list[Piece], bool]] = []
    run: list[Piece] = []
    crossing: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.top + piece.bottom):
        if piece.left < gutter - 1 and piece.right > gutter + 1:
            if run:
                stretches.append((run, _is_split(run, gutter)))
                run = []
            crossing.append(piece)
            continue
        if crossing:
            stretches.append((crossing, False))
            crossing = []
        run.append(piece)
    stretches += [(rest, split) for rest, split in ((crossing, False), (run, _is_split(run, gutter))) if rest]
    return _merged(stretches)


def _merged(stretches: list[tuple[list[Piece], bool]]) -> list[tuple[list[Piece], bool]]:
    """Neighbouring stretches that are read line by line as one."""
    merged: list[tuple[list[Piece], bool]] = []
    for stretch, split in stretches:
        if merged and not split and not merged[-1][1]:
            merged[-1] = (merged[-1][0] + stretch, False)
        else:
            merged.append((stretch, split))
    return merged


def _is_split(pieces: list[Piece], gutter: float) -> bool:
    """Whether running text stands on both sides of the gutter, side by side."""
    sides = [lines_of(p for p in pieces if (_middle(p) < gutter) == left) for left in (True, False)]
    if min(map(len, sides)) < _MIN_PAIRS:
        return False
    left, right = sides
    if min(left[-1].bottom, right[-1].bottom) <= max(left[0].top, right[0].top):
        return False
    return all(_median_width(lines) >= _MIN_WIDTH for lines in sides)


def _median_width(lines: list[Line]) -> int:
    """Of the longest pieces of the lines, in characters, Chinese ones counting twice."""
    widths = sorted(
        _MIN_WIDTH if line.table else max(map(_width, (piece.text for piece in line.pieces))) for line in lines
    )
    return widths[len(widths) // 2]


def _width(text: str) -> int:
    return len(text) + sum(map(is_wide, text))


def _middle(piece: Piece) -> float:
    return (piece.left + piece.right) / 2
