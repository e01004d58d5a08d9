"""Positions: byte offsets, as grammars give them, to code points of the text, as spans are made of."""

from bisect import bisect_right
from typing import Final

_STEP: Final = 1024
"""Code points between two known offsets: a look-up decodes at most so many."""


class Positions:
    """Where the bytes of a text in UTF-8 are in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.source = text.encode("utf-8")
        """Grammars read this."""
        self._is_ascii = len(self.source) == len(text)
        self._offsets = [0] if self._is_ascii else _offsets(text)

    def at(self, offset: int) -> int:
        """The code point that begins at byte `offset`, or holds it.

        >>> [Positions("é中a").at(offset) for offset in (0, 2, 5, 6)]
        [0, 1, 2, 3]
        """
        if self._is_ascii:
            return offset
        step = bisect_right(self._offsets, offset) - 1
        return step * _STEP + len(self.source[self._offsets[step] : offset].decode("utf-8", "ignore"))


def _offsets(text: str) -> list[int]:
    """The byte offset of every `_STEP`-th code point."""
    offsets = [0]
    for start in range(0, len(text) - _STEP, _STEP):
        offsets.append(offsets[-1] + len(text[start : start + _STEP].encode("utf-8")))
    return offsets
