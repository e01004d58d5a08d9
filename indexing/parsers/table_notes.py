"""Lines directly below a table that say what it holds: its caption, the unit of its figures, where they come from."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block

_MAX_LENGTH: Final = 200
_NOTE: Final = re.compile(
    r"[*_（(\[【]{0,3}(?:"
    r"(?:附?表|圖表|图表)[ \u3000]*[\dA-Z一二三四五六七八九十]|(?i:table|tab\.|exhibit)[ ]+[\dA-Z]"
    r"|(?:金额|金額|货币|貨幣|计量)?(?:单位|單位|币种|幣種)[ \u3000]*[:：]"
    r"|(?:数据|资料|資料|數據)?(?:来源|來源)[ \u3000]*[:：]"
    r"|(?i:units?|sources?)[ ]?:|(?i:(?:all |amounts? |figures )*in )[^.\n]{0,40}"
    r"(?i:thousands?|millions?|billions?|percent|%|usd|rmb|cny|eur|yuan|dollars))"
)


def with_table_notes(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` where a line of that kind follows the table above it, unless another table comes below.

    >>> from indexing.model import Span
    >>> table, line = Block(kind="table", span=Span(0, 3)), Block(kind="paragraph", span=Span(5, 10))
    >>> [block.follows for block in with_table_notes("| a\\n\\n单位：万元", [table, line])]
    [False, True]
    """
    result = list(blocks)
    for index in range(1, len(blocks)):
        block = blocks[index]
        heads = index + 1 < len(blocks) and blocks[index + 1].kind == "table"
        if blocks[index - 1].kind == "table" and not heads and _is_note(text, block):
            result[index] = replace(block, follows=True)
    return tuple(result)


def _is_note(text: str, block: Block) -> bool:
    is_line = block.kind == "paragraph" and not block.level and block.span.end - block.span.start <= _MAX_LENGTH
    return is_line and _NOTE.match(text, block.span.start, block.span.end) is not None
