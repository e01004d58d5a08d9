"""Captions and unit lines of tables: paragraphs beside a table that say what its rows mean.

Above a table they are its context, and so is a paragraph that announces it with a colon; below a table that has no
caption above it, a caption qualifies the table.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.lead_in import MAX_CHARACTERS, closing_of

MAX_PARAGRAPHS: Final = 3
"""Above a table: number, title and unit."""

_CAPTION: Final = re.compile(
    r"(?:(?:表|附表|图表|圖表)[ \u3000\xa0]*|(?i:table|tab\.|exhibit)[ \xa0]+)[\dA-Z一二三四五六七八九十]"
)
_UNIT: Final = re.compile(
    r"[（(\[]?(?:金额|金額|货币|貨幣|计量)?(?:单位|單位|币种|幣種)[ \u3000]*[:：]"
    r"|[（(\[]?(?:all |amounts? |figures |dollars |expressed |stated )*(?:units?[:：]|in )[^.\n]{0,60}"
    r"(?:thousands?|millions?|billions?|percent|%|usd|rmb|cny|eur|yuan|dollars)",
    re.IGNORECASE,
)
_MAX_UNIT: Final = 80


def with_captions(text: str, blocks: Sequence[Block], captions: Collection[int]) -> tuple[Block, ...]:
    """`blocks` where tables have what belongs to them; `captions` says where paragraphs of that style begin.

    >>> text = "表 1 费用\\n\\n单位：万元\\n\\n| a |\\n| --- |"
    >>> blocks = [Block(kind="paragraph", span=Span(0, 6)), Block(kind="paragraph", span=Span(8, 13))]
    >>> table = Block(kind="table", span=Span(15, 29))
    >>> [span.slice(text) for span in with_captions(text, [*blocks, table], ())[2].context]
    ['表 1 费用', '单位：万元']
    """
    result = list(blocks)
    for index, block in enumerate(blocks):
        if block.kind != "table":
            continue
        context = _above(text, blocks, index, captions)
        if context:
            result[index] = replace(block, context=block.context + context)
        elif index + 1 < len(blocks) and blocks[index + 1].span.start in captions and not _heads(blocks, index + 1):
            result[index + 1] = replace(blocks[index + 1], follows=True)
    return tuple(result)


def _above(text: str, blocks: Sequence[Block], index: int, captions: Collection[int]) -> tuple[Span, ...]:
    """What stands above the table at `index` and belongs to it."""
    first = index
    while first and index - first < MAX_PARAGRAPHS and _is_caption(text, blocks[first - 1], captions):
        first -= 1
    above = tuple(block.span for block in blocks[first:index])
    before = blocks[first - 1] if first else None
    if before is None or before.kind != "paragraph" or before.level or text[before.span.end - 1] not in ":：":
        return above
    return closing_of(text, before.span) + above


def _heads(blocks: Sequence[Block], index: int) -> bool:
    """Whether the block at `index` is above a table."""
    return index + 1 < len(blocks) and blocks[index + 1].kind == "table"


def _is_caption(text: str, block: Block, captions: Collection[int]) -> bool:
    """Whether a block is a caption or unit line, by its style or its words."""
    length = block.span.end - block.span.start
    if block.kind != "paragraph" or block.level or length > MAX_CHARACTERS:
        return False
    start, end = block.span.start, block.span.end
    unit = length <= _MAX_UNIT and _UNIT.match(text, start, end)
    return start in captions or bool(unit or _CAPTION.match(text, start, end))
