"""Embedders: texts to vectors, each behind one Protocol."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (n, dimension), float32."""


class EmbedderManifest(Struct, frozen=True, kw_only=True):
    """What made the vectors of a generation. Two equal manifests make comparable vectors."""

    model: str
    fingerprint: str
    """SHA-256 over the model's weights and tokenizer."""
    dimension: int
    max_tokens: int
    """Window in tokens, special tokens and prefix included."""
    query_prefix: str
    passage_prefix: str
    normalize: bool
    pooling: str
    late: bool = False
    """Vectors of passages are pooled from one pass over their section: see `indexing.late`."""


class Tokenizer(Protocol):
    """Counts in the embedder's tokens. Thread-safe: counting changes nothing, nor does the embedder's encoding."""

    specials: int
    """Special tokens the model adds to each text."""

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens, never truncated. Empty text: 0."""
        ...

    def count_by_words(self, texts: Sequence[str]) -> list[int]:
        """The same, faster where words come again."""
        ...

    def offsets(self, text: str) -> NDArray[np.int32]:
        """Shape (n, 2): code-point range of each token of `text`, in order, without special tokens."""
        ...

    def ends(self, text: str) -> NDArray[np.int32]:
        """Shape (n,): the position behind each token of `text`, never falling, as `words.token_ends` says.

        Words may be tokenised each by itself: for planning, where what a text counts is checked later.
        """
        ...


class Embedder(Protocol):
    """Makes vectors. Thread-safe; queries and passages never wait for each other's whole batches."""

    manifest: EmbedderManifest
    tokenizer: Tokenizer

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        """Vector of shape (dimension,) of the prefixed query, and whether its *beginning* was cut to fit the window."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (n, dimension), in the order of `texts`; n = 0 gives (0, dimension).

        Raises ValueError for a text longer than the window: nothing is ever cut silently.
        """
        ...

    def embed_late(self, groups: Sequence[Sequence[str]]) -> Vectors:
        """Late chunking: shape (texts of all groups, dimension), in order. No group is empty.

        Each group is read as one text, with the passage prefix once before it; the vector of each of its texts is the
        mean over that text's own tokens, as the model's pooling makes it. A group of one text gives what
        `embed_passages` does. Raises ValueError for a group longer than the window.
        """
        ...
