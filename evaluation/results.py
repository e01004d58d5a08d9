"""Results: the outcome as JSON, under the names that tables and the report use."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from evaluation.comparison import Group
from evaluation.families import Measure
from evaluation.measured import Cost, cost_of
from evaluation.model import Setup
from evaluation.outcome import Outcome
from evaluation.report.model import BadCase
from evaluation.reverse import ReverseReport
from evaluation.scores import measures_at
from evaluation.settings import differences
from evaluation.sweep import Variation


class Origin(Struct, frozen=True, kw_only=True):
    """Where results come from."""

    title: str
    created: str
    """Date and time, ISO 8601."""
    version: str
    """Of Parentage."""
    command: str
    """What repeats the evaluation."""


class SetResult(Struct, frozen=True, kw_only=True):
    """One set."""

    name: str
    documents: int
    questions: int
    digest: str


class SetupResult(Struct, frozen=True, kw_only=True):
    """One setup."""

    name: str
    changes: dict[str, Any]
    """Settings that are not the baseline's, by dotted path."""
    configuration: Setup
    """All of it."""
    mean_of_sets: dict[str, float]
    """The mean of the sets' means, by measure: a small set counts as much as a large one."""


class CostResult(Struct, frozen=True, kw_only=True):
    """What a setup cost over a set, or over all."""

    set: str | None
    """None: over all sets together."""
    setup: str
    cost: Cost


class SweepValue(Struct, frozen=True, kw_only=True):
    """One value of a setting that varied."""

    value: Any
    setup: str
    """Its numbers are those of this setup."""
    is_base: bool
    is_knee: bool


class SweepResult(Struct, frozen=True, kw_only=True):
    """One setting that varied."""

    setting: str
    values: tuple[SweepValue, ...]


class QuestionResult(Struct, frozen=True, kw_only=True):
    """What one question scored with one setup."""

    set: str
    setup: str
    question_id: str
    category: str
    language: str
    values: dict[str, float]


class Results(Struct, frozen=True, kw_only=True):
    """The file that `--json` writes. Shares are from 0 to 1."""

    origin: Origin
    k: int
    """Passages that measures of rank look at."""
    baseline: str
    """The setup that differences are to."""
    measures: tuple[Measure, ...]
    sets: tuple[SetResult, ...]
    setups: tuple[SetupResult, ...]
    groups: tuple[Group, ...]
    """All questions first, then sets, categories, languages."""
    costs: tuple[CostResult, ...]
    sweeps: tuple[SweepResult, ...]
    reverse: dict[str, ReverseReport]
    """By set."""
    bad_cases: tuple[BadCase, ...]
    questions: tuple[QuestionResult, ...]


def results(outcome: Outcome, origin: Origin) -> Results:
    """All of an outcome."""
    asked = outcome.asked
    return Results(
        origin=origin,
        k=asked.k,
        baseline=asked.setups[0].name,
        measures=tuple(measures_at(asked.k).values()),
        sets=tuple(
            SetResult(name=one.name, documents=len(one.documents), questions=len(one.questions), digest=one.digest)
            for one in asked.sets
        ),
        setups=tuple(_setups(outcome)),
        groups=outcome.groups,
        costs=tuple(_costs(outcome)),
        sweeps=tuple(_sweep(outcome, variation) for variation in asked.variations),
        reverse=dict(outcome.reverse),
        bad_cases=outcome.bad_cases,
        questions=tuple(_questions(outcome)),
    )


def as_json(found: Results) -> bytes:
    """The file's content, UTF-8, indented."""
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _setups(outcome: Outcome) -> Iterator[SetupResult]:
    for one in outcome.measured:
        yield SetupResult(
            name=one.setup.name,
            changes=differences(one.setup, outcome.asked.setups[0]),
            configuration=one.setup,
            mean_of_sets=one.mean_of_sets().values,
        )


def _costs(outcome: Outcome) -> Iterator[CostResult]:
    for one in outcome.measured:
        for each in one.sets:
            yield CostResult(set=each.name, setup=one.setup.name, cost=cost_of([each]))
        yield CostResult(set=None, setup=one.setup.name, cost=cost_of(one.sets))


def _sweep(outcome: Outcome, variation: Variation) -> SweepResult:
    knee = outcome.knees.get(variation.path)
    values = (
        SweepValue(value=point.value, setup=point.setup.name, is_base=point.is_base, is_knee=point == knee)
        for point in variation.points
    )
    return SweepResult(setting=variation.path, values=tuple(values))


def _questions(outcome: Outcome) -> Iterator[QuestionResult]:
    for one in outcome.measured:
        for each in one.sets:
            for question, score in zip(each.questions, each.scores, strict=True):
                yield QuestionResult(
                    set=each.name,
                    setup=one.setup.name,
                    question_id=question.question_id,
                    category=question.category,
                    language=question.language,
                    values=score.values,
                )
