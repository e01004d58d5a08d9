"""The default chunker: along the structure of the text, in the tokens of the embedder that will read it.

    blocks → pieces (cut what is too long) → drafts (packed evenly, with context) → exact counts → chunks, parents

Each chunk lies in one section. A heading belongs to its section's first chunk. No indexed chunk's embed text is longer
than the limit, or for one whole table or code block the table limit, and never than the model's window.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.chunkers.fit import Fitted, fit
from indexing.chunkers.label import to_chunk
from indexing.chunkers.pack import Draft, pack
from indexing.chunkers.parents import build_parents
from indexing.chunkers.pieces import section_pieces
from indexing.chunkers.room import Limits, section_rooms
from indexing.chunkers.source import Source, read_source
from indexing.config import ChunkerConfig
from indexing.embedders import Tokenizer
from indexing.errors import InvalidConfig
from indexing.model import Chunk, Outline, ParsedText, Section
from indexing.render import embed_text

VERSION: Final = 2
"""Rises when the same text would be cut or rendered otherwise."""


def validate(config: ChunkerConfig) -> None:
    """Raises InvalidConfig for limits that no chunk can keep, or an overlap above half of the limit."""
    for name in ("limit", "parent_limit", "table_limit"):
        value = getattr(config, name)
        if value < 1:
            raise InvalidConfig(f"indexing.chunker.{name} is {value}; it must be at least 1")
    if not 0 <= config.overlap <= config.limit // 2:
        most = config.limit // 2
        raise InvalidConfig(f"indexing.chunker.overlap is {config.overlap}; it must be 0 to half of limit ({most})")


def chunk(
    parsed: ParsedText,
    sections: Sequence[Section],
    section_of_block: Sequence[int],
    tokenizer: Tokenizer,
    config: ChunkerConfig,
    *,
    window: int,
    passage_prefix: str,
) -> Outline:
    """The outline of `parsed`: what the `Chunker` Protocol says. Raises InvalidConfig."""
    validate(config)
    limits = _limits(config, tokenizer, window=window, prefix=passage_prefix)
    source = read_source(parsed, tokenizer)
    blocks = _blocks_of_sections(source, section_of_block)
    drafts = _drafts(source, sections, blocks, limits)
    fitted = fit(source, drafts, _counter(source, parsed, sections, limits), limit=limits.usual, wide=limits.wide)
    chunks = _numbered(_chunks(source, fitted, blocks, window=window))
    parents = build_parents(sections, chunks, limit=config.parent_limit)
    placed = tuple(
        replace(each, parent=parent.index)
        for parent in parents
        for each in chunks[parent.first_chunk : parent.end_chunk]
    )
    return Outline(sections=tuple(sections), parents=parents, chunks=placed, removed=parsed.removed)


def _limits(config: ChunkerConfig, tokenizer: Tokenizer, *, window: int, prefix: str) -> Limits:
    usual = min(config.limit, window)
    wide = max(usual, min(config.table_limit, window))
    return Limits(usual=usual, wide=wide, overlap=config.overlap, tokenizer=tokenizer, prefix=prefix)


def _blocks_of_sections(source: Source, section_of_block: Sequence[int]) -> dict[int, list[int]]:
    """Indexes of the blocks of each section that has any with visible characters, both in order."""
    blocks: dict[int, list[int]] = {}
    for index, section in enumerate(section_of_block):
        span = source.blocks[index].span
        if source.trim(span.start, span.end).end > span.start:
            blocks.setdefault(section, []).append(index)
    return blocks


def _drafts(source: Source, sections: Sequence[Section], blocks: dict[int, list[int]], limits: Limits) -> list[Draft]:
    """The drafts of all sections, in order of the text."""
    rooms = section_rooms(source, sections, blocks, limits)
    return [
        draft
        for section, inside in blocks.items()
        for draft in pack(source, section_pieces(source, inside, rooms[section]), rooms[section])
    ]


def _counter(
    source: Source, parsed: ParsedText, sections: Sequence[Section], limits: Limits
) -> Callable[[Sequence[Draft]], list[int]]:
    """What counts the embed texts of drafts exactly."""

    def count(drafts: Sequence[Draft]) -> list[int]:
        return limits.count(
            embed_text(parsed.text, sections, to_chunk(source, draft), parsed.removed) for draft in drafts
        )

    return count


def _chunks(source: Source, fitted: Sequence[Fitted], blocks: dict[int, list[int]], *, window: int) -> list[Chunk]:
    """The chunks of the fitted drafts. A section of a heading alone, and one visible character above the window, are
    not indexed.
    """
    chunks_in = Counter(each.draft.room.section for each in fitted)
    chunks = []
    for each in fitted:
        made = replace(to_chunk(source, each.draft), tokens=each.tokens, indexed=each.tokens <= window)
        inside = blocks[made.section]
        if chunks_in[made.section] == 1 and all(source.blocks[index].kind == "heading" for index in inside):
            made = replace(made, method="heading", indexed=False)
        chunks.append(made)
    return chunks


def _numbered(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    return tuple(replace(each, ordinal=ordinal) for ordinal, each in enumerate(chunks))
