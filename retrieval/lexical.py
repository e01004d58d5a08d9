"""The lexical leg: the visible rows that share a term with the query, in the order of their BM25 scores.

Scores order rows and are shown to nobody: their statistics are the tenant's, hidden rows included.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from indexing.snapshot import Snapshot
from retrieval.ranking import Ranked, RowNumbers, best


class LexicalLeg:
    """One query's terms over the visible rows of one snapshot."""

    def __init__(self, snapshot: Snapshot, visible: NDArray[np.bool_], terms: Sequence[str]) -> None:
        """Searches for any of `terms`."""
        hits = snapshot.bm25.search(terms)
        admitted = visible[hits.rows]
        self._snapshot = snapshot
        self._rows, self._scores = hits.rows[admitted].astype(np.intp), hits.scores[admitted]

    def keep(self, admitted: Callable[[RowNumbers], NDArray[np.bool_]]) -> None:
        """Leave out the rows that `admitted`, given all of them, says no to."""
        kept = admitted(self._rows)
        self._rows, self._scores = self._rows[kept], self._scores[kept]

    def first(self, depth: int) -> Ranked:
        """The best `depth` matching visible rows; fewer only when there are no more."""
        return best(self._snapshot, self._rows, self._scores, depth)
