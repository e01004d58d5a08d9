"""One text, cut by any chunker."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from indexing.chunkers import CHUNKERS
from indexing.chunkers.cutting import Cutting
from indexing.config import ChunkerConfig
from indexing.embedders import Tokenizer
from indexing.model import Outline, ParsedText
from indexing.outline import build_sections
from tests.fakes import HashingEmbedder, WordTokenizer


def outline_by(
    name: str,
    parsed: ParsedText,
    *,
    tokenizer: Tokenizer | None = None,
    window: int = 512,
    prefix: str = "",
    embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None,
    config: ChunkerConfig | None = None,
    **limits: int,
) -> Outline:
    """The outline by the chunker `name`, without overlap unless the limits say otherwise."""
    sections, owners = build_sections(parsed)
    cutting = Cutting(
        parsed=parsed,
        sections=sections,
        section_of_block=owners,
        config=config or ChunkerConfig(**{"overlap": 0, **limits}),
        tokenizer=tokenizer or WordTokenizer(specials=0),
        window=window,
        passage_prefix=prefix,
        embed=embed or HashingEmbedder().embed_passages,
    )
    return CHUNKERS[name](cutting)
