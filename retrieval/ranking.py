"""Rankings: rows in the one order that all legs, and all ways to search, agree on.

Scores are rounded before they are compared and ties fall to the document id, then to the place in the document: the
order depends on what was found, never on how or where a row is stored.
"""

from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.snapshot import Snapshot
from retrieval.fuse import DECIMALS

ROUNDING: Final = 2 * 10.0**-DECIMALS
"""Two scores that differ by more do not change places when they are rounded."""

RowNumbers = NDArray[np.intp]
"""Shape (n,): distinct rows of a snapshot."""
Floats = NDArray[np.float64]


class Ranked(Struct, frozen=True, eq=False):
    """Rows best first."""

    rows: RowNumbers
    scores: Floats
    """Shape (n,): rounded, never rising."""


def best(snapshot: Snapshot, rows: RowNumbers, scores: Floats, depth: int) -> Ranked:
    """The best `depth` of `rows`, `scores` (n,) being theirs; fewer when there are fewer."""
    if len(rows) > depth:
        kept = shortlist(scores, depth, ROUNDING)
        rows, scores = rows[kept], scores[kept]
    rounded = np.round(scores, DECIMALS) + 0.0  # no -0.0, which would be shown
    order = _order(snapshot, rows, rounded)[:depth]
    return Ranked(rows[order], rounded[order])


def shortlist(approximate: NDArray[Any], depth: int, margin: float) -> RowNumbers:
    """Positions, rising, that hold the best `depth` however each of the scores errs by less than half of `margin`.

    >>> shortlist(np.array([0.5, 0.1, 0.3, 0.29]), 2, 0.05).tolist()
    [0, 2, 3]
    """
    if len(approximate) <= depth:
        return np.arange(len(approximate))
    least = np.partition(approximate, -depth)[-depth]
    return np.flatnonzero(approximate >= least - margin)


def _order(snapshot: Snapshot, rows: RowNumbers, rounded: Floats) -> list[int]:
    documents = snapshot.documents
    ids = [documents[number].document_id for number in snapshot.rows.document[rows].tolist()]
    keys = list(zip((-rounded).tolist(), ids, snapshot.rows.start[rows].tolist(), strict=True))
    return sorted(range(len(keys)), key=keys.__getitem__)
