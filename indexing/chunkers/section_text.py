"""The own text of each section: what the chunkers for comparison cut, with the borders that any of them may use.

These chunkers cut at every section too: rights are given to sections, so a chunk of two would have no readers of its
own. Limits of kinds and sections and the density of a text count for them as for the default chunker; the table limit
does not, since a table means nothing to them.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from indexing.chunkers import limits
from indexing.chunkers.atoms import atom_around, atoms_in
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.density import share_of_limit
from indexing.chunkers.room import Counting, Limits, Room, section_rooms
from indexing.chunkers.sentences import line_ends, sentence_ends
from indexing.chunkers.source import Source, read_source
from indexing.chunkers.structure import readable_of
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
    hulls = {section: _hull(source, inside) for section, inside in _blocks(cutting.section_of_block).items()}
    blocks = {
        section: inside
        for section, inside in _blocks(cutting.section_of_block).items()
        if hulls[section].end > hulls[section].start
    }
    counting = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix)
    rooms = section_rooms(source, readable_of(cutting), blocks, _limits(source, cutting, hulls), counting)
    return [
        SectionText(source=source, blocks=tuple(inside), span=hulls[section], room=rooms[section])
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


def _blocks(section_of_block: Sequence[int]) -> dict[int, list[int]]:
    """The indexes of the blocks of each section, both in order."""
    blocks: dict[int, list[int]] = {}
    for index, section in enumerate(section_of_block):
        blocks.setdefault(section, []).append(index)
    return blocks


def _hull(source: Source, blocks: Sequence[int]) -> Span:
    """What the `blocks` of a section span; empty when all of it was removed."""
    return source.trim(source.blocks[blocks[0]].span.start, source.blocks[blocks[-1]].span.end)


def _limits(source: Source, cutting: Cutting, hulls: Mapping[int, Span]) -> dict[int, Limits]:
    """The limits that count in each section of `hulls`."""
    named = limits.of_sections(cutting.config, cutting.sections)
    found = {}
    for section, hull in hulls.items():
        config = limits.in_section(cutting.config, named[section])
        share = share_of_limit(hull.slice(source.plain)) if cutting.config.density else 1.0
        usual = max(1, int(min(config.limit, cutting.window) * share))
        overlap = min(config.overlap, usual // 2) if config.context else 0
        found[section] = Limits(usual=usual, wide=usual, overlap=overlap)
    return found
