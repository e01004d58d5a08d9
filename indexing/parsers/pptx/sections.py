"""Slides as sections: a slide without a title opens one with its first line."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block, Span
from indexing.parsers.lead_in import opening_of

MAX_TITLE: Final = 200
"""Characters of a title that no clause ends."""


def with_sections(text: str, blocks: Sequence[Block], first: Collection[int]) -> tuple[Block, ...]:
    """`blocks` where those that stand `first` on their slides, by index, open sections."""
    return tuple(
        _opened(text, block) if index in first and not block.level else block for index, block in enumerate(blocks)
    )


def _opened(text: str, block: Block) -> Block:
    """A block that opens a section; what it numbers is an item and not the section."""
    line = block.span.slice(text).partition("\n")[0]
    line = " ".join((line.replace("|", " ") if block.kind == "table" else line).split())
    opening = opening_of(line, Span(0, len(line)))
    return replace(block, level=1, label="", title=opening[0].slice(line) if opening else line[:MAX_TITLE])
