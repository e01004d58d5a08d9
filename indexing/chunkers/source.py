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
    marks = array("i", np.maximum.accumulate(tokenizer.ends(plain) - 1).astype(np.int32).tobytes())
    return Source(plain=plain, blocks=parsed.blocks, marks=marks)


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
