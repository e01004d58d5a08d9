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

_BAND_GAP: Final = 0.4
"""In sizes of the text: more than between the lines of a paragraph."""

_WIDE_GAP: Final = 1.5
"""In sizes of the text: more than between rows of a table."""

_LEVEL: Final = 1.5
"""In sizes of the text: how far apart two columns that end together may end."""

_MOST: Final = 0.8
"""Share of the lines right of a gutter that stand in rows with something left of it, where they are a table."""

_LOOSE: Final = 0.8
"""Share of its side that cells take at most; lines of running text take nearly all."""

_HEADING: Final = 1.1
"""How many times as large as the columns' text what begins below them has to be."""

_MAX_BANDS: Final = 12
"""Gaps of a stretch that are looked at: each is looked at whole."""

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
            stretches += _bands(run, gutter)
            run = []
            crossing.append(piece)
            continue
        if crossing:
            stretches.append((crossing, False))
            crossing = []
        run.append(piece)
    stretches += [(crossing, False)] if crossing else []
    return _merged([*stretches, *_bands(run, gutter)])


def _bands(run: list[Piece], gutter: float) -> list[tuple[list[Piece], bool]]:
    """A run that nothing crosses, and whether it is read as two columns; cut where columns begin or end on a level,
    above or below what is no part of them."""
    if not run:
        return []
    split = _is_split(run, gutter)
    for at, wide in _level_gaps(run, gutter):
        above, below = run[:at], run[at:]
        if not (split or wide):
            continue
        if _is_split(above, gutter) and _is_apart(below, above, gutter, split=split):
            return [(above, True), (below, False)]
        if _is_table(above, gutter) and _is_split(below, gutter):
            return [(above, False), *_bands(below, gutter)]
    return [(run, split)]


def _is_apart(below: list[Piece], above: list[Piece], gutter: float, *, split: bool) -> bool:
    """Whether what is below two columns is no part of them: a table; or, on one side only, what begins with a heading,
    or what together with them is no running text."""
    if _is_table(below, gutter):
        return True
    one_sided = all(_middle(piece) < gutter for piece in below)
    sizes = sorted(piece.style.size for piece in above)
    return one_sided and (not split or below[0].style.size >= _HEADING * sizes[len(sizes) // 2])


def _level_gaps(run: list[Piece], gutter: float) -> list[tuple[int, bool]]:
    """Where both sides of a run, which is sorted, end or begin on a level: indexes of the pieces below, and whether the
    gap is one between parts of a page; at most _MAX_BANDS of the widest gaps, from the top."""
    gaps: list[tuple[float, int, bool]] = []
    ends = [0.0, 0.0]
    for index, piece in enumerate(run):
        size = piece.style.size
        gap = piece.top - max(ends)
        if min(ends) and gap > _BAND_GAP * size and abs(ends[0] - ends[1]) <= _LEVEL * size:
            gaps.append((gap, index, gap > _WIDE_GAP * size))
        side = int(_middle(piece) >= gutter)
        ends[side] = max(ends[side], piece.bottom)
    return sorted((index, wide) for _, index, wide in sorted(gaps, reverse=True)[:_MAX_BANDS])


def _is_table(pieces: list[Piece], gutter: float) -> bool:
    """Whether what is right of the gutter stands in rows with what is left of it, and neither is running text, which
    fills its lines."""
    lines = lines_of(pieces)
    right = [line for line in lines if _middle(line.pieces[-1]) >= gutter]
    rows = [line for line in right if _middle(line.pieces[0]) < gutter]
    if len(rows) < _MIN_PAIRS or len(rows) < _MOST * len(right) or _is_split(pieces, gutter):
        return False
    edges = min(line.left for line in lines), gutter, max(line.right for line in lines)
    filled = [_filled(line, gutter, edges) for line in rows]
    return sorted(filled)[len(filled) // 2] <= _LOOSE


def _filled(row: Line, gutter: float, edges: tuple[float, float, float]) -> float:
    """Share of its side that the widest piece of a row takes."""
    shares = []
    for piece in row.pieces:
        low, high = edges[:2] if _middle(piece) < gutter else edges[1:]
        shares.append((piece.right - piece.left) / max(1.0, high - low))
    return max(shares)


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
