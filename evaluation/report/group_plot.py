"""The plot of groups: setups side by side in each set or category."""

from collections.abc import Sequence

from evaluation.comparison import Group
from evaluation.families import Measure
from evaluation.report.axis import axis
from evaluation.report.drawing import Dot
from evaluation.report.looks import DRAWN, key, look
from evaluation.report.markup import element, escaped, foreign
from evaluation.report.measure_names import called
from evaluation.report.model import Report
from evaluation.report.numbers import count, spoken, tick
from evaluation.report.rows_plot import Frame, Strip, dots, rows_plot


def group_plot(report: Report, groups: Sequence[Group], measure: Measure) -> str:
    """A row for each group, in it a mark for each setup."""
    cells = [s.cells[measure.name] for g in groups for s in g.standings[:DRAWN] if measure.name in s.cells]
    if not cells:
        return ""
    ends = [end for cell in cells for end in (cell.value.low, cell.value.high)]
    frame = Frame(
        axis(ends, within=(0.0, 1.0) if measure.unit == "share" else (0.0, float("inf"))),
        tick(measure.unit),
        f"{called(measure)} of each setup; the numbers are in the table below",
    )
    left_out = len(report.setups) - DRAWN
    rest = f"; {left_out} more setups stand in the table alone" if left_out > 0 else ""
    said = element("figcaption", escaped(f"{called(measure)}, with 95\u202f% intervals{rest}"))
    strips = [_strip(group, measure, frame) for group in groups]
    return element("figure", said, key(report.setups[:DRAWN]), rows_plot(strips, frame))


def _strip(group: Group, measure: Measure, frame: Frame) -> Strip:
    marks = []
    for index, standing in enumerate(group.standings[:DRAWN]):
        if measure.name in standing.cells:
            cell = standing.cells[measure.name]
            said = f"{standing.setup}, {group.name}: {spoken(cell, measure)}"
            marks.append((look(index), Dot(cell.value, said)))
    drawn, height = dots(marks, frame.axis)
    name = foreign("span", group.name) + element("small", escaped(f"{count(group.questions)} questions"))
    return Strip(name, drawn, height)
