"""CSV and TSV to blocks: each run of records without an empty one between them is a table, cut between records.

The text is the decoded source. What stands above a table's header (titles, units, comments) is a paragraph that the
table has as context; a table that goes on behind an empty record has the header as context. Rows are numbered as a
spreadsheet shows them: records from 1, the header and empty ones included.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from msgspec import Struct

from indexing.delimited_text import SEP_LINE, Record, delimiter_of, records, split_lines
from indexing.errors import DocumentRejected
from indexing.layout import Layout, Row
from indexing.model import Block, ParsedText, Removal, Span
from indexing.parsers.detect import decode
from indexing.parsers.lead_in import closing_of
from indexing.parsers.lines import trimmed
from indexing.parsers.original import Original
from indexing.record_runs import Run, read_run
from indexing.table_header import is_value

_KEPT: Final = 1_000
"""Records at the beginning of a run whose cells are kept: comments, titles, the header and rows that tell it."""


class _Header(Struct, frozen=True, kw_only=True):
    """The header of the table before, which may go on."""

    width: int
    context: tuple[Span, ...]
    """What stands above the table, and its header rows."""


def parse_csv(original: Original) -> ParsedText:
    """The text and tables of delimited text; its content tells the delimiter.

    Raises DocumentRejected (`unknown_encoding`, `no_text`).
    """
    decoded = decode(original.content, original.charset)
    reader = _Reader(decoded.text)
    reader.read()
    if not reader.blocks:
        raise DocumentRejected("no_text", "the table has no text: all its cells are empty")
    return ParsedText(
        text=decoded.text,
        blocks=tuple(reader.blocks),
        removed=tuple(reader.removed),
        warnings=(*decoded.warnings, *reader.warnings()),
        charset=decoded.charset,
        layout=Layout(rows=tuple(reader.rows)),
    )


def parse_tsv(original: Original) -> ParsedText:
    """The same for text that is said to be separated by tabs: files of that name have other delimiters too."""
    return parse_csv(original)


class _Reader:
    """Reads the records of one text into blocks, removals and row numbers."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._delimiter = delimiter_of(text)
        self._lines = split_lines(text)
        self._starts = [0, *accumulate(map(len, self._lines))]
        self._above: tuple[Span, ...] = ()
        self._header: _Header | None = None
        self._unclosed: list[int] = []
        self.blocks: list[Block] = []
        self.removed: list[Removal] = []
        self.rows: list[Row] = []

    def read(self) -> None:
        """Read all of the text."""
        run: list[Record] = []
        for number, record in enumerate(records(self._lines, self._delimiter), start=1):
            if record.unclosed:
                self._unclosed.append(record.first)
            if number == 1 and SEP_LINE.match(self._text):
                self._remove(record, "delimiter_line")
            elif record.blank:
                self._run(run)
                run = []
                self._remove(record, "empty_row")
            else:
                self._number(record, number)
                run.append(record if len(run) < _KEPT else _emptied(record))
        self._run(run)

    def warnings(self) -> Iterator[str]:
        """What was read otherwise than it is written."""
        if self._unclosed:
            count, line = len(self._unclosed), self._unclosed[0] + 1
            yield f"quotes that are never closed were read as text: {count}, the first in line {line}"

    def _number(self, record: Record, number: int) -> None:
        """Note the number of a row where its text begins."""
        line = self._lines[record.first]
        self.rows.append(Row(self._starts[record.first] + len(line) - len(line.lstrip()), number))

    def _run(self, records: Sequence[Record]) -> None:
        """The blocks of records that no empty one separates."""
        if not records:
            return
        run = read_run(records, self._delimiter)
        if run.above:
            self._paragraph(run.above)
        if run.rows:
            self._table(run)
        if run.notes:
            self.blocks.append(Block(kind="paragraph", span=self._span(run.notes), follows=True))

    def _paragraph(self, records: Sequence[Record]) -> None:
        """What stands above a table: that and what stands directly above it are its context."""
        span = self._span(records)
        self.blocks.append(Block(kind="paragraph", span=span))
        self._above = (*self._above[-1:], *closing_of(self._text, span))
        self._header = None

    def _table(self, run: Run) -> None:
        names = (self._span(run.header),) if run.header else ()
        context = self._above
        if names:
            self._header = _Header(width=run.width, context=(*context, *names))
        elif self._header and run.width == self._header.width and any(map(is_value, run.rows[0].cells)):
            context = self._header.context
        else:
            self._header = None
        cuts = tuple(self._starts[record.first] for record in run.rows[1:])
        span = self._span([*run.header, *run.rows])
        self.blocks.append(Block(kind="table", span=span, header=names, cuts=cuts, atomic=True, context=context))
        self._above = ()

    def _remove(self, record: Record, reason: str) -> None:
        """Declare a record without text left out; neighbours are one removal."""
        span = self._span([record])
        if span.start == span.end:
            return
        last = self.removed[-1] if self.removed else None
        if last and last.reason == reason and (not self.blocks or self.blocks[-1].span.end < last.span.start):
            span = Span(self.removed.pop().span.start, span.end)
        self.removed.append(Removal(span, reason))

    def _span(self, run: Sequence[Record]) -> Span:
        return trimmed(self._text, self._starts[run[0].first], self._starts[run[-1].end])


def _emptied(record: Record) -> Record:
    """A record of as many cells: what they say no longer matters, and a large table has millions."""
    return Record(record.first, record.end, _empty_cells(len(record.cells)))


@cache
def _empty_cells(width: int) -> tuple[str, ...]:
    return ("",) * width
