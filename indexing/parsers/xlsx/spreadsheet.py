"""XLSX to blocks: each sheet is a section, each island of cells in it a table with a header, as a reader sees it.

Numbers are texts as their formats show them, formulas their stored results. Hidden sheets, rows and columns, charts and
pictures are left out and declared. What stands above a header (a title, a unit) is a paragraph that the table has as
context. Rows are numbered as in the sheet. Macros of XLSM files are not read.
"""

import re
from collections.abc import Sequence
from typing import Final

from indexing.errors import DocumentRejected
from indexing.model import ParsedText, Span
from indexing.parsers.builder import Fragment, TextBuilder
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.package import Package
from indexing.parsers.open_lists import Said
from indexing.parsers.original import Original
from indexing.parsers.xlsx.cells import Cells, read_cells
from indexing.parsers.xlsx.notes import Note, read_notes
from indexing.parsers.xlsx.tables import Island, islands, spread_merged
from indexing.parsers.xlsx.workbook import Sheet, Workbook, read_workbook
from indexing.table_header import find_header
from indexing.table_rows import column_names

_REMARK: Final = re.compile(
    r"[*†‡※]|\(\d\)|（\d）|(?:[备附]?注|说明|资料来源|数据来源|来源|notes?|sources?)\b|[备附]?注\d*[:：]", re.IGNORECASE
)
"""How a remark below a table begins."""

_DRAWN: Final = {"chart": "charts", "image": "pictures", "chartEx": "charts"}
"""What a drawing refers to, and what it is called."""


def parse_xlsx(original: Original) -> ParsedText:
    """The text and tables of a workbook.

    Raises DocumentRejected (`no_text`, `encrypted`, `corrupt`, `too_large`).
    """
    package = Package(original)
    writer = _Writer(package, read_workbook(package))
    writer.write()
    if not writer.has_cells:
        raise DocumentRejected("no_text", "the workbook has no text: its visible sheets are empty")
    return ParsedText(
        text=writer.builder.text(),
        blocks=tuple(writer.builder.blocks),
        title=writer.workbook.title,
        attributes=writer.workbook.attributes,
        warnings=writer.left_out.warnings(),
        layout=writer.builder.layout(),
    )


class _Writer:
    """Writes the sheets of one workbook."""

    def __init__(self, package: Package, workbook: Workbook) -> None:
        self._package = package
        self.workbook = workbook
        self.builder = TextBuilder()
        self.left_out = LeftOut()
        self.has_cells = False

    def write(self) -> None:
        """Write all sheets that a reader sees."""
        for sheet in self.workbook.sheets:
            if sheet.hidden:
                self.left_out.piece("hidden sheets")
            elif sheet.kind != "worksheet":
                self.left_out.piece("sheets without cells")
            elif self._package.has(sheet.part):
                self._sheet(sheet)

    def _sheet(self, sheet: Sheet) -> None:
        cells = read_cells(self._package.pieces(sheet.part), self.workbook)
        self.left_out.piece("hidden rows", len(cells.hidden_rows))
        self.left_out.piece("hidden columns", len(cells.hidden_columns))
        self.left_out.piece("results of formulas, which the file does not store,", cells.without_result)
        self._drawings(sheet)
        notes = [_line(note, cells) for note in read_notes(self._package, sheet.part) if not _is_hidden(note, cells)]
        spread_merged(cells)
        if cells.rows or notes:
            self.has_cells = True
            name = " ".join(sheet.name.split())
            self.builder.block("heading", name or "-", level=1, title=name)
            _SheetWriter(self.builder).write(islands(cells.rows), notes)

    def _drawings(self, sheet: Sheet) -> None:
        """Declare what is drawn on a sheet."""
        for relation in self._package.relations(sheet.part).values():
            if relation.type == "drawing":
                for drawn in self._package.relations(relation.part).values():
                    if drawn.type in _DRAWN:
                        self.left_out.piece(_DRAWN[drawn.type])


class _SheetWriter:
    """Writes the islands of one sheet."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._above: tuple[Span, ...] = ()
        self._has_table = False

    def write(self, found: Sequence[Island], notes: Sequence[str]) -> None:
        """Write the islands, and the comments behind them."""
        for island in found:
            self._island(island)
        for note in notes:
            self._builder.block("paragraph", note, follows=True)

    def _island(self, island: Island) -> None:
        header = find_header(island.rows)
        first = len(island.rows) if _is_text(island.rows) else header.titles
        body = first + header.rows
        end = len(island.rows) - _remarks(island.rows[body:])
        self._above_table(island, first)
        if first < end:
            self._table(island, first, body, end)
        if end < len(island.rows):
            self._lines(island, end, len(island.rows), follows=True)

    def _lines(self, island: Island, first: int, end: int, *, follows: bool) -> Said:
        """The rows `[first, end)` of an island, of which each has text, as lines of a paragraph."""
        lines = [" ".join(" ".join(row).split()) for row in island.rows[first:end]]
        start = at = self._builder.begin()
        for number, line in zip(island.numbers[first:end], lines, strict=True):
            self._builder.row(number, at)
            at += len(line) + len("\n")
        text = "\n".join(lines)
        self._builder.write(text)
        self._builder.close("paragraph", start, follows=follows)
        return Said(text, start)

    def _above_table(self, island: Island, end: int) -> None:
        """What stands above a table: that and what stands directly above it are its context. A remark is on the table
        before."""
        if end == 0:
            return
        remark = self._has_table and _REMARK.match(island.rows[0][0]) is not None
        said = self._lines(island, 0, end, follows=remark)
        if not remark:
            self._above = (*self._above[-1:], *said.closing())

    def _table(self, island: Island, first: int, body: int, end: int) -> None:
        """A table whose header is `[first, body)` of the island's rows, and whose rows are `[body, end)`."""
        names = [column_names(island.rows[first:body])] if first < body else []
        numbers = [*island.numbers[first : first + len(names)], *island.numbers[body:end]]
        rows = [[[Fragment(" ".join(cell.split()))] for cell in row] for row in (*names, *island.rows[body:end])]
        self._builder.table(rows, header_rows=len(names), numbers=numbers, context=self._above)
        self._above, self._has_table = (), True


def _is_hidden(note: Note, cells: Cells) -> bool:
    return note.row in cells.hidden_rows or note.column in cells.hidden_columns


def _line(note: Note, cells: Cells) -> str:
    """A comment with the cell it is on."""
    text = " ".join(cells.rows.get(note.row, {}).get(note.column, "").split())
    return f"{note.cell} ({text}): {note.text}" if text else f"{note.cell}: {note.text}"


def _is_text(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are lines of text: a single one, or each with a single cell and none of them a header."""
    if len(rows) == 1:
        return True
    return all(sum(map(bool, row)) < 2 for row in rows) and not find_header(rows).rows


def _remarks(rows: Sequence[Sequence[str]]) -> int:
    """How many rows at the end, not counting the first, are remarks on a table of several columns."""
    count = 0
    while count < len(rows) - 1 and len(rows[-1 - count]) > 1:
        first, *others = rows[-1 - count]
        if any(others) or not _REMARK.match(first):
            break
        count += 1
    return count
