"""Chunkers: the blocks and sections of a text to the chunks that are searched and the parents that are read."""

from collections.abc import Callable
from typing import Final

from indexing.chunkers import fixed, heading, limits, packed_sentences, paragraph, semantic, structure
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.quality import flagged
from indexing.config import ChunkerConfig
from indexing.embedders import Embedder
from indexing.model import Outline, ParsedText
from indexing.outline import build_sections

VERSION: Final = 3
"""Rises when the same text would be cut, rendered or flagged otherwise."""

Chunker = Callable[[Cutting], Outline]
"""Cuts a text. Own spans of the chunks are disjoint, in order, within one section each, and with the removals cover all
that is not blank; no indexed chunk's embed text is longer than the limit that counts for it, or than the window.
"""

CHUNKERS: Final[dict[str, Chunker]] = {
    "structure": structure.chunk,
    "fixed": fixed.chunk,
    "sentence": packed_sentences.chunk,
    "paragraph": paragraph.chunk,
    "heading": heading.chunk,
    "semantic": semantic.chunk,
}
"""By their names in `indexing.chunker.name`."""


def chunk(parsed: ParsedText, embedder: Embedder, config: ChunkerConfig) -> Outline:
    """The outline of `parsed` by the chunker and the limits that `config` names. Raises InvalidConfig."""
    limits.validate(config)
    sections, section_of_block = build_sections(parsed)
    cutting = Cutting(
        parsed=parsed,
        sections=sections,
        section_of_block=section_of_block,
        config=limits.of_kind(config, parsed.kind),
        tokenizer=embedder.tokenizer,
        window=embedder.manifest.max_tokens,
        passage_prefix=embedder.manifest.passage_prefix,
        embed=embedder.embed_passages,
    )
    return flagged(parsed, CHUNKERS[config.name](cutting))
