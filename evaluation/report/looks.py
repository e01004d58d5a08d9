"""How a setup is recognised: a colour, a shape and a stroke, the same in all plots."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from evaluation.report.markup import element, foreign
from evaluation.report.model import SetupFacts

DRAWN: Final = 8
"""Setups a plot of lines can hold: the style has as many colours, and more lines are not told apart."""

_SHAPES: Final = (
    "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
    "M-4 -4h8v8h-8z",
    "M0 -5.2L5 3.6H-5z",
    "M0 -5.6L5.6 0L0 5.6L-5.6 0z",
    "M0 5.2L5 -3.6H-5z",
    "M-1.7 -5h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3z",
    "M-4.6 -2.2L-2.2 -4.6L0 -2.4L2.2 -4.6L4.6 -2.2L2.4 0L4.6 2.2L2.2 4.6L0 2.4L-2.2 4.6L-4.6 2.2L-2.4 0z",
    "M-2.2 -4.8h4.4L4.8 0L2.2 4.8h-4.4L-4.8 0z",
)
"""Outlines around the origin, 10 pixels wide: circle, square, triangle, diamond, triangle, plus, cross, octagon."""

_STROKES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2 1 2")
"""Dashes of lines, in pixels."""


class Look(NamedTuple):
    """How one setup is drawn."""

    colour: str
    """Class of the style."""
    shape: str
    """Path."""
    stroke: str
    """Dashes; empty for a solid line."""


def look(index: int) -> Look:
    """Of the setup at `index`; behind the last colour they begin again with other shapes.

    >>> look(0).colour, look(9).colour, look(0).shape == look(8).shape
    ('s0', 's1', False)
    """
    turn = index // DRAWN
    return Look(f"s{index % DRAWN}", _SHAPES[(index + turn) % DRAWN], _STROKES[(index + turn) % DRAWN])


def sample(index: int) -> str:
    """A mark of the setup beside its name."""
    found = look(index)
    shape = element("path", d=found.shape)
    return element("svg", shape, class_=f"sample {found.colour}", viewBox="-7 -7 14 14", aria_hidden="true")


def named(index: int, name: str) -> str:
    """The setup's mark and name, as tables and keys show it."""
    return element("span", sample(index), foreign("span", name), class_="setup")


def key(setups: Sequence[SetupFacts]) -> str:
    """Which mark is which setup."""
    items = (element("li", named(index, setup.name)) for index, setup in enumerate(setups))
    return element("ul", *items, class_="key")
