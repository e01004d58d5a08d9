"""Tables of plain text: what a terminal shows of an outcome, numbers in plain ASCII so that they can be grepped.

Shares are in per cent and their differences in points; tokens, passages and milliseconds are what they are.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from evaluation.statistics import Interval

MEGABYTE: Final = 1_000_000
_DECIMALS: Final = {"share": 1, "tokens": 0, "passages": 2, "ms": 1}


class Table(Struct, frozen=True, kw_only=True):
    """Rows under one head. Cells are ready to be printed."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1
    """Columns from the left that hold words; the others hold numbers, or words that belong to them."""
    notes: tuple[str, ...] = ()
    """Sentences below."""


def shown(number: float, unit: str) -> str:
    """A value in its unit.

    >>> shown(0.8213, "share"), shown(812.4, "tokens"), shown(7.26, "ms")
    ('82.1', '812', '7.3')
    """
    return f"{_scaled(number, unit):,.{_DECIMALS.get(unit, 2)}f}"


def signed(number: float, unit: str) -> str:
    """A difference with its sign; none where it rounds to nothing.

    >>> signed(0.0312, "share"), signed(-0.0001, "share"), signed(-12.0, "tokens")
    ('+3.1', '0.0', '-12')
    """
    decimals = _DECIMALS.get(unit, 2)
    rounded = round(_scaled(number, unit), decimals)
    return f"{rounded:+,.{decimals}f}" if rounded else f"{0:.{decimals}f}"


def reach(interval: Interval, unit: str) -> str:
    """The interval of a difference.

    >>> reach(Interval(mean=0.03, low=-0.01, high=0.07, n=9), "share")
    '[-1.0, +7.0]'
    """
    return f"[{signed(interval.low, unit)}, {signed(interval.high, unit)}]"


def megabytes(n_bytes: int) -> str:
    """
    >>> megabytes(48_200_000)
    '48.2'
    """
    return f"{n_bytes / MEGABYTE:,.1f}"


def without_constant(table: Table, column: int) -> Table:
    """`table` without a column of words that says the same in every row."""
    if len({row[column] for row in table.rows}) > 1:
        return table
    return Table(
        title=table.title,
        head=_without(table.head, column),
        rows=tuple(_without(row, column) for row in table.rows),
        words=table.words - 1,
        notes=table.notes,
    )


def _without(cells: Sequence[str], column: int) -> tuple[str, ...]:
    return (*cells[:column], *cells[column + 1 :])


def _scaled(number: float, unit: str) -> float:
    return number * 100 if unit == "share" else number
