"""The dense leg: the visible rows in the order of their similarity to the query.

Similarities always come from the snapshot's own matrix, whatever found the rows, and are computed row by row in float64
before they are rounded: a scan, a gather and a fetch from the vector store give the same numbers for the same rows.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from indexing.errors import VectorStoreUnavailable
from indexing.snapshot import Snapshot
from retrieval.config import RetrievalConfig
from retrieval.fuse import DECIMALS
from retrieval.model import Way
from retrieval.plan import GATHER_COST, WIDENING, first_fetch, pays
from retrieval.ranking import Floats, Ranked, RowNumbers, best, shortlist

Vector = NDArray[np.float32]

MARGIN: Final = 2e-5
"""More than twice what a float32 dot product of unit vectors errs by (about 1e-6 in 1,024 dimensions)."""
BLOCK: Final = 1024
"""Rows gathered at once: a block of 384 dimensions, 1.5 MB, stays in the processor's cache."""


class Nearest(Protocol):
    """Finds near rows fast and knows no rights."""

    def nearest(self, tenant: str, generation: int, vector: Vector, depth: int) -> tuple[NDArray[np.int64], int]:
        """About `depth` chunk numbers, nearest first, and the watermark they were found under.

        All live rows numbered up to the watermark are searched; dead rows and rows above it may be among the answer.
        Raises VectorStoreUnavailable.
        """
        ...


class DenseLeg:
    """One query vector over the visible rows of one snapshot. For one search in one thread."""

    def __init__(
        self, snapshot: Snapshot, visible: NDArray[np.bool_], vector: Vector, *, nearest: Nearest | None
    ) -> None:
        self._snapshot, self._visible, self._vector = snapshot, visible, vector
        self._nearest = nearest
        self._rows = np.flatnonzero(visible)
        self._scanned: NDArray[np.float32] | None = None
        self.way: Way = "scan"
        """How the last rows were found."""
        self.widenings = 0
        """How often the vector store was asked for more."""

    def first(self, depth: int, config: RetrievalConfig) -> Ranked:
        """The `depth` nearest visible rows; fewer only when there are no more."""
        fetched = self._fetch(depth, config)
        self.way = "scan" if fetched is None else "over-fetch"
        if fetched is None:
            return self._scan(depth)
        return best(self._snapshot, fetched, self.similarities(fetched), depth)

    def similarities(self, rows: RowNumbers) -> Floats:
        """Shape (n,): the similarity of each of `rows` to the query, exact to float64."""
        return similarities(self._snapshot.vectors, rows, self._vector)

    def at_least(self, rows: RowNumbers, least: float) -> NDArray[np.bool_]:
        """Shape (n,): which of `rows` (rising) have a similarity that, rounded, is not below `least`."""
        found = approximate(self._snapshot.vectors, rows, self._vector)
        unsure = np.flatnonzero(np.abs(found - least) <= MARGIN)
        passes = found >= least
        passes[unsure] = np.round(self.similarities(rows[unsure]), DECIMALS) >= least
        return passes

    def _scan(self, depth: int) -> Ranked:
        if self._scanned is None:
            self._scanned = approximate(self._snapshot.vectors, self._rows, self._vector)
        rows = self._rows[shortlist(self._scanned, depth, MARGIN)]
        return best(self._snapshot, rows, self.similarities(rows), depth)

    def _fetch(self, depth: int, config: RetrievalConfig) -> RowNumbers | None:
        """Visible rows that hold the `depth` nearest; None when a scan is cheaper, or the only way."""
        wanted = first_fetch(depth, max(1, len(self._rows)), len(self._visible))
        while self._nearest is not None and pays(wanted, len(self._rows), len(self._visible), config):
            snapshot = self._snapshot
            try:
                numbers, watermark = self._nearest.nearest(snapshot.tenant, snapshot.generation, self._vector, wanted)
            except VectorStoreUnavailable:
                break
            found = self._visible_rows(numbers[numbers <= watermark])
            tail = self._tail(watermark)
            if len(found) >= min(depth, len(self._rows) - len(tail)):
                return np.concatenate([found, tail])
            if len(numbers) < wanted:  # all it has: rows were lost there
                break
            wanted *= WIDENING
            self.widenings += 1
        self._nearest = None  # what did not pay at this depth pays at no greater one
        return None

    def _visible_rows(self, numbers: NDArray[np.int64]) -> RowNumbers:
        """The visible rows with these chunk numbers, rising; numbers of other rows are passed over."""
        known = self._snapshot.rows.number
        numbers = np.unique(numbers)
        at = np.searchsorted(known, numbers)
        inside = at < len(known)
        at, numbers = at[inside], numbers[inside]
        rows: RowNumbers = at[known[at] == numbers]
        return rows[self._visible[rows]]

    def _tail(self, watermark: int) -> RowNumbers:
        """Visible rows the vector store does not have yet."""
        first = np.searchsorted(self._snapshot.rows.number, watermark, side="right")
        return self._rows[np.searchsorted(self._rows, first) :]


def approximate(vectors: Vector, rows: RowNumbers, vector: Vector) -> Vector:
    """Shape (n,): float32 dot products of `vectors[rows]` (rising rows) with `vector`, (d,).

    `np.vecdot` takes a third of the time of `@` here: BLAS' matrix-vector product wakes its threads for a task that
    memory bandwidth bounds, and stalls when other threads hold the cores.
    """
    if len(rows) * GATHER_COST >= len(vectors):
        products: Vector = np.vecdot(vectors, vector)[rows]
        return products
    found = np.empty(len(rows), dtype=np.float32)
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        found[start : start + BLOCK] = np.vecdot(vectors[block], vector)
    return found


def similarities(vectors: Vector, rows: RowNumbers, vector: Vector) -> Floats:
    """Shape (n,): float64 dot products of `vectors[rows]` with `vector`, (d,): cosine, as both have length 1."""
    found = np.empty(len(rows))
    wide = vector.astype(np.float64)
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        found[start : start + BLOCK] = np.vecdot(vectors[block].astype(np.float64), wide)
    return found
