"""Tables of Office documents as rows of cells of equal columns, merged cells resolved.

A cell merged over rows is said in each of them, as far as it is short: a row is to be understood alone. One merged over
columns is said once, in header rows for each column. Several header rows become one, the names joined by ` / `.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.builder import Fragment, TextBuilder

MAX_COLUMNS: Final = 75
"""The most that programs let people make: Word 63, PowerPoint 75."""
MAX_REPEATED: Final = 200
"""Characters of a merged cell that are said again in each row or column."""
HEADER_JOINT: Final = " / "

_CELL_MARKS: Final = len(" ") + len(" |")
_COLUMN_DASHES: Final = len(" --- |")


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
    """Write the table and its labels; `header_rows` are as many as the source has. None when all cells are blank."""
    grid = _filled(_spread(rows, header_rows))
    if header_rows > 1:
        grid = [_joined(grid[:header_rows]), *grid[header_rows:]]
    fragments = [[[Fragment(cell.text)] for cell in row] for row in grid]
    block = builder.table(fragments, header_rows=min(header_rows, 1), context=context)
    if block is not None:
        for at, cell in _positions(grid, block.span.start, has_header=header_rows > 0):
            for offset, label in cell.labels:
                builder.label(label, at + offset + cell.text.count("|", 0, offset))
    return block


def row_starts(block: Block, header_rows: int) -> list[int]:
    """Where the rows of the source begin in the text of a written table."""
    body = block.header[0].end + len("\n") if block.header else block.span.start
    return [*[block.span.start] * header_rows, body, *block.cuts]


def _spread(rows: Sequence[Sequence[Cell]], header_rows: int) -> Iterator[list[Cell]]:
    """Rows where each column has a cell."""
    for index, row in enumerate(rows):
        spread: list[Cell] = []
        for cell in row:
            width = max(1, min(cell.columns, MAX_COLUMNS - len(spread)))
            is_said = index < header_rows and len(cell.text) <= MAX_REPEATED
            again = Cell(text=cell.text if is_said else "", continued=cell.continued)
            spread += [cell, *[again] * (width - 1)]
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


def _positions(grid: Rows, start: int, *, has_header: bool) -> Iterator[tuple[int, Cell]]:
    """Each cell and where its text begins in the pipe table at `start`."""
    width = max(map(len, grid))
    dashes = len("\n|") + _COLUMN_DASHES * width
    at = start if has_header else start + len("|") + len("  |") * width + dashes + len("\n")
    for index, row in enumerate(grid):
        at += len("|")
        for cell in [*row, *[Cell()] * (width - len(row))]:
            yield at + 1, cell
            at += _CELL_MARKS + len(cell.text) + cell.text.count("|")
        at += len("\n") + (dashes if has_header and index == 0 else 0)
