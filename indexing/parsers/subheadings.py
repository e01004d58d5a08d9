"""Headings inside a unit that is to stay whole: they become text of the unit, and keep what they head."""

from collections.abc import Sequence

from msgspec.structs import replace

from indexing.model import Block


def headings_as_text(blocks: Sequence[Block]) -> list[Block]:
    """`blocks` without sections: each heading is a paragraph, which the block behind it follows.

    >>> from indexing.model import Span
    >>> blocks = [Block(kind="heading", span=Span(0, 5), level=3, title="Notes"), Block(kind="code", span=Span(7, 9))]
    >>> [(block.kind, block.level, block.follows) for block in headings_as_text(blocks)]
    [('paragraph', 0, False), ('code', 0, True)]
    """
    found: list[Block] = []
    headed = False
    for block in blocks:
        if block.level:
            kind = "paragraph" if block.kind == "heading" else block.kind
            found.append(replace(block, kind=kind, level=0, title="", follows=headed))
        else:
            found.append(replace(block, follows=True) if headed else block)
        headed = block.level > 0
    return found
