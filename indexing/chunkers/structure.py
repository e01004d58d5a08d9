"""The default chunker: along the structure of the text, in the tokens of the embedder that will read it.

    blocks → pieces (cut what is too long) → drafts (packed evenly, with context) → exact counts → chunks, parents

Each chunk lies in one section. A heading belongs to its section's first chunk. No indexed chunk's embed text is longer
than the limit that counts in its section, or for one whole table or code block the table limit, and never than the
model's window. Where a row does not fit the limit with its table's header, its section has up to the table limit.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from indexing.chunkers import limits
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.density import share_of_limit
from indexing.chunkers.fit import Fitted, fit
from indexing.chunkers.label import to_chunk
from indexing.chunkers.pack import Draft, pack
from indexing.chunkers.parents import build_parents
from indexing.chunkers.pieces import section_pieces
from indexing.chunkers.room import Counting, Limits, section_rooms
from indexing.chunkers.source import Source, read_source
from indexing.config import ChunkerConfig
from indexing.model import Chunk, Outline, Section
from indexing.render import Readable, embed_text


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut along its structure."""
    source = _source(cutting)
    blocks = blocks_of_sections(source, cutting.section_of_block)
    counting = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix)
    drafts = _drafts(source, cutting, blocks, counting)
    fitted = fit(source, drafts, _counter(source, cutting, counting))
    chunks = _numbered(_chunks(source, fitted, blocks, cutting.sections, window=cutting.window))
    return outline_of(cutting, chunks)


def outline_of(cutting: Cutting, chunks: Sequence[Chunk]) -> Outline:
    """The outline of numbered `chunks`, with the parents they are read in."""
    parents = build_parents(cutting.sections, chunks, limit=cutting.config.parent_limit)
    placed = tuple(
        replace(each, parent=parent.index)
        for parent in parents
        for each in chunks[parent.first_chunk : parent.end_chunk]
    )
    return Outline(
        sections=cutting.sections,
        parents=parents,
        chunks=placed,
        removed=cutting.parsed.removed,
        layout=cutting.parsed.layout,
        tables=cutting.config.tables,
        heading_depth=cutting.config.heading_depth,
    )


def readable_of(cutting: Cutting) -> Readable:
    """What embed texts of a text that is being cut are rendered from."""
    return Readable(
        text=cutting.parsed.text,
        sections=cutting.sections,
        removed=cutting.parsed.removed,
        layout=cutting.parsed.layout,
        tables=cutting.config.tables,
        heading_depth=cutting.config.heading_depth,
    )


def _source(cutting: Cutting) -> Source:
    """The text to cut. If no context is wanted, its blocks need none: no room is kept for any."""
    if cutting.config.context:
        return read_source(cutting.parsed, cutting.tokenizer)
    blocks = tuple(replace(block, context=(), header=()) for block in cutting.parsed.blocks)
    return read_source(replace(cutting.parsed, blocks=blocks), cutting.tokenizer)


def section_limits(source: Source, cutting: Cutting, blocks: Mapping[int, Sequence[int]]) -> dict[int, Limits]:
    """The limits that count in each section of `blocks`."""
    named = limits.of_sections(cutting.config, cutting.sections)
    return {
        section: _limits(
            limits.in_section(cutting.config, named[section]),
            window=cutting.window,
            share=share_of_limit(_text_of(source, inside)) if cutting.config.density else 1.0,
        )
        for section, inside in blocks.items()
    }


def _limits(config: ChunkerConfig, *, window: int, share: float) -> Limits:
    usual = max(1, int(min(config.limit, window) * share))
    wide = max(usual, min(config.table_limit, window))
    overlap = min(config.overlap, usual // 2) if config.context else 0
    return Limits(usual=usual, wide=wide, overlap=overlap, context=config.context)


def _text_of(source: Source, blocks: Sequence[int]) -> str:
    """The text of a section's own blocks."""
    return source.plain[source.blocks[blocks[0]].span.start : source.blocks[blocks[-1]].span.end]


def blocks_of_sections(source: Source, section_of_block: Sequence[int]) -> dict[int, list[int]]:
    """Indexes of the blocks of each section that has any with visible characters, both in order."""
    blocks: dict[int, list[int]] = {}
    for index, section in enumerate(section_of_block):
        span = source.blocks[index].span
        if source.trim(span.start, span.end).end > span.start:
            blocks.setdefault(section, []).append(index)
    return blocks


def _drafts(source: Source, cutting: Cutting, blocks: Mapping[int, Sequence[int]], counting: Counting) -> list[Draft]:
    """The drafts of all sections, in order of the text."""
    rooms = section_rooms(source, readable_of(cutting), blocks, section_limits(source, cutting, blocks), counting)
    return [
        draft
        for section, inside in blocks.items()
        for draft in pack(source, section_pieces(source, inside, rooms[section]), rooms[section])
    ]


def _counter(source: Source, cutting: Cutting, counting: Counting) -> Callable[[Sequence[Draft]], list[int]]:
    """What counts the embed texts of drafts exactly."""
    seen = readable_of(cutting)

    def count(drafts: Sequence[Draft]) -> list[int]:
        return counting.count(embed_text(seen, to_chunk(source, draft)) for draft in drafts)

    return count


def _chunks(
    source: Source,
    fitted: Sequence[Fitted],
    blocks: Mapping[int, Sequence[int]],
    sections: Sequence[Section],
    *,
    window: int,
) -> list[Chunk]:
    """The chunks of the fitted drafts. A section of a heading alone, unless it is a numbered one without sections
    inside, and one visible character above the window, are not indexed.
    """
    chunks_in = Counter(each.draft.room.section for each in fitted)
    around = {section.parent for section in sections}
    chunks = []
    for each in fitted:
        made = replace(to_chunk(source, each.draft), tokens=each.tokens, indexed=each.tokens <= window)
        inside = blocks[made.section]
        if chunks_in[made.section] == 1 and all(source.blocks[index].kind == "heading" for index in inside):
            says = bool(sections[made.section].label) and made.section not in around
            made = replace(made, method="heading", indexed=made.indexed and says)
        chunks.append(made)
    return chunks


def _numbered(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    return tuple(replace(each, ordinal=ordinal) for ordinal, each in enumerate(chunks))
