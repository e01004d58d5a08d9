"""Pages of a Word document, as far as it says where they begin.

Word writes where its pages began when it last laid the document out. Without that there are only the breaks that
somebody asked for, which are all of them in short documents alone.
"""

from typing import Final, NamedTuple
from unicodedata import east_asian_width

from indexing.parsers.ooxml.page_facts import page_ranges

LINE_COLUMNS: Final = 90
"""Of a printed line at 11 points, in narrow characters."""
PAGE_LINES: Final = 60
"""More do not fit a page: A4 at 11 points has 50."""

_BETWEEN_BLOCKS: Final = len("\n\n")


class _Break(NamedTuple):
    at: int
    rendered: bool


class Pages:
    """Where the pages of a document begin."""

    def __init__(self) -> None:
        self._breaks: list[_Break] = []
        self._section_end: int | None = None

    def add(self, at: int, *, rendered: bool) -> None:
        """A page begins at character `at`: as laid out, or because somebody asked for it."""
        self._breaks.append(_Break(at, rendered))

    def section(self, end: int, kind: str | None) -> None:
        """A section of the layout ends at `end`; `kind` says how it began."""
        if self._section_end is not None and kind not in ("continuous", "nextColumn"):
            self.add(self._section_end, rendered=False)
        self._section_end = end

    def starts(self, text: str) -> tuple[int, ...]:
        """Where each page of the finished `text` begins; nothing where that is not known."""
        starts, before = [0], _Break(-1, rendered=True)
        for one in sorted(self._breaks):
            asked_for = one.rendered and not before.rendered and one.at - before.at <= _BETWEEN_BLOCKS
            before = one
            if not asked_for:
                starts.append(min(one.at, len(text)))
        rendered = any(one.rendered for one in self._breaks)
        if len(starts) == 1 or not (rendered or all(_fits(text[a:b]) for a, b in page_ranges(starts, text))):
            return ()
        return tuple(starts)


def _fits(page: str) -> bool:
    """Whether a text may be one page."""
    return sum(_lines(line) for line in page.splitlines() if line.strip()) <= PAGE_LINES


def _lines(line: str) -> int:
    """How many printed lines a paragraph or table row takes."""
    columns = len(line) if line.isascii() else sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)
    return -(-columns // LINE_COLUMNS)
