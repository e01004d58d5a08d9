"""What a chunk needs to be understood and does not own: the lead-in of its list, the header of its table, the signature
of its class, what its note qualifies, the last sentences before it (this is what overlap is here).

Always spans that lie before it: what overlap brings is of the chunk's own section, what a parser names may be of one
around it.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.chunkers.pieces import Level, Piece
from indexing.chunkers.room import Room
from indexing.chunkers.sentences import sentence_spans
from indexing.chunkers.source import Source
from indexing.model import Span
from indexing.parsers.lead_in import closing_of

_CELL: Final = re.compile(r"\|?[^|\t,;\n]{1,60}(?=[|\t,;])")
"""The first cell of a row of a pipe table or of delimited text."""


class Context(Struct, frozen=True):
    """The context of one chunk: disjoint spans before it."""

    needed: tuple[Span, ...] = ()
    """What its first block is not understood without, in order: lead-ins, the items around it, a table's header."""
    sentences: tuple[Span, ...] = ()
    """The sentences before it, in order: what is given up first."""

    @property
    def spans(self) -> tuple[Span, ...]:
        """All of it, in order."""
        return tuple(sorted(self.needed + self.sentences))


def context_before(source: Source, before: Sequence[Piece], piece: Piece, room: Room) -> Context:
    """The context of a chunk that begins with `piece`; none where the section begins, or where none is wanted.

    `before` are the pieces just before it in the same section, in order; as many as the overlap can span.
    """
    if not room.limits.context:
        return Context()
    needed = _structure(source, before, piece, room)
    sentences = _sentences(source, before, piece, room) if before and piece.start > room.body else []
    kept = [span for span in sentences if all(span.end <= other.start or span.start >= other.end for other in needed)]
    return Context(tuple(needed), tuple(sorted(kept)))


def within(source: Source, context: Context, tokens: int) -> Context:
    """What of `context` fits `tokens`: of what is needed the nearest, and of the sentences before it if all of that."""
    needed = _nearest(source, context.needed, tokens)
    left = tokens - context_tokens(source, needed) if needed == context.needed else 0
    return Context(needed, _nearest(source, context.sentences, left))


def context_tokens(source: Source, spans: Sequence[Span]) -> int:
    """Tokens of context spans, with one more for each that its own line may cost."""
    return sum(source.count(span.start, span.end) + 1 for span in spans)


def _nearest(source: Source, spans: tuple[Span, ...], tokens: int) -> tuple[Span, ...]:
    """The last of the `spans` that fit `tokens` together: what would not fit is dropped from the far end."""
    first = len(spans)
    while first:
        tokens -= context_tokens(source, spans[first - 1 : first])
        if tokens < 0:
            break
        first -= 1
    return spans[first:]


def _structure(source: Source, before: Sequence[Piece], piece: Piece, room: Room) -> list[Span]:
    """What the parser says that the piece's block needs, the header of a table that goes on in `piece`, the first cell
    of a row that does, the end of what a note qualifies. Nothing of the section's own heading, which is in its path.
    """
    block = source.blocks[piece.block]
    qualified = _qualified(source, before, piece) if block.follows else ()
    spans: list[Span] = []
    for span in sorted([*block.context, *block.header, *qualified, *_first_cell(source, piece)]):
        trimmed = source.trim(span.start, span.end)
        in_heading = room.begin <= trimmed.start < room.body
        if not in_heading and (spans[-1].end if spans else 0) <= trimmed.start < trimmed.end <= piece.start:
            spans.append(trimmed)
    return spans


def _qualified(source: Source, before: Sequence[Piece], piece: Piece) -> tuple[Span, ...]:
    """The end of the block before, for the beginning of one that qualifies it."""
    block = source.blocks[piece.block]
    if not before or before[-1].block == piece.block or source.blocks[before[-1].block].kind == "heading":
        return ()
    return closing_of(source.plain, source.blocks[before[-1].block].span) if piece.start == block.span.start else ()


def _first_cell(source: Source, piece: Piece) -> tuple[Span, ...]:
    """Of a table row that is too long and goes on in `piece`, the cell that says what the row is about."""
    block = source.blocks[piece.block]
    if block.kind != "table" or piece.level <= Level.CUT:
        return ()
    first = source.trim(max((span.end for span in block.header), default=block.span.start), block.span.end).start
    cut = bisect_right(block.cuts, piece.start) - 1
    row = block.cuts[cut] if cut >= 0 else first
    found = _CELL.match(source.plain, row, piece.start)
    return (Span(*found.span()),) if found and row < piece.start else ()


def _sentences(source: Source, before: Sequence[Piece], piece: Piece, room: Room) -> list[Span]:
    """The last whole sentences of prose before `piece`, one span a block, nearest first; at most the overlap's tokens.

    None inside a table or code block: there the header is what is needed.
    """
    spans: list[Span] = []
    left = room.limits.overlap
    if before[-1].block == piece.block and source.blocks[piece.block].atomic:
        return spans
    for previous in reversed(before):
        if previous.start < room.body or not _is_prose(source, previous) or left <= 0:
            break
        sentences = [span for span in sentence_spans(source.plain, previous.start, previous.end) if _says(source, span)]
        taken = _nearest(source, tuple(sentences), left)
        if taken:
            _prepend(spans, Span(taken[0].start, taken[-1].end), joined=_same_block(source, spans, previous))
            left -= context_tokens(source, taken)
        if len(taken) < len(sentences):
            break
    return spans


def _says(source: Source, span: Span) -> bool:
    """Whether there is a word in `span`: a lone mark of a quote or list says nothing."""
    return any(character.isalnum() for character in span.slice(source.plain))


def _is_prose(source: Source, piece: Piece) -> bool:
    """Whether the piece consists of whole sentences."""
    block = source.blocks[piece.block]
    return not block.atomic and block.kind not in ("heading", "formula") and piece.level <= Level.SENTENCE


def _same_block(source: Source, spans: list[Span], piece: Piece) -> bool:
    """Whether the sentences found last are of the same block as `piece`."""
    return bool(spans) and spans[-1].start < source.blocks[piece.block].span.end


def _prepend(spans: list[Span], span: Span, *, joined: bool) -> None:
    """Put `span` before the others; in one span with the next when both are of one block."""
    if joined:
        span = Span(span.start, spans.pop().end)
    spans.append(span)
