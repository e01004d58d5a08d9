r"""Delimited text (CSV, TSV): what separates its cells, and its records with the lines they take.

RFC 4180 as files in the field are: any of four delimiters, records of different lengths, quotes that never close. The
standard library's `csv` reads the cells, line by line, so that each record is a range of lines; a newline inside quotes
ends none. Shared by the parser and by the rendering of rows.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import StringIO
from operator import itemgetter
from typing import Final, NamedTuple

SAMPLE: Final = 65_536
"""Characters that tell the delimiter: a thousand rows of ordinary length, read once for each candidate."""

DELIMITERS: Final = "\t|;,"
"""The rarest in running text and numbers first: of equally good ones the first is taken."""

NO_DELIMITER: Final = "\x1f"
"""For text of one column: the control character that separates units, which text files do not hold."""

SEP_LINE: Final = re.compile(r"sep=([^\w\s]|\t)[ \t]*(?:\r\n?|\n|\Z)", re.IGNORECASE)
"""The first line of a file that states its delimiter (Microsoft Excel)."""

_FEW: Final = 20
"""Records at the beginning that count as much as all of the sample, so that the header does."""

_LEAST_SHARE: Final = 0.3
"""Of the records, those of the usual number of cells: files have titles and notes, and tables of other widths."""


class Record(NamedTuple):
    """A record and the lines `[first, end)` it takes."""

    first: int
    end: int
    cells: Sequence[str]
    unclosed: bool = False
    """Its quote is never closed: it is one line, and the quote is text."""

    @property
    def blank(self) -> bool:
        """Whether all its cells are."""
        return not "".join(self.cells).strip()


def split_lines(text: str) -> list[str]:
    r"""The lines of `text` with their ends: LF, CR LF or a lone CR, and nothing else.

    >>> split_lines("a\r\nb\rc\u2028d\n")
    ['a\r\n', 'b\r', 'c\u2028d\n']
    """
    return list(StringIO(text, newline=""))


def delimiter_of(text: str) -> str:
    r"""What separates the cells of `text`, as its first line states or its first SAMPLE characters show.

    The delimiter that gives the most records of one length wins; cells with half of a pair of quotes speak against it.
    NO_DELIMITER for a single column.

    >>> delimiter_of("name;price\nrent;1,5\n"), delimiter_of("Dear all,\nplease note.\n") == NO_DELIMITER
    (';', True)
    """
    stated = SEP_LINE.match(text)
    return stated[1] if stated else _delimiter(text[:SAMPLE])


def records(lines: Sequence[str], delimiter: str) -> Iterator[Record]:
    """The records of `lines` (with their ends), in order, blank ones included; together they take all lines."""
    first = 0
    while first < len(lines):
        for record in _until_unclosed(lines, first, delimiter):
            yield record
            first = record.end
        if first < len(lines):
            yield Record(first, first + 1, lines[first].rstrip("\r\n").split(delimiter), unclosed=True)
            first += 1


def _until_unclosed(lines: Sequence[str], first: int, delimiter: str) -> Iterator[Record]:
    """The records from line `first` on, up to one whose quote is never closed or has more than the 128 Ki characters
    that `csv` allows to a cell. What such a quote ran over holds no other opening quote, so reading it again from the
    next line on is done once.
    """
    reader = csv.reader(map(lines.__getitem__, range(first, len(lines))), delimiter=delimiter)
    begin = first
    try:
        for cells in reader:
            end = begin + reader.line_num
            if end == len(lines) and end - first > 1 and _runs_out(lines[first:], delimiter):
                return
            yield Record(first, end, cells)
            first = end
    except csv.Error:
        return


def _runs_out(lines: Sequence[str], delimiter: str) -> bool:
    """Whether the record of `lines` ends inside quotes."""
    sentinel = "\N{SYMBOL FOR END OF TRANSMISSION}"
    return len(list(csv.reader([*lines, "\n", sentinel], delimiter=delimiter))) == 1


@lru_cache(maxsize=8)
def _delimiter(sample: str) -> str:
    lines = split_lines(sample)
    if len(sample) == SAMPLE and len(lines) > 1:
        del lines[-1]
    scores = {delimiter: _score(lines, delimiter) for delimiter in DELIMITERS if delimiter in sample}
    best = max(scores, key=scores.__getitem__, default=NO_DELIMITER)
    return best if scores.get(best) else NO_DELIMITER


def _score(lines: Sequence[str], delimiter: str) -> float:
    """How evenly `delimiter` splits the records of `lines`, 0 to 1; 0 when too few have it.

    Where all cells are empty, any delimiter is one.
    """
    found = [record.cells for record in records(lines, delimiter) if not record.blank and record.cells[0][:1] != "#"]
    if not found:
        return _LEAST_SHARE
    widths = Counter(len(cells) for cells in found if len(cells) > 1)
    usual, count = max(widths.items(), key=itemgetter(1), default=(0, 0))
    share = count / len(found)
    if share < _LEAST_SHARE or count < min(2, len(found)):
        return 0.0
    few = sum(1 for cells in found[:_FEW] if len(cells) == usual) / len(found[:_FEW])
    stray = sum(1 for cells in found if any(cell.count('"') % 2 for cell in cells)) / len(found)
    return share * few * (1 - stray / 2)
