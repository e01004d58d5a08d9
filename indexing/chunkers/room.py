"""How many tokens the chunks of each section may hold: the limit, less what every embed text has besides.

That is the passage prefix, the model's special tokens and the heading path.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol

import numpy as np
from msgspec import Struct

from indexing.chunkers.source import Source
from indexing.embedders import Tokenizer
from indexing.model import Block
from indexing.render import Readable, heading_path

SLACK: Final = 1
"""Tokens that a chunk's own text may count more by itself than inside the whole text (SentencePiece puts a mark before
a text that begins without a blank)."""

LEAST_SHARE: Final = 4
"""At least a quarter of the limit is planned for context and own text; a path longer than the rest gets narrower with
the own text under it, as `render` says."""


class Limits(Struct, frozen=True, kw_only=True):
    """What embed texts may count."""

    usual: int
    """Tokens of a whole embed text, prefix and special tokens included."""
    wide: int
    """The same around one whole table or code block; at least `usual`."""
    overlap: int
    context: bool = True
    """Whether chunks have context at all."""


class Counting(Struct, frozen=True, kw_only=True):
    """What embed texts are counted with."""

    tokenizer: Tokenizer
    prefix: str

    def count(self, texts: Iterable[str]) -> list[int]:
        """Tokens of embed texts as the model gets them: with the passage prefix and special tokens."""
        counts = self.tokenizer.count_by_words([self.prefix + text for text in texts])
        return [tokens + self.tokenizer.specials for tokens in counts]

    def planned(self, paths: Sequence[str]) -> list[int]:
        """About what embed texts count that are no more than each of `paths`, which have no line ends: for planning."""
        ends = self.tokenizer.ends("\n".join(paths))
        lines = np.cumsum([len(path) + 1 for path in paths])
        tokens = np.diff(np.searchsorted(ends, lines, side="left"), prepend=0)
        before = self.count(["\n"])[0]
        return [before + found for found in tokens.tolist()]


class Starting(Protocol):
    """Anything that begins at a position."""

    @property
    def start(self) -> int:
        """The position."""


class Room(Struct, frozen=True, kw_only=True):
    """What the chunks of one section may hold, in tokens, and where the section begins."""

    section: int
    limits: Limits
    begin: int
    """Where its first block begins."""
    body: int
    """Where the text behind its heading begins: no context comes from before."""
    first: int
    """For context and own text of the chunk that begins the section."""
    later: int
    """The same for the others, whose path has the section's title too."""
    extra: int
    """How much more a chunk around one whole table or code block may hold."""
    rows: int = 0
    """How much more a chunk of rows may hold, so that the header of their table is with each."""

    def at(self, piece: Starting) -> int:
        """The room of a chunk that begins with `piece`."""
        return self.first if piece.start == self.begin else self.later


def section_rooms(
    source: Source,
    seen: Readable,
    blocks: Mapping[int, Sequence[int]],
    limits: Mapping[int, Limits],
    counting: Counting,
) -> dict[int, Room]:
    """The room of each section in `blocks`, which gives the indexes of its blocks, rising, at least one.

    `limits` has the limits of each of these sections, `seen` is what their embed texts are rendered from.
    """
    paths = [
        heading_path(seen.sections, section, own_title=own, depth=seen.heading_depth)
        for section in blocks
        for own in (False, True)
    ]
    unique = list(dict.fromkeys(paths))
    fixed = dict(zip(unique, counting.planned(unique), strict=True))
    rooms = {}
    for i, (section, inside) in enumerate(blocks.items()):
        first, last = (source.blocks[inside[j]] for j in (0, -1))
        begin = source.trim(first.span.start, last.span.end).start
        rooms[section] = Room(
            section=section,
            limits=limits[section],
            begin=begin,
            body=first.span.end if first.kind == "heading" else begin,
            first=_left(limits[section], fixed[paths[2 * i]]),
            later=_left(limits[section], fixed[paths[2 * i + 1]]),
            extra=limits[section].wide - limits[section].usual,
            rows=_extra_for_rows(source, inside, limits[section], fixed[paths[2 * i + 1]]),
        )
    return rooms


def _extra_for_rows(source: Source, blocks: Sequence[int], limits: Limits, fixed: int) -> int:
    """How much more than usual, within the wide limit, a row needs to have its table's header with it.

    `fixed` tokens are before header and row.
    """
    if limits.wide == limits.usual:
        return 0
    needed = max((_header_and_row(source, source.blocks[index], limits.usual - fixed) for index in blocks), default=0)
    return max(0, min(limits.wide, needed + fixed + SLACK) - limits.usual)


def _header_and_row(source: Source, block: Block, capacity: int) -> int:
    """Tokens of a table's header with the longest of its rows that fit `capacity`; 0 for one that fits whole."""
    if block.kind != "table" or not block.header or source.count(block.span.start, block.span.end) <= capacity:
        return 0
    header = sum(source.count(span.start, span.end) + 1 for span in block.header)
    first = block.header[-1].end
    rows = pairwise([first, *(cut for cut in block.cuts if cut > first), block.span.end])
    return header + max((tokens for row in rows if (tokens := source.count(*row)) <= capacity), default=0)


def _left(limits: Limits, fixed: int) -> int:
    """What `fixed` tokens leave of the usual limit."""
    return max(limits.usual - fixed - SLACK, limits.usual // LEAST_SHARE, 1)
