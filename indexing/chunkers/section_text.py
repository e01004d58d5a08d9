"""The own text of each section: what the chunkers for comparison cut, with the borders that any of them may use.

These chunkers cut at every section too: rights are given to sections, so a chunk of two would have no readers of its
own. Limits of kinds and sections and the density of a text count for them as for the default chunker; the table limit
does not, since a table means nothing to them.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexing.chunkers.atoms import atom_around, atoms_in
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.room import Counting, Room, section_rooms
from indexing.chunkers.sentences import line_ends, sentence_ends
from indexing.chunkers.source import Source, read_source
from indexing.chunkers.structure import blocks_of_sections, readable_of, section_limits
from indexing.model import Block, Span


class SectionText(Struct, frozen=True, kw_only=True):
    """The text of one section without those inside it. No other section's text lies in between."""

    source: Source
    blocks: tuple[int, ...]
    """Indexes of its blocks, rising, at least one."""
    span: Span
    """From its first to its last visible character."""
    room: Room

    def block(self, position: int) -> Block:
        """Its `position`-th block."""
        return self.source.blocks[self.blocks[position]]

    def count(self, span: Span) -> int:
        """Planned tokens of `span`."""
        return self.source.count(span.start, span.end)


def section_texts(cutting: Cutting) -> list[SectionText]:
    """The texts of all sections that have one, in order."""
    source = read_source(cutting.parsed, cutting.tokenizer)
    blocks = blocks_of_sections(source, cutting.section_of_block)
    limits = section_limits(source, cutting, blocks)
    narrow = {section: replace(found, wide=found.usual) for section, found in limits.items()}
    counting = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix)
    rooms = section_rooms(source, readable_of(cutting), blocks, narrow, counting)
    return [
        SectionText(source=source, blocks=tuple(inside), span=_hull(source, inside), room=rooms[section])
        for section, inside in blocks.items()
    ]


def sentence_borders(text: SectionText) -> list[int]:
    """Where the sentences of a section end, rising; none in a link or another atom. A block ends the sentence before;
    in tables and code each line counts as one.
    """
    borders = []
    for position in range(len(text.blocks)):
        block = text.block(position)
        borders += [*_sentence_ends(text.source.plain, block), block.span.end]
    return borders


def block_borders(text: SectionText) -> list[int]:
    """Where the blocks of a section end, rising; a heading goes with the block behind it."""
    blocks = [text.block(position) for position in range(len(text.blocks))]
    return [block.span.end for block in blocks if block.kind != "heading"]


def _sentence_ends(plain: str, block: Block) -> list[int]:
    start, end = block.span.start, block.span.end
    if block.atomic:
        return list(line_ends(plain, start, end))
    atoms = atoms_in(plain, start, end)
    return [stop for stop in sentence_ends(plain, start, end) if atom_around(atoms, stop) is None]


def _hull(source: Source, blocks: Sequence[int]) -> Span:
    """What the `blocks` of a section span, from its first to its last visible character."""
    return source.trim(source.blocks[blocks[0]].span.start, source.blocks[blocks[-1]].span.end)
