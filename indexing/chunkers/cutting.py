"""What every chunker is given: a parsed text, its sections, and the limits it must keep."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.config import ChunkerConfig
from indexing.embedders import Tokenizer
from indexing.model import ParsedText, Section


class Cutting(Struct, frozen=True, kw_only=True):
    """One document to be cut."""

    parsed: ParsedText
    sections: tuple[Section, ...]
    section_of_block: tuple[int, ...]
    """For each block of `parsed` the index of its section."""
    config: ChunkerConfig
    """With the limits of the document's kind."""
    tokenizer: Tokenizer
    window: int
    """Tokens that an embed text may have at most, prefix and special tokens included."""
    passage_prefix: str
    embed: Callable[[Sequence[str]], NDArray[np.float32]]
    """Vectors of passages, shape (n, dimension): for chunkers that cut where the meaning changes."""
