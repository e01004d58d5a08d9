"""A table of contents in the text: titles of clauses in a row at the beginning, each again where its clause begins.

It would answer every question with a title and no text, so it is left out of reading and search, and declared.
"""

import re
from collections.abc import Sequence
from typing import Final

from indexing.model import Block, Span
from indexing.parsers.legal.clause_numbers import number_at
from indexing.parsers.legal.clause_titles import MAX_COLUMNS, columns, is_bare

_NAME: Final = re.compile(r"[#*_\s]*(?:目\s*[录錄次]|(?:TABLE OF )?CONTENTS|(?:Table of )?[Cc]ontents)[*_\s:：]*")
_PAGE: Final = re.compile(
    r"(?:[ \t\u3000]*[.．·…_-]{2,}[ \t\u3000]*|[ \t\u3000]{2,}|\t|[ \t]*[（(])(?:\d{1,4}|[ivxlc]{1,6})[）)]?$"
)
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)")
_MARKS: Final = re.compile(r"^[\s#*+_-]+|[\s*_]+")
_FEWEST: Final = 3
"""Entries of a table of contents without a heading of its own; below one, a single entry is enough."""

_MOST: Final = 400
"""Entries of a table of contents."""


def without_contents(text: str, blocks: Sequence[Block]) -> tuple[tuple[Block, ...], tuple[Span, ...]]:
    """`blocks` without tables of contents, and the spans of these, in order."""
    titles = _Titles(text, blocks)
    kept: list[Block] = []
    removed: list[Span] = []
    index = 0
    while index < len(blocks):
        end = titles.end_of_contents(index)
        if end == index:
            kept.append(blocks[index])
            end += 1
        else:
            removed.append(Span(blocks[index].span.start, blocks[end - 1].span.end))
        index = end
    return (tuple(kept), tuple(removed)) if kept else (tuple(blocks), ())


class _Titles:
    """The blocks of a text as what they may be: titles, of which each comes again or does not."""

    def __init__(self, text: str, blocks: Sequence[Block]) -> None:
        self._text = text
        self._blocks = blocks
        self._keys = [_key(text, block) for block in blocks]
        self._last = {key: index for index, key in enumerate(self._keys) if key}

    def end_of_contents(self, first: int) -> int:
        """The index behind the table of contents that begins with block `first`; `first` where none does."""
        named = _is_name(self._text, self._blocks[first])
        start = at = end = first + named
        again = len(self._blocks)
        """Where the first of the entries comes again: all of them lie before it."""
        while at < min(again, start + _MOST) and self._is_entry(at, named=named):
            if not _page(self._text, self._blocks[at]):
                again = min(again, self._last[self._keys[at]])
            at += 1
            if at <= again:
                end = at
        return end if end - start >= (1 if named else _FEWEST) else first

    def _is_entry(self, index: int, *, named: bool) -> bool:
        """Whether a block may be an entry: a short title that comes again, with a number unless a heading says what it
        is; below such a heading also one with a page.
        """
        key, block = self._keys[index], self._blocks[index]
        if not key or (block.kind == "heading" and not named):
            return False
        if named:
            return self._last[key] > index or _page(self._text, block)
        return self._last[key] > index and self._is_title(index, self._blocks[self._last[key]])

    def _is_title(self, index: int, again: Block) -> bool:
        """Whether a block is a title with a number that has a word, as `第一章 总则`, or is a heading where it comes
        again: items of lists come again, too.
        """
        block = self._blocks[index]
        number = number_at(self._text, block.span.start, block.span.end)
        if number is None or not is_bare(self._text, block.span, number):
            return False
        return number.rank is not None or again.kind == "heading"


def _is_name(text: str, block: Block) -> bool:
    """Whether the block is the heading of a table of contents."""
    return block.span.end - block.span.start < 40 and bool(_NAME.fullmatch(block.span.slice(text)))


def _page(text: str, block: Block) -> bool:
    """Whether the block ends with the number of a page."""
    line = block.span.slice(text)
    found = _PAGE.search(line)
    return found is not None and found.start() > 0


def _key(text: str, block: Block) -> str:
    """A title as it can be compared with another; empty for what is too long for one."""
    if block.span.end - block.span.start > 200:
        return ""
    line = _PAGE.sub("", _LINK.sub(r"\1", block.span.slice(text)))
    return _MARKS.sub("", line).rstrip(".．").lower() if columns(line) <= 2 * MAX_COLUMNS else ""
