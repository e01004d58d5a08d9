"""Scores: every measure of every question of a run, under the names that all outputs use.

`@5` in a name is a number of passages, `@2000tok` a number of tokens.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from evaluation.families import Case, Measure, members
from evaluation.model import Cut, DocumentSpan, Question, Reply, Run, Score, SearchSettings
from evaluation.span_index import SpanIndex

K: Final = 5
"""Passages that measures of rank look at, as in the published evaluations."""
BUDGETS: Final = SearchSettings().budgets
"""Tokens: from a short prompt to all that a small model has room for."""

_FAMILIES: Final = {family.name: family for family, _ in members(K, BUDGETS)}


def measures_at(k: int = K, budgets: Sequence[int] = BUDGETS) -> dict[str, Measure]:
    """The measures that `scored` gives, by name, in the order of tables.

    >>> list(measures_at(5, [2000]))[:4]
    ['recall@2000tok', 'whole@2000tok', 'recall@5', 'precision@5']
    """
    found = (family.measure(n) for family, n in members(k, budgets))
    return {measure.name: measure for measure in found}


MEASURES: Final = measures_at()
"""Those of the defaults."""


def measure_named(name: str) -> Measure:
    """The measure of a score's name, whatever its number. Raises ValueError for one that is not measured.

    >>> measure_named("recall@750tok").title
    'evidence in 750 tokens'
    """
    number = re.search(r"@(\d+)", name)
    family = _FAMILIES.get(re.sub(r"@\d+", "@{n}", name))
    if family is None or (number and int(number[1]) < 1):
        raise ValueError(f"{name!r} is no measure; these are: {', '.join(MEASURES)}")
    return family.measure(int(number[1]) if number else 0)


def scored(run: Run, *, k: int = K, budgets: Sequence[int] = BUDGETS) -> list[Score]:
    """A score for each question of `run`, in order, with the names of `measures_at` in order.

    Raises ValueError for replies that are not those of the questions, a question without evidence, a `k` or a budget
    below 1.
    """
    chunks, parents = _chunks(run.facts.cuts), _parents(run.facts.cuts)
    columns = [(family.measure(n).name, family, n) for family, n in members(k, budgets)]
    scores = []
    for question, reply in zip(run.questions, run.replies, strict=True):
        case = _case(question, reply, chunks, parents)
        values = {name: float(family.value(case, n)) for name, family, n in columns}
        scores.append(Score(question_id=question.question_id, values=values))
    return scores


def _case(question: Question, reply: Reply, chunks: SpanIndex, parents: SpanIndex) -> Case:
    if reply.question_id != question.question_id:
        raise ValueError(f"question {question.question_id!r} has the reply of {reply.question_id!r}")
    passages = [passage.spans for passage in reply.passages]
    return Case(evidence=question.evidence, reply=reply, passages=passages, chunks=chunks, parents=parents)


def _chunks(cuts: Iterable[Cut]) -> SpanIndex:
    return SpanIndex(DocumentSpan(cut.document_id, start, end) for cut in cuts for start, end in cut.chunks)


def _parents(cuts: Iterable[Cut]) -> SpanIndex:
    return SpanIndex(DocumentSpan(cut.document_id, start, end) for cut in cuts for start, end in cut.parents)
