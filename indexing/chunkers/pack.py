"""Pieces to drafts of chunks: consecutive pieces of one section, filled evenly, cut where it costs least.

A rest that does not fit one chunk is spread over as few as it needs, so that no chunk is a tiny tail. Borders between
blocks cost nothing, those behind a heading or a lead-in and those inside a sentence cost much.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.chunkers.context import Context, context_before, context_tokens, within
from indexing.chunkers.pieces import FENCE_TOKENS, Level, Piece
from indexing.chunkers.room import Room
from indexing.chunkers.source import Source
from indexing.model import Block, Span

INNER_COST: Final = {
    Level.BLOCK: 0.0,
    Level.CUT: 0.1,
    Level.LINE: 0.15,
    Level.SENTENCE: 0.25,
    Level.VERSE: 0.4,
    Level.CLAUSE: 0.6,
    Level.HARD: 0.6,
}
"""What a border inside a block costs: the share of the even size that a chunk would rather deviate than use it."""

LIST_COST: Final = 0.05
"""Between two items of a list: only when nothing else is as near."""

LEAD_COST: Final = 0.5
"""Behind a lead-in (it ends with a colon) or a header, and before what qualifies the block above it (a note, an
exception)."""

ARTICLE_COST: Final = -0.25
"""Before a numbered article (`第十二条`): the paragraphs and items behind its number are still its own."""

HEADING_COST: Final = 10.0
"""Behind a heading: only when the next piece does not fit with it."""

TITLE_CHARACTERS: Final = 80
"""A longer paragraph without a mark at its end is no title."""

SENTENCE_MARKS: Final = ".。;；!！?？…"

LEAD_SHARE: Final = 4
"""A beginning of at most 1/4 of the room goes with the whole table or code block behind it."""


_ARTICLE = re.compile(r"第[\d零〇一二三四五六七八九十百千]{1,8}[条條款]")


class Draft(Struct, frozen=True, kw_only=True):
    """A chunk whose embed text has not been counted yet."""

    pieces: tuple[Piece, ...]
    before: tuple[Piece, ...]
    """The pieces before it in its section, as many as overlap may reach."""
    context: Context
    tokens: int
    """Of context and own spans, as planned."""
    room: Room

    @property
    def start(self) -> int:
        """Its first own character."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """The position behind its last own character."""
        return self.pieces[-1].end

    @property
    def wide(self) -> bool:
        """Whether it is made around a whole table or code block above the usual limit."""
        return self.pieces[-1].wide


def pack(source: Source, pieces: Sequence[Piece], room: Room, before: tuple[Piece, ...] = ()) -> list[Draft]:
    """The drafts of `pieces`, in order. `before` are the pieces of the section just before them."""
    drafts: list[Draft] = []
    stops = _stops(pieces)
    first = 0
    while first < len(pieces):
        end = first + 1
        if pieces[first].wide and drafts and _leads(source, drafts[-1], pieces[first]):
            first -= len(drafts.pop().pieces)
        prior = _before(pieces, first, room, before)
        context = context_before(source, prior, pieces[first], room)
        if not pieces[end - 1].wide:
            end = _chunk_end(source, pieces, first, stops[first], _capacity(source, pieces[first], context, room))
        drafts.append(_draft(source, tuple(pieces[first:end]), prior, context, room))
        first = end
    return drafts


def is_row(source: Source, piece: Piece) -> bool:
    """Whether `piece` is of a table that was cut: a chunk that begins with it has rows of that table only."""
    return source.blocks[piece.block].kind == "table" and piece.level > Level.BLOCK


def refit(source: Source, draft: Draft, tokens: int) -> Draft:
    """`draft` with as much of its context as leaves it with `tokens` tokens."""
    own = source.count(draft.start, draft.end)
    context = within(source, draft.context, tokens - own)
    return replace(draft, context=context, tokens=own + context_tokens(source, context.spans))


def _draft(source: Source, pieces: tuple[Piece, ...], before: tuple[Piece, ...], context: Context, room: Room) -> Draft:
    """The draft of `pieces` with as much of `context` as fits."""
    capacity = room.at(pieces[0]) + (room.extra if pieces[-1].wide else 0)
    capacity += room.rows if is_row(source, pieces[0]) else 0
    return refit(source, Draft(pieces=pieces, before=before, context=context, tokens=0, room=room), capacity)


def _capacity(source: Source, piece: Piece, context: Context, room: Room) -> int:
    """Tokens left to own spans that begin with `piece` when context takes what it needs: at most half of the room, or
    in a table what one row leaves of it.
    """
    tokens = room.at(piece) + (room.rows if is_row(source, piece) else 0)
    kind = source.blocks[piece.block].kind
    fences = FENCE_TOKENS if piece.level > Level.BLOCK and kind == "code" else 0
    most = max(tokens // 2, tokens - piece.tokens) if kind == "table" else tokens // 2
    return max(1, tokens - fences - context_tokens(source, within(source, context, most).spans))


def _before(pieces: Sequence[Piece], first: int, room: Room, before: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The pieces before `pieces[first]`, at least one and as many as overlap can reach (each has a token)."""
    reach = room.limits.overlap + 1
    return (*before, *pieces[max(0, first - reach) : first])[-reach:]


def _stops(pieces: Sequence[Piece]) -> list[int]:
    """For each piece the index behind the last one that a chunk beginning with it may hold."""
    stops = [0] * len(pieces)
    stop = len(pieces)
    for index in range(len(pieces) - 1, -1, -1):
        piece = pieces[index]
        if piece.closes:
            stop = index + 1
        stops[index] = stop
        if piece.wide:
            stop = index
    return stops


def _leads(source: Source, draft: Draft, piece: Piece) -> bool:
    """Whether `draft` is a short beginning that fits into one chunk with the wide `piece` and the context it needs."""
    own = source.count(draft.start, draft.end)
    capacity = draft.room.at(draft.pieces[0])
    both = source.count(draft.start, piece.end) + context_tokens(source, draft.context.needed)
    heading = draft.start == draft.room.begin and draft.end <= draft.room.body
    short = heading or own * LEAD_SHARE <= capacity
    return short and not draft.pieces[-1].closes and both <= capacity + draft.room.extra


def _chunk_end(source: Source, pieces: Sequence[Piece], first: int, stop: int, capacity: int) -> int:
    """The index behind the last piece of the chunk that begins with `pieces[first]`; at least that one.

    Its own spans fit `capacity` (>= 1) unless the first piece alone exceeds it.
    """
    totals: list[int] = []
    for index in range(first, stop):
        total = source.count(pieces[first].start, pieces[index].end)
        if total > capacity and totals:
            break
        totals.append(total)
    if first + len(totals) >= stop:
        return stop
    rest = source.count(pieces[first].start, pieces[stop - 1].end)
    even = max(1.0, rest / max(1, -(-rest // capacity)))
    costs = [
        abs(size - even) / even + border_cost(source, pieces[first + i], pieces[first + i + 1])
        for i, size in enumerate(totals)
    ]
    return first + 1 + min(range(len(costs)), key=lambda i: (costs[i], -i))


def border_cost(source: Source, piece: Piece, following: Piece) -> float:
    """What it costs to end a chunk between `piece` and `following`, as a share of the even size."""
    block = source.blocks[piece.block]
    if piece.block == following.block:
        if block.header and piece.end <= block.header[-1].end:
            return LEAD_COST
        return INNER_COST[max(piece.level, following.level)]
    if block.kind == "heading" or _titles(source, block):
        return HEADING_COST
    if source.plain[piece.end - 1] in ":：" or source.blocks[following.block].follows:
        return LEAD_COST
    if _ARTICLE.match(source.plain, following.start):
        return ARTICLE_COST
    both_items = block.kind == "list_item" and source.blocks[following.block].kind == "list_item"
    return LIST_COST if both_items else 0.0


def _titles(source: Source, block: Block) -> bool:
    """Whether the block opens a section and is no more than its title: a clause's number and name on a line."""
    last = source.plain[block.span.end - 1]
    return block.level > 0 and block.kind == "paragraph" and last not in SENTENCE_MARKS and _is_short(block.span)


def _is_short(span: Span) -> bool:
    return span.end - span.start <= TITLE_CHARACTERS
