"""Paragraphs of several lines to blocks of one clause each: plain text has clauses on lines of their own, without the
blank lines that make paragraphs.

A line begins a block if it begins with a clause number that may count, a definition or a proviso, if the line before it
is a title, or, in Chinese, if that ends a sentence. Lines wrapped in the middle of a sentence stay together.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block, ParsedText, Span
from indexing.parsers.legal.clause_numbers import Number, number_at
from indexing.parsers.legal.clause_titles import MAX_COLUMNS, columns, is_title
from indexing.parsers.legal.qualifiers import begins_definition, qualifies
from indexing.parsers.lines import trimmed

_SPLIT: Final = frozenset({"paragraph", "list_item"})
_LINE_END: Final = re.compile(r"\r\n?|\n")
_FINISHED: Final = re.compile(r"[。；：，、！？.;:!?)）”\"*_]$|\b(?:and|or)$|[及和或]$")
"""How a line ends before which none goes on."""

_HAN_END: Final = re.compile(r"[。；：！？][”」）)]?$")
_LOWER: Final = re.compile(r"[*_\"“(]*[a-z]")


def clause_blocks(parsed: ParsedText) -> tuple[Block, ...]:
    """The blocks of `parsed`, its paragraphs and list items of several lines cut where clauses begin."""
    cutter = _Cutter(parsed.text)
    blocks: list[Block] = []
    for block in parsed.blocks:
        pieces = list(cutter.pieces(block)) if block.kind in _SPLIT else [block]
        if blocks and _completes(parsed.text, blocks[-1], pieces[0]):
            blocks[-1] = replace(blocks[-1], span=Span(blocks[-1].span.start, pieces[0].span.end))
            pieces = pieces[1:]
        blocks += pieces
    return tuple(blocks)


def _completes(text: str, before: Block, block: Block) -> bool:
    """Whether `block` is the title of the article whose number stands alone in `before`."""
    if before.kind != "paragraph" or block.kind != "paragraph" or block.context:
        return False
    if text[before.span.end : block.span.start].strip():  # something between them was removed
        return False
    number = number_at(text, before.span.start, before.span.end)
    if number is None or number.rank is None or number.end < before.span.end:
        return False
    return number_at(text, block.span.start, block.span.end) is None and is_title(block.span.slice(text))


class _Cutter:
    """Cuts blocks at their lines, and knows which numbers the document has had."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last: dict[tuple[str, tuple[int, ...]], int] = {}

    def pieces(self, block: Block) -> Iterator[Block]:
        """The parts of a block, in order; the first keeps its kind and context."""
        lines = [line for line in self._lines(block.span) if line.start < line.end]
        if len(lines) == 1:
            self._number(lines[0])
            yield block
            return
        starts = [block.span.start, *self._starts(lines), block.span.end]
        for index in range(len(starts) - 1):
            span = trimmed(self._text, starts[index], starts[index + 1])
            cuts = tuple(cut for cut in block.cuts if span.start < cut < span.end)
            if index == 0:
                yield replace(block, span=span, cuts=cuts)
            else:
                yield Block(kind="paragraph", span=span, cuts=cuts)

    def _lines(self, span: Span) -> Iterator[Span]:
        start = span.start
        for found in _LINE_END.finditer(self._text, span.start, span.end):
            yield trimmed(self._text, start, found.start())
            start = found.end()
        yield trimmed(self._text, start, span.end)

    def _starts(self, lines: Sequence[Span]) -> Iterator[int]:
        """Where the lines that begin a block start, but the first."""
        widest = max(columns(line.slice(self._text)) for line in lines)
        opening = self._number(lines[0])
        first = 0
        for index in range(1, len(lines)):
            before = lines[index - 1].slice(self._text)
            narrow = 2 * columns(before) <= widest or columns(before) < MAX_COLUMNS
            number = self._number(lines[index]) if narrow or _FINISHED.search(before) else None
            if (
                number
                and len(number.parts) > 1
                and _LOWER.match(self._text, number.end + 1)
                and not _FINISHED.search(before)
            ):
                number = None
            if number or self._begins(lines, first, index, opening):
                yield lines[index].start
                first, opening = index, number

    def _begins(self, lines: Sequence[Span], first: int, index: int, opening: Number | None) -> bool:
        """Whether a line without a number begins a block, the present one having begun on line `first`."""
        line, before = lines[index].slice(self._text), lines[index - 1].slice(self._text)
        if _HAN_END.search(before):
            return True
        if _FINISHED.search(before) and (qualifies(line) or begins_definition(line)):
            return True
        if opening is None or _LOWER.match(line):
            return False
        alone = not self._text[opening.end : lines[first].end].strip()
        if index != first + 1 and not (alone and index == first + 2):
            return False
        return is_title(self._text[opening.end : lines[index - 1].end])

    def _number(self, line: Span) -> Number | None:
        """The number a line begins with, if it may count: the first of its style, the next, or a later with a title."""
        number = number_at(self._text, line.start, line.end)
        if number is None:
            return None
        for reading in number.readings:
            key = (reading.style, reading.parts[:-1])
            strong = reading.rank is not None and not reading.loose
            last = self._last.get(key, 0)
            if strong or reading.value in (1, last + 1) or (0 < last < reading.value and self._is_titled(line, number)):
                self._last[key] = reading.value
                return reading
        return None

    def _is_titled(self, line: Span, number: Number) -> bool:
        return is_title(self._text[number.end : line.end])
