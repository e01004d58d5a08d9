"""The plot of a sweep: recall over the values of one setting, and below it what each value costs."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from evaluation.families import Measure
from evaluation.report.axis import Axis, at, axis
from evaluation.report.drawing import line, mark, picture, placed, scale_up, shortened, spread_out, text, upright
from evaluation.report.looks import look
from evaluation.report.markup import element, escaped
from evaluation.report.measure_names import MAIN, budget_of, called
from evaluation.report.model import Report, Sweep, SweepPoint
from evaluation.report.numbers import count, milliseconds, size, spoken, tick

HEIGHT: Final = 240
"""Pixels between the lowest and the highest tick of recall."""
LINE: Final = 15
"""Pixels between names at the ends of lines."""
COST_HEIGHT: Final = 40
"""Pixels of the highest bar of a cost."""

_SHOWN: Final = look(0)


def sweep_plot(report: Report, sweep: Sweep) -> str:
    """Recall with its intervals, the base ringed, the knee marked; chunks, bytes and latency over the same values."""
    budgets = [m for m in report.measures if budget_of(m.name) and all(m.name in p.cells for p in sweep.points)]
    if not budgets:
        return ""
    main = next((m for m in budgets if m.name == MAIN), budgets[-1])
    said = (
        f"{called(main)} with 95\u202f% intervals, fainter the other budgets. Ringed: the base; filled: different from"
        " it by more than noise."
    )
    label = f"Recall over {sweep.setting}; the numbers are in the table below"
    drawn = picture(_recall(sweep, budgets, main), height=HEIGHT + 28, label=label)
    plot = element("div", drawn, *(_cost(sweep, *cost) for cost in _COSTS), class_="plot lines sweep")
    return element("figure", element("figcaption", escaped(said)), plot)


_COSTS: Final[list[tuple[str, Callable[[SweepPoint], float], Callable[[float], str]]]] = [
    ("chunks", lambda point: point.cost.chunks, count),
    ("index", lambda point: point.cost.index_bytes, size),
    ("latency", lambda point: point.cost.latency_ms, milliseconds),
]


def _recall(sweep: Sweep, budgets: Sequence[Measure], main: Measure) -> str:
    points = sweep.points
    values = [point.cells[main.name].value for point in points]
    means = [point.cells[measure.name].value.mean for point in points for measure in budgets]
    up = axis([*means, *(end for value in values for end in (value.low, value.high))], within=(0.0, 1.0))
    last = [up.up(points[-1].cells[measure.name].value.mean, HEIGHT) for measure in budgets]
    ends = spread_out(last, LINE, HEIGHT)
    parts = [_frame(sweep, up), _knee(points)]
    for measure, y in zip(budgets, ends, strict=True):
        is_main = measure is main
        parts.append(_strokes(sweep, measure, up, "stroke s0" if is_main else "stroke faint"))
        name = f"{count(budget_of(measure.name) or 0)} tokens"
        parts.append(text(("100%", y + 4), name, "end main" if is_main else "end", dx=10, anchor="start"))
    return "".join([*parts, *(_point(points, n, main, up) for n in range(len(points)))])


def _place(n: int, of: int) -> str:
    return at((n + 0.5) / of)


def _frame(sweep: Sweep, up: Axis) -> str:
    return scale_up(up, HEIGHT, tick("share")) + _values(sweep, HEIGHT + 24)


def _values(sweep: Sweep, y: float) -> str:
    places = [(_place(n, len(sweep.points)), point.value) for n, point in enumerate(sweep.points)]
    return "".join(text((x, y), shortened(value, 16), "tick") for x, value in places)


def _knee(points: Sequence[SweepPoint]) -> str:
    return "".join(
        upright(_place(n, len(points)), -8, HEIGHT, "knee", dashes="4 4")
        + text((_place(n, len(points)), -14), "knee", "knee-name")
        for n, point in enumerate(points)
        if point.is_knee
    )


def _strokes(sweep: Sweep, measure: Measure, up: Axis, class_: str) -> str:
    """Values that are no numbers have no order: nothing leads from one to the next."""
    points, joined = sweep.points, all(point.number is not None for point in sweep.points)
    places = [(_place(n, len(points)), up.up(p.cells[measure.name].value.mean, HEIGHT)) for n, p in enumerate(points)]
    if joined:
        return "".join(line(one, other, class_) for one, other in pairwise(places))
    return "".join(placed(x, y, element("path", d="M-9 0h18", class_=class_)) for x, y in places)


def _point(points: Sequence[SweepPoint], n: int, measure: Measure, up: Axis) -> str:
    point = points[n]
    cell, x = point.cells[measure.name], _place(n, len(points))
    low, high = cell.value.low, cell.value.high
    y = up.up(cell.value.mean, HEIGHT)
    is_noise = cell.verdict == "noise"
    ring = placed(x, y, element("circle", r=9, class_="ring")) if point.is_base else ""
    reach = upright(x, up.up(low, HEIGHT), up.up(high, HEIGHT), "reach s0")
    said = f"{point.value}: {spoken(cell, measure)}"
    return reach + ring + mark(x, y, _SHOWN, said, class_="hollow" if is_noise else "")


def _cost(sweep: Sweep, name: str, cost: Callable[[SweepPoint], float], written: Callable[[float], str]) -> str:
    numbers = [cost(point) for point in sweep.points]
    most, parts = max([*numbers, 1e-9]), [text(("0%", COST_HEIGHT + 14), name, "tick", dx=-10, anchor="end")]
    for n, number in enumerate(numbers):
        height = round(COST_HEIGHT * number / most, 2)
        x, y = _place(n, len(numbers)), COST_HEIGHT + 18 - height
        parts.append(placed(x, y, element("rect", x=-13, y=0, width=26, height=height, class_="bar cost")))
        parts.append(text((x, y - 5), written(number), "tick amount"))
    label = f"{name} over {sweep.setting}; the numbers are in the table below"
    return picture(*parts, height=COST_HEIGHT + 20, label=label, class_="costs")
