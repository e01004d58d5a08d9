"""The outcome as a report: the one place where what was measured becomes what a page shows."""

from collections.abc import Iterator

from evaluation.inspection_tables import reverse_tables
from evaluation.measured import Measured, cost_of
from evaluation.model import QuestionSet
from evaluation.outcome import Outcome
from evaluation.report.model import Cost, Report, SetFacts, SetupFacts, Sweep, SweepPoint
from evaluation.results import Origin
from evaluation.scores import measures_at
from evaluation.settings import values
from evaluation.statistics import ROUNDS
from evaluation.sweep import Variation
from evaluation.sweep_tables import note_of, written

NOTES = (
    f"Intervals are 95 % bootstrap intervals over questions ({ROUNDS:,} rounds); those of differences are paired.",
    "Where nothing differs, one verdict of twenty is not noise all the same: trust those on all questions first.",
    "Build times leave out texts whose vectors were cached.",
)


def report(outcome: Outcome, origin: Origin) -> Report:
    """All that a page shows of an outcome."""
    asked = outcome.asked
    return Report(
        title=origin.title,
        created=origin.created,
        version=origin.version,
        k=asked.k,
        measures=tuple(measures_at(asked.k).values()),
        setups=tuple(_setups(outcome)),
        sets=tuple(_set(one) for one in asked.sets),
        groups=outcome.groups,
        sweeps=tuple(_sweep(outcome, variation) for variation in asked.variations),
        bad_cases=outcome.bad_cases,
        reverse=tuple(reverse_tables(outcome.reverse)),
        command=origin.command,
        notes=NOTES,
    )


def _setups(outcome: Outcome) -> Iterator[SetupFacts]:
    found = {one.name: values(one) for one in outcome.asked.setups}
    first = next(iter(found.values()))
    varied = [path for path, value in first.items() if any(other[path] != value for other in found.values())]
    for one in outcome.measured:
        yield SetupFacts(
            name=one.setup.name,
            model=one.setup.indexing.embedder.model,
            settings=tuple((path, written(found[one.setup.name][path])) for path in varied),
            cost=_cost(one),
            chunk_tokens=tuple(tokens for each in one.sets for tokens in each.chunk_tokens),
            reply_tokens=tuple(round(tokens) for tokens in one.column(f"tokens@{outcome.asked.k}")),
            latencies_ms=tuple(one.column("latency_ms")),
        )


def _cost(one: Measured) -> Cost:
    cost = cost_of(one.sets)
    return Cost(
        chunks=cost.chunks,
        index_bytes=cost.index_bytes,
        build_s=cost.build_s,
        latency_ms=cost.latency_ms.median,
    )


def _set(one: QuestionSet) -> SetFacts:
    languages = dict.fromkeys(question.language for question in one.questions if question.language)
    return SetFacts(
        name=one.name, documents=len(one.documents), questions=len(one.questions), languages=tuple(languages)
    )


def _sweep(outcome: Outcome, variation: Variation) -> Sweep:
    standings = {one.setup: one for one in outcome.groups[0].standings}
    costs = {one.setup.name: _cost(one) for one in outcome.measured}
    points = (
        SweepPoint(
            value=written(point.value),
            number=point.number,
            cells=standings[point.setup.name].cells,
            cost=costs[point.setup.name],
            is_base=point.is_base,
            is_knee=outcome.knees.get(variation.path) == point,
        )
        for point in variation.points
    )
    return Sweep(setting=variation.path, points=tuple(points), note=note_of(outcome, variation))
