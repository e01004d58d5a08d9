"""Blocks to pieces: what a chunk is packed from. A block that fits is one piece; a longer one is cut.

Prose: at the parser's cuts, at sentence ends, at line ends, at clause ends, at blanks, between visible characters.
Tables and code (atomic blocks): at the parser's cuts, at line ends, and in a line that is too long by itself, in tables
as prose, in code at blanks and between visible characters.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Final

from msgspec import Struct

from indexing.chunkers.atoms import atom_around, atoms_in
from indexing.chunkers.graphemes import is_border, last_border
from indexing.chunkers.room import Room
from indexing.chunkers.sentences import clause_ends, line_ends, sentence_ends
from indexing.chunkers.source import Source
from indexing.model import Block, Span

FENCE_TOKENS: Final = 12
"""Room kept for the fences and language of a cut code block: a token for each of 2 × 3 marks, six for the word."""


CELL_TOKENS: Final = 8
"""Room kept for the first cell of a row that has to be cut."""


class Level(IntEnum):
    """The finest border a piece was cut at, from none to the last resort."""

    BLOCK = 0
    CUT = 1
    LINE = 2
    SENTENCE = 3
    VERSE = 4
    """A line end in a sentence."""
    CLAUSE = 5
    HARD = 6


PROSE: Final = (Level.CUT, Level.SENTENCE, Level.VERSE, Level.CLAUSE, Level.HARD)
TABLE: Final = (Level.CUT, Level.LINE, Level.SENTENCE, Level.CLAUSE, Level.HARD)
LISTING: Final = (Level.CUT, Level.LINE, Level.HARD)
"""The borders tried in turn, coarse to fine."""


SCANS: Final = {
    Level.LINE: line_ends,
    Level.SENTENCE: sentence_ends,
    Level.VERSE: line_ends,
    Level.CLAUSE: clause_ends,
}
"""What finds the borders of a level."""


class Piece(Struct, frozen=True):
    """A block or a part of one: begins and ends with a visible character."""

    block: int
    """Index of its block."""
    start: int
    end: int
    tokens: int
    level: Level
    wide: bool = False
    """A whole table or code block above the usual limit: makes a chunk of its own."""
    closes: bool = False
    """No chunk goes on behind it: the last piece of a table or code block that was cut, or a wide one."""


def section_pieces(source: Source, blocks: Iterable[int], room: Room) -> list[Piece]:
    """The pieces of a section's `blocks` (indexes, rising), in order. Blank blocks have none."""
    pieces: list[Piece] = []
    lead = 0
    for index in blocks:
        block = source.blocks[index]
        span = source.trim(block.span.start, block.span.end)
        if span.start == span.end:
            continue
        capacity = room.first - lead if lead or not pieces else room.later
        pieces += block_pieces(source, index, max(1, capacity), room)
        lead = pieces[0].tokens if block.kind == "heading" and len(pieces) == 1 else 0
    return pieces


def block_pieces(source: Source, index: int, capacity: int, room: Room) -> list[Piece]:
    """Block `index` whole if it fits `capacity` with its context (atomic blocks: with the extra room), else cut."""
    block = source.blocks[index]
    span = source.trim(block.span.start, block.span.end)
    tokens = source.count(span.start, span.end)
    fits = tokens + _needed(source, block.context, capacity) <= capacity
    wide = not fits and block.atomic and tokens <= capacity + room.extra
    whole = Piece(index, span.start, span.end, tokens, Level.BLOCK, wide, wide)
    if wide or fits:
        return [whole]
    if block.kind == "table":
        capacity += room.rows
    most = capacity - FENCE_TOKENS if block.kind == "code" else capacity
    return cut(source, whole, max(1, capacity - _reserve(source, block, capacity), capacity // 2), most=most)


def cut(source: Source, piece: Piece, capacity: int, *, most: int = 0) -> list[Piece]:
    """The parts of `piece`, each of at most `capacity` tokens unless it is a single visible character, in order.

    An atom may have up to `most`: rather than being cut, it takes the room of the context.
    """
    block = source.blocks[piece.block]
    parts = list(_parts(source, piece, capacity, max(capacity, most)))
    if block.atomic:
        last = parts[-1]
        parts[-1] = Piece(last.block, last.start, last.end, last.tokens, last.level, False, True)
    return parts


def halve(source: Source, piece: Piece) -> list[Piece]:
    """`piece` in two near its middle, or as it is when it is one visible character: when counts alone do not help."""
    middle = _middle(source, piece)
    if middle >= piece.end:
        return [piece]
    return [
        part
        for start, end in ((piece.start, middle), (middle, piece.end))
        for part in _piece(source, piece.block, start, end, level=Level.HARD)
    ]


def _middle(source: Source, piece: Piece) -> int:
    """The border of visible characters near the middle of `piece`, outside of atoms if there is one."""
    half = (piece.start + piece.end) // 2
    middle = last_border(source.plain, piece.start, half, end=piece.end)
    atom = atom_around(atoms_in(source.plain, piece.start, piece.end), middle)
    around = (atom.start, atom.end) if atom else ()
    outside = [border for border in around if piece.start < border < piece.end and is_border(source.plain, border)]
    return min(outside, key=lambda border: abs(border - half), default=middle)


def _reserve(source: Source, block: Block, capacity: int) -> int:
    """Tokens kept for what a cut block's parts need besides: context, header, fences, the first cell of a long row."""
    if block.kind == "table":
        return _reserve_of_rows(source, block, capacity)
    needed = _needed(source, (*block.context, *block.header), capacity)
    return needed + FENCE_TOKENS if block.kind == "code" else needed


def _reserve_of_rows(source: Source, block: Block, capacity: int) -> int:
    """The same for a table: a row that fits with its header alone is not cut to make room for what is before that."""
    first = max((span.end for span in block.header), default=block.span.start)
    rows = [first, *(cut for cut in block.cuts if cut > first), block.span.end]
    longest = max(source.count(*row) for row in pairwise(rows))
    for spans in ((*block.context, *block.header), block.header):
        needed = _tokens(source, spans)
        if longest <= capacity - needed:
            return needed
    return min(needed, capacity // 2) + CELL_TOKENS


def _needed(source: Source, context: Iterable[Span], capacity: int) -> int:
    """Tokens that context spans take: at most half of the capacity."""
    return min(_tokens(source, context), capacity // 2)


def _tokens(source: Source, context: Iterable[Span]) -> int:
    """Tokens of context spans, with one more for each that its own line may cost."""
    return sum(source.count(span.start, span.end) + 1 for span in context)


def _levels(block: Block) -> Sequence[Level]:
    """The borders a block may be cut at."""
    if block.kind == "table":
        return TABLE
    return LISTING if block.atomic else PROSE


def _parts(source: Source, piece: Piece, capacity: int, most: int) -> Iterator[Piece]:
    """`piece` cut at the next finer level, and what is still too long at the one below."""
    if piece.tokens <= min(most, capacity + _own_header(source, piece)):
        yield piece
        return
    levels = _levels(source.blocks[piece.block])
    level = next(level for level in levels if level > piece.level or level is Level.HARD)
    if level is Level.HARD:
        yield from _hard_parts(source, piece, capacity, most)
        return
    start = piece.start
    for stop in [*_borders(source, piece, level), piece.end]:
        for part in _piece(source, piece.block, start, stop, level=level):
            yield from _parts(source, part, capacity, most)
        start = stop


def _own_header(source: Source, piece: Piece) -> int:
    """Tokens of the table header that `piece` owns with the rows behind it: it needs no room for it as context."""
    header = source.blocks[piece.block].header
    owns = bool(header) and piece.start == header[0].start and piece.level > Level.BLOCK
    return _tokens(source, header) if owns else 0


def _borders(source: Source, piece: Piece, level: Level) -> Iterable[int]:
    """Inner borders of `piece` at `level`, rising; none goes through an atom."""
    if level is Level.CUT:
        cuts = source.blocks[piece.block].cuts
        return cuts[bisect_right(cuts, piece.start) : bisect_left(cuts, piece.end)]
    borders = SCANS[level](source.plain, piece.start, piece.end)
    if level is Level.LINE:
        return borders
    atoms = atoms_in(source.plain, piece.start, piece.end)
    return [border for border in borders if atom_around(atoms, border) is None]


def _hard_parts(source: Source, piece: Piece, capacity: int, most: int) -> Iterator[Piece]:
    """`piece` cut at the last blank that still fits, else at the last visible character that does.

    An atom is cut only if it has more than `most` tokens by itself.
    """
    start = piece.start
    atoms = atoms_in(source.plain, piece.start, piece.end)
    while source.count(start, piece.end) > capacity:
        stop = _hard_border(source, start, source.reach(start, capacity), end=piece.end)
        atom = atom_around(atoms, stop)
        if atom is not None and atom.start > start:
            stop = atom.start
        elif atom is not None and source.count(start, atom.end) <= most and is_border(source.plain, atom.end):
            stop = atom.end
        yield from _piece(source, piece.block, start, stop, level=Level.HARD)
        start = source.trim(stop, piece.end).start
    yield from _piece(source, piece.block, start, piece.end, level=Level.HARD)


def _hard_border(source: Source, start: int, limit: int, *, end: int) -> int:
    """The last blank before `limit` if it leaves at least half of the room used, else a visible character's border."""
    text = source.plain
    if limit < end and text[limit].isspace() and is_border(text, limit):
        return limit
    words = text[start:limit].rsplit(None, 1)
    if len(words) == 2 and len(words[0]) * 2 >= limit - start:
        return start + len(words[0])
    border = last_border(text, start, limit, end=end)
    return border if border >= end else _outside_word(text, (start + border) // 2, border)


def _outside_word(text: str, least: int, border: int) -> int:
    """The last position in `(least, border]` that no word of ASCII goes through; `border` when there is none."""
    if not (_is_word(text[border - 1]) and _is_word(text[border])):
        return border
    position = next((at for at in range(border - 1, least, -1) if not _is_word(text[at - 1])), border)
    return position if is_border(text, position) else border


def _is_word(character: str) -> bool:
    return character == "_" or (character.isascii() and character.isalnum())


def _piece(source: Source, block: int, start: int, end: int, *, level: Level) -> Iterator[Piece]:
    """The piece in `[start, end)`; none when it is blank."""
    span = source.trim(start, end)
    if span.end > span.start:
        yield Piece(block, span.start, span.end, source.count(span.start, span.end), level)
