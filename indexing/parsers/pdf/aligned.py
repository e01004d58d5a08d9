"""Tables without lines between their columns: rows whose cells stand below each other.

A false table is worse than paragraphs, so rows must be several, their cells short, and what stands below each other
must leave the same gaps free. Three lines across of one length (top, below the header, bottom) are evidence enough to
be less strict.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from indexing.parsers.pdf.cells import Cells, is_number, table_of
from indexing.parsers.pdf.grid import as_piece, merged_rules
from indexing.parsers.pdf.marks import is_contents_line, is_equation_number, is_mark, marked
from indexing.parsers.pdf.rows import code_pieces, lines_of, text_of
from indexing.parsers.pdf.sheet import Line, Piece, Rule, Table
from indexing.parsers.pdf.spacing import is_wide

_MIN_ROWS: Final = 3
_MIN_GAP: Final = 6.0
"""Points between columns."""

_MAX_CELL: Final = 30
"""Median width of cells in characters, Chinese ones counting twice; longer is running text."""

_SAME: Final = 5.0
"""Points by which ends of lines that belong together may differ."""

_RELATION: Final = re.compile(r"[=<>≤≥≈≠∈→∝≡]")
"""What an equation has, and a row that ends in a negative amount has not."""

_MAX_ITEM: Final = 16
"""Characters behind the number of a row; more are an item of a list, with something beside it."""

_MAX_HEAD: Final = 2
"""Lines above the second rule that are one header; more are rows."""

_MIN_FILLED: Final = 0.5
"""Share of rows that have something in each column."""


def open_tables(pieces: Sequence[Piece], rules: Sequence[Rule]) -> list[Piece]:
    """`pieces` with one piece for each table between lines across in place of those in it."""
    left = list(pieces)
    for group in [run for lines in _rule_groups(rules) for run in _ruling_rows(lines, pieces)]:
        top, bottom = group[0].top, group[-1].bottom
        inside = [piece for piece in left if _is_between(piece, group[0], top, bottom)]
        lines = lines_of(inside)
        table = _between(lines, group) if len(lines) >= 2 else None
        if table is not None:
            gone = set(map(id, inside))
            left = [piece for piece in left if id(piece) not in gone]
            left.append(as_piece(table, inside))
    return left


def with_tables(lines: Sequence[Line]) -> list[Line]:
    """The lines of a column with one line for each table in place of its rows."""
    found: list[Line] = []
    run: list[Line] = []
    for line in [*lines, None]:
        if line is not None and _is_row(line) and (not run or _is_below(run[-1], line)):
            run.append(line)
            continue
        found += _tabled(run)
        run = [line] if line is not None and _is_row(line) else []
        found += [line] if line is not None and not run else []
    return found


def _tabled(run: list[Line]) -> list[Line]:
    """A run of lines as one line that is a table, or as they are."""
    table = _strict(run) if len(run) >= _MIN_ROWS else None
    if table is None:
        return run
    return [Line([as_piece(table, [piece for line in run for piece in line.pieces])])]


def _rule_groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Lines across of equal ends, three or more, from top to bottom."""
    groups: dict[tuple[int, int], list[Rule]] = {}
    for rule in merged_rules(rules, across=True):
        if rule.right - rule.left >= 40:
            groups.setdefault((round(rule.left / _SAME), round(rule.right / _SAME)), []).append(rule)
    return [sorted(group, key=lambda rule: rule.top) for group in groups.values() if len(group) >= 3]


def _ruling_rows(group: list[Rule], pieces: Sequence[Piece]) -> list[list[Rule]]:
    """The runs of three or more of these lines between which rows stand, and no running text."""
    runs: list[list[Rule]] = []
    for above, rule in pairwise(group):
        lines = lines_of(piece for piece in pieces if _is_between(piece, above, above.top, rule.bottom))
        rows = sum(1 for line in lines if _max_gap(line) >= _MIN_GAP)
        if not lines or rows * 2 < len(lines):
            continue
        if runs and runs[-1][-1] is above:
            runs[-1].append(rule)
        else:
            runs.append([above, rule])
    return [run for run in runs if len(run) >= 3]


def _max_gap(line: Line) -> float:
    return max((b.left - a.right for a, b in zip(line.pieces, line.pieces[1:], strict=False)), default=0.0)


def _is_between(piece: Piece, rule: Rule, top: float, bottom: float) -> bool:
    y = (piece.top + piece.bottom) / 2
    return (
        piece.table is None
        and top < y < bottom
        and piece.left >= rule.left - _SAME
        and piece.right <= rule.right + _SAME
    )


def _is_row(line: Line) -> bool:
    """Whether a line has cells: more than its mark and a text; code and entries of tables of contents have none."""
    if line.table is not None or len(line.pieces) < 2 or all(piece.style.mono for piece in code_pieces(line)):
        return False
    if is_equation_number(line.pieces[-1].text) and any(map(_RELATION.search, (p.text for p in line.pieces))):
        return False
    if is_contents_line(text_of(line)) or any(is_contents_line(piece.text) for piece in line.pieces):
        return False
    if _max_gap(line) < _MIN_GAP:
        return False
    mark = marked(line.pieces[0].text)
    if mark is not None and mark.text[0].isalpha():
        return False
    if mark is not None and len(line.pieces[0].text) - mark.end > _MAX_ITEM:
        return False
    return not (len(line.pieces) == 2 and (is_mark(line.pieces[0].text) or marked(text_of(line)) is not None))


def _is_below(above: Line, line: Line) -> bool:
    size = max(above.style.size, line.style.size)
    return line.base - above.base <= 3 * size and abs(above.style.size - line.style.size) <= 0.15 * size


def _strict(lines: Sequence[Line]) -> Table | None:
    """The table of rows that no line rules."""
    borders = _borders(lines)
    if borders is None:
        return None
    cells = _cells(lines, borders)
    texts = [[" ".join(piece.text for piece in cell) for cell in row] for row in cells]
    filled = [text for row in texts for text in row if text]
    widths = sorted(len(text) + sum(map(is_wide, text)) for text in filled)
    if widths[len(widths) // 2] > _MAX_CELL:
        return None
    if any(sum(map(bool, column)) < _MIN_FILLED * len(texts) for column in zip(*texts, strict=True)):
        return None
    numbers = sum(map(is_number, filled))
    if len(borders) == 3 and numbers < len(filled) / 4 and not _names_things(texts):
        return None
    return table_of(_without_continuations(cells, lines), borders)


def _names_things(texts: Sequence[Sequence[str]]) -> bool:
    """Whether a table of two columns has short cells only, on both sides of every row."""
    return (
        len(texts) > _MIN_ROWS
        and all(len(text) + sum(map(is_wide, text)) <= 24 for row in texts for text in row if text)
        and all(all(row) for row in texts)
    )


def _between(lines: Sequence[Line], rules: Sequence[Rule]) -> Table | None:
    """The table between lines across: what is above the second is its header."""
    borders = _borders(lines)
    if borders is None:
        return None
    cells = _cells(lines, borders)
    full = sum(1 for row in cells if sum(map(bool, row)) >= 2)
    if full < 2 or full < len(cells) / 2:
        return None
    head = [index for index, line in enumerate(lines) if line.base < rules[1].bottom]
    if len(head) > _MAX_HEAD:
        head = []
    if 1 < len(head) < len(cells):
        cells = [_together(cells[: len(head)]), *cells[len(head) :]]
        lines = [lines[0], *lines[len(head) :]]
    return table_of(_without_continuations(cells, lines), borders, header_rows=1 if head else None)


def _borders(lines: Sequence[Line]) -> list[float] | None:
    """Where the columns of `lines` begin, and where the last ends: the gaps that all full rows leave free."""
    most = max(len(line.pieces) for line in lines)
    full = [line for line in lines if len(line.pieces) * 2 > most]
    spans = sorted((piece.left, piece.right) for line in full for piece in line.pieces)
    borders, right = [spans[0][0]], spans[0][1]
    for start, end in spans[1:]:
        if start - right >= _MIN_GAP:
            borders.append((start + right) / 2)
        right = max(right, end)
    return [*borders, right] if len(borders) > 1 else None


def _cells(lines: Sequence[Line], borders: Sequence[float]) -> Cells:
    """The pieces of each line in the column where they begin."""
    cells: Cells = []
    for line in lines:
        row: list[list[Piece]] = [[] for _ in borders[:-1]]
        for piece in line.pieces:
            row[min(max(0, bisect_right(borders, piece.left + 1) - 1), len(row) - 1)].append(piece)
        cells.append(row)
    return cells


def _without_continuations(cells: Cells, lines: Sequence[Line]) -> Cells:
    """Rows where a line that only goes on with cells of the row above is part of it."""
    rows: Cells = []
    for index, row in enumerate(cells):
        goes_on = (
            index > 0
            and len(rows) > 1
            and not row[0]
            and sum(map(bool, row)) < sum(map(bool, rows[-1]))
            and lines[index].base - lines[index - 1].base <= 1.35 * lines[index].style.size
            and not any(is_number(piece.text) for cell in row for piece in cell)
        )
        if goes_on:
            rows[-1] = _together([rows[-1], row])
        else:
            rows.append(row)
    return rows


def _together(rows: Cells) -> list[list[Piece]]:
    """Several rows as one, cell by cell."""
    return [[piece for row in rows for piece in row[at]] for at in range(len(rows[0]))]
