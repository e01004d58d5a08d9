"""Distributions: many lengths in four numbers."""

from collections.abc import Iterable, Sequence

from msgspec import Struct


class Distribution(Struct, frozen=True, kw_only=True):
    """Lengths in tokens; all 0 when there are none."""

    count: int
    median: int
    p95: int
    max: int

    def __str__(self) -> str:
        """The three lengths.

        >>> print(distribution([3, 1, 2]))
        median 2, p95 3, max 3
        """
        return f"median {self.median}, p95 {self.p95}, max {self.max}"


def distribution(lengths: Iterable[int]) -> Distribution:
    """What `lengths` are like."""
    ranked = sorted(lengths)
    return Distribution(
        count=len(ranked),
        median=percentile(ranked, 50),
        p95=percentile(ranked, 95),
        max=ranked[-1] if ranked else 0,
    )


def percentile(ranked: Sequence[int], percent: int) -> int:
    """The least of `ranked`, which rise, that `percent` of 100 do not exceed (nearest rank); 0 when there are none.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 95), percentile([], 50)
    (2, 4, 0)
    """
    return ranked[max(1, -(-percent * len(ranked) // 100)) - 1] if ranked else 0
