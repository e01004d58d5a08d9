"""Milliseconds per stage of searches over a synthetic tenant: `python -m tests.benchmarks.search [rows]`.

Chunks of 120 words from a Zipf distribution, ten to a parent, twenty to a document; vectors of 384 dimensions around
topics. Half of the documents are visible. The embedding is a lookup.
"""

import sys
from collections.abc import Sequence
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from indexing.access import Scope
from indexing.catalog import Catalog
from indexing.config import AnalyzerConfig
from indexing.manifest import Manifest
from retrieval.config import RetrievalConfig
from retrieval.model import Query, Result
from retrieval.search import Searcher, Serving
from tests.retrieval.corpus import Part, document, record
from tests.retrieval.fakes import ANALYZER, BagOfTerms, MemoryTexts

DIMENSION, CHUNKS, WORDS, SEARCHES = 384, 20, 120, 30
RANDOM = np.random.default_rng(0)
VOCABULARY = [f"word{i}" for i in range(30_000)]


class Lookup(BagOfTerms):
    """Embedder of topics: a query is its topic's vector."""

    manifest = replace(BagOfTerms.manifest, dimension=DIMENSION)

    def __init__(self) -> None:
        super().__init__()
        self.topics = RANDOM.standard_normal((200, DIMENSION)).astype(np.float32)

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        vector = self.topics[len(text) % len(self.topics)]
        return vector / np.linalg.norm(vector), False

    def passages(self, n: int) -> NDArray[np.float32]:
        topic = self.topics[RANDOM.integers(len(self.topics))]
        vectors = topic + 1.5 * RANDOM.standard_normal((n, DIMENSION)).astype(np.float32)
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def paragraphs() -> tuple[str, ...]:
    drawn = np.minimum(RANDOM.zipf(1.2, size=(CHUNKS, WORDS)), len(VOCABULARY)) - 1
    return tuple(" ".join(VOCABULARY[i] for i in row) for row in drawn.tolist())


def searcher(rows: int) -> Searcher:
    embedder = Lookup()
    manifest = Manifest(embedder=embedder.manifest, analyzer=AnalyzerConfig(), analyzer_name=ANALYZER.name)
    catalog, texts = Catalog("t", 1, manifest, {"year": "number"}), MemoryTexts({})
    batch: list[Any] = []
    for number in range(rows // CHUNKS):
        access = ["group:a"] if number % 2 else ["group:b"]
        parts = Part(1, f"Title {number}", paragraphs())
        halves = [(1, 0, CHUNKS // 2), (1, CHUNKS // 2, CHUNKS)]
        made = document(f"d{number}", parts, access=access, attributes={"year": number % 10}, parents=halves)
        batch.append(replace(record(made, number * CHUNKS), vectors=embedder.passages(CHUNKS)))
        texts.texts[batch[-1].text_id] = made.text
        if len(batch) == 100:
            catalog.add(batch)
            batch = []
    catalog.add(batch)
    serving = Serving(snapshot=catalog.snapshot(1), embedder=embedder, analyzer=ANALYZER)
    return Searcher(
        lambda tenant: serving, texts, nearest=None, attributes={"year": "number"}, config=RetrievalConfig()
    )


def measure(made: Searcher, groups: Sequence[str], **fields: Any) -> None:
    scope = Scope("t", frozenset(f"group:{name}" for name in groups))
    results: list[Result] = []
    took: list[float] = []
    busy: list[float] = []
    for number in range(SEARCHES):
        query = Query(text=f"word{number} word{number * 7 + 1} word{number * 131 + 40} " + "x" * number, **fields)
        began, worked = perf_counter(), thread_time()
        results.append(made.search(query, scope))
        took.append((perf_counter() - began) * 1e3)
        busy.append((thread_time() - worked) * 1e3)
    stages = {name: median(r.timings_ms[name] for r in results) for name in results[0].timings_ms}
    times = f"median {median(took):.2f} ms, cpu {median(busy):.2f} ms, worst {max(took):.2f} ms"
    print(f"{groups} {fields}: {times}, {results[0].counts}")
    print("   " + ", ".join(f"{name} {value:.2f}" for name, value in stages.items()))


def main() -> None:
    made = searcher(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    for groups in (["a"], ["a", "b"]):
        for mode in ("hybrid", "dense", "lexical"):
            measure(made, groups, mode=mode)
    measure(made, ["a"], filter={"year": {"$gte": 8}})
    measure(made, ["a"], top_k=100)
    measure(made, ["a"], top_k=100, max_passage_tokens=300)
    measure(made, ["a"], min_similarity=0.2)


if __name__ == "__main__":
    main()
