"""Runs of records without an empty one between them: a table with what stands above and below it.

Shared by the parser of delimited text and by the rendering of its rows, so that both see the same header.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from indexing.delimited_text import NO_DELIMITER, Record
from indexing.table_header import LOOK, find_header


class Run(Struct, frozen=True, kw_only=True):
    """The records of a run by what they are; they follow each other in this order."""

    above: Sequence[Record]
    """Comments, titles, units."""
    header: Sequence[Record]
    rows: Sequence[Record]
    notes: Sequence[Record]
    width: int
    """How many cells most of the records that have several have."""


def read_run(run: Sequence[Record], delimiter: str) -> Run:
    """What the records of a run are, of which there is at least one.

    >>> def rows(*lines): return [Record(i, i + 1, line.split(",")) for i, line in enumerate(lines)]
    >>> run = read_run(rows("Fees", "Plan,Fee", "Basic,5", "Plus,9", "without tax"), ",")
    >>> len(run.above), len(run.header), len(run.rows), len(run.notes)
    (1, 1, 2, 1)
    """
    several = Counter(len(record.cells) for record in run if len(record.cells) > 1)
    width = several.most_common(1)[0][0] if several else 1
    if width == 1 and delimiter != NO_DELIMITER:
        return Run(above=run, header=(), rows=(), notes=(), width=width)
    first = _comments(run, width)
    found = find_header([record.cells for record in run[first : first + LOOK]])
    first += found.titles
    body = first + found.rows
    end = len(run) - _notes(run[body:], width)
    return Run(above=run[:first], header=run[first:body], rows=run[body:end], notes=run[end:], width=width)


def split_runs(found: Iterable[Record]) -> Iterator[list[Record]]:
    """The runs of records in order, none of them empty; the blank records between them are left out."""
    run: list[Record] = []
    for record in found:
        if not record.blank:
            run.append(record)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _comments(run: Sequence[Record], width: int) -> int:
    """How many records from the first on are comments: they begin with `#`, and with a blank behind it or with other
    cells than most, since a header may begin with `#` too.
    """
    for index, record in enumerate(run):
        first = record.cells[0]
        if not first.startswith("#") or (len(record.cells) == width > 1 and not first.startswith("# ")):
            return index
    return len(run)


def _notes(rows: Sequence[Record], width: int) -> int:
    """How many records at the end, not counting the first, are notes: one cell in a table of several columns."""
    count = 0
    while width > 1 and count < len(rows) - 1 and len(rows[-1 - count].cells) == 1:
        count += 1
    return count
