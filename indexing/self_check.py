"""Whether a collection of the vector store finds the rows it holds.

A store whose graph was lost or cut short goes on counting all its rows and answers every query from what is left. So a
sample of rows, spread over all of them, looks for itself: when a collection is opened to be followed, and in the audit.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from indexing.format import columns
from indexing.library import Library, Transaction, outlines
from indexing.vector_store import CollectionKey, VectorStore

SAMPLE: Final = 16
"""Rows that look for themselves: one query each, some 4 ms."""
DEPTH: Final = 32
"""How near a row must be to itself: equal texts have equal vectors, and the store may miss a row now and then."""
LEAST_SHARE: Final = 0.75
"""Of the sample that must be found; a sound graph finds practically all."""


def finds_itself(library: Library, store: VectorStore, key: CollectionKey, watermark: int) -> bool:
    """Whether the rows up to `watermark` are found; an empty collection is fine. Raises VectorStoreUnavailable."""
    with library.read() as tx:
        sample = list(_sample(tx, key, watermark))
    found = sum(number in store.query(key, vector, depth=DEPTH) for number, vector in sample)
    return found >= LEAST_SHARE * len(sample)


def _sample(tx: Transaction, key: CollectionKey, watermark: int) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Chunk numbers and vectors (d,) of at most SAMPLE rows, evenly spread."""
    counts = outlines.indexed_counts(tx, key.tenant, key.generation, watermark)
    ends = np.cumsum([n for _, n in counts], dtype=np.int64)
    if not counts:
        return
    for place in np.unique(np.linspace(0, ends[-1] - 1, SAMPLE, dtype=np.int64)):
        i = int(np.searchsorted(ends, place, side="right"))
        first_chunk, n = counts[i]
        stored = outlines.next_after(tx, key.tenant, key.generation, first_chunk - 1)
        if stored is not None:
            ordinal = np.flatnonzero(columns(stored.outline).chunks["indexed"])[place - (ends[i] - n)]
            yield stored.first_chunk + int(ordinal), outlines.vectors(stored)[ordinal]
