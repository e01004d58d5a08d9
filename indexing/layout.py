"""Layout: where a canonical text stands in the source it was extracted from.

Formats whose text is the decoded source have no pages or runs; Markdown has anchors, delimited text has rows.
Positions are code points of the canonical text; all tuples are in order of the text. What is asked of a range lies
inside that range: an answer about text a reader may see never comes from text he may not see.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct


class Box(NamedTuple):
    """The rectangle a block, or its part on one page, takes: points (1/72 inch) from the page's top left corner."""

    start: int
    """Where its text begins."""
    end: int
    page: int
    """From 1."""
    left: float
    top: float
    right: float
    bottom: float


class Mark(NamedTuple):
    """A name that belongs to a position of the text and is not in it."""

    at: int
    name: str


class Row(NamedTuple):
    """Where a row of a spreadsheet begins in the text."""

    at: int
    number: int
    """In its sheet, from 1."""


class Run(NamedTuple):
    """A stretch of text, up to the next run, and the range of the source it comes from, in code points of that.

    Of equal length: character by character. Of different lengths (an entity, collapsed blanks): as a whole. An empty
    range: the text is the parser's own (line ends between blocks, marks of tables).
    """

    start: int
    source_start: int
    source_end: int


class Layout(Struct, frozen=True, kw_only=True):
    """Where a canonical text stands in its source."""

    pages: tuple[int, ...] = ()
    """Where each page or slide begins: page n at `pages[n - 1]`; never falling, the first 0."""
    boxes: tuple[Box, ...] = ()
    """Disjoint ranges of text."""
    anchors: tuple[Mark, ...] = ()
    """Names that a URL's fragment may have, where they point to."""
    labels: tuple[Mark, ...] = ()
    """Numbers that the source computes and the text has not (`1.2` before a heading): where they stand."""
    rows: tuple[Row, ...] = ()
    runs: tuple[Run, ...] = ()

    def pages_of(self, start: int, end: int) -> tuple[int, int] | None:
        """First and last page of `[start, end)`, from 1; None for a text without pages.

        >>> Layout(pages=(0, 10, 20)).pages_of(5, 15)
        (1, 2)
        """
        if not self.pages:
            return None
        return max(1, bisect_right(self.pages, start)), max(1, bisect_left(self.pages, end))

    def boxes_in(self, start: int, end: int) -> tuple[Box, ...]:
        """The boxes that have text in `[start, end)`."""
        first = bisect_right(self.boxes, start, key=lambda box: box.end)
        last = bisect_left(self.boxes, end, key=lambda box: box.start)
        return self.boxes[first:last]

    def anchor_of(self, start: int, *, least: int) -> str | None:
        """The last anchor in `[least, start]`: `least` is where the section of `start` begins."""
        last = bisect_right(self.anchors, start, key=_at) - 1
        return self.anchors[last].name if last >= 0 and self.anchors[last].at >= least else None

    def labels_in(self, start: int, end: int) -> tuple[Mark, ...]:
        """The labels that stand in `[start, end)`."""
        return self.labels[bisect_left(self.labels, start, key=_at) : bisect_left(self.labels, end, key=_at)]

    def rows_of(self, start: int, end: int) -> tuple[int, int] | None:
        """Numbers of the first and last row with text in `[start, end)`; None where no row begins in it, and where rows
        of several tables do, each with numbers of its own.

        >>> layout = Layout(rows=(Row(0, 1), Row(5, 2), Row(20, 1)))
        >>> layout.rows_of(0, 20), layout.rows_of(6, 20), layout.rows_of(0, 30)
        ((1, 2), None, None)
        """
        first = bisect_left(self.rows, start, key=lambda row: row.at)
        last = bisect_left(self.rows, end, key=lambda row: row.at)
        numbers = [row.number for row in self.rows[first:last]]
        if not numbers or any(one >= other for one, other in pairwise(numbers)):
            return None
        return numbers[0], numbers[-1]

    def source_of(self, start: int, end: int) -> tuple[int, int] | None:
        """The range of the source that `[start, end)` comes from; None where all of it is the parser's own.

        >>> layout = Layout(runs=(Run(0, 3, 5), Run(2, 5, 9), Run(3, 9, 11)))
        >>> layout.source_of(0, 2), layout.source_of(2, 3), layout.source_of(1, 4)
        ((3, 5), (5, 9), (4, 10))
        """
        found = list(self._sources(start, end))
        return (min(low for low, _ in found), max(high for _, high in found)) if found else None

    def _sources(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The ranges of the source behind each run in `[start, end)`."""
        index = max(0, bisect_right(self.runs, start, key=lambda run: run.start) - 1)
        for i in range(index, len(self.runs)):
            run = self.runs[i]
            if run.start >= end:
                return
            stop = self.runs[i + 1].start if i + 1 < len(self.runs) else end
            low, high = max(start, run.start), min(end, stop)
            if low >= high or run.source_start == run.source_end:
                continue
            if run.source_end - run.source_start == stop - run.start or i + 1 == len(self.runs):
                yield run.source_start + low - run.start, min(run.source_end, run.source_start + high - run.start)
            else:
                yield run.source_start, run.source_end


def _at(mark: Mark) -> int:
    return mark.at
