"""Shortening: the beginning of a text that fits a budget, ended where a reader would pause."""

import re
from typing import Final

import regex  # type: ignore[import-untyped]  # the package has no stubs of its own

from indexing.embedders import Tokenizer

_SENTENCE_END: Final = re.compile(r"""[。！？；…!?]+["'”’」』）)\]]*|\.["'”’)\]]*(?=\s)|\n""")
_SPACE: Final = re.compile(r"\s+")
_GRAPHEME: Final = regex.compile(r"\X")
SHORTEST_SHARE: Final = 0.5
"""A sentence or word border before this share of what fits would give away too much: the next finer border is taken."""


def shorten(text: str, budget_tokens: int, tokenizer: Tokenizer) -> str:
    """The longest beginning of `text` that ends at a sentence, else at white space, else at a whole visible character.

    At most `budget_tokens` tokens, counted anew after the cut; at least one visible character, whatever it costs.
    """
    offsets = tokenizer.offsets(text)
    if len(offsets) <= budget_tokens:
        return text
    kept = budget_tokens
    while kept > 0:
        shortened = text[: border(text, int(offsets[kept - 1][1]))].rstrip()
        excess = tokenizer.count([shortened])[0] - budget_tokens
        if shortened and excess <= 0:
            return shortened
        kept -= max(1, excess)
    first = _GRAPHEME.match(text)
    return first.group() if first else text


def border(text: str, end: int) -> int:
    """Where to end `text` at or before `end`.

    >>> border("One. Two three", 8), border("onetwo three", 9), border("押金为九百欧元", 3)
    (4, 6, 3)
    """
    least = end * SHORTEST_SHARE
    head = text[: end + 1]
    sentence = max((m.end() for m in _SENTENCE_END.finditer(head) if m.end() <= end), default=0)
    if sentence >= least:
        return sentence
    space = max((m.start() for m in _SPACE.finditer(head)), default=0)
    if space >= least:
        return space
    whole = 0
    for grapheme in _GRAPHEME.finditer(text):
        if grapheme.end() > end:
            break
        whole = grapheme.end()
    return whole
