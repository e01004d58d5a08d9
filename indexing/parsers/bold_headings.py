"""Headings that are only bold: of a document whose author used no styles.

Bold paragraphs are headings only where a text has no others, they are short, no sentences, and each has text below it;
and where there are several, but fewer than half of the paragraphs.
"""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block

MAX_COLUMNS: Final = 80
"""A line of print; a Chinese character takes two."""
LEAST: Final = 2
"""One bold line may be anything."""

_SENTENCE_ENDS: Final = ".。;；,，!！:：…"


def with_bold_headings(text: str, blocks: Sequence[Block], bold: Collection[int]) -> tuple[Block, ...]:
    """`blocks` where bold paragraphs, which begin at `bold`, are headings of level 1, if the text has no others."""
    if any(block.level for block in blocks):
        return tuple(blocks)
    found = {
        index
        for index, block in enumerate(blocks)
        if block.span.start in bold and _is_title(text, block) and _has_text(blocks, index, bold)
    }
    if len(found) < LEAST or 2 * len(found) > len(blocks):
        return tuple(blocks)
    return tuple(_heading(text, block) if index in found else block for index, block in enumerate(blocks))


def _heading(text: str, block: Block) -> Block:
    title = " ".join(block.span.slice(text).split())
    return replace(block, kind="heading", level=1, title=title, context=())


def _is_title(text: str, block: Block) -> bool:
    """Whether a block may be a title by its words."""
    if block.kind != "paragraph" or block.span.end - block.span.start > MAX_COLUMNS:
        return False
    title = block.span.slice(text)
    columns = sum(1 if sign < "\u2e80" else 2 for sign in title)
    return columns <= MAX_COLUMNS and "\n" not in title and title[-1] not in _SENTENCE_ENDS


def _has_text(blocks: Sequence[Block], index: int, bold: Collection[int]) -> bool:
    """Whether something that is not bold follows."""
    return index + 1 < len(blocks) and blocks[index + 1].span.start not in bold
