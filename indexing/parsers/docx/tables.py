"""The rows and cells of a Word table, as they stand in its XML."""

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.ooxml.names import MC, W, branch_of, is_on, number_or, value_of

MAX_HEADER_ROWS: Final = 5
"""More are no header, whatever they say: they would stand before each piece of the table."""

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


def header_rows_of(rows: list[TableRow], first: list[str]) -> int:
    """How many rows are the header: those that are repeated on each page, else the first.

    A form has none: texts of its `first` row end in colons, as the names of fields do.
    """
    repeated = next((index for index, row in enumerate(rows) if not row.heads), len(rows))
    if 0 < repeated < len(rows) and repeated <= MAX_HEADER_ROWS:
        return repeated
    return 0 if any(text.endswith((":", "：")) for text in first) else 1


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
