"""The table of a sweep: what each value gains beside what it costs."""

from collections.abc import Iterator

from evaluation.families import Measure
from evaluation.report.markup import Column, element, escaped, foreign, table
from evaluation.report.measure_names import KEY, column
from evaluation.report.measure_table import short_cell
from evaluation.report.model import Report, Sweep, SweepPoint
from evaluation.report.numbers import count, milliseconds, seconds, size

_COSTS = ("Chunks", "Index", "Build", "Latency")


def sweep_table(report: Report, sweep: Sweep) -> str:
    """A row for each value, its differences to the base as signs."""
    measures = [m for m in report.measures if KEY.fullmatch(m.name) and all(m.name in p.cells for p in sweep.points)]
    columns = [Column("Value", is_number=False), *map(column, measures)]
    columns += [Column(title) for title in _COSTS]
    rows = [list(_row(point, measures)) for point in sweep.points]
    return table(columns, [rows], caption=f"{sweep.setting}: gain and cost; signs say more than noise from the base")


def _row(point: SweepPoint, measures: list[Measure]) -> Iterator[str]:
    tags = "".join(
        " " + element("span", word, class_="tag")
        for word, holds in (("base", point.is_base), ("knee", point.is_knee))
        if holds
    )
    yield element("span", foreign("code", point.value) + tags, class_="value")
    yield from (short_cell(point.cells.get(measure.name), measure) for measure in measures)
    cost = point.cost
    shown = count(cost.chunks), size(cost.index_bytes), seconds(cost.build_s), milliseconds(cost.latency_ms)
    yield from map(escaped, shown)
