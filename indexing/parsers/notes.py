"""Notes by their words: a paragraph that begins as one follows what stands before it, in every format of running text.

Last stage of parsing. Formats that have boxes for notes have marked those before.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexing.model import Block
from indexing.parsers.markdown.note_words import begins_note


def with_notes(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` where each paragraph that begins as a note follows the block before it, unless that is a heading.

    >>> from indexing.model import Span
    >>> blocks = [Block(kind="list_item", span=Span(0, 4)), Block(kind="paragraph", span=Span(5, 16))]
    >>> [block.follows for block in with_notes("Pay.\\nNote: soon.", blocks)]
    [False, True]
    """
    return tuple(_followed(text, blocks))


def _followed(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    before: Block | None = None
    for block in blocks:
        can_follow = before is not None and before.kind != "heading" and block.kind == "paragraph"
        if can_follow and not block.level and not block.follows and begins_note(text, block.span.start, block.span.end):
            block = replace(block, follows=True)
        yield block
        before = block
