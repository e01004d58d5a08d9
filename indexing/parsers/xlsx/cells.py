"""The cells of one sheet as a reader sees them: texts as shown, without hidden rows and columns.

The sheet is read in one pass and piece by piece: cells without a value, of which a sheet may have millions for the sake
of their borders and colours, cost their parsing alone.
"""

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any, Final
from xml.parsers import expat

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.parsers.xlsx.formats import GENERAL, plain, shown
from indexing.parsers.xlsx.workbook import Workbook, unescaped

MAX_COLUMN: Final = 16_384
MAX_ROW: Final = 1_048_576
"""What a sheet can have (ECMA-376 names no limit; these are Excel's)."""

_REFERENCE: Final = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})")
_ON: Final = frozenset({"1", "true"})

Rows = dict[int, dict[int, str]]
"""Texts by row number and column number, both from 1; only cells that have one."""


class Cells(Struct, kw_only=True):
    """What one sheet shows, and what was left out of it."""

    rows: Rows = {}
    """Rows in order of their numbers."""
    merged: list[tuple[int, int, int, int]] = []
    """First row, first column, last row, last column of cells that are one."""
    hidden_rows: set[int] = set()
    """Numbers of hidden rows with text."""
    hidden_columns: set[int] = set()
    """Numbers of hidden columns with text."""
    without_result: int = 0
    """Formulas whose result is not stored."""


def read_cells(pieces: Iterable[bytes], workbook: Workbook) -> Cells:
    """The cells of the sheet whose XML is `pieces`. Raises DocumentRejected (`corrupt`)."""
    reader = _Reader(workbook)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = _refuse
    try:
        for piece in pieces:
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError, LookupError) as exc:
        raise DocumentRejected("corrupt", f"a sheet of the workbook is damaged ({exc}): save it again") from exc
    return reader.cells()


def position(reference: str) -> tuple[int, int] | None:
    """Row and column, from 1, of a reference; None for what is none.

    >>> position("B3"), position("$AA$10"), position("B"), position("ZZZ1")
    ((3, 2), (10, 27), None, None)
    """
    found = _REFERENCE.fullmatch(reference)
    if not found:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - 64
    row = int(found[2])
    return (row, column) if column <= MAX_COLUMN and 0 < row <= MAX_ROW else None


class _Reader:
    """Takes the events of a sheet's XML."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._found = Cells()
        self._hidden = bytearray(MAX_COLUMN + 1)
        self._columns: dict[str, int] = {}
        self._row = 0
        self._column = 0
        self._row_hidden = False
        self._row_cells: dict[int, str] = {}
        self._cell: dict[str, str] = {}
        self._parts: list[str] = []
        self._collects = False
        self._phonetic = False
        self._formula = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        match name[name.rfind(":") + 1 :]:
            case "c":
                self._cell = attributes
                self._formula = False
                self._column = self._column_of(attributes.get("r"))
            case "v" | "t":
                self._collects = not self._phonetic
            case "f":
                self._formula = True
            case "row":
                self._row = int(attributes.get("r", self._row + 1))
                self._column = 0
                self._row_hidden = attributes.get("hidden") in _ON
                self._row_cells = {}
            case "rPh":
                self._phonetic = True
            case "col" if attributes.get("hidden") in _ON:
                self._hide(int(attributes["min"]), min(MAX_COLUMN, int(attributes["max"])))
            case "mergeCell":
                self._merge(attributes.get("ref", ""))

    def end(self, name: str) -> None:
        """An element ends."""
        match name[name.rfind(":") + 1 :]:
            case "v" | "t":
                self._collects = False
            case "c":
                self._end_cell()
            case "rPh":
                self._phonetic = False
            case "row" if self._row_cells:
                self._end_row()

    def characters(self, text: str) -> None:
        """Text of an element."""
        if self._collects:
            self._parts.append(text)

    def cells(self) -> Cells:
        """What was found."""
        self._found.rows = dict(sorted(self._found.rows.items()))
        return self._found

    def _end_cell(self) -> None:
        if not self._parts:
            self._found.without_result += self._formula
            return
        text = _shown("".join(self._parts), self._cell, self._workbook)
        self._parts.clear()
        if not text or text.isspace():
            return
        if self._column > MAX_COLUMN or self._hidden[self._column]:
            self._found.hidden_columns.add(self._column)
        else:
            self._row_cells[self._column] = text

    def _end_row(self) -> None:
        if self._row_hidden:
            self._found.hidden_rows.add(self._row)
        elif 0 < self._row <= MAX_ROW:
            self._found.rows.setdefault(self._row, {}).update(self._row_cells)

    def _column_of(self, reference: str | None) -> int:
        """The column of a reference, or the one behind the last cell's."""
        letters = (reference or "").rstrip("0123456789")
        if letters not in self._columns:
            at = position(letters + "1") if letters else None
            if at is None:
                return self._column + 1
            self._columns[letters] = at[1]
        return self._columns[letters]

    def _hide(self, first: int, last: int) -> None:
        if 0 < first <= last:
            self._hidden[first : last + 1] = b"\1" * (last + 1 - first)

    def _merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        begin, end = position(first), position(last)
        if begin and end and begin <= end:
            self._found.merged.append((*begin, *end))


def _refuse(*_declaration: object) -> None:
    raise DocumentRejected("corrupt", "a sheet of the workbook declares a document type: save the workbook again")


def _shown(value: str, cell: dict[str, Any], workbook: Workbook) -> str:
    """What a cell shows for its stored value."""
    match cell.get("t", "n"):
        case "s":
            return workbook.texts[int(value)]
        case "b":
            return "TRUE" if value.strip() in _ON else "FALSE"
        case "n":
            return _number(value, int(cell.get("s", 0)), workbook)
        case "str" | "inlineStr":
            return unescaped(value)
        case _:
            return value


def _number(value: str, style: int, workbook: Workbook) -> str:
    code = workbook.formats[style] if style < len(workbook.formats) else GENERAL
    if code == GENERAL and len(value) < 15 and value.isdecimal():
        return value
    number = float(value)
    if not isfinite(number):
        return value
    return plain(number) if code == GENERAL else shown(number, code, from_1904=workbook.from_1904)
