"""Fusion: the rows of all legs with one score each.

Reciprocal rank fusion needs no common scale: a row's score is the sum of 1 / (k + rank) over the legs that brought it,
with 1-based ranks (Cormack, Clarke and Büttcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009). A leg that
did not bring a row gives it nothing, and no raw score of one leg is ever compared with another's. In weighted fusion
each leg's part is multiplied by its weight.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeVar

from msgspec import Struct

DECIMALS: Final = 6
"""Scores are rounded to this before they are compared: what is shown decides the order."""

Key = TypeVar("Key", bound=Hashable)

Share = Callable[[int], float]
"""What a leg gives to the row it ranked so (1-based)."""


class Fusion(Struct, frozen=True, kw_only=True):
    """How ranks become scores in one search."""

    k: int
    depth: int
    """Rows each leg gives to the pool: what has a higher rank lies behind it."""
    dense_weight: float = 1.0
    lexical_weight: float = 1.0

    def dense(self, rank: int) -> float:
        """What the dense leg gives to the row it ranked `rank` (1-based)."""
        return self._share(rank, self.dense_weight)

    def lexical(self, rank: int) -> float:
        """What the lexical leg gives to the row it ranked `rank` (1-based)."""
        return self._share(rank, self.lexical_weight)

    def _share(self, rank: int, weight: float) -> float:
        """Behind the pool the lesser weight counts, whichever leg goes on: no row of the pool has less than that gives
        to its last rank, so what lies behind scores less than all of it.
        """
        if rank > self.depth:
            weight = min(self.dense_weight, self.lexical_weight)
        return weight * reciprocal_rank(rank, self.k)


def reciprocal_rank(rank: int, k: int) -> float:
    """What a leg of weight 1 gives to the row it ranked `rank` (1-based).

    >>> round(reciprocal_rank(1, 60), 6)
    0.016393
    """
    return 1.0 / (k + rank)


def fuse(legs: Sequence[tuple[Sequence[Key], Share]]) -> dict[Key, float]:
    """Score of each key that any leg brought, rounded; legs list distinct keys best first. Empty legs give nothing.

    >>> fusion = Fusion(k=60, depth=100, lexical_weight=2)
    >>> fuse([(["d3", "d1"], fusion.dense), (["d8", "d1"], fusion.lexical)])
    {'d3': 0.016393, 'd1': 0.048387, 'd8': 0.032787}
    """
    scores: dict[Key, float] = {}
    for leg, share in legs:
        for rank, key in enumerate(leg, start=1):
            scores[key] = scores.get(key, 0.0) + share(rank)
    return {key: round(score, DECIMALS) for key, score in scores.items()}
