"""Chunkers: the blocks and sections of a text to the chunks that are searched and the parents that are read."""

from collections.abc import Sequence
from typing import Protocol

from indexing.config import ChunkerConfig
from indexing.embedders import Tokenizer
from indexing.model import Outline, ParsedText, Section


class Chunker(Protocol):
    """Makes the outline of one parsed text."""

    def __call__(
        self,
        parsed: ParsedText,
        sections: Sequence[Section],
        section_of_block: Sequence[int],
        tokenizer: Tokenizer,
        config: ChunkerConfig,
        *,
        window: int,
        passage_prefix: str,
    ) -> Outline:
        """The outline: chunks in order of the text, and the parents that partition them.

        `section_of_block[i]` is the section of `parsed.blocks[i]`. `window` is the most tokens the embedder takes,
        special tokens and `passage_prefix` included; no indexed chunk's embed text is ever longer.

        Raises InvalidConfig.
        """
        ...
