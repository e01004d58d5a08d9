"""The outcome: all that an evaluation found, from which tables, JSON and the report are made."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from evaluation.bench import Progress, Workshop
from evaluation.comparison import Group, compare
from evaluation.measured import Measured, cost_of, measured_set
from evaluation.model import QuestionSet, Setup
from evaluation.report.model import BadCase
from evaluation.reverse import ReverseReport
from evaluation.run import run
from evaluation.sweep import KNEE_MEASURE, Point, Variation, knee


class Asked(Struct, frozen=True, kw_only=True):
    """What is evaluated."""

    sets: tuple[QuestionSet, ...]
    """Of different names."""
    setups: tuple[Setup, ...]
    """Of different names; the first is the baseline."""
    k: int = 5
    """Passages that measures of rank look at."""
    variations: tuple[Variation, ...] = ()
    """Of a sweep: their setups are among `setups`, the base first."""


class Outcome(Struct, frozen=True, kw_only=True):
    """What was asked, and what came of it."""

    asked: Asked
    measured: tuple[Measured, ...]
    """In the order of the setups."""
    groups: tuple[Group, ...]
    knees: Mapping[str, Point]
    """By the path of a variation; those without one are absent."""
    bad_cases: tuple[BadCase, ...] = ()
    reverse: Mapping[str, ReverseReport] = {}
    """By set."""


def evaluate(asked: Asked, workshop: Workshop, *, folder: Path, progress: Progress) -> Outcome:
    """Ask the questions of every set with every setup, and compare. Raises what `evaluation.run.run` raises."""
    found = []
    for setup in asked.setups:
        named = _named(progress, setup, asked)
        runs = (run(one, setup, workshop, folder=folder, progress=named) for one in asked.sets)
        found.append(Measured(setup=setup, sets=tuple(measured_set(each, k=asked.k) for each in runs)))
    return compared(asked, found)


def compared(asked: Asked, found: Sequence[Measured]) -> Outcome:
    """The outcome of what was measured, one for each setup; of a sweep without categories and languages."""
    knees = dict(_knees(asked.variations, found))
    groups = compare(found, ("all", "set")) if asked.variations else compare(found)
    return Outcome(asked=asked, measured=tuple(found), groups=groups, knees=knees)


def _named(progress: Progress, setup: Setup, asked: Asked) -> Progress:
    """Progress that says which of several setups is under way."""
    if len(asked.setups) == 1:
        return progress
    return lambda what, done, total: progress(f"{setup.name}: {what}", done, total)


def _knees(variations: Sequence[Variation], found: Sequence[Measured]) -> Iterator[tuple[str, Point]]:
    recalls = {one.setup.name: one.column(KNEE_MEASURE) for one in found} if variations else {}
    for variation in variations:
        point = knee(variation, recalls)
        if point is not None and not is_without_effect(variation, found):
            yield variation.path, point


def is_without_effect(variation: Variation, found: Sequence[Measured]) -> bool:
    """Whether neither what is found nor what a model has to read differs between the values."""
    names = {point.setup.name for point in variation.points}
    asked = [one for one in found if one.setup.name in names]
    told = {(cost_of(one.sets).chunk_tokens.sum, tuple(one.column(KNEE_MEASURE))) for one in asked}
    return len(told) == 1
