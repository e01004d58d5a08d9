"""Comparisons: the means of several setups over the same questions, with their differences to the first setup.

    runs → scores → groups of questions (all, by set, by category, by language) → a cell for each setup and measure

Every interval is a bootstrap over questions; those of differences are paired. Of 95 % intervals one in twenty excludes
0 where nothing differs: a verdict on one of many categories is a hint, one on all questions is the result.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from evaluation.measured import Measured
from evaluation.model import Question
from evaluation.scores import measure_named
from evaluation.statistics import Interval, Verdict, bootstrap_difference, bootstrap_mean

GroupKind = Literal["all", "set", "category", "language"]
KINDS: Final[tuple[GroupKind, ...]] = ("all", "set", "category", "language")

Members = tuple[GroupKind, str, tuple[int, ...]]
"""Kind and name of a group, and the positions of its questions."""


class Cell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One measure of one setup over some questions."""

    value: Interval
    """Of the mean."""
    difference: Interval | None = None
    """To the baseline, question by question; None for the baseline itself, and for times: one setup is timed after the
    other, and a machine is not as fast all the time."""
    verdict: Verdict | None = None
    """Of the difference."""


class Standing(Struct, frozen=True, kw_only=True):
    """How one setup does over some questions."""

    setup: str
    cells: dict[str, Cell]
    """By the measure's name."""


class Group(Struct, frozen=True, kw_only=True):
    """Some of the questions: all, those of a set, of a category, of a language."""

    kind: GroupKind
    name: str
    """Of the set, category or language."""
    questions: int
    standings: tuple[Standing, ...]
    """In the order of the setups: the baseline first."""


def compare(setups: Sequence[Measured], kinds: Sequence[GroupKind] = KINDS) -> tuple[Group, ...]:
    """All questions first, then each set, each category and each language, in the order in which they occur.

    Only groups of `kinds` are made. `setups` were asked the same questions; differences are to the first. A group of
    the same questions as an earlier one has the same cells. Raises ValueError for setups that were asked other
    questions.
    """
    questions = setups[0].questions
    if any(_ids(other) != _ids(setups[0]) for other in setups[1:]):
        raise ValueError("setups that were asked other questions can not be compared question by question")
    known: dict[tuple[int, ...], tuple[Standing, ...]] = {}
    found = []
    for kind, name, members in _members(setups[0], questions):
        if kind not in kinds:
            continue
        if members not in known:
            known[members] = tuple(_standings(setups, members))
        found.append(Group(kind=kind, name=name, questions=len(members), standings=known[members]))
    return tuple(found)


def _ids(one: Measured) -> list[tuple[str, str]]:
    return [(each.name, question.question_id) for each in one.sets for question in each.questions]


def _members(one: Measured, questions: Sequence[Question]) -> Iterator[Members]:
    yield "all", "all questions", tuple(range(len(questions)))
    begun = 0
    for each in one.sets:
        yield "set", each.name, tuple(range(begun, begun := begun + len(each.questions)))
    yield from _by("category", questions, lambda question: question.category)
    yield from _by("language", questions, lambda question: question.language)


def _by(kind: GroupKind, questions: Sequence[Question], key: Callable[[Question], str]) -> Iterator[Members]:
    for name in dict.fromkeys(key(question) for question in questions if key(question)):
        yield kind, name, tuple(i for i, question in enumerate(questions) if key(question) == name)


def _standings(setups: Sequence[Measured], members: Sequence[int]) -> Iterator[Standing]:
    columns = [_columns(one, members) for one in setups]
    for one, values in zip(setups, columns, strict=True):
        baseline = columns[0] if one is not setups[0] else {}
        yield Standing(
            setup=one.setup.name,
            cells={name: _judged(name, own, baseline.get(name)) for name, own in values.items()},
        )


def _columns(one: Measured, members: Sequence[int]) -> dict[str, list[float]]:
    """Each measure of the questions at `members`."""
    scores = one.scores
    return {name: [scores[i].values[name] for i in members] for name in scores[0].values}


def _judged(name: str, own: Sequence[float], baseline: Sequence[float] | None) -> Cell:
    value = bootstrap_mean(own)
    if baseline is None or measure_named(name).unit == "ms":
        return Cell(value=value)
    difference = bootstrap_difference(own, baseline)
    verdict = difference.verdict(measure_named(name).better)
    return Cell(value=value, difference=difference, verdict=verdict)
