"""The plot of differences: how far each setup is from the first, with the word for it."""

from collections.abc import Iterator

from msgspec import Struct

from evaluation.comparison import Cell, Group
from evaluation.families import Measure
from evaluation.report.axis import Axis, axis
from evaluation.report.drawing import Dot
from evaluation.report.looks import look, named
from evaluation.report.markup import element, escaped, foreign
from evaluation.report.measure_names import called
from evaluation.report.model import Report
from evaluation.report.numbers import change, tick
from evaluation.report.rows_plot import Frame, Strip, dots, rows_plot
from evaluation.report.verdicts import judged
from evaluation.statistics import Interval


class _Compared(Struct, frozen=True):
    """One setup beside the first."""

    index: int
    setup: str
    cell: Cell
    difference: Interval


def difference_plot(report: Report, group: Group, measure: Measure) -> str:
    """A row for each setup but the first. Empty with one setup."""
    found = list(_compared(group, measure))
    if not found:
        return ""
    along = axis([0.0, *(end for each in found for end in (each.difference.low, each.difference.high))])
    label = f"{called(measure)}: difference to {report.setups[0].name}, of each other setup"
    frame = Frame(along, tick(measure.unit, signed=True), label, zero=True)
    strips = [_strip(each, measure, along) for each in found]
    unit = "points" if measure.unit == "share" else measure.unit
    said = f"{escaped(called(measure))}: difference to {foreign('b', report.setups[0].name)} in {escaped(unit)}"
    return element(
        "figure",
        element("figcaption", said, ", with 95\u202f% intervals"),
        rows_plot(strips, frame, class_="differences"),
    )


def _compared(group: Group, measure: Measure) -> Iterator[_Compared]:
    for index, standing in enumerate(group.standings):
        cell = standing.cells.get(measure.name)
        if cell is not None and cell.difference is not None:
            yield _Compared(index, standing.setup, cell, cell.difference)


def _strip(found: _Compared, measure: Measure, along: Axis) -> Strip:
    said = f"{found.setup}: {change(found.difference, measure.unit)}, {found.cell.verdict}"
    drawn, height = dots([(look(found.index), Dot(found.difference, said))], along)
    return Strip(named(found.index, found.setup), drawn, height, judged(found.cell, measure))
