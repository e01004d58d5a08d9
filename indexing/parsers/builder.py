"""Building the canonical text of a format that has none: every piece is written once, with where it came from.

Blocks are separated by a blank line that belongs to nobody. Tables are written as pipe tables (GitHub Flavored
Markdown, section 4.10), which people, models and `column: value` renderings read alike.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from indexing.layout import Box, Layout, Mark, Row, Run
from indexing.model import Block, BlockKind, Span
from indexing.parsers.lines import trimmed

_UNWANTED: Final = re.compile("[\0\ud800-\udfff]")
_BREAK: Final = "\n\n"
_NOT_IN_CELL: Final = re.compile(r"\s*[\r\n]\s*|\|")
"""What ends a cell of a pipe table: a line end, a pipe."""


class Fragment(NamedTuple):
    """A piece of text and the range of the source it comes from, in code points of that; None: the parser's own."""

    text: str
    source: tuple[int, int] | None = None
    labels: tuple[tuple[int, str], ...] = ()
    """Numbers that the source computes, and where in `text` they stand."""


class TextBuilder:
    """A canonical text while it is being written, with its blocks and layout."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._runs: list[Run] = []
        self._pages: list[int] = []
        self._boxes: list[Box] = []
        self._anchors: list[Mark] = []
        self._labels: list[Mark] = []
        self._rows: list[Row] = []
        self.position = 0
        """Where the next character will stand."""
        self.blocks: list[Block] = []
        """In order, as they were closed."""

    def write(self, text: str, source: tuple[int, int] | None = None) -> Span:
        """Append `text`; U+0000 and lone surrogates become U+FFFD. The span it takes."""
        start = self.position
        if text:
            self._run(source or (0, 0), len(text))
            self._parts.append(_UNWANTED.sub("\ufffd", text))
            self._starts.append(start)
            self.position += len(text)
        return Span(start, self.position)

    def begin(self) -> int:
        """Where the next block begins: behind a blank line, unless nothing was written yet."""
        if self.position:
            self.write(_BREAK)
        return self.position

    def close(self, kind: BlockKind, start: int, **more: Any) -> Block | None:
        """The block of what was written since `start`, where a write began; None when that is blank.

        `more` are fields of Block.
        """
        first = bisect_left(self._starts, start)
        span = trimmed(piece := "".join(self._parts[first:]), 0, len(piece))
        if span.start == span.end:
            return None
        span = Span(start + span.start, start + span.end)
        if "cuts" in more:
            more["cuts"] = tuple(cut for cut in more["cuts"] if span.start < cut < span.end)
        block = Block(kind=kind, span=span, **more)
        self.blocks.append(block)
        return block

    def block(self, kind: BlockKind, text: str, source: tuple[int, int] | None = None, **more: Any) -> Block | None:
        """A block of its own with `text`; None, and nothing written, when that is blank."""
        if not text.strip():
            return None
        start = self.begin()
        self.write(text, source)
        return self.close(kind, start, **more)

    def table(
        self,
        rows: Sequence[Sequence[Sequence[Fragment]]],
        *,
        header_rows: int = 1,
        numbers: Sequence[int] = (),
        context: tuple[Span, ...] = (),
    ) -> Block | None:
        """A pipe table of `rows` of cells, each of fragments; the first `header_rows` (0 or 1) are the header.

        Without a header the first line has empty cells. `numbers` are the rows' numbers in their sheet. None when every
        cell is blank.
        """
        if not any(fragment.text.strip() for row in rows for cell in row for fragment in cell):
            return None
        width = max(map(len, rows))
        start = self.begin()
        if header_rows == 0:
            self.write("|" + "  |" * width + "\n")
            self.write("|" + " --- |" * width)
        cuts = []
        for index, row in enumerate(rows):
            at = self.position
            if at > start:
                self.write("\n")
                at = self.position
            if index > header_rows or (header_rows == 0 and index > 0):
                cuts.append(at)
            if numbers:
                self.row(numbers[index], at)
            self._row(row, width)
            if index == 0 and header_rows:
                self.write("\n|" + " --- |" * width)
                header_end = self.position
        header = (Span(start, header_end),) if header_rows else ()
        return self.close("table", start, header=header, cuts=tuple(cuts), atomic=True, context=context)

    def page(self) -> None:
        """The next block begins a page."""
        self._pages.append(self.position + (len(_BREAK) if self.position else 0))

    def box(self, box: Box) -> None:
        """Where a range of text stands on its page."""
        self._boxes.append(box)

    def anchor(self, name: str, at: int) -> None:
        """A name that a fragment may have, for the text at `at`."""
        self._anchors.append(Mark(at, name))

    def label(self, text: str, at: int) -> None:
        """A number the source computes for the text at `at`."""
        self._labels.append(Mark(at, text))

    def row(self, number: int, at: int) -> None:
        """The row of a sheet whose text begins at `at`, behind those noted before."""
        self._rows.append(Row(at, number))

    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)

    def layout(self) -> Layout:
        """Where the text stands in its source."""
        has_source = any(run.source_start < run.source_end for run in self._runs)
        end = (Run(self.position, 0, 0),)  # how long the last run is
        return Layout(
            pages=tuple(min(page, self.position) for page in self._pages),
            boxes=tuple(sorted(self._boxes)),
            anchors=tuple(sorted(self._anchors, key=lambda mark: mark.at)),  # of one place the one set last counts
            labels=tuple(sorted(self._labels)),
            rows=tuple(self._rows),
            runs=(*self._runs, *end) if has_source else (),
        )

    def _row(self, row: Sequence[Sequence[Fragment]], width: int) -> None:
        cells = [*row, *[()] * (width - len(row))]
        if not any(fragment.source or fragment.labels for cell in row for fragment in cell):
            texts = ("".join(_escaped(fragment.text) for fragment in cell) for cell in cells)
            self.write("".join(["|", *(f" {text} |" for text in texts)]))
            return
        self.write("|")
        for cell in cells:
            self.write(" ")
            for fragment in cell:
                self._fragment(fragment)
            self.write(" |")

    def _fragment(self, fragment: Fragment) -> None:
        """A fragment of a cell, on one line and its pipes escaped, with its labels."""
        text, source, labels = fragment
        for offset, label in labels:
            self.label(label, self.position + len(_escaped(text[:offset])))
        exact = source is not None and source[1] - source[0] == len(text)
        done = 0
        for found in _NOT_IN_CELL.finditer(text):
            self.write(text[done : found.start()], _part(source, exact, done, found.start()))
            self.write(_instead(found), _part(source, exact, found.start(), found.end()))
            done = found.end()
        self.write(text[done:], _part(source, exact, done, len(text)))

    def _run(self, source: tuple[int, int], length: int) -> None:
        """Note where the next `length` characters come from; what goes on as before is in one run."""
        low, high = source
        if self._runs:
            last = self._runs[-1]
            own = last.source_start == last.source_end
            exact = last.source_end - last.source_start == self.position - last.start
            if own and low == high:
                return
            if not own and exact and high - low == length and low == last.source_end:
                self._runs[-1] = Run(last.start, last.source_start, high)
                return
        self._runs.append(Run(self.position, low, high))


def row_starts(table: Block, header_rows: int) -> list[int]:
    """Where the rows begin that a table was written from, the first `header_rows` of them as its header."""
    body = table.header[0].end + len("\n") if table.header else table.span.start
    return [*[table.span.start] * header_rows, body, *table.cuts]


def _escaped(text: str) -> str:
    r"""`text` as it stands in a cell.

    >>> _escaped("a | b\nc")
    'a \\| b c'
    """
    return _NOT_IN_CELL.sub(_instead, text)


def _instead(found: re.Match[str]) -> str:
    return "\\|" if found.group() == "|" else " "


def _part(source: tuple[int, int] | None, exact: bool, start: int, end: int) -> tuple[int, int] | None:
    """The source of `[start, end)` of a fragment."""
    if source is None:
        return None
    return (source[0] + start, source[0] + end) if exact else source
