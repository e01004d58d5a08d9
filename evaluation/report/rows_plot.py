"""Plots of rows: each row has a name, a strip of a common axis with marks in it, and a remark."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from evaluation.report.axis import Axis
from evaluation.report.drawing import Dot, grid_down, lying, picture, text, upright
from evaluation.report.looks import Look
from evaluation.report.markup import element

STEP: Final = 15
"""Pixels from one mark of a row down to the next."""
PADDING: Final = 11
"""Pixels between a row's edge and its first mark."""
LEAST: Final = 36
"""Pixels of a row whose name has a line below it."""


class Strip(Struct, frozen=True):
    """One row."""

    name: str
    """HTML."""
    drawn: str
    """SVG: what stands on the axis, `height` pixels high."""
    height: float
    remark: str = ""
    """HTML."""


class Frame(Struct, frozen=True):
    """What the rows have in common."""

    axis: Axis
    tick: Callable[[float], str]
    """How a number of the axis is written."""
    label: str
    """What the plot shows, and where its numbers are in words."""
    zero: bool = False
    """Whether the line at zero stands out."""


def dots(marks: Sequence[tuple[Look, Dot]], axis: Axis) -> tuple[str, float]:
    """Marks below each other, and how high they are together."""
    height = max(LEAST, 2 * PADDING + STEP * (len(marks) - 1))
    first = (height - STEP * (len(marks) - 1)) / 2
    return "".join(lying(dot, axis, first + STEP * n, seen) for n, (seen, dot) in enumerate(marks)), height


def rows_plot(strips: Iterable[Strip], frame: Frame, *, class_: str = "") -> str:
    """The rows with their axis below."""
    made = []
    for strip in strips:
        drawn = picture(grid_down(frame.axis, strip.height, zero=frame.zero), strip.drawn, height=strip.height)
        cells = (
            element("div", strip.name, class_="name"),
            element("div", drawn, class_="strip"),
            element("div", strip.remark, class_="remark"),
        )
        made.append(element("div", *cells, class_="row"))
    return element(
        "div", *made, _scale(frame), class_=f"plot rows {class_}".strip(), role="group", aria_label=frame.label
    )


def _scale(frame: Frame) -> str:
    ticks = "".join(
        upright(frame.axis.across(tick), 0, 5, "grid") + text((frame.axis.across(tick), 19), frame.tick(tick), "tick")
        for tick in frame.axis.ticks
    )
    strip = element("div", picture(ticks, height=24), class_="strip")
    return element("div", element("div", class_="name"), strip, element("div", class_="remark"), class_="row scale")
