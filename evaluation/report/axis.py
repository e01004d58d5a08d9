"""An axis: which numbers a plot spans, and where on it a number stands."""

import math
from collections.abc import Iterable

from msgspec import Struct


class Axis(Struct, frozen=True):
    """From `low` to `high`, both ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def share(self, number: float) -> float:
        """How far along the axis, 0 to 1; numbers beyond an end stand at it.

        >>> Axis(0.0, 4.0, ()).share(1.0)
        0.25
        """
        return min(1.0, max(0.0, (number - self.low) / (self.high - self.low)))

    def across(self, number: float) -> str:
        """As an `x` that holds at any width.

        >>> Axis(0.0, 4.0, ()).across(1.0)
        '25.00%'
        """
        return at(self.share(number))

    def up(self, number: float, height: float) -> float:
        """As a `y` of a plot of `height` pixels, upwards.

        >>> Axis(0.0, 4.0, ()).up(1.0, 200)
        150.0
        """
        return round(height * (1 - self.share(number)), 2)


def at(share: float) -> str:
    """A place in per cent of the width."""
    return f"{share * 100:.2f}%"


def axis(numbers: Iterable[float], *, wanted: int = 6, within: tuple[float, float] = (-math.inf, math.inf)) -> Axis:
    """The axis of round ticks, some `wanted`, around finite numbers; it ends at `within` (Heckbert 1990, Nice Numbers).

    >>> axis([0.61, 0.93], within=(0.0, 1.0)).ticks
    (0.6, 0.7, 0.8, 0.9, 1.0)
    """
    found = sorted(number for number in numbers if math.isfinite(number))
    low, high = (found[0], found[-1]) if found else (0.0, 1.0)
    if high - low < 1e-9 * max(1.0, abs(high)):
        low, high = _widened(low, within)
    step = _round_step((high - low) / (wanted - 1))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(float(f"{at * step:.12g}") for at in range(first, max(last, first + 1) + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def _widened(number: float, within: tuple[float, float]) -> tuple[float, float]:
    room = max(abs(number) / 10, 0.05)
    return max(number - room, within[0]), min(number + room, within[1])


def _round_step(step: float) -> float:
    """The next of 1, 2, 5, 10, … times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))
