"""Spans: the ranges that everything here is made of."""

from msgspec import Struct


class Span(Struct, frozen=True, order=True, array_like=True):
    """A half-open range `[start, end)` in code points of a document's canonical text."""

    start: int
    end: int

    def slice(self, text: str) -> str:
        """The characters of `text` in this span.

        >>> Span(2, 5).slice("abcdefg")
        'cde'
        """
        return text[self.start : self.end]
