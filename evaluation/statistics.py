"""Statistics: whether a difference between two setups is more than chance, and how values are distributed."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Final, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Better = Literal["higher", "lower", "none"]
"""Which values of a measure are the better ones; `none` for one that only describes."""
Verdict = Literal["better", "worse", "differs", "noise"]
"""`differs` is said of measures of which neither is better."""

ROUNDS: Final = 10_000
"""Samples of a bootstrap, unless told otherwise: the ends of an interval vary by some 1 % of its width."""
_DRAWS: Final = 200_000
"""Units drawn at a time, which bounds memory to some 5 MB beside the counts."""
_LEAST_DIFFERING: Final = 6
"""Fewer that differ prove nothing, even when all of them agree: 2 · ½⁵ > 5 % (two-sided sign test)."""


class Interval(Struct, frozen=True, kw_only=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float
    n: int
    """Questions."""

    @property
    def is_noise(self) -> bool:
        """Of a difference: whether chance may have made it. 0 lies within the interval, ends included."""
        return self.low <= 0 <= self.high

    def verdict(self, better: Better) -> Verdict:
        """Of a difference, in a word.

        >>> Interval(mean=0.2, low=0.1, high=0.3, n=50).verdict("lower")
        'worse'
        """
        if self.is_noise:
            return "noise"
        if better == "none":
            return "differs"
        return "better" if (self.mean > 0) == (better == "higher") else "worse"


class Distribution(Struct, frozen=True, kw_only=True):
    """Many values in a few numbers; all 0 when there are none."""

    n: int
    min: float
    median: float
    p95: float
    max: float
    mean: float
    sum: float


def bootstrap_difference(
    a: Sequence[float],
    b: Sequence[float],
    *,
    seed: int = 0,
    rounds: int = ROUNDS,
    groups: Sequence[Hashable] | None = None,
) -> Interval:
    """The mean of `a - b`, paired by position, with its interval as of `bootstrap_mean`.

    Where fewer than six units differ the interval is widened to hold 0: a percentile interval of so few is too narrow.
    Exchanging `a` with `b` mirrors it. Raises ValueError for no questions, or lists of different lengths.

    >>> bootstrap_difference([1, 0, 1], [1, 0, 1])
    Interval(mean=0.0, low=0.0, high=0.0, n=3)
    """
    if len(a) != len(b):
        raise ValueError(f"a paired difference needs as many values of one as of the other: {len(a)}, {len(b)}")
    differences = [x - y for x, y in zip(a, b, strict=True)]
    if fsum(differences) < 0:
        mirrored = bootstrap_difference(b, a, seed=seed, rounds=rounds, groups=groups)
        return Interval(mean=-mirrored.mean, low=0.0 - mirrored.high, high=0.0 - mirrored.low, n=mirrored.n)
    found = bootstrap_mean(differences, seed=seed, rounds=rounds, groups=groups)
    if sum(total != 0 for total, _ in _units(differences, groups)) >= _LEAST_DIFFERING:
        return found
    return Interval(mean=found.mean, low=min(0.0, found.low), high=max(0.0, found.high), n=found.n)


def bootstrap_mean(
    values: Sequence[float], *, seed: int = 0, rounds: int = ROUNDS, groups: Sequence[Hashable] | None = None
) -> Interval:
    """The mean of `values`, one for each question, with its percentile bootstrap interval (Efron and Tibshirani 1993).

    Questions are drawn with replacement, or with `groups`, a label for each question, all of a group at once: questions
    of one document are no independent evidence. Equal seeds give equal intervals, in whatever order questions come.
    Raises ValueError for no questions.
    """
    if not values:
        raise ValueError("a mean needs at least one value")
    units = _units(values, groups)
    low, high = _percentiles(units, seed, rounds) if any(total for total, _ in units) else (0.0, 0.0)
    return Interval(mean=fsum(values) / len(values), low=low, high=high, n=len(values))


def distribution(values: Iterable[float]) -> Distribution:
    """What `values` are like; median and p95 by nearest rank, so they are values that occur.

    >>> distribution([4, 1, 2, 3])
    Distribution(n=4, min=1, median=2, p95=4, max=4, mean=2.5, sum=10.0)
    """
    ranked = sorted(values)
    if not ranked:
        return Distribution(n=0, min=0, median=0, p95=0, max=0, mean=0.0, sum=0.0)
    total = fsum(ranked)
    return Distribution(
        n=len(ranked),
        min=ranked[0],
        median=percentile(ranked, 50),
        p95=percentile(ranked, 95),
        max=ranked[-1],
        mean=total / len(ranked),
        sum=total,
    )


def percentile(ranked: Sequence[float], percent: int) -> float:
    """The least of `ranked`, which rise, that `percent` of 100 do not exceed (nearest rank); 0 when there are none.

    >>> percentile([1, 2, 3, 4], 50), percentile([1, 2, 3, 4], 95), percentile([], 50)
    (2, 4, 0.0)
    """
    return ranked[max(1, -(-percent * len(ranked) // 100)) - 1] if ranked else 0.0


def _units(values: Sequence[float], groups: Sequence[Hashable] | None) -> list[tuple[float, int]]:
    """What is drawn: sum and number of the values of each group, in an order that only they decide."""
    if groups is None:
        return sorted((value, 1) for value in values)
    members: dict[Hashable, list[float]] = {}
    for label, value in zip(groups, values, strict=True):
        members.setdefault(label, []).append(value)
    return sorted((fsum(found), len(found)) for found in members.values())


def _percentiles(units: list[tuple[float, int]], seed: int, rounds: int) -> tuple[float, float]:
    """The 2.5th and 97.5th percentile of the means of `rounds` samples, with linear interpolation."""
    both = np.array(units, dtype=np.float64)
    counts = _draws(len(units), seed, rounds)
    step = max(1, _DRAWS // len(units))
    drawn = np.concatenate([counts[begun : begun + step] @ both for begun in range(0, rounds, step)])
    low, high = np.percentile(drawn[:, 0] / drawn[:, 1], [2.5, 97.5])
    return float(low), float(high)


@lru_cache(maxsize=4)
def _draws(n: int, seed: int, rounds: int) -> NDArray[np.uint8]:
    """Shape (rounds, n): how often each of `n` units is in each sample of as many; the same for all measures."""
    random = np.random.default_rng(seed)
    counts = np.empty((rounds, n), dtype=np.uint8)
    step = max(1, _DRAWS // n)
    for begun in range(0, rounds, step):
        size = min(step, rounds - begun)
        places = random.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        counts[begun : begun + size] = np.bincount(places.ravel(), minlength=size * n).reshape(size, n)
    return counts
