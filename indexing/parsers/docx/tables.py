"""The rows and cells of a Word table, as they stand in its XML."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.ooxml.names import MC, W, branch_of, is_on, number_or, value_of

MAX_HEADER_ROWS: Final = 5
"""More are no header, whatever they say: they would stand before each piece of the table."""

MAX_CELL: Final = 200
"""Characters of a cell of a table that is a single row; longer ones are texts side by side."""

_NOT_CONTENT: Final = frozenset({W + "tblPr", W + "tblGrid", W + "tblPrEx", W + "trPr", W + "tcPr", W + "sdtPr"})
_DELETED_CELL: Final = f"{W}tcPr/{W}cellDel"
_DELETED_ROW: Final = f"{W}trPr/{W}del"


class TableRow(Struct, frozen=True):
    """A row of a table."""

    cells: tuple[Element, ...]
    before: int
    """Columns left free before its first cell."""
    heads: bool
    """It is repeated on each page."""


def rows_of(table: Element) -> list[TableRow]:
    """The rows of a table that were not deleted, with the cells that were not."""
    found = []
    for row in _inside(table, W + "tr"):
        if row.find(_DELETED_ROW) is None:
            cells = tuple(cell for cell in _inside(row, W + "tc") if cell.find(_DELETED_CELL) is None)
            properties = row.find(W + "trPr")
            before = number_or(value_of(properties, W + "gridBefore"), 0)
            found.append(TableRow(cells, before, bool(is_on(properties, W + "tblHeader"))))
    return found


def deleted_of(table: Element) -> Iterator[Element]:
    """The rows and cells of a table that were deleted."""
    for row in _inside(table, W + "tr"):
        if row.find(_DELETED_ROW) is not None:
            yield row
        else:
            yield from (cell for cell in _inside(row, W + "tc") if cell.find(_DELETED_CELL) is not None)


def repeated_rows(rows: Sequence[TableRow]) -> int:
    """How many rows at the beginning are repeated on each page, as headers are; 0: the table does not say."""
    repeated = next((index for index, row in enumerate(rows) if not row.heads), len(rows))
    return repeated if repeated < len(rows) and repeated <= MAX_HEADER_ROWS else 0


def is_layout(rows: Sequence[TableRow], is_heading: Callable[[Element], bool]) -> bool:
    """Whether a table only says where things stand: it has a single cell, headings with text below them in a cell, or
    a single row with running text.
    """
    cells = [list(_inside(cell, W + "p")) for row in rows for cell in row.cells]
    if len(cells) == 1 or (len(rows) == 1 and any(map(_is_running_text, cells))):
        return True
    return any(any(map(is_heading, cell[:-1])) for cell in cells)


def _is_running_text(paragraphs: Sequence[Element]) -> bool:
    """Whether a cell has several paragraphs with text, or a long one."""
    lengths = [sum(len(text.text or "") for text in paragraph.iter(W + "t")) for paragraph in paragraphs]
    return sum(map(bool, lengths)) > 1 or max(lengths, default=0) > MAX_CELL


def columns_of(cell: Element) -> int:
    """How many columns a cell takes."""
    return max(1, number_or(value_of(cell.find(W + "tcPr"), W + "gridSpan"), 1))


def is_continued(cell: Element) -> bool:
    """Whether a cell goes on with the one above it."""
    merge = cell.find(f"{W}tcPr/{W}vMerge")
    return merge is not None and merge.get(W + "val") != "restart"


def _inside(element: Element, name: str) -> Iterator[Element]:
    """The elements `name` in an element and its wrappers, not those in each other."""
    for inner in branch_of(element) if element.tag == MC + "AlternateContent" else element:
        if inner.tag == name:
            yield inner
        elif inner.tag not in _NOT_CONTENT:
            yield from _inside(inner, name)
