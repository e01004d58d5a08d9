"""Rows of cells as a table: what is its header, and which cells are one."""

import re
from collections.abc import Sequence
from typing import Final

from indexing.parsers.pdf.rows import lines_of, text_of
from indexing.parsers.pdf.sheet import Piece, Table
from indexing.parsers.pdf.spacing import glue_of

_YEAR: Final = re.compile(r"(?:FY ?)?(?:19|20)\d\d ?年?[A-Z]?|[QH][1-4](?: ?(?:19|20)\d\d)?")

Cells = list[list[list[Piece]]]
"""Rows, columns, and the pieces of each cell."""


def table_of(cells: Cells, borders: Sequence[float], *, header_rows: int | None = None) -> Table | None:
    """The table of `cells`, whose empty rows and columns are left out; None unless two of both hold text.

    `header_rows` None: to be found out.
    """
    rows = [[cell_text(cell) for cell in row] for row in cells]
    kept = [at for at in range(len(borders) - 1) if any(row[at] for row in rows)]
    filled = [index for index, row in enumerate(rows) if any(row)]
    if len(kept) < 2 or len(filled) < 2:
        return None
    texts = [tuple(rows[index][at] for at in kept) for index in filled]
    if header_rows is None:
        header_rows = int(_has_header(texts, [cells[index] for index in filled]))
    return Table(tuple(texts), (*(borders[at] for at in kept), borders[kept[-1] + 1]), header_rows)


def cell_text(pieces: Sequence[Piece]) -> str:
    """What stands in a cell, its lines as one."""
    text = ""
    for line in lines_of(pieces):
        following = text_of(line)
        cut, glue = glue_of(text, following, ()) if text else (0, "")
        text = text[: len(text) - cut] + glue + following
    return text


def is_number(text: str) -> bool:
    """Whether a cell holds an amount, a share or the like rather than words.

    >>> [is_number(text) for text in ("1,250.00 €", "(3.1 %)", "—", "3 个月", "Room 12b", "备注")]
    [True, True, True, True, False, False]
    """
    visible = [char for char in text if not char.isspace()]
    if not visible:
        return False
    words, digits = sum(map(str.isalpha, visible)), sum(map(str.isdigit, visible))
    return words == 0 or (digits > 0 and words <= max(2, digits))


def _has_header(rows: Sequence[Sequence[str]], cells: Cells) -> bool:
    """Whether the first row names the columns: it is bold and others are not, or has words where they have numbers."""
    bold = [all(piece.style.bold for cell in row for piece in cell) for row in cells]
    if bold[0]:
        return not all(bold) or _has_words(rows[0])
    return _has_words(rows[0])


def _has_words(row: Sequence[str]) -> bool:
    """Whether most filled cells of a row are words, or years, which head columns."""
    filled = [text for text in row if text]
    return sum(not is_number(text) or _YEAR.fullmatch(text) is not None for text in filled) * 2 > len(filled)
