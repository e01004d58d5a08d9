"""What a chunk is called: the kind of text it has, its language, and how its borders were found."""

from collections import defaultdict
from collections.abc import Iterable

from indexing.chunkers.pack import Draft
from indexing.chunkers.pieces import Level, Piece
from indexing.chunkers.source import Source
from indexing.model import Block, Chunk, Span


def to_chunk(source: Source, draft: Draft) -> Chunk:
    """The chunk of `draft`, with its spans and labels; ordinal, parent and exact counts are still to come."""
    block = main_block(source, draft.pieces)
    return Chunk(
        ordinal=0,
        section=draft.room.section,
        parent=0,
        span=Span(draft.start, draft.end),
        context=draft.context.spans,
        kind=block.kind,
        language=block.language if block.kind == "code" else "",
        tokens=0,
        own_tokens=source.count(draft.start, draft.end),
        method=border_method(source, draft.pieces),
    )


def main_block(source: Source, pieces: Iterable[Piece]) -> Block:
    """The first block of the kind that most characters of `pieces` are of; of equal kinds the earlier."""
    sizes: dict[str, int] = defaultdict(int)
    first: dict[str, Block] = {}
    for piece in pieces:
        block = source.blocks[piece.block]
        sizes[block.kind] += piece.end - piece.start
        first.setdefault(block.kind, block)
    return first[max(sizes, key=sizes.__getitem__)]


def border_method(source: Source, pieces: Iterable[Piece]) -> str:
    """How the borders of `pieces` were found: the word for the finest cut among them."""
    finest = max(pieces, key=lambda piece: piece.level)
    if finest.level is Level.HARD:
        return "graphemes"
    if finest.level >= Level.SENTENCE:
        return "sentences"
    kind = source.blocks[finest.block].kind if finest.level > Level.BLOCK else "paragraph"
    return {"table": "rows", "code": "lines"}.get(kind, "blocks")
