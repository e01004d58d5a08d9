"""Enumerations written as paragraphs: a clause that introduces them, and `（一）…`, `（二）…` below it.

To Markdown they are no list, yet an item says nothing without the words that introduce it: these become its context, as
the lead-in of a list does.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.lead_in import closing_of, introduces, opening_of
from indexing.parsers.legal.clause_numbers import Number, number_at

_NAMED_ITEMS: Final = frozenset({"项", "款"})
"""Of the styles that say in a word what they number, those of items."""


class _Open(Struct, frozen=True):
    """An enumeration that may go on."""

    style: tuple[str, int]
    """How its items are numbered, and how many parts their numbers have."""
    last: int
    """The number of its last item."""
    context: tuple[Span, ...]


def with_lead_ins(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` where each paragraph that is an item has what introduces its enumeration as context.

    >>> from indexing.parsers.plain import paragraphs_of
    >>> text = "第三条 下列费用由租客承担：\\n\\n（一）水费；\\n\\n（二）电费。"
    >>> [[span.slice(text) for span in block.context] for block in with_lead_ins(text, paragraphs_of(text))]
    [[], ['第三条 下列费用由租客承担：'], ['第三条 下列费用由租客承担：']]
    """
    return tuple(_items(text, blocks))


def _items(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks of `with_lead_ins`, in order. Whatever is no item ends the enumerations before it."""
    open_: list[_Open] = []
    before: Block | None = None
    for block in blocks:
        number = _number(text, block)
        open_ = _with_item(text, open_, number, before) if number else []
        yield replace(block, context=open_[-1].context) if open_ else block
        before = block


def _with_item(text: str, open_: list[_Open], number: Number, before: Block | None) -> list[_Open]:
    """The enumerations that are open with an item `number` in the innermost; none when nothing introduces it.

    It goes on with the innermost enumeration it can; else it begins one, behind a lead-in or inside the item before it.
    """
    for reading in number.readings:
        for at in range(len(open_) - 1, -1, -1):
            if open_[at].style == _style(reading) and reading.value == open_[at].last + 1:
                return [*open_[:at], _Open(open_[at].style, reading.value, open_[at].context)]
    first = next((reading for reading in number.readings if reading.value == 1), number)
    around = open_[-1].context if open_ else ()
    if len(first.parts) > 1 and first.value != 1:
        return []
    if before is not None and before.kind == "paragraph" and introduces(text, before.span):
        return [*open_, _Open(_style(first), first.value, around + closing_of(text, before.span))]
    same = [at for at, one in enumerate(open_) if one.style == _style(first)]
    if same:
        return [*open_[: same[-1]], _Open(_style(first), first.value, open_[same[-1]].context)]
    if open_ and before is not None and first.value == 1:
        return [*open_, _Open(_style(first), 1, around + opening_of(text, before.span))]
    return []


def _style(number: Number) -> tuple[str, int]:
    return number.style, len(number.parts)


def _number(text: str, block: Block) -> Number | None:
    """The number of an item that is a paragraph of its own; None for any other block."""
    if block.kind != "paragraph" or block.context or block.level:
        return None
    number = number_at(text, block.span.start, block.span.end)
    if number is None or (number.rank is not None and number.style not in _NAMED_ITEMS):
        return None
    return None if text[number.end - 1].isdigit() and len(number.parts) == 1 else number
