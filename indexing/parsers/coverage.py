"""Every character has an owner: what no block of a parser covers is given to one.

Grammars consume some text without making a block of it: thematic breaks, link definitions, the mark of a list item that
begins with a fence. After this stage blocks and removals cover all text that is not blank.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexing.model import Block, Removal, Span
from indexing.parsers.lines import trimmed

Item = Block | Removal


def cover(text: str, blocks: Sequence[Block], removed: Sequence[Removal]) -> tuple[Block, ...]:
    """`blocks` with all text that neither they nor `removed` hold: wordless marks join a neighbour, words become
    paragraphs. Both are disjoint; the result is in order.

    >>> blocks = [Block(kind="paragraph", span=Span(0, 1)), Block(kind="paragraph", span=Span(8, 9))]
    >>> [block.span for block in cover("a\\n\\n***\\n\\nb", blocks, [])]
    [Span(start=0, end=6), Span(start=8, end=9)]
    """
    items: list[Item] = sorted([*blocks, *removed], key=lambda item: item.span)
    owned: list[Item] = []
    for gap, following in _gaps(text, items):
        _own(text, gap, owned, following)
    return tuple(item for item in owned if isinstance(item, Block))


def _gaps(text: str, items: Sequence[Item]) -> Iterator[tuple[Span, Item | None]]:
    """What is between the items, trimmed and possibly empty, each with the item behind it, None at the end."""
    start = 0
    for item in items:
        yield trimmed(text, start, item.span.start), item
        start = item.span.end
    yield trimmed(text, start, len(text)), None


def _own(text: str, gap: Span, owned: list[Item], following: Item | None) -> None:
    """Appends `following` to `owned`; the text of `gap` goes to it, to the item before, or to a new paragraph."""
    before = owned[-1] if owned else None
    if gap.start == gap.end:
        pass
    elif any(char.isalpha() for char in gap.slice(text)):
        owned.append(Block(kind="paragraph", span=gap))
    elif isinstance(following, Block) and (not isinstance(before, Block) or _share_line(text, gap, following)):
        following = _stretched(following, gap.start, following.span.end)
    elif isinstance(before, Block):
        owned[-1] = _stretched(before, before.span.start, gap.end)
    else:
        owned.append(Block(kind="paragraph", span=gap))
    if following is not None:
        owned.append(following)


def _share_line(text: str, gap: Span, following: Block) -> bool:
    """Whether the block begins on the line where the gap ends."""
    between = text[gap.end : following.span.start]
    return "\n" not in between and "\r" not in between


def _stretched(block: Block, start: int, end: int) -> Block:
    return replace(block, span=Span(start, end))
