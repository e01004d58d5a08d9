"""Tables whose cells are ruled: lines that cross each other, and the text between them."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from indexing.parsers.pdf.cells import Cells, cell_text, table_of
from indexing.parsers.pdf.rows import lines_of
from indexing.parsers.pdf.sheet import Piece, Rule, Table

_NEAR: Final = 3.0
"""Points: how far apart lines may end that are meant to meet."""

_MAX_CROSSINGS: Final = 400_000
_MAX_CELLS: Final = 20_000
"""Beyond these it is a drawing, or a file made to cost time."""

_MAX_CUT_WORDS: Final = 1
"""Words that a border may run through: more, and the lines belong to a drawing over the text."""

_MAX_NAME: Final = 30
"""Characters of a cell of a row that stands alone."""

_MIN_FILLED: Final = 0.3
"""Share of cells with text; forms and timetables have more, charts with grid lines less."""


class Grid(NamedTuple):
    """Lines that hang together."""

    across: list[Rule]
    down: list[Rule]

    @property
    def columns(self) -> list[float]:
        """Where columns begin, and where the last ends: sides that are not drawn are where the lines across end."""
        ends = [rule.left for rule in self.across] + [rule.right for rule in self.across]
        drawn = _distinct([_x(rule) for rule in self.down])
        outer = [end for end in (min(ends), max(ends)) if min(abs(end - x) for x in drawn) > 2 * _NEAR]
        return sorted(drawn + outer)

    @property
    def rows(self) -> list[float]:
        """Where rows begin, and where the last ends."""
        ends = [rule.top for rule in self.down] + [rule.bottom for rule in self.down]
        drawn = _distinct([_y(rule) for rule in self.across])
        outer = [end for end in (min(ends), max(ends)) if min(abs(end - y) for y in drawn) > 2 * _NEAR]
        return sorted(drawn + outer)


def ruled_tables(pieces: Sequence[Piece], rules: Sequence[Rule]) -> list[Piece]:
    """`pieces` with one piece for each ruled table in place of those in it. One of a single row may be the header of a
    table that goes on behind the end of the page."""
    left = list(pieces)
    for grid in _grids(rules):
        columns, rows = grid.columns, grid.rows
        if len(columns) < 3 or len(columns) * len(rows) > _MAX_CELLS:
            continue
        inside = [piece for piece in left if _is_inside(piece, columns, rows)]
        table = _table(inside, grid, columns, rows) if inside else None
        if table is not None:
            gone = set(map(id, inside))
            left = [piece for piece in left if id(piece) not in gone]
            left.append(as_piece(table, inside))
    return left


def as_piece(table: Table, inside: Sequence[Piece]) -> Piece:
    """A table as one piece of the page, where the pieces in it stood."""
    top, bottom = min(piece.top for piece in inside), max(piece.bottom for piece in inside)
    left, right = min(piece.left for piece in inside), max(piece.right for piece in inside)
    return Piece("", left, top, right, bottom, bottom, inside[0].style, table=table)


def merged_rules(rules: Sequence[Rule], *, across: bool) -> list[Rule]:
    """The rules of one direction, pieces of one line put together, in order of their position."""
    kept = [rule for rule in rules if (rule.right - rule.left >= rule.bottom - rule.top) == across]
    merged: list[Rule] = []
    for rule in sorted(
        kept, key=lambda rule: (round(_y(rule) / 1.5), rule.left) if across else (round(_x(rule) / 1.5), rule.top)
    ):
        last = merged[-1] if merged else None
        if last is not None and _goes_on(last, rule, across):
            merged[-1] = Rule(last.left, last.top, max(last.right, rule.right), max(last.bottom, rule.bottom))
        else:
            merged.append(rule)
    return merged


def _goes_on(last: Rule, rule: Rule, across: bool) -> bool:
    if across:
        return abs(_y(last) - _y(rule)) <= 1.5 and rule.left <= last.right + _NEAR
    return abs(_x(last) - _x(rule)) <= 1.5 and rule.top <= last.bottom + _NEAR


def _grids(rules: Sequence[Rule]) -> list[Grid]:
    """Groups of lines that cross each other."""
    across, down = merged_rules(rules, across=True), merged_rules(rules, across=False)
    if len(across) * len(down) > _MAX_CROSSINGS:
        return []
    parent = list(range(len(across) + len(down)))
    for i, row in enumerate(across):
        for j, column in enumerate(down):
            if _cross(row, column):
                parent[_root(parent, i)] = _root(parent, len(across) + j)
    grids: dict[int, Grid] = {}
    for index, rule in enumerate([*across, *down]):
        grid = grids.setdefault(_root(parent, index), Grid([], []))
        (grid.across if index < len(across) else grid.down).append(rule)
    return [grid for grid in grids.values() if len(grid.across) >= 2 and len(grid.down) >= 1]


def _root(parent: list[int], index: int) -> int:
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index


def _cross(row: Rule, column: Rule) -> bool:
    return (
        row.left - _NEAR <= _x(column) <= row.right + _NEAR and column.top - _NEAR <= _y(row) <= column.bottom + _NEAR
    )


def _is_inside(piece: Piece, columns: Sequence[float], rows: Sequence[float]) -> bool:
    x, y = (piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2
    return columns[0] <= x <= columns[-1] and rows[0] <= y <= rows[-1] and piece.table is None


def _table(pieces: Sequence[Piece], grid: Grid, columns: Sequence[float], rows: Sequence[float]) -> Table | None:
    """The table of a grid; None when it is a frame around text, or a drawing."""
    cells: Cells = [[[] for _ in columns[:-1]] for _ in rows[:-1]]
    if sum(_runs_through(piece, grid, columns) for piece in pieces) > _MAX_CUT_WORDS:
        return None
    for piece in pieces:
        row = min(max(0, bisect_right(rows, (piece.top + piece.bottom) / 2) - 1), len(rows) - 2)
        for part in _split(piece, grid, columns):
            column = min(max(0, bisect_right(columns, (part.left + part.right) / 2) - 1), len(columns) - 2)
            at = _owner(grid, columns, rows, row, column)
            cells[at[0]][at[1]].append(part)
    if len(cells) == 1:
        return _single_row(cells, columns)
    table = table_of(cells, columns)
    if table is None:
        return None
    filled = sum(text != "" for row in table.rows for text in row)
    return table if filled >= 4 and filled >= _MIN_FILLED * len(table.rows) * len(table.rows[0]) else None


def _single_row(cells: Cells, columns: Sequence[float]) -> Table | None:
    """The table of one row of short cells; None for frames around text."""
    row = tuple(cell_text(cell) for cell in cells[0])
    short = all(len(lines_of(cell)) == 1 and len(text) <= _MAX_NAME for cell, text in zip(cells[0], row, strict=True))
    return Table((row,), tuple(columns), header_rows=1) if short else None


def _crossed(piece: Piece, grid: Grid, columns: Sequence[float]) -> list[float]:
    """Borders that are drawn across a piece."""
    y = (piece.top + piece.bottom) / 2
    return [x for x in columns if piece.left + 1 < x < piece.right - 1 and _is_drawn(grid.down, x, y)]


def _runs_through(piece: Piece, grid: Grid, columns: Sequence[float]) -> bool:
    """Whether a border is drawn through a word: then the lines are no borders of cells."""
    for x in _crossed(piece, grid, columns):
        at = bisect_right(piece.edges, x) - 1
        near = piece.text[max(0, at) : at + 2]
        if piece.edges and near.isascii() and near.isalnum() and len(near) == 2:
            return True
    return False


def _split(piece: Piece, grid: Grid, columns: Sequence[float]) -> list[Piece]:
    """A piece that runs over borders of cells, cut there."""
    crossed = _crossed(piece, grid, columns)
    if not crossed or not piece.edges:
        return [piece]
    ends = (*piece.edges[1:], piece.right)
    groups: dict[int, list[int]] = {}
    for index, (left, right) in enumerate(zip(piece.edges, ends, strict=True)):
        groups.setdefault(bisect_right(crossed, (left + right) / 2), []).append(index)
    return [part for group in groups.values() if (part := _part(piece, ends, group[0], group[-1] + 1)).text]


def _part(piece: Piece, ends: Sequence[float], start: int, end: int) -> Piece:
    text = piece.text[start:end].strip()
    return piece._replace(text=text, left=piece.edges[start], right=ends[end - 1], edges=())


def _owner(grid: Grid, columns: Sequence[float], rows: Sequence[float], row: int, column: int) -> tuple[int, int]:
    """The first of the cells that are one with this: no line is drawn between them."""
    y = (rows[row] + rows[row + 1]) / 2
    while column > 0 and not _is_drawn(grid.down, columns[column], y):
        column -= 1
    x = (columns[column] + columns[column + 1]) / 2
    while row > 0 and not any(
        abs(_y(rule) - rows[row]) <= _NEAR and rule.left <= x <= rule.right for rule in grid.across
    ):
        row -= 1
    return row, column


def _is_drawn(down: Sequence[Rule], x: float, y: float) -> bool:
    return any(abs(_x(rule) - x) <= _NEAR and rule.top - 1 <= y <= rule.bottom + 1 for rule in down)


def _distinct(positions: Sequence[float]) -> list[float]:
    """Positions that are one within a few points."""
    found: list[float] = []
    for position in sorted(positions):
        if not found or position - found[-1] > _NEAR:
            found.append(position)
    return found


def _x(rule: Rule) -> float:
    return (rule.left + rule.right) / 2


def _y(rule: Rule) -> float:
    return (rule.top + rule.bottom) / 2
