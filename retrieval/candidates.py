"""Candidates: the hits of all legs in one order, first a fixed pool, then whatever is left.

The pool does not depend on `top_k`: each leg gives it the same number of rows, so a shorter reply is the beginning of a
longer one. Rows behind the pool continue the order of one leg and score less than all of it by construction: they can
only be appended.
"""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from msgspec import Struct

from indexing.snapshot import Snapshot
from retrieval.config import RetrievalConfig
from retrieval.dense import DenseLeg
from retrieval.fuse import DECIMALS, Fusion, fuse
from retrieval.lexical import LexicalLeg
from retrieval.model import Query
from retrieval.plan import WIDENING
from retrieval.ranking import Ranked, RowNumbers, best
from retrieval.stopwatch import Stopwatch

NO_ROWS: Final = Ranked(np.empty(0, dtype=np.intp), np.empty(0))


class Hit(Struct, frozen=True):
    """A row that was found, and how."""

    row: int
    score: float
    """Fused, rounded."""
    similarity: float | None
    dense_rank: int | None
    """1-based; None when the dense leg did not bring it."""
    lexical_rank: int | None


class Candidates:
    """The hits of one search, best first. Without a dense leg there are no similarities."""

    def __init__(
        self, snapshot: Snapshot, query: Query, config: RetrievalConfig, *, legs: "Legs", clock: Stopwatch
    ) -> None:
        self.snapshot, self._query, self._config, self._legs = snapshot, query, config, legs
        self.fusion = fusion_of(query, config)
        """How ranks became scores."""
        dense = lexical = NO_ROWS
        if query.mode != "lexical":
            with clock.stage("dense"):
                dense = self._dense(config.candidates)
        if query.mode != "dense":
            with clock.stage("lexical"):
                lexical = self._lexical(config.candidates)
        self.n_dense, self.n_lexical = len(dense.rows), len(lexical.rows)
        """Rows each leg gave to the pool."""
        self._continued = lexical if query.mode == "lexical" else dense
        with clock.stage("fuse"):
            self.pool = self._fused(dense, lexical)
            """Hits best first: by score, then document id, then place in the document."""

    def behind(self) -> Iterator[Hit]:
        """Hits behind the pool, in the order of the dense leg, or in lexical mode the lexical one, until none is left.

        Their ranks go on where the pool's end. Rows that only the other leg brought to the pool come again.
        """
        first: Callable[[int], Ranked] = self._lexical if self._query.mode == "lexical" else self._dense
        ranked, depth = self._continued, self._config.candidates
        known = set(ranked.rows.tolist())
        while len(ranked.rows) >= depth:
            depth *= WIDENING
            ranked = first(depth)
            new = np.array([row for row in ranked.rows.tolist() if row not in known], dtype=np.intp)
            for row, similarity in zip(new.tolist(), self._similarities(new), strict=True):
                known.add(row)
                yield self._appended(row, len(known), similarity)

    def best_similarity(self) -> float | None:
        """The highest similarity in the pool."""
        return max((hit.similarity for hit in self.pool if hit.similarity is not None), default=None)

    def _dense(self, depth: int) -> Ranked:
        if self._legs.dense is None:
            return NO_ROWS
        ranked = self._legs.dense.first(depth, self._config)
        least = self._query.min_similarity
        if not least:
            return ranked
        kept = int(np.count_nonzero(ranked.scores >= least))
        return Ranked(ranked.rows[:kept], ranked.scores[:kept])

    def _lexical(self, depth: int) -> Ranked:
        return NO_ROWS if self._legs.lexical is None else self._legs.lexical.first(depth)

    def _fused(self, dense: Ranked, lexical: Ranked) -> list[Hit]:
        legs = [dense.rows.tolist(), lexical.rows.tolist()]
        ranks = [{row: rank for rank, row in enumerate(leg, start=1)} for leg in legs]
        scores = fuse([(legs[0], self.fusion.dense), (legs[1], self.fusion.lexical)])
        rows = np.array(list(scores), dtype=np.intp)
        fused = np.array(list(scores.values()), dtype=np.float64)
        fused[self.snapshot.rows.key[rows]] *= 1.0 + self._config.key_boost
        ordered = best(self.snapshot, rows, fused, len(rows))
        similarity = self._similarities_beside(dense, ordered.rows)
        return [
            Hit(row, score, similarity[i], ranks[0].get(row), ranks[1].get(row))
            for i, (row, score) in enumerate(zip(ordered.rows.tolist(), ordered.scores.tolist(), strict=True))
        ]

    def _similarities_beside(self, dense: Ranked, rows: RowNumbers) -> list[float | None]:
        """The similarities of `rows`; those of the dense leg's are known."""
        known: dict[int, float | None] = dict(zip(dense.rows.tolist(), dense.scores.tolist(), strict=True))
        others = rows[~np.isin(rows, dense.rows)]
        known.update(zip(others.tolist(), self._similarities(others), strict=True))
        return [known[row] for row in rows.tolist()]

    def _similarities(self, rows: RowNumbers) -> list[float] | list[None]:
        if self._legs.dense is None:
            return [None] * len(rows)
        found: list[float] = (np.round(self._legs.dense.similarities(rows), DECIMALS) + 0.0).tolist()
        return found

    def _appended(self, row: int, rank: int, similarity: float | None) -> Hit:
        if self._query.mode == "lexical":
            return Hit(row, round(self.fusion.lexical(rank), DECIMALS), similarity, None, rank)
        return Hit(row, round(self.fusion.dense(rank), DECIMALS), similarity, rank, None)


def fusion_of(query: Query, config: RetrievalConfig) -> Fusion:
    """How ranks become scores: weights set the legs against each other, so one leg alone has weight 1."""
    if query.mode != "hybrid":
        return Fusion(k=config.rrf_k, depth=config.candidates)
    return Fusion(
        k=config.rrf_k,
        depth=config.candidates,
        dense_weight=config.dense_weight,
        lexical_weight=config.lexical_weight,
    )


class Legs(Struct, frozen=True):
    """How rows can be found. A dense leg is there whenever a query vector was made, if only for its similarities."""

    dense: DenseLeg | None
    lexical: LexicalLeg | None
