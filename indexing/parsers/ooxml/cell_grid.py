"""Tables of Office documents as rows of cells of equal columns, merged cells resolved.

A cell merged over rows is said in each of them, as far as it is short: a row is to be understood alone. One merged over
columns is said once, in header rows for each column. Several header rows become one, the names joined by ` / `. First
rows of a single cell are titles, written above the table as its context.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.builder import Fragment, TextBuilder
from indexing.table_header import LOOK, find_header

MAX_COLUMNS: Final = 75
"""The most that programs let people make: Word 63, PowerPoint 75."""
MAX_REPEATED: Final = 200
"""Characters of a merged cell that are said again in each row or column."""
HEADER_JOINT: Final = " / "


class Cell(Struct, frozen=True, kw_only=True):
    """A cell as it stands in its row."""

    text: str = ""
    """On one line, trimmed."""
    columns: int = 1
    continued: bool = False
    """It goes on with the cell above it."""
    labels: tuple[tuple[int, str], ...] = ()
    """Numbers that the source computes, and where in the text they stand."""


Rows = list[list[Cell]]


def write_table(
    builder: TextBuilder, rows: Sequence[Sequence[Cell]], header_rows: int, context: tuple[Span, ...] = ()
) -> Block | None:
    """Write the table and its labels; `header_rows` are as many as the source has. None when all cells are blank.

    A row alone is no header.
    """
    header_rows = min(header_rows, len(rows) - 1)
    grid = _filled(_spread(rows, header_rows))
    if header_rows > 1:
        grid = [_joined(grid[:header_rows]), *grid[header_rows:]]
    fragments = [[[Fragment(cell.text, labels=cell.labels)] for cell in row] for row in grid]
    return builder.table(fragments, header_rows=min(header_rows, 1), context=context)


def write_titles(builder: TextBuilder, rows: Sequence[Sequence[Cell]]) -> tuple[Span, ...]:
    """Write rows of a single cell each as paragraphs; those that have text, as context of their table."""
    spans = []
    for (cell,) in rows:
        block = builder.block("paragraph", cell.text)
        if block is not None:
            spans.append(block.span)
            for offset, label in cell.labels:
                builder.label(label, block.span.start + offset)
    return tuple(spans)


def titles_of(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the beginning are titles: one cell over several columns, above a table of at least two rows."""
    count = 0
    while count < len(rows) - 2 and len(rows[count]) == 1 and rows[count][0].columns > 1:
        count += 1
    return count


def names_of(rows: Sequence[Sequence[Cell]]) -> int:
    """How many of the first rows name the columns where the source does not say: one, or as many as groups and units
    make; none of a form, whose first texts end in colons as names of fields do.

    >>> names_of([[Cell(text="Plan"), Cell(text="Fee")], [Cell(text="Basic"), Cell(text="5")]])
    1
    """
    if any(cell.text.endswith((":", "：")) for cell in rows[0]):
        return 0
    texts = [[cell.text if begins else "" for cell, begins in _columns_of(row)] for row in rows[:LOOK]]
    return max(1, find_header(texts).rows)


def _columns_of(row: Sequence[Cell]) -> Iterator[tuple[Cell, bool]]:
    """The cell in each column of a row, and whether it begins there."""
    column = 0
    for cell in row:
        end = column + max(1, min(cell.columns, MAX_COLUMNS - column))
        yield from ((cell, at == column) for at in range(column, end))
        column = end


def _spread(rows: Sequence[Sequence[Cell]], header_rows: int) -> Iterator[list[Cell]]:
    """Rows where each column has a cell."""
    for index, row in enumerate(rows):
        spread: list[Cell] = []
        for cell, begins in _columns_of(row):
            is_said = index < header_rows and len(cell.text) <= MAX_REPEATED
            again = Cell(text=cell.text if is_said else "", continued=cell.continued)
            spread.append(cell if begins else again)
        yield spread


def _filled(rows: Iterator[list[Cell]]) -> Rows:
    """Rows where cells that go on with those above say what these say."""
    grid: Rows = []
    above: list[Cell] = []
    for row in rows:
        filled = list(row)
        for column, cell in enumerate(row):
            if cell.continued and not cell.text and column < len(above) and len(above[column].text) <= MAX_REPEATED:
                filled[column] = replace(cell, text=above[column].text)
        grid.append(filled)
        above = filled
    return grid


def _joined(rows: Rows) -> list[Cell]:
    """One row for several header rows; a name that is said above is not said again."""
    joined = []
    for column in range(max(map(len, rows))):
        names = [row[column].text for row in rows if column < len(row) and row[column].text]
        joined.append(Cell(text=HEADER_JOINT.join(dict.fromkeys(names))))
    return joined
