"""Parts of plots as SVG.

Places across are percentages, so that a plot fills any width while its text keeps its size; places down are pixels.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from msgspec import Struct

from evaluation.report.axis import Axis
from evaluation.report.looks import Look
from evaluation.report.markup import element, escaped
from evaluation.statistics import Interval

LABEL: Final = 26
"""Characters of a name beside a line: what its margin holds."""


class Dot(Struct, frozen=True):
    """A number with its interval."""

    value: Interval
    said: str
    """In words, shown when pointed at."""


def picture(*content: str, height: float, label: str | None = None, class_: str = "") -> str:
    """A plot. Without a label it is a part of something that has one."""
    seen = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return element("svg", *content, class_=f"picture {class_}".strip(), width="100%", height=height, **seen)


Place = tuple[str, float]
"""Where something stands: across, down."""


def line(one: Place, other: Place, class_: str, *, dashes: str = "") -> str:
    """A straight line between two places."""
    (x1, y1), (x2, y2) = one, other
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_, stroke_dasharray=dashes or None)


def upright(x: str, top: float, bottom: float, class_: str, *, dashes: str = "") -> str:
    """A straight line down."""
    return line((x, top), (x, bottom), class_, dashes=dashes)


def text(place: Place, said: str, class_: str, *, dx: float = 0, anchor: str = "middle") -> str:
    """Text, `dx` pixels beside its place."""
    x, y = place
    return element("text", escaped(said), x=x, y=y, dx=dx or None, text_anchor=anchor, class_=class_)


def placed(x: str, y: float, *content: str) -> str:
    """Content around the origin, moved to a place."""
    return element("svg", *content, x=x, y=y, width=1, height=1, class_="placed")


def mark(x: str, y: float, look: Look, said: str, *, class_: str = "") -> str:
    """A setup's shape, with what it means."""
    shape = element("path", element("title", escaped(said)), d=look.shape)
    return placed(x, y, element("g", shape, class_=f"mark {look.colour} {class_}".strip()))


def lying(dot: Dot, axis: Axis, y: float, look: Look, *, class_: str = "") -> str:
    """A number with its interval, across."""
    ends = axis.across(dot.value.low), axis.across(dot.value.high)
    reach = line((ends[0], y), (ends[1], y), f"reach {look.colour}")
    return reach + mark(axis.across(dot.value.mean), y, look, dot.said, class_=class_)


def grid_down(axis: Axis, height: float, *, zero: bool = False) -> str:
    """Lines from top to bottom at the ticks; the one at zero stands out where it matters."""
    return "".join(
        upright(axis.across(tick), 0, height, "zero" if zero and tick == 0 else "grid") for tick in axis.ticks
    )


def scale_up(axis: Axis, height: float, written: Callable[[float], str]) -> str:
    """Lines across at the ticks, their numbers left of them."""
    parts = []
    for tick in axis.ticks:
        y = axis.up(tick, height)
        parts.append(line(("0%", y), ("100%", y), "grid"))
        parts.append(text(("0%", y + 4), written(tick), "tick", dx=-10, anchor="end"))
    return "".join(parts)


def shortened(name: str, room: int = LABEL) -> str:
    """A name that fits.

    >>> shortened("indexing.chunker.limit=160", 12)
    'indexing.ch…'
    """
    return name if len(name) <= room else name[: room - 1] + "…"


def spread_out(places: list[float], gap: float, height: float) -> list[float]:
    """Places moved as little as needed to stand `gap` apart, in their order, none below `height` as far as that goes.

    >>> spread_out([10.0, 12.0, 50.0], 15, 100)
    [10.0, 25.0, 50.0]
    """
    order = sorted(range(len(places)), key=lambda index: places[index])
    moved = list(places)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + gap)
    limit = height
    for index in reversed(order):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - gap
    return moved
