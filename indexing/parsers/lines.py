"""Where the lines of a text begin, so that a parser's line numbers become exact spans of the untouched text.

A line ends at LF, CR LF or a lone CR, and nowhere else: U+2028, vertical tab and form feed are characters of their line
(CommonMark 0.31, section 2.1).
"""

import re

from msgspec import Struct

from indexing.model import Span

_LINE_END = re.compile(r"\r\n?|\n")


class Lines(Struct, frozen=True):
    """The lines of `text` from some character on."""

    text: str
    starts: tuple[int, ...]
    """First character of each line, and last the end of the text."""

    def start(self, line: int) -> int:
        """First character of a line; the end of the text for the line after the last."""
        return self.starts[min(line, len(self.starts) - 1)]

    def span(self, first: int, end: int) -> Span:
        """The lines `[first, end)` without surrounding blank characters; empty when they are blank."""
        return trimmed(self.text, self.start(first), self.start(end))

    def block(self, first: int, end: int) -> Span:
        """The lines `[first, end)` without surrounding blank lines: the first keeps its indent."""
        span = self.span(first, end)
        indent = max(self.text.rfind("\n", 0, span.start), self.text.rfind("\r", 0, span.start)) + 1
        return Span(max(indent, self.start(first)), span.end)


def lines_of(text: str, start: int = 0) -> Lines:
    r"""The lines of `text` from character `start` on.

    >>> lines_of("a\r\nb\rc\u2028d\n").starts
    (0, 3, 5, 9)
    >>> lines_of("ab\ncd").starts
    (0, 3, 5)
    """
    starts = [start, *(found.end() for found in _LINE_END.finditer(text, start))]
    if starts[-1] != len(text):
        starts.append(len(text))
    return Lines(text, tuple(starts))


def unified(text: str) -> str:
    r"""`text` with every line end as LF, so that each line of the result is a line of `lines_of(text)`.

    >>> unified("a\r\nb\rc\n")
    'a\nb\nc\n'
    """
    return _LINE_END.sub("\n", text) if "\r" in text else text


def trimmed(text: str, start: int, end: int) -> Span:
    """`[start, end)` without blank characters at either side; empty, at `end`, when all are blank.

    >>> trimmed("  ab ", 0, 5), trimmed("   ", 0, 3)
    (Span(start=2, end=4), Span(start=3, end=3))
    """
    piece = text[start:end]
    first = end - len(piece.lstrip())
    return Span(first, max(first, start + len(piece.rstrip())))
