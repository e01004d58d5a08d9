"""Tables of a page: data as a pipe table with its header, layout as the text of its cells one after the other."""

from collections.abc import Sequence
from typing import Final

from indexing.model import Span
from indexing.parsers.builder import Fragment, row_starts
from indexing.parsers.html.grid import MAX_REPEATED, PageTable, Slot, TableRow, columns_of, grid_of, table_of
from indexing.parsers.html.measure import text_of
from indexing.parsers.html.tags import LISTS
from indexing.parsers.html.text import RunningText
from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.writer import HtmlWriter, Place
from indexing.table_header import LOOK, find_header

_LAYOUT_ROLES: Final = frozenset({"none", "presentation"})
_MAX_CELL: Final = 1_500
"""Characters of the longest cell of a data table: half a page."""
_RICH: Final = LISTS | {"pre", "blockquote", "dl"}
"""What a table without header cells holds when it is layout."""
_BOLD: Final = frozenset({"b", "strong"})


def table(writer: HtmlWriter, node: HtmlNode) -> None:
    """A table: what it must not hold first, as browsers show it, then its caption, then its rows."""
    parts = table_of(node)
    for stray in parts.strays:
        writer.child(stray)
    writer.flush()
    grid = None if _is_layout(node, parts) else grid_of(parts.rows)
    if grid is None:
        _layout(writer, parts)
    else:
        _data(writer, parts, grid)
    writer.wrote()


def _is_layout(node: HtmlNode, table: PageTable) -> bool:
    """Whether a table only says where things stand."""
    cells = [cell for row in table.rows for cell in row.cells]
    if node.get("role").lower() in _LAYOUT_ROLES or any(cell.has_heading for cell in cells):
        return True
    is_named = table.captions or any(row.in_head for row in table.rows) or any(cell.tag == "th" for cell in cells)
    if not is_named and (len(table.rows) < 2 or max(len(row.cells) for row in table.rows) < 2):
        return True
    if not is_named and any(_is_rich(child) for cell in cells if cell.has_block for child in cell.descendants()):
        return True
    return any(len(text_of(cell)) > _MAX_CELL for cell in cells)


def _is_rich(child: HtmlNode | HtmlText) -> bool:
    """Whether something in a cell is more than text."""
    return isinstance(child, HtmlNode) and (child.tag in _RICH or (child.tag == "table" and _has_cells(child)))


def _has_cells(node: HtmlNode) -> bool:
    return sum(len(row.cells) for row in table_of(node).rows) > 1


def _layout(writer: HtmlWriter, table: PageTable) -> None:
    """The cells in order: those of a row together if they are all plain text."""
    for caption in table.captions:
        writer.child(caption)
    for row in table.rows:
        if row.node is not None:
            writer.anchor(row.node)
        together = len(row.cells) > 1 and not any(cell.has_block for cell in row.cells)
        for cell in row.cells:
            if together:
                writer.anchor(cell)
                writer.content(cell)
                writer.text.space()
            else:
                writer.child(cell)
        writer.edge()


def _data(writer: HtmlWriter, table: PageTable, grid: Sequence[Sequence[Slot]]) -> None:
    """A pipe table. Rows before it that one cell fills are its title, as a caption is."""
    first = _titles(table.rows)
    context = _introduced(writer, [*table.captions, *(row.cells[0] for row in table.rows[:first])])
    rows = table.rows[first:]
    texts = {cell: writer.collect(cell) for row in rows for cell in row.cells}
    head = _head(rows) or _told(rows, texts)
    columns = columns_of(grid[first:])
    cells = [_cells(row, columns, texts, in_head=index < head) for index, row in enumerate(grid[first:])]
    if head:
        cells = [_merged(cells[:head]), *cells[head:]]
    for row in rows[:head]:
        _anchor(writer, row, texts)
    writer.settle_next()
    block = writer.builder.table(cells, header_rows=min(1, head), context=context)
    if block is not None:
        for row, at in zip(rows[head:], row_starts(block, 0), strict=False):
            _anchor(writer, row, texts)
            writer.settle(at)


def _introduced(writer: HtmlWriter, titles: Sequence[HtmlNode]) -> tuple[Span, ...]:
    """Context of a table whose `titles` are written as paragraphs: that of its place, and they."""
    context = around = writer.place.context
    for title in titles:
        said = writer.inside(Place(context=around), *title.children).first
        context += said.closing() if said else ()
    return context


def _anchor(writer: HtmlWriter, row: TableRow, texts: dict[HtmlNode, RunningText]) -> None:
    """Note the names of a row, of its cells and in them."""
    if row.node is not None:
        writer.anchor(row.node)
    for cell in row.cells:
        writer.anchor(cell)
        writer.keep_names(texts[cell])


def _titles(rows: Sequence[TableRow]) -> int:
    """How many rows at the beginning are a header cell over all columns: titles, if other rows follow."""
    width = max((len(row.cells) for row in rows), default=0)
    count = 0
    while count < len(rows) - 1 and width > 1 and _is_title(rows[count]):
        count += 1
    return count


def _is_title(row: TableRow) -> bool:
    return (
        len(row.cells) == 1
        and (row.in_head or row.cells[0].tag == "th")
        and row.cells[0].get("colspan") not in ("", "1")
    )


def _head(rows: Sequence[TableRow]) -> int:
    """How many of the rows are the header: those of `thead`, else those of header cells, else a first row in bold."""
    count = 0
    while count < len(rows) and rows[count].in_head:
        count += 1
    while not any(row.in_head for row in rows) and count < len(rows) and _all(rows[count], "th"):
        count += 1
    if count == 0 and len(rows) > 1 and _is_bold(rows[0]):
        return 1
    return count if count < len(rows) or count == 1 else 1


def _told(rows: Sequence[TableRow], texts: dict[HtmlNode, RunningText]) -> int:
    """How many rows without header cells are the header by what stands in them and below."""
    if any(cell.tag == "th" for row in rows for cell in row.cells):
        return 0
    header = find_header([[texts[cell].text() for cell in row.cells] for row in rows[:LOOK]])
    return header.rows if not header.titles else 0


def _all(row: TableRow, tag: str) -> bool:
    return bool(row.cells) and all(cell.tag == tag for cell in row.cells)


def _is_bold(row: TableRow) -> bool:
    """Whether all the text of a row is bold, cell by cell."""
    return len(row.cells) > 1 and all(_is_bold_cell(cell) for cell in row.cells)


def _is_bold_cell(cell: HtmlNode) -> bool:
    seen = [child for child in cell.children if isinstance(child, HtmlNode) or child.visible]
    return len(seen) == 1 and isinstance(seen[0], HtmlNode) and seen[0].tag in _BOLD


def _cells(
    row: Sequence[Slot], columns: Sequence[int], texts: dict[HtmlNode, RunningText], *, in_head: bool
) -> list[list[Fragment]]:
    """The cells of a row, one for each column; blank where nothing stands."""
    cells: list[list[Fragment]] = [[] for _ in columns]
    place = 0
    for slot in row:
        while columns[place] < slot.column:
            place += 1
        text = texts[slot.cell] if slot.cell in texts else RunningText()
        short = text.length <= MAX_REPEATED
        if slot.begins or short:
            cells[place] = text.fragments
        at = place + 1
        while in_head and short and at < len(columns) and columns[at] < slot.end:
            cells[at] = text.fragments
            at += 1
    return cells


def _merged(rows: Sequence[Sequence[list[Fragment]]]) -> list[list[Fragment]]:
    """Header rows as one: for each column what they say, each thing once."""
    merged = []
    for cells in zip(*rows, strict=True):
        different: list[list[Fragment]] = []
        for cell in cells:
            if cell and cell not in different:
                different.append(cell)
        merged.append([piece for cell in different for piece in (*cell, Fragment(" "))][:-1])
    return merged
