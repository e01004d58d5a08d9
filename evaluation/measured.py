"""What was measured of a setup: the scores of all questions, set by set, and what its indexes cost.

Replies and cuts are not kept: a sweep of twenty setups over all sets would hold millions of passages.
"""

from collections.abc import Sequence

from msgspec import Struct

from evaluation.means import Means, mean_of_sets, means
from evaluation.model import Question, Run, Score, Setup
from evaluation.scores import scored
from evaluation.statistics import Distribution, distribution


class Cost(Struct, frozen=True, kw_only=True):
    """What setups cost, over one set or several."""

    chunks: int
    parents: int
    chunk_tokens: Distribution
    """Of embed texts."""
    index_bytes: int
    build_s: float
    """Of the first build. Texts whose vectors were cached cost nothing: compare it where `embedded` is alike."""
    embedded: int
    """Texts that the model read."""
    latency_ms: Distribution
    """Of a search, embedding the question included."""
    reply_tokens: Distribution
    """Of the first k passages."""


class MeasuredSet(Struct, frozen=True, kw_only=True):
    """One set, asked with one setup."""

    name: str
    questions: tuple[Question, ...]
    scores: tuple[Score, ...]
    """In the order of the questions."""
    k: int
    chunk_tokens: tuple[int, ...]
    """Of every chunk's embed text."""
    parents: int
    build_s: float
    index_bytes: int
    embedded: int

    def column(self, measure: str) -> list[float]:
        """One measure, in the order of the questions."""
        return [score.values[measure] for score in self.scores]


class Measured(Struct, frozen=True, kw_only=True):
    """A setup with all that was asked of it."""

    setup: Setup
    sets: tuple[MeasuredSet, ...]

    @property
    def questions(self) -> tuple[Question, ...]:
        """Of all sets, one after the other."""
        return tuple(question for one in self.sets for question in one.questions)

    @property
    def scores(self) -> tuple[Score, ...]:
        """Of `questions`, in their order."""
        return tuple(score for one in self.sets for score in one.scores)

    def column(self, measure: str) -> list[float]:
        """One measure of all `questions`, in their order."""
        return [value for one in self.sets for value in one.column(measure)]

    def by_set(self) -> dict[str, Means]:
        """The mean of each measure, by set."""
        return {one.name: means(one.scores) for one in self.sets}

    def mean_of_sets(self) -> Means:
        """The mean of the sets' means: a small set counts as much as a large one."""
        return mean_of_sets(self.by_set().values())


def measured_set(run: Run, *, k: int) -> MeasuredSet:
    """`run` with its scores, without its replies."""
    return MeasuredSet(
        name=run.set_name,
        questions=run.questions,
        scores=tuple(scored(run, k=k)),
        k=k,
        chunk_tokens=tuple(tokens for cut in run.facts.cuts for tokens in cut.tokens),
        parents=sum(len(cut.parents) for cut in run.facts.cuts),
        build_s=run.facts.build_s,
        index_bytes=run.facts.index_bytes,
        embedded=run.facts.embedded,
    )


def cost_of(sets: Sequence[MeasuredSet]) -> Cost:
    """The cost of `sets` together: sums, and distributions over all chunks and questions."""
    return Cost(
        chunks=sum(len(one.chunk_tokens) for one in sets),
        parents=sum(one.parents for one in sets),
        chunk_tokens=distribution(tokens for one in sets for tokens in one.chunk_tokens),
        index_bytes=sum(one.index_bytes for one in sets),
        build_s=sum(one.build_s for one in sets),
        embedded=sum(one.embedded for one in sets),
        latency_ms=distribution(value for one in sets for value in one.column("latency_ms")),
        reply_tokens=distribution(value for one in sets for value in one.column(f"tokens@{one.k}")),
    )
