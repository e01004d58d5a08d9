"""Fakes that stand in for a model, a store or a clock; each passes the contract suite of what it replaces."""

import re
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from indexing.embedders import EmbedderManifest
from indexing.errors import VectorStoreUnavailable
from indexing.vector_store import CollectionKey, CollectionMissing, Numbers, RowMetadata, check_query, check_rows
from indexing.words import token_ends


class MemoryVectorStore:
    """VectorStore in memory, exact, that can be switched off. Of equally near rows the lower number comes first."""

    def __init__(self) -> None:
        self.available = True
        self.queries = 0
        self._collections: dict[str, dict[int, NDArray[np.float32]]] = {}

    def ping(self) -> None:
        if not self.available:
            raise VectorStoreUnavailable("switched off")

    def open(self, key: CollectionKey) -> int:
        self.ping()
        return len(self._collections.setdefault(key.name, {}))

    def upsert(
        self, key: CollectionKey, numbers: Numbers, *, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]
    ) -> None:
        check_rows(numbers, vectors, metadata)
        if len(numbers):
            rows = self._rows(key)
            for number, vector in zip(numbers.tolist(), vectors, strict=True):
                rows.setdefault(number, vector / max(float(np.linalg.norm(vector)), 1e-12))

    def delete(self, key: CollectionKey, *, first: int, end: int) -> None:
        if first < end:
            rows = self._rows(key)
            for number in [number for number in rows if first <= number < end]:
                del rows[number]

    def query(self, key: CollectionKey, vector: NDArray[np.float32], *, depth: int) -> Numbers:
        check_query(vector, depth)
        self.queries += 1
        rows = self._rows(key)
        near = {number: float(row @ vector) for number, row in rows.items()}
        return np.array(sorted(near, key=lambda number: (-near[number], number))[:depth], dtype=np.int64)

    def count(self, key: CollectionKey) -> int:
        return len(self._rows(key))

    def ids(self, key: CollectionKey) -> Iterator[Numbers]:
        numbers = np.array(list(self._rows(key)), dtype=np.int64)
        if len(numbers):
            yield numbers

    def drop(self, key: CollectionKey) -> None:
        self.ping()
        self._collections.pop(key.name, None)

    def names(self) -> list[str]:
        self.ping()
        return list(self._collections)

    def close(self) -> None:
        pass

    def _rows(self, key: CollectionKey) -> dict[int, NDArray[np.float32]]:
        self.ping()
        if key.name not in self._collections:
            raise CollectionMissing(f"{key.name} was not opened")
        return self._collections[key.name]


class WordTokenizer:
    """Tokenizer without a model: a token for each run of ASCII letters, digits and `_`, and for each other character
    that is not blank. A text of its own counts `seam` tokens more than inside another text.
    """

    _TOKEN = re.compile(r"[A-Za-z0-9_]+|\S")

    def __init__(self, *, specials: int = 2, seam: int = 0) -> None:
        self.specials = specials
        self._seam = seam

    def count(self, texts: Sequence[str]) -> list[int]:
        return [len(self.offsets(text)) + (self._seam if text else 0) for text in texts]

    def count_by_words(self, texts: Sequence[str]) -> list[int]:
        return self.count(texts)

    def offsets(self, text: str) -> NDArray[np.int32]:
        found = [match.span() for match in self._TOKEN.finditer(text)]
        return np.array(found, dtype=np.int32).reshape(-1, 2)

    def ends(self, text: str) -> NDArray[np.int32]:
        return token_ends(self.offsets(text))


LATE_SHARE = np.float32(0.2)
"""Of the group in the vectors that HashingEmbedder pools late."""


class HashingEmbedder:
    """Embedder without a model: a bag of hashed tokens, so that texts with common words are near each other.

    Words and single Chinese characters are tokens. `passages` and `queries` record what a model would have seen.
    """

    def __init__(
        self, *, name: str = "hashing", dimension: int = 64, max_tokens: int = 512, late: bool = False
    ) -> None:
        self.manifest = EmbedderManifest(
            model=name,
            fingerprint=name,
            dimension=dimension,
            max_tokens=max_tokens,
            query_prefix="query: ",
            passage_prefix="passage: ",
            normalize=True,
            pooling="mean",
            late=late,
        )
        self.tokenizer = WordTokenizer()
        self.passages: list[str] = []
        self.queries: list[str] = []

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        whole = self.manifest.query_prefix + text
        self.queries.append(whole)
        room = self.manifest.max_tokens - self.tokenizer.specials
        return self._vector(text), self.tokenizer.count([whole])[0] > room

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        prefixed = [self.manifest.passage_prefix + text for text in texts]
        self.passages.extend(prefixed)
        if any(n + self.tokenizer.specials > self.manifest.max_tokens for n in self.tokenizer.count(prefixed)):
            raise ValueError("a text is longer than the window")
        return np.array([self._vector(t) for t in texts], dtype=np.float32).reshape(-1, self.manifest.dimension)

    def embed_late(self, groups: Sequence[Sequence[str]]) -> NDArray[np.float32]:
        """A text's own vector moved a little towards that of its group: what a model's attention would do."""
        vectors = [np.zeros((0, self.manifest.dimension), dtype=np.float32)]
        for group in groups:
            whole = self.embed_passages(["\n".join(group)])
            near = np.array([self._vector(text) for text in group]) + LATE_SHARE * whole
            vectors.append(near / np.maximum(np.linalg.norm(near, axis=1, keepdims=True), 1e-12))
        return np.concatenate(vectors)

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(self.manifest.dimension, dtype=np.float32)
        for start, end in self.tokenizer.offsets(text).tolist():
            vector[zlib.crc32(text[start:end].lower().encode("utf-8", "replace")) % len(vector)] += 1
        norm = float(np.linalg.norm(vector))
        return vector / norm if norm else vector
