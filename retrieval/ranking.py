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


def _order(snapshot: Snapshot, rows: RowNumbers, rounded: Floats) -> RowNumbers:
    """Positions in `rows`, best first. Only ties need to look at documents."""
    order = np.argsort(-rounded, kind="stable")

    def place(position: int) -> tuple[str, int]:
        row = rows[position]
        return snapshot.documents[snapshot.rows.document[row]].document_id, int(snapshot.rows.start[row])

    for first, end in ties(rounded[order]):
        order[first:end] = sorted(order[first:end].tolist(), key=place)
    return order


def ties(ordered: NDArray[Any]) -> list[tuple[int, int]]:
    """The runs `[first, end)` of equal neighbours in `ordered`, longer than one.

    >>> ties(np.array([0.9, 0.5, 0.5, 0.5, 0.1, 0.0, 0.0])), ties(np.array([]))
    ([(1, 4), (5, 7)], [])
    """
    edges = np.flatnonzero(np.diff(ordered)) + 1
    firsts, ends = np.concatenate(([0], edges)), np.concatenate((edges, [len(ordered)]))
    longer = ends - firsts > 1
    return list(zip(firsts[longer].tolist(), ends[longer].tolist(), strict=True))
