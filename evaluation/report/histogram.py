"""Distributions: a histogram for each setup over one axis, its median and 95th percentile marked."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from evaluation.report.axis import Axis, at, axis
from evaluation.report.drawing import upright
from evaluation.report.looks import look, named
from evaluation.report.markup import Column, element, escaped, table
from evaluation.report.model import SetupFacts
from evaluation.report.numbers import count
from evaluation.report.rows_plot import Frame, Strip, rows_plot
from evaluation.statistics import percentile

BINS: Final = 40
"""Bars of a histogram."""
HEIGHT: Final = 46
"""Pixels of the highest bar."""


class Quantity(Struct, frozen=True):
    """What is counted."""

    title: str
    values: Callable[[SetupFacts], Sequence[float]]
    written: Callable[[float], str]
    tick: Callable[[float], str]


def histograms(setups: Sequence[SetupFacts], quantity: Quantity) -> str:
    """A row for each setup, with a table of the same. Empty if nobody has values."""
    known = [(index, setup, sorted(quantity.values(setup))) for index, setup in enumerate(setups)]
    known = [(index, setup, values) for index, setup, values in known if values]
    if not known:
        return ""
    along = axis([0.0, *(percentile(values, 99) for _, _, values in known)])
    frame = Frame(along, quantity.tick, f"{quantity.title}: a histogram for each setup; numbers are in the table below")
    strips = [_strip(index, setup, values, (along, quantity)) for index, setup, values in known]
    said = f"{quantity.title}: solid the median, dashed the 95th percentile; the last bar holds all that is beyond"
    rows = [_row(index, setup, values, quantity) for index, setup, values in known]
    figures = table(_COLUMNS, [rows], caption=quantity.title)
    plot = rows_plot(strips, frame, class_="ridges")
    folded = element("details", element("summary", "As a table"), figures, class_="data")
    return element("figure", element("figcaption", escaped(said)), plot, folded)


_COLUMNS: Final = [Column("Setup", is_number=False), *map(Column, ("n", "min", "median", "p95", "max"))]


def bins(values: Sequence[float], along: Axis) -> list[int]:
    """How many values each of `BINS` equal parts of the axis holds; what is beyond its end is in the last.

    >>> found = bins([0.0, 1.0, 99.0], Axis(0.0, 40.0, ()))
    >>> found[0], found[1], found[39], sum(found)
    (1, 1, 1, 3)
    """
    found = [0] * BINS
    for value in values:
        found[min(BINS - 1, int(along.share(value) * BINS))] += 1
    return found


def _strip(index: int, setup: SetupFacts, values: Sequence[float], shown: tuple[Axis, Quantity]) -> Strip:
    along, quantity = shown
    median, p95 = percentile(values, 50), percentile(values, 95)
    drawn = _bars(bins(values, along), look(index).colour)
    drawn += upright(along.across(median), 0, HEIGHT + 4, "median")
    drawn += upright(along.across(p95), 0, HEIGHT + 4, "p95", dashes="3 3")
    said = f"median {quantity.written(median)}, p95 {quantity.written(p95)}"
    return Strip(named(index, setup.name), drawn, HEIGHT + 4, escaped(said))


def _bars(counts: Sequence[int], colour: str) -> str:
    most, bars = max(counts), []
    for n, found in enumerate(counts):
        if found:
            height = max(1.0, round(HEIGHT * found / most, 2))
            place = {"x": at((n + 0.06) / BINS), "y": HEIGHT + 4 - height, "width": at(0.88 / BINS), "height": height}
            bars.append(element("rect", element("title", count(found)), class_=f"bar {colour}", **place))
    return "".join(bars)


def _row(index: int, setup: SetupFacts, values: Sequence[float], quantity: Quantity) -> list[str]:
    numbers = (values[0], percentile(values, 50), percentile(values, 95), values[-1])
    return [named(index, setup.name), count(len(values)), *(escaped(quantity.written(n)) for n in numbers)]
