"""Tables of measures: all of them over all questions, the main ones by group."""

from collections.abc import Iterable, Iterator, Sequence

from evaluation.comparison import Cell, Group
from evaluation.families import Measure
from evaluation.report.looks import named
from evaluation.report.markup import Column, element, escaped, group_row, table
from evaluation.report.measure_names import KEY, column
from evaluation.report.model import Report, SetupFacts
from evaluation.report.numbers import count, measured, milliseconds, reach, seconds, signed, size
from evaluation.report.verdicts import SIGNS, judged, sign


def measure_table(report: Report, group: Group) -> str:
    """A row for each measure, a column for each setup, with differences to the first; then what they cost."""
    columns = [
        Column("Measure", is_number=False),
        *(Column(named(n, setup.name)) for n, setup in enumerate(report.setups)),
    ]
    rows = [_measure_row(measure, group) for measure in report.measures if _has(group, measure)]
    costs = [group_row("Cost", len(columns)), *_cost_rows(report.setups)]
    caption = f"All measures, {count(group.questions)} questions"
    caption += "; below a value its difference to the first setup" if len(report.setups) > 1 else ""
    return table(columns, [rows, costs], caption=caption)


def group_table(report: Report, groups: Sequence[Group], caption: str) -> str:
    """The main measures of each setup in each group, with a sign where the difference to the first is no noise."""
    measures = [m for m in report.measures if KEY.fullmatch(m.name) and any(_has(group, m) for group in groups)]
    columns = [Column("Setup", is_number=False), *map(column, measures)]
    bodies = (_group_rows(group, measures) for group in groups)
    caption += f"; {SIGNS['better']} better, {SIGNS['worse']} worse than the first" if len(report.setups) > 1 else ""
    return table(columns, bodies, caption=caption)


def _has(group: Group, measure: Measure) -> bool:
    return any(measure.name in standing.cells for standing in group.standings)


def _measure_row(measure: Measure, group: Group) -> list[str]:
    name = element("code", escaped(measure.name)) + element("small", escaped(measure.title))
    shown = element("span", name, class_="measure", title=measure.description or None)
    return [shown, *(_full(standing.cells.get(measure.name), measure) for standing in group.standings)]


def _full(cell: Cell | None, measure: Measure) -> str:
    if cell is None:
        return ""
    value = element("b", escaped(measured(cell.value.mean, measure.unit)), title=reach(cell.value, measure.unit))
    return value + (element("small", judged(cell, measure)) if cell.difference else "")


def _group_rows(group: Group, measures: Sequence[Measure]) -> Iterator[list[str]]:
    yield group_row(group.name, len(measures) + 1, note=f"{count(group.questions)} questions")
    for index, standing in enumerate(group.standings):
        yield [named(index, standing.setup), *(short_cell(standing.cells.get(m.name), m) for m in measures)]


def short_cell(cell: Cell | None, measure: Measure) -> str:
    """A value with the sign of its difference; empty where it was not measured."""
    if cell is None:
        return ""
    value = element("span", escaped(measured(cell.value.mean, measure.unit)), title=reach(cell.value, measure.unit))
    return value + sign(cell, measure)


def _cost_rows(setups: Sequence[SetupFacts]) -> Iterator[list[str]]:
    costs = [setup.cost for setup in setups]
    yield ["Chunks", *_compared([c.chunks for c in costs], map(count, (c.chunks for c in costs)))]
    yield ["Index", *_compared([c.index_bytes for c in costs], map(size, (c.index_bytes for c in costs)))]
    yield ["Build", *(element("b", escaped(seconds(c.build_s))) for c in costs)]
    yield ["Median latency", *(element("b", escaped(milliseconds(c.latency_ms))) for c in costs)]


def _compared(numbers: Sequence[float], shown: Iterable[str]) -> Iterator[str]:
    """Costs, each with how much more it is than the first."""
    for index, (number, text) in enumerate(zip(numbers, shown, strict=True)):
        value = element("b", escaped(text))
        if index and numbers[0]:
            value += element("small", escaped(f"{signed((number / numbers[0] - 1) * 100, 0)}\u202f%"))
        yield value
