"""Means of many scores, and of many sets."""

from collections.abc import Iterable, Sequence
from math import fsum

from msgspec import Struct

from evaluation.model import Score


class Means(Struct, frozen=True, kw_only=True):
    """Every measure's mean over some questions."""

    questions: int
    values: dict[str, float]
    """By the measure's name."""


def means(scores: Sequence[Score]) -> Means:
    """The mean of each measure. Raises ValueError for no scores, or scores of different measures."""
    if not scores:
        raise ValueError("there are no scores to summarise")
    names = scores[0].values.keys()
    if any(score.values.keys() != names for score in scores):
        raise ValueError("scores of different measures have no common mean")
    values = {name: fsum(score.values[name] for score in scores) / len(scores) for name in names}
    return Means(questions=len(scores), values=values)


def mean_of_sets(sets: Iterable[Means]) -> Means:
    """The mean of the sets' means: a large set counts no more than a small one. Raises ValueError for none."""
    found = list(sets)
    mean = means([Score(question_id="", values=one.values) for one in found])
    return Means(questions=sum(one.questions for one in found), values=mean.values)
