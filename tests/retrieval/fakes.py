"""Fakes for the collaborators of a search: a model, texts and a vector store in memory, all counting their calls."""

import zlib
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.analyze import Analyzer
from indexing.config import AnalyzerConfig
from indexing.embedders import EmbedderManifest, Tokenizer
from indexing.errors import VectorStoreUnavailable
from indexing.snapshot import Snapshot
from tests.fakes import WordTokenizer

DIMENSION = 256
ANALYZER = Analyzer(AnalyzerConfig())


class BagOfTerms:
    """Embedder: hashed terms, scaled to length 1. Counts its queries."""

    manifest = EmbedderManifest(
        model="bag",
        fingerprint="0",
        dimension=DIMENSION,
        max_tokens=512,
        query_prefix="",
        passage_prefix="",
        normalize=True,
        pooling="mean",
    )

    def __init__(self) -> None:
        self.tokenizer: Tokenizer = WordTokenizer()
        self.queries = 0

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        self.queries += 1
        return self.embed_passages([text])[0], False

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for term in ANALYZER.terms(text):
                vector[zlib.crc32(term.encode()) % DIMENSION] += 1.0
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, norms, out=vectors, where=norms > 0)
        return vectors


class MemoryTexts:
    """Texts in memory; counts calls and may lose them for a while."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.texts, self.calls, self.lost = texts, 0, 0

    def slices(self, wanted: Sequence[tuple[str, int, int]]) -> list["Slice"]:
        self.calls += 1
        if self.lost:
            self.lost -= 1
            raise KeyError(wanted[0][0])
        return [Slice(self.texts[t][start:end], self.texts[t].count("\n", 0, start) + 1) for t, start, end in wanted]


class Slice(Struct, frozen=True):
    text: str
    first_line: int


class ExactNearest:
    """Nearest rows up to a watermark, dead and hidden ones included; counts depths and may be away."""

    def __init__(self, snapshot: Snapshot, watermark: int | None = None) -> None:
        self.snapshot = snapshot
        self.watermark = int(snapshot.rows.number[-1]) if watermark is None else watermark
        self.depths: list[int] = []
        self.away = False

    def nearest(
        self, tenant: str, generation: int, vector: NDArray[np.float32], depth: int
    ) -> tuple[NDArray[np.int64], int]:
        self.depths.append(depth)
        if self.away:
            raise VectorStoreUnavailable("away")
        known = self.snapshot.rows.number <= self.watermark
        order = np.argsort(-(self.snapshot.vectors[known] @ vector), kind="stable")[:depth]
        return self.snapshot.rows.number[known][order], self.watermark
