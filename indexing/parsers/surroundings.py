"""What a block takes from those around it, in formats that mark none of this: tables their captions and units,
enumerations what introduces them."""

from collections.abc import Collection, Sequence

from indexing.model import Block
from indexing.parsers.captions import with_captions
from indexing.parsers.enumeration import with_lead_ins
from indexing.parsers.table_notes import with_table_notes


def with_surroundings(text: str, blocks: Sequence[Block], captions: Collection[int] = ()) -> tuple[Block, ...]:
    """`blocks` with context, and following the table they are about; `captions` says where paragraphs of that style
    begin.

    >>> from indexing.model import Span
    >>> text = "Unit: USD million\\n\\n| a |"
    >>> blocks = [Block(kind="paragraph", span=Span(0, 17)), Block(kind="table", span=Span(19, 24))]
    >>> [span.slice(text) for span in with_surroundings(text, blocks)[1].context]
    ['Unit: USD million']
    """
    return with_lead_ins(text, with_table_notes(text, with_captions(text, blocks, captions)))
