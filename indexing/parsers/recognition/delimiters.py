"""Whether a text of unknown type is a table of delimited values: every row has the same number of columns."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from indexing.delimited_text import delimiter_of, records, split_lines
from indexing.parsers.recognition.declared import CSV, TSV

_TYPES: Final = {"\t": TSV, ",": CSV, ";": CSV}
"""Pipes are those of a table in Markdown."""
_ROWS: Final = 50
"""Rows that are looked at."""
_LEAST_ROWS: Final = 3
"""Two lines with a comma each are a coincidence."""
_SPACED_SHARE: Final = 0.5
"""Of delimiters that a blank follows: more, and the commas are those of sentences."""
_LONGEST_CELL: Final = 1_000
"""Characters of a cell; more, and it is a text, or a quotation mark that was never closed."""


def delimited_type(beginning: str) -> str | None:
    r"""TSV or CSV (with commas or semicolons) for what looks like one, else None.

    >>> delimited_type("city,rent\nBerlin,900\nParis,1200\n"), delimited_type("Dear Ann,\nthe rent, alas, is due.\n")
    ('text/csv', None)
    """
    delimiter = delimiter_of(beginning)
    return _TYPES[delimiter] if delimiter in _TYPES and _is_table(_rows(beginning, delimiter)) else None


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    if len(rows) < _LEAST_ROWS or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return False
    cells = [cell for row in rows for cell in row[1:]]
    spaced = sum(cell.startswith(" ") for cell in cells)
    return spaced <= _SPACED_SHARE * len(cells) and all(len(cell) <= _LONGEST_CELL for cell in cells)


def _rows(beginning: str, delimiter: str) -> list[Sequence[str]]:
    """The first rows that are not blank. One that may be cut off is left out, if there are enough."""
    found = (record.cells for record in records(split_lines(beginning), delimiter) if not record.blank)
    rows = list(islice(found, _ROWS))
    cut_off = len(rows) < _ROWS and not beginning.endswith(("\n", "\r"))
    return rows[:-1] if cut_off and len(rows) > _LEAST_ROWS else rows
