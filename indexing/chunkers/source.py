"""One parsed text as the chunker sees it: blank where something was removed, with the place of each token.

The text is tokenised once. A range then costs two binary searches to count, and a count of adjacent ranges is the sum
of theirs. Counts of a range by itself may differ by a token or so at its borders; `fit.py` checks the real texts.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from indexing.embedders import Tokenizer
from indexing.model import Block, ParsedText, Removal, Span

LONG_TOKEN: Final = 32
"""Characters. A longer token is a word the model does not know (WordPiece gives one [UNK] for any word above 100
characters); it counts as one token per 32 characters begun, so that a megabyte of base64 is not one small chunk.
Words of natural languages stay below it."""

_VISIBLE: Final = re.compile(r"\S")
_TAIL: Final = 256
"""Characters looked at together for blanks at an end."""


class Source(Struct, frozen=True, kw_only=True):
    """The text of one document while it is being chunked."""

    plain: str
    """The canonical text with every removed character replaced by a blank: same length, same offsets."""
    blocks: tuple[Block, ...]
    marks: Sequence[int]
    """Position of the last character of each token, in order."""

    def count(self, start: int, end: int) -> int:
        """Tokens whose last character lies in `[start, end)`."""
        return bisect_left(self.marks, end) - bisect_left(self.marks, start)

    def reach(self, start: int, tokens: int) -> int:
        """The position behind the `tokens`-th token from `start` (tokens >= 1); the text's end when there are fewer."""
        last = bisect_left(self.marks, start) + tokens - 1
        return self.marks[last] + 1 if last < len(self.marks) else len(self.plain)

    def trim(self, start: int, end: int) -> Span:
        """`[start, end)` without the blanks around it; an empty span when there is nothing else.

        Costs the blanks, not the text between them: what is left of a long line is trimmed for each piece of it.
        """
        visible = _VISIBLE.search(self.plain, start, end)
        if visible is None:
            return Span(end, end)
        while not (body := self.plain[max(start, end - _TAIL) : end].rstrip()):
            end -= _TAIL
        return Span(visible.start(), max(start, end - _TAIL) + len(body))


def read_source(parsed: ParsedText, tokenizer: Tokenizer) -> Source:
    """The source of `parsed`, tokenised."""
    plain = blanked(parsed.text, parsed.removed)
    return Source(plain=plain, blocks=parsed.blocks, marks=token_marks(tokenizer.offsets(plain)))


def blanked(text: str, removed: tuple[Removal, ...]) -> str:
    """`text` with a blank for each removed character.

    >>> blanked("a<!-- x -->b", (Removal(Span(1, 11), "html_comment"),))
    'a          b'
    """
    parts, start = [], 0
    for removal in removed:
        parts += [text[start : removal.span.start], " " * (removal.span.end - removal.span.start)]
        start = removal.span.end
    return "".join([*parts, text[start:]])


def token_marks(offsets: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]") -> Sequence[int]:
    """The last character of each token, rising; of tokens above LONG_TOKEN also every LONG_TOKEN-th character.

    `offsets` has shape (n, 2), int32.

    >>> list(token_marks(np.array([[0, 3], [4, 5], [6, 76]], dtype=np.int32)))
    [2, 4, 37, 69, 75]
    """
    starts, ends = offsets[:, 0], offsets[:, 1]
    marks = np.maximum(ends - 1, starts)
    long = np.flatnonzero(ends - starts > LONG_TOKEN)
    if len(long):
        inner = [np.arange(starts[i] + LONG_TOKEN - 1, ends[i] - 1, LONG_TOKEN, dtype=np.int32) for i in long]
        marks = np.sort(np.concatenate([marks, *inner]))
    return array("i", np.maximum.accumulate(marks).astype(np.int32).tobytes())
