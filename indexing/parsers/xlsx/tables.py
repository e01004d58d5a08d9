"""The tables of a sheet: islands of cells with empty rows or columns between them.

A sheet is split at empty rows, each part at empty columns, and so on. Empty columns also space the columns of one
table: what has no labels of its own, or is a single column, belongs to the part on its left.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.parsers.xlsx.cells import Cells, Rows
from indexing.table_header import find_header, is_value

MAX_SPLITS: Final = 6
"""How deep parts are split again: tables beside tables below tables; and time stays linear in the cells."""

MAX_SPREAD: Final = 1_000_000
"""Cells that texts of merged cells are written into: a sheet of a few kilobytes can merge billions."""

MAX_EMPTY: Final = 2_000_000
"""Empty cells of an island that is mostly empty: they would have to be written as such."""


class Island(Struct, frozen=True, kw_only=True):
    """Cells that belong together."""

    numbers: tuple[int, ...]
    """Of its rows, rising; each has text."""
    columns: tuple[int, ...]
    """Numbers of the columns that have text, from 1, rising."""
    rows: tuple[tuple[str, ...], ...]
    """Texts in these columns; empty where a cell is."""


def islands(rows: Rows) -> list[Island]:
    """The islands of a sheet, from the top, then from the left; a table with empty rows in it is one.

    Raises DocumentRejected (`too_large`) for one that would be millions of empty cells.

    >>> [island.rows for island in islands({1: {1: "Fee", 2: "5"}, 3: {1: "Deposit"}, 4: {3: "x"}})]
    [(('Fee', '5'),), (('Deposit',),), (('x',),)]
    """
    found = sorted((_island(part) for part in _parts(rows, MAX_SPLITS)), key=_corner)
    tables: list[list[Island]] = []
    last: dict[int, list[Island]] = {}
    for island in found:
        left = island.columns[0]
        if left in last and _goes_on(last[left][0], island):
            last[left].append(island)
        else:
            tables.append([island])
            last[left] = tables[-1]
    return [_together(parts) for parts in tables]


def spread_merged(cells: Cells) -> None:
    """Write the text of a cell that was merged over several rows into each of them: it names them all.

    Over several columns it stays in the first. Ranges that overlap others, which no program writes, are passed over.
    """
    ends: dict[int, int] = {}
    left_over = MAX_SPREAD
    for top, left, bottom, _ in sorted(cells.merged):
        text = cells.rows.get(top, {}).get(left)
        if text is None or bottom == top or top <= ends.get(left, 0) or left_over <= 0:
            continue
        ends[left] = bottom
        for number in _between(cells, top + 1, bottom):
            cells.rows[number].setdefault(left, text)
            left_over -= 1


def _between(cells: Cells, top: int, bottom: int) -> Iterator[int]:
    """The numbers of rows with text in a range."""
    if bottom - top < len(cells.rows):
        yield from (number for number in range(top, bottom + 1) if number in cells.rows)
    else:
        yield from (number for number in cells.rows if top <= number <= bottom)


def _goes_on(island: Island, following: Island) -> bool:
    """Whether `following` is the table of `island` behind an empty row: values in its columns and no header."""
    if not set(following.columns) <= set(island.columns):
        return False
    header = find_header(following.rows)
    if header.rows or (header.titles and len(following.rows) > 1):
        return False
    return bool(find_header(island.rows).rows) and any(map(is_value, following.rows[0]))


def _together(parts: Sequence[Island]) -> Island:
    """Islands of one table as one, in the columns of the first."""
    if len(parts) == 1:
        return parts[0]
    columns = parts[0].columns
    rows = list(parts[0].rows)
    for part in parts[1:]:
        for row in part.rows:
            texts = dict(zip(part.columns, row, strict=True))
            rows.append(tuple(texts.get(column, "") for column in columns))
    return Island(numbers=tuple(number for part in parts for number in part.numbers), columns=columns, rows=tuple(rows))


def _parts(rows: Rows, splits: int) -> Iterator[Rows]:
    """`rows` split at empty rows and columns until nothing more is empty, at most `splits` times."""
    for band in _bands(rows):
        beside = _joined(_beside(band))
        if len(beside) == 1 or splits == 0:
            yield band
        else:
            for part in beside:
                yield from _parts(part, splits - 1)


def _bands(rows: Rows) -> Iterator[Rows]:
    """The runs of rows that follow each other."""
    for _, run in groupby(enumerate(rows.items()), key=lambda item: item[1][0] - item[0]):
        yield dict(row for _, row in run)


def _beside(band: Rows) -> list[Rows]:
    """The parts of a band with empty columns between them, from the left."""
    columns = sorted({column for row in band.values() for column in row})
    starts = [columns[0], *(right for left, right in pairwise(columns) if right > left + 1)]
    if len(starts) == 1:
        return [band]
    parts: list[Rows] = [{} for _ in starts]
    for number, row in band.items():
        for column, text in row.items():
            parts[bisect_right(starts, column) - 1].setdefault(number, {})[column] = text
    return parts


def _joined(parts: list[Rows]) -> list[Rows]:
    """`parts` with those that are no tables of their own in the part on their left."""
    joined = parts[:1]
    for part in parts[1:]:
        if _is_own(part, joined[-1]):
            joined.append(part)
            continue
        for number, row in part.items():
            joined[-1].setdefault(number, {}).update(row)
    return [dict(sorted(part.items())) for part in joined]


def _is_own(part: Rows, left: Rows) -> bool:
    """Whether `part` is a table beside `left`: it has no rows in common, or several columns and one of labels."""
    if not any(number in left for number in part):
        return True
    columns: dict[int, list[str]] = defaultdict(list)
    for row in part.values():
        for column, text in row.items():
            columns[column].append(text)
    return len(columns) > 1 and any(sum(map(is_value, texts)) * 2 < len(texts) for texts in columns.values())


def _island(part: Rows) -> Island:
    columns = tuple(sorted({column for row in part.values() for column in row}))
    empty = len(part) * len(columns) - sum(map(len, part.values()))
    if empty > MAX_EMPTY and empty * 20 > len(part) * len(columns) * 19:
        raise DocumentRejected(
            "too_large", f"a table of {len(part):,} rows and {len(columns):,} columns is nearly empty: split it"
        )
    rows = tuple(tuple(row.get(column, "") for column in columns) for row in part.values())
    return Island(numbers=tuple(part), columns=columns, rows=rows)


def _corner(island: Island) -> tuple[int, int]:
    return island.numbers[0], island.columns[0]
