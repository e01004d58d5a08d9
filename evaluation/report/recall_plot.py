"""The plot of recall against the token budget: how much of the evidence a reader sees for what it costs to read."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from evaluation.comparison import Group, Standing
from evaluation.families import Measure
from evaluation.report.axis import Axis, at, axis
from evaluation.report.drawing import line, mark, picture, placed, scale_up, shortened, spread_out, text, upright
from evaluation.report.looks import DRAWN, Look, key, look
from evaluation.report.markup import element, escaped
from evaluation.report.measure_names import budget_of
from evaluation.report.model import Report
from evaluation.report.numbers import count, percent, spoken, tick

HEIGHT: Final = 320
"""Pixels between the lowest and the highest tick."""
DODGE: Final = 7
"""Pixels between the intervals of two setups at one budget, so that none hides another."""
LINE: Final = 17
"""Pixels between names at the ends of lines."""
EDGE: Final = 0.05
"""Share of the width left free at both sides."""


def recall_plot(report: Report, group: Group) -> str:
    """A line for each setup, each point with its interval. Empty without two budgets to join."""
    budgets = [m for m in report.measures if budget_of(m.name)]
    if len(budgets) < 2:
        return ""
    shown = report.setups[:DRAWN]
    left_out = len(report.setups) - len(shown)
    label = "Recall at token budgets, a line for each setup; the numbers are in the table of measures"
    rest = f" {left_out} more setups stand in the table alone." if left_out else ""
    said = "Share of the evidence within the first tokens of a reply, with 95\u202f% intervals." + rest
    drawn = picture(_drawn(group, budgets, len(shown)), height=HEIGHT, label=label)
    return element(
        "figure",
        element("figcaption", escaped(said)),
        element("div", key(shown), class_="key-narrow"),
        element("div", drawn, class_="plot lines"),
        class_="recall",
    )


def _drawn(group: Group, budgets: Sequence[Measure], n_setups: int) -> str:
    standings = [s for s in group.standings[:n_setups] if all(m.name in s.cells for m in budgets)]
    values = [s.cells[m.name].value for s in standings for m in budgets]
    up = axis([end for value in values for end in (value.low, value.high)], within=(0.0, 1.0))
    last = [s.cells[budgets[-1].name].value.mean for s in standings]
    ends = spread_out([up.up(mean, HEIGHT) for mean in last], LINE, HEIGHT + 8)
    parts = [_frame(up, [budget_of(m.name) or 0 for m in budgets])]
    for index, standing in enumerate(standings):
        dodge = (index - (len(standings) - 1) / 2) * DODGE
        parts.append(element("g", _series(standing, budgets, up, look(index)), transform=f"translate({dodge:g} 0)"))
        parts.append(_end(standing.setup, percent(last[index]), ends[index], look(index)))
    return "".join(parts)


def _place(n: int, of: int) -> str:
    return at(EDGE + (1 - 2 * EDGE) * n / (of - 1))


def _frame(up: Axis, budgets: Sequence[int]) -> str:
    places = [(_place(n, len(budgets)), HEIGHT + 24) for n in range(len(budgets))]
    across = [text(place, count(budget), "tick") for place, budget in zip(places, budgets, strict=True)]
    return "".join([scale_up(up, HEIGHT, tick("share")), *across, text(("50%", HEIGHT + 44), "tokens read", "tick")])


def _series(standing: Standing, budgets: Sequence[Measure], up: Axis, drawn: Look) -> str:
    cells = [standing.cells[measure.name] for measure in budgets]
    points = [(_place(n, len(cells)), up.up(cell.value.mean, HEIGHT)) for n, cell in enumerate(cells)]
    strokes = [line(one, other, f"stroke {drawn.colour}", dashes=drawn.stroke) for one, other in pairwise(points)]
    reaches = [
        upright(x, up.up(cell.value.high, HEIGHT), up.up(cell.value.low, HEIGHT), f"reach {drawn.colour}")
        for (x, _), cell in zip(points, cells, strict=True)
    ]
    said = [f"{standing.setup}, {m.name}: {spoken(c, m)}" for m, c in zip(budgets, cells, strict=True)]
    marks = [mark(x, y, drawn, words) for (x, y), words in zip(points, said, strict=True)]
    return "".join([*strokes, *reaches, *marks])


def _end(name: str, value: str, y: float, drawn: Look) -> str:
    shape = placed(
        "100%", y, element("path", d=drawn.shape, class_=f"mark {drawn.colour}", transform="translate(14 0)")
    )
    said = text(("100%", y + 4), f"{shortened(name, 20)}  {value}", "end", dx=26, anchor="start")
    return element("g", shape, said, class_="ends")
