"""Summaries: the means of many scores, over all questions, by category, by language."""

from collections.abc import Callable, Iterable, Sequence
from math import fsum

from msgspec import Struct

from evaluation.model import Cut, Question, Score
from evaluation.scores import measure_named
from evaluation.statistics import Distribution, distribution


class Means(Struct, frozen=True, kw_only=True):
    """Every measure's mean over some questions."""

    questions: int
    values: dict[str, float]
    """By the measure's name."""


class Summary(Struct, frozen=True, kw_only=True):
    """What a run's questions scored."""

    overall: Means
    categories: dict[str, Means]
    """By category, as they first occur; questions without one are left out."""
    languages: dict[str, Means]
    distributions: dict[str, Distribution]
    """Of measures that are no shares: tokens, passages and latency, by name."""


class Lengths(Struct, frozen=True, kw_only=True):
    """How long the pieces are that documents were cut into."""

    chunk_tokens: Distribution
    """Of embed texts."""
    chunk_characters: Distribution
    parent_characters: Distribution


def summary(scores: Sequence[Score], questions: Sequence[Question]) -> Summary:
    """The means of `scores`, which are those of `questions` one by one; runs of several sets may follow each other.

    A question without results counts as any other. Raises ValueError for scores that are not those of the questions,
    or none.
    """
    pairs = list(zip(scores, questions, strict=True))
    for score, question in pairs:
        if score.question_id != question.question_id:
            raise ValueError(f"question {question.question_id!r} has the score of {score.question_id!r}")
    return Summary(
        overall=means(scores),
        categories=_by(pairs, lambda question: question.category),
        languages=_by(pairs, lambda question: question.language),
        distributions={
            name: distribution(score.values[name] for score in scores)
            for name in scores[0].values
            if measure_named(name).unit != "share"
        },
    )


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


def lengths(cuts: Sequence[Cut]) -> Lengths:
    """The distributions over all documents of `cuts`."""
    return Lengths(
        chunk_tokens=distribution(tokens for cut in cuts for tokens in cut.tokens),
        chunk_characters=distribution(end - start for cut in cuts for start, end in cut.chunks),
        parent_characters=distribution(end - start for cut in cuts for start, end in cut.parents),
    )


def _by(pairs: Iterable[tuple[Score, Question]], key: Callable[[Question], str]) -> dict[str, Means]:
    groups: dict[str, list[Score]] = {}
    for score, question in pairs:
        if key(question):
            groups.setdefault(key(question), []).append(score)
    return {name: means(group) for name, group in groups.items()}
