"""A sweep as tables for a terminal: for each setting what its values gain, beside what they cost."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from evaluation.measured import Cost, cost_of
from evaluation.outcome import Outcome, is_without_effect
from evaluation.outcome_tables import BUDGETS, judged
from evaluation.scores import measures_at
from evaluation.sweep import KNEE_MEASURE, Point, Variation
from evaluation.table import Table, megabytes, shown

_BUILD: Final = (
    "build s leaves out vectors that were cached; embed tokens are what a model has to read without a cache."
)


NO_EFFECT: Final = (
    "It changes nothing for these documents; another setting may decide, as indexing.chunker.kinds.legal.limit does for"
    " laws."
)


def sweep_tables(outcome: Outcome) -> Iterator[Table]:
    """A table for each setting that varied."""
    for variation in outcome.asked.variations:
        yield _table(outcome, variation)


def written(value: object) -> str:
    """A value as TOML has it, `none` for one that is absent.

    >>> written("parent"), written(True), written(None), written(0.5)
    ('"parent"', 'true', 'none', '0.5')
    """
    return "none" if value is None else msgspec.json.encode(value).decode()


def _table(outcome: Outcome, variation: Variation) -> Table:
    names = (*BUDGETS, f"mrr@{outcome.asked.k}")
    costs = ("chunks", "embed tokens", "index MB", "build s", "ms", "reply tokens")
    head = (variation.path, "", *names, "difference", "95 % interval", "verdict", *costs)
    rows = tuple(_row(outcome, variation, point, names) for point in variation.points)
    return Table(
        title=f"{variation.path} varied", head=head, rows=rows, words=2, notes=(note_of(outcome, variation), _BUILD)
    )


def note_of(outcome: Outcome, variation: Variation) -> str:
    """What is to be said of a variation, in a sentence or two."""
    what, knee = f"Differences of {KNEE_MEASURE} to the base.", outcome.knees.get(variation.path)
    if knee is None:
        return f"{what} {NO_EFFECT}" if is_without_effect(variation, outcome.measured) else what
    return f"{what} Knee: {written(knee.value)}, the smallest value that is not below the best by more than noise."


def _row(outcome: Outcome, variation: Variation, point: Point, names: Sequence[str]) -> tuple[str, ...]:
    place = [one.setup.name for one in outcome.measured].index(point.setup.name)
    cells, measures = outcome.groups[0].standings[place].cells, measures_at(outcome.asked.k)
    return (
        written(point.value),
        _marks(outcome, variation, point),
        *(shown(cells[name].value.mean, measures[name].unit) for name in names),
        *judged(cells[KNEE_MEASURE], measures[KNEE_MEASURE]),
        *_cost(cost_of(outcome.measured[place].sets)),
    )


def _cost(cost: Cost) -> tuple[str, ...]:
    return (
        f"{cost.chunks:,}",
        f"{cost.chunk_tokens.sum:,.0f}",
        megabytes(cost.index_bytes),
        f"{cost.build_s:,.1f}",
        shown(cost.latency_ms.median, "ms"),
        f"{cost.reply_tokens.median:,.0f}",
    )


def _marks(outcome: Outcome, variation: Variation, point: Point) -> str:
    is_knee = outcome.knees.get(variation.path) == point
    return " ".join(["base"] * point.is_base + ["knee"] * is_knee)
