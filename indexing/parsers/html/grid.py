"""The rows and columns of a table: cells that span several are resolved into one cell for each row and column.

A cell over several rows is repeated in each if it is short, so that every row says what it is about; one over several
columns is repeated in the header only. Columns are where some cell begins, so no `colspan` makes more than there are
cells.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from indexing.parsers.html.tags import CELLS, TABLE_PARTS
from indexing.parsers.html.tree import HtmlNode, HtmlText

MAX_REPEATED: Final = 100
"""Characters of a cell that is repeated: the name of a group of rows."""

_MAX_SPAN: Final = 1000
"""Columns of a cell (HTML standard, section 4.9.11)."""
_MAX_ROWS: Final = 65_534
_SPARSE: Final = 8
"""A table with more empty places than this for each cell is no table."""


class TableRow(Struct):
    """A row as the page has it."""

    node: HtmlNode | None
    """None: cells without a row around them."""
    cells: list[HtmlNode]
    in_head: bool


class PageTable(Struct):
    """The parts of a table, nested tables' not included."""

    captions: list[HtmlNode]
    rows: list[TableRow]
    strays: list[HtmlNode | HtmlText]
    """What a table must not hold: browsers show it before the table."""


class Slot(Struct):
    """A place of the grid where a cell begins or goes on."""

    cell: HtmlNode
    begins: bool
    column: int
    end: int
    """After its last column."""


def table_of(node: HtmlNode) -> PageTable:
    """The parts of the table `node`."""
    table = PageTable([], [], [])
    _read(node, table, in_head=False)
    return table


def _read(node: HtmlNode, table: PageTable, *, in_head: bool) -> None:
    for child in node.children:
        if isinstance(child, HtmlText) or child.dropped:
            if isinstance(child, HtmlNode) or child.visible:
                table.strays.append(child)
        elif child.tag == "caption":
            table.captions.append(child)
        elif child.tag in CELLS:
            if not table.rows or table.rows[-1].node is not None:
                table.rows.append(TableRow(None, [], in_head))
            table.rows[-1].cells.append(child)
        elif child.tag == "tr":
            table.rows.append(_row(child, table, in_head=in_head))
        elif child.tag in TABLE_PARTS or _wraps_rows(child):
            _read(child, table, in_head=in_head or child.tag == "thead")
        else:
            table.strays.append(child)


def _row(node: HtmlNode, table: PageTable, *, in_head: bool) -> TableRow:
    row = TableRow(node, [], in_head)
    for child in node.children:
        if isinstance(child, HtmlNode) and child.tag in CELLS and not child.dropped:
            row.cells.append(child)
        elif isinstance(child, HtmlNode) or child.visible:
            table.strays.append(child)
    return row


def _wraps_rows(node: HtmlNode) -> bool:
    """Whether an element between a table and its rows holds rows: a form, in old pages."""
    return node.tag == "form" and any(child.tag in TABLE_PARTS for child in node.elements())


def grid_of(rows: Sequence[TableRow]) -> list[list[Slot]] | None:
    """For each row its slots from left to right; None when the rows do not make a table."""
    room = _SPARSE * sum(len(row.cells) for row in rows) + 64
    grid: list[list[Slot]] = []
    above: list[tuple[Slot, int]] = []
    slots = 0
    for row in rows:
        placed = list(_placed(row, above))
        above = [(Slot(slot.cell, False, slot.column, slot.end), left - 1) for slot, left in placed if left > 1]
        grid.append([slot for slot, _ in placed])
        slots += len(placed)
        if slots > room:
            return None
    return grid if len(columns_of(grid)) * len(grid) <= room else None


def columns_of(grid: Sequence[Sequence[Slot]]) -> list[int]:
    """The columns in which some cell begins, rising."""
    return sorted({slot.column for row in grid for slot in row})


def _placed(row: TableRow, above: Sequence[tuple[Slot, int]]) -> Iterator[tuple[Slot, int]]:
    """The slots of a row, among those that reach into it from above, each with the rows it has left."""
    column = 0
    reaching = list(reversed(above))
    for cell in row.cells:
        while reaching and reaching[-1][0].column <= column:
            yield reaching[-1]
            column = max(column, reaching.pop()[0].end)
        end = column + _span(cell, "colspan", _MAX_SPAN)
        if reaching:
            end = min(end, reaching[-1][0].column)
        yield Slot(cell, True, column, end), _span(cell, "rowspan", _MAX_ROWS)
        column = end
    yield from reversed(reaching)


def _span(cell: HtmlNode, name: str, most: int) -> int:
    """How many rows or columns a cell takes; `rowspan=0` (to the end) is not known to readers of rows: one."""
    text = cell.get(name).strip()
    return min(max(int(text), 1), most) if text.isascii() and text.isdigit() and len(text) < 9 else 1
