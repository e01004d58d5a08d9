"""Numbers as a reader sees them: each kind is written in one way on the whole page."""

import re
from collections.abc import Callable
from typing import Final

from evaluation.comparison import Cell
from evaluation.families import Measure
from evaluation.statistics import Interval

MINUS: Final = "\u2212"
NARROW: Final = "\u202f"
"""No-break thin space: between a number and its unit."""

_SIZES: Final = ("B", "kB", "MB", "GB", "TB")


def percent(share: float) -> str:
    """A share of one.

    >>> percent(0.8213)
    '82.1\u202f%'
    """
    return f"{_signless(share * 100, 1)}{NARROW}%"


def signed(number: float, decimals: int) -> str:
    """With its sign; what rounds to nothing has none.

    >>> signed(3.14, 1), signed(-0.04, 1)
    ('+3.1', '0.0')
    """
    shown = _signless(abs(number), decimals)
    if float(shown.replace(",", "")) == 0:
        return shown
    return f"{'+' if number > 0 else MINUS}{shown}"


def _signless(number: float, decimals: int) -> str:
    shown = f"{number:,.{decimals}f}"
    return shown.lstrip("-") if float(shown.replace(",", "")) == 0 else shown.replace("-", MINUS)


def count(number: float) -> str:
    """A number of things.

    >>> count(12345)
    '12,345'
    """
    return f"{round(number):,}".replace("-", MINUS)


def size(n_bytes: float) -> str:
    """Bytes in the largest unit that leaves one digit before the point, by thousands.

    >>> size(999), size(1_500), size(48_200_000)
    ('999\u202fB', '1.5\u202fkB', '48.2\u202fMB')
    """
    power = 0
    while abs(n_bytes) >= 1000 and power < len(_SIZES) - 1:
        n_bytes, power = n_bytes / 1000, power + 1
    return f"{n_bytes:,.{1 if power else 0}f}{NARROW}{_SIZES[power]}"


def seconds(number: float) -> str:
    """A time that somebody waits.

    >>> seconds(4.26), seconds(73.4), seconds(4000)
    ('4.3\u202fs', '1\u202fmin 13\u202fs', '1\u202fh 6\u202fmin')
    """
    if number < 60:
        return f"{number:.1f}{NARROW}s"
    whole = round(number)
    if whole < 3600:
        return f"{whole // 60}{NARROW}min {whole % 60}{NARROW}s"
    return f"{whole // 3600}{NARROW}h {whole % 3600 // 60}{NARROW}min"


def milliseconds(number: float) -> str:
    """A latency.

    >>> milliseconds(7.26), milliseconds(126.4)
    ('7.3\u202fms', '126\u202fms')
    """
    return f"{number:,.{1 if abs(number) < 100 else 0}f}{NARROW}ms"


def measured(number: float, unit: str) -> str:
    """A measure's value in its unit.

    >>> measured(0.5, "share"), measured(812.4, "tokens"), measured(1.25, "passages")
    ('50.0\u202f%', '812', '1.25')
    """
    if unit == "share":
        return percent(number)
    if unit == "ms":
        return milliseconds(number)
    return count(number) if unit == "tokens" else _signless(number, 2)


def changed(number: float, unit: str, *, fine: bool = False) -> str:
    """A difference in a measure's unit, with its sign; of shares in points. `fine` gives one decimal more.

    >>> changed(0.031, "share"), changed(-12.3, "tokens"), changed(0.0004, "share", fine=True)
    ('+3.1', '\u221212', '+0.04')
    """
    decimals = {"share": 1, "ms": 1, "tokens": 0}.get(unit, 2) + fine
    return signed(number * 100 if unit == "share" else number, decimals)


def tick(unit: str, *, signed: bool = False) -> Callable[[float], str]:
    """How numbers on an axis are written: without decimals that are all nought.

    >>> tick("share")(0.8), tick("share")(0.125), tick("share", signed=True)(-0.05), tick("ms")(20.0)
    ('80\u202f%', '12.5\u202f%', '\u22125', '20\u202fms')
    """
    written = changed if signed else measured
    return lambda number: re.sub(r"\.0+(?!\d)", "", written(number, unit))


def reach(value: Interval, unit: str) -> str:
    """The ends of a value's interval.

    >>> reach(Interval(mean=0.5, low=0.4, high=0.6, n=9), "share")
    '40.0\u202f% to 60.0\u202f%'
    """
    return f"{measured(value.low, unit)} to {measured(value.high, unit)}"


def change(found: Interval, unit: str) -> str:
    """A difference with its interval; finer where nothing would be left of one that is no noise.

    >>> change(Interval(mean=0.03, low=-0.01, high=0.07, n=9), "share")
    '+3.0 (\u22121.0 to +7.0)'
    """
    mean, low, high = difference(found, unit)
    return f"{mean} ({low} to {high})"


def difference(found: Interval, unit: str) -> tuple[str, str, str]:
    """Mean, low and high of a difference, all as fine.

    >>> difference(Interval(mean=0.0004, low=0.0001, high=0.0012, n=9), "share")
    ('+0.04', '+0.01', '+0.12')
    """
    fine = not found.is_noise and not changed(found.mean, unit).startswith(("+", MINUS))
    mean, low, high = (changed(number, unit, fine=fine) for number in (found.mean, found.low, found.high))
    return mean, low, high


def spoken(cell: Cell, measure: Measure) -> str:
    """A cell in words, for titles of marks."""
    said = f"{measured(cell.value.mean, measure.unit)} ({reach(cell.value, measure.unit)})"
    if cell.difference is None:
        return said
    return f"{said}, {change(cell.difference, measure.unit)}: {cell.verdict}"
