"""Fusion: the rows of all legs with one score each.

Reciprocal rank fusion needs no common scale: a row's score is the sum of 1 / (k + rank) over the legs that brought it,
with 1-based ranks (Cormack, Clarke and Büttcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009). A leg that
did not bring a row gives it nothing, and no raw score of one leg is ever compared with another's.
"""

from collections.abc import Hashable, Sequence
from typing import Final, TypeVar

DECIMALS: Final = 6
"""Scores are rounded to this before they are compared: what is shown decides the order."""

Key = TypeVar("Key", bound=Hashable)


def reciprocal_rank(rank: int, k: int) -> float:
    """What a leg gives to the row it ranked `rank` (1-based).

    >>> round(reciprocal_rank(1, 60), 6)
    0.016393
    """
    return 1.0 / (k + rank)


def fuse(legs: Sequence[Sequence[Key]], k: int) -> dict[Key, float]:
    """Score of each key that any leg brought, rounded; legs list distinct keys best first. Empty legs give nothing.

    >>> fuse([["d3", "d1"], ["d8", "d1"]], 60)
    {'d3': 0.016393, 'd1': 0.032258, 'd8': 0.016393}
    """
    scores: dict[Key, float] = {}
    for leg in legs:
        for rank, key in enumerate(leg, start=1):
            scores[key] = scores.get(key, 0.0) + reciprocal_rank(rank, k)
    return {key: round(score, DECIMALS) for key, score in scores.items()}
