"""Verdicts: the word for a difference, with a sign for it."""

from typing import Final

from evaluation.comparison import Cell
from evaluation.families import Measure
from evaluation.report.markup import element, escaped, hidden
from evaluation.report.numbers import change
from evaluation.statistics import Verdict

SIGNS: Final[dict[Verdict, str]] = {"better": "▲", "worse": "▼", "differs": "◆", "noise": "○"}
"""Beside the word or instead of it: never colour alone."""


def judged(cell: Cell, measure: Measure) -> str:
    """The difference of a cell with its interval, its sign and its word; empty without one."""
    if cell.difference is None or cell.verdict is None:
        return ""
    said = f"{SIGNS[cell.verdict]} {change(cell.difference, measure.unit)} {cell.verdict}"
    return element("span", escaped(said), class_=f"verdict {cell.verdict}")


def sign(cell: Cell, measure: Measure) -> str:
    """A sign for cells that have room for one character; empty for noise."""
    if cell.difference is None or cell.verdict is None or cell.verdict == "noise":
        return ""
    said = f"{cell.verdict}: {change(cell.difference, measure.unit)}"
    seen = element("span", SIGNS[cell.verdict], aria_hidden="true")
    return " " + element("span", seen, hidden(said), class_=f"verdict {cell.verdict}", title=said)
