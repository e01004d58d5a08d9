"""An embedder that asks its model only for texts that nobody asked before.

    text → vector cache → model, a few texts at a time → vector cache → vector

The model may be one that is loaded when it is first asked (`indexing.embedders.counting`): where all vectors are
cached, it never is.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.vector_cache import CachedQuery, Vector, VectorCache
from indexing.embedders import Embedder, EmbedderManifest, Tokenizer, Vectors

TEXTS_AT_ONCE: Final = 64
"""Texts between two writes to the cache: what an interruption loses. Seconds of work, and enough of similar length for
full batches."""


class CachedEmbedder:
    """`Embedder` in front of another one. Thread-safe; texts that two threads miss at once are read twice."""

    manifest: EmbedderManifest
    tokenizer: Tokenizer

    def __init__(
        self,
        embedder: Embedder,
        cache: VectorCache,
        *,
        manifest: EmbedderManifest | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> None:
        """`manifest`: the model's, where that of `embedder` is not whole before the model is loaded.

        `progress` is told how many of the texts that the model has to read for one document are read.
        """
        self.manifest, self.tokenizer = manifest or embedder.manifest, embedder.tokenizer
        self.embedded = 0
        """Texts that the model has read."""
        self.loading_s = 0.0
        """What the first text took that the model was asked for: loading it, and its first pass."""
        self._embedder, self._cache, self._progress = embedder, cache, progress
        self._is_warm = False

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        """As the model does. What it took is kept beside the vector: see `query_ms`."""
        made = self._cache.query(self.manifest, text)
        if made is None:
            made = self._made_query(text)
            self._cache.put_query(self.manifest, text, made)
        return made.vector, made.truncated

    def query_ms(self, text: str) -> float:
        """What the model needed for a query when it read it; 0 for one it never did."""
        made = self._cache.query(self.manifest, text)
        return made.took_ms if made else 0.0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As the model does. Raises ValueError for a text longer than the window, CacheUnusable."""
        found = self._cache.passages(self.manifest, texts)
        missing = list(dict.fromkeys(text for text, vector in zip(texts, found, strict=True) if vector is None))
        made = self._made_passages(missing)
        vectors = np.empty((len(texts), self.manifest.dimension), np.float32)
        for row, (text, vector) in enumerate(zip(texts, found, strict=True)):
            vectors[row] = made[text] if vector is None else vector
        return vectors

    def embed_late(self, groups: Sequence[Sequence[str]]) -> Vectors:
        """As the model does: vectors of groups are not cached."""
        self.embedded += sum(map(len, groups))
        return self._embedder.embed_late(groups)

    def _made_query(self, text: str) -> CachedQuery:
        self._warm()
        started = time.perf_counter()
        vector, truncated = self._embedder.embed_query(text)
        self.embedded += 1
        return CachedQuery(vector=vector, truncated=truncated, took_ms=(time.perf_counter() - started) * 1000)

    def _made_passages(self, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors of distinct texts, each kept as soon as it is there."""
        if texts:
            self._warm()
        made: dict[str, Vector] = {}
        for batch in (texts[i : i + TEXTS_AT_ONCE] for i in range(0, len(texts), TEXTS_AT_ONCE)):
            new = dict(zip(batch, self._embedder.embed_passages(batch), strict=True))
            self._cache.put_passages(self.manifest, new)
            self.embedded += len(batch)
            made |= new
            self._progress(len(made), len(texts))
        return made

    def _warm(self) -> None:
        """Have the model loaded: its first pass takes several times as long as any other."""
        if not self._is_warm:
            started = time.monotonic()
            self._embedder.embed_query("warm")
            self.loading_s += time.monotonic() - started
            self._is_warm = True
