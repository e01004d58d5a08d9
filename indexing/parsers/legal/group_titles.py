"""Titles without a number that stand above articles: `保险责任` before `第二条`, `Confidentiality` before `7.`.

They belong to what is below them, not to the article they stand behind. Only in texts without chapters or headings of
their own, and only where several such lines are found: a single one may be anything.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block
from indexing.parsers.legal.clause_numbers import ARTICLE_RANK, DECIMAL, Number, number_at
from indexing.parsers.legal.clause_titles import is_title

_FEWEST: Final = 2
_LONGEST: Final = 80
"""Characters of such a title."""

_NO_TITLE: Final = "（(【[：:0123456789"
_LEVEL: Final = 2
"""Below the title of the text."""

_PLAIN: Final = frozenset({DECIMAL, "han_comma"})


def with_group_titles(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` where the titles above articles are headings.

    >>> from indexing.parsers.plain import paragraphs_of
    >>> text = "责任\\n\\n第一条 甲方赔偿。\\n\\n免责\\n\\n第二条 乙方除外。"
    >>> [(block.kind, block.title) for block in with_group_titles(text, paragraphs_of(text))]
    [('heading', '责任'), ('paragraph', ''), ('heading', '免责'), ('paragraph', '')]
    """
    numbers = [_number(text, block) for block in blocks]
    style = _style_of_articles(numbers)
    if style is None or any(block.kind == "heading" for block in blocks[2:]):
        return tuple(blocks)
    found = [
        index
        for index in range(len(blocks) - 1)
        if numbers[index] is None and _has(numbers[index + 1], style) and _may_head(text, blocks, index)
    ]
    if len(found) < _FEWEST:
        return tuple(blocks)
    result = list(blocks)
    for index in found:
        title = " ".join(blocks[index].span.slice(text).split())
        result[index] = replace(blocks[index], kind="heading", level=_LEVEL, title=title, context=())
    return tuple(result)


def _number(text: str, block: Block) -> Number | None:
    return number_at(text, block.span.start, block.span.end) if block.kind in ("paragraph", "list_item") else None


def _style_of_articles(numbers: Sequence[Number | None]) -> str | None:
    """The style of what stands for articles in a text; None for one that has chapters, or nothing of the kind."""
    known = [number for number in numbers if number is not None]
    if any(number.rank is not None and 0 < number.rank < ARTICLE_RANK for number in known):
        return None
    articles = Counter(number.style for number in known if number.rank == ARTICLE_RANK)
    plain = Counter(number.style for number in known if number.style in _PLAIN and len(number.parts) <= 1)
    ranked = (articles or plain).most_common(1)
    return ranked[0][0] if ranked else None


def _has(number: Number | None, style: str) -> bool:
    return number is not None and number.style == style and len(number.parts) <= 1


def _may_head(text: str, blocks: Sequence[Block], index: int) -> bool:
    """Whether a block may be such a title: one short line that is no sentence, no field and no part of a list."""
    block = blocks[index]
    words = block.span.slice(text)
    if block.kind != "paragraph" or block.level or len(words) > _LONGEST or "\n" in words:
        return False
    return is_title(words) and not any(mark in words[1:] for mark in "：:") and words[0] not in _NO_TITLE
