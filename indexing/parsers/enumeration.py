"""Enumerations written as paragraphs: a clause that ends in a colon, and `（一）…`, `（二）…` below it.

To Markdown they are no list, yet an item says nothing without the words that introduce it: these become its context, as
the lead-in of a list does.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.lead_in import closing_of

_HAN: Final = "〇零一二三四五六七八九十百"
_STYLES: Final = re.compile(
    rf"(?P<article>第[{_HAN}\d]{{1,5}}[项項目])"
    rf"|(?P<han>[（(][{_HAN}]{{1,4}}[）)])|(?P<number>[（(]\d{{1,3}}[）)])|(?P<letter>[（(][a-zA-Z][）)])"
    r"|(?P<circle>[①-⑳㉑-㊿])|(?P<bracket>[⑴-⒇])"
    rf"|(?P<han_comma>[{_HAN}]{{1,4}}、)|(?P<dot>\d{{1,3}}[.．、](?!\d))|(?P<half>\d{{1,3}}[)）])|(?P<letter_half>[a-z][.)])"
)
"""How items are numbered; those of one enumeration are numbered alike."""


class _Open(Struct, frozen=True):
    """An enumeration that may go on."""

    style: str
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
        style = _style(text, block)
        while open_ and open_[-1].style != style and (not style or any(one.style == style for one in open_)):
            open_.pop()
        if style and not (open_ and open_[-1].style == style) and before is not None and _introduces(text, before):
            around = open_[-1].context if open_ else ()
            open_.append(_Open(style, around + closing_of(text, before.span)))
        elif style and not (open_ and open_[-1].style == style):
            open_.clear()
        yield replace(block, context=open_[-1].context) if open_ else block
        before = block


def _style(text: str, block: Block) -> str | None:
    """How an item that is a paragraph of its own is numbered; None for any other block."""
    if block.kind != "paragraph" or block.context:
        return None
    found = _STYLES.match(text, block.span.start, block.span.end)
    return found.lastgroup if found else None


def _introduces(text: str, block: Block) -> bool:
    """Whether the block is a paragraph that ends in a colon."""
    return block.kind == "paragraph" and text[block.span.end - 1] in ":："
