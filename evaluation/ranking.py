"""Measures of a ranking: what each rank brought, never mind of what.

They equal those of trec_eval, except that gains may be any number that is not negative.
"""

from collections.abc import Sequence
from math import log2


def success(relevant: Sequence[bool], k: int) -> float:
    """1 if one of the first `k` is relevant, else 0.

    >>> success([False, True], 1), success([False, True], 2)
    (0.0, 1.0)
    """
    return float(any(relevant[:k]))


def reciprocal_rank(relevant: Sequence[bool], k: int) -> float:
    """1 / rank of the first relevant one among the first `k`, ranks from 1; 0 if there is none (Voorhees 1999).

    >>> reciprocal_rank([False, True, True], 5)
    0.5
    """
    return next((1 / rank for rank, is_relevant in enumerate(relevant[:k], start=1) if is_relevant), 0.0)


def dcg(gains: Sequence[float], k: int) -> float:
    """Discounted cumulative gain of the first `k`: Σ gain / log2(rank + 1), ranks from 1.

    Järvelin and Kekäläinen 2002, "Cumulated gain-based evaluation of IR techniques", with the discount of trec_eval.

    >>> dcg([3, 0, 2], 5)
    4.0
    """
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains[:k], start=1))


def ndcg(gains: Sequence[float], ideal: Sequence[float], k: int) -> float:
    """`dcg` of `gains` as a share of that of `ideal`, the gains there are, in the best order; 0 if they are all 0.

    >>> ndcg([0, 2], [2], 5) == 1 / log2(3)
    True
    """
    best = dcg(sorted(ideal, reverse=True), k)
    return dcg(gains, k) / best if best else 0.0
