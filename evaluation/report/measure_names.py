"""Which measures stand for the others, and what they are called in running text."""

import re
from typing import Final

from evaluation.families import Measure
from evaluation.report.markup import Column, escaped
from evaluation.report.model import Report

MAIN: Final = "recall@2000tok"
"""Of plots that have room for one measure: about what a prompt has room for."""
KEY: Final = re.compile(r"recall@\d+tok|(hit|mrr|ndcg|whole|precision|tokens)@\d+")
"""Those that tables by group have columns for."""

_BUDGET: Final = re.compile(r"recall@(\d+)tok")


def budget_of(measure: str) -> int | None:
    """The tokens of a recall at a budget; None for other measures.

    >>> budget_of("recall@2000tok"), budget_of("recall@5")
    (2000, None)
    """
    found = _BUDGET.fullmatch(measure)
    return int(found[1]) if found else None


def main_measure(report: Report) -> Measure | None:
    """`MAIN`, else recall at the largest budget, else the first measure; None without measures."""
    budgets = [measure for measure in report.measures if budget_of(measure.name)]
    for measure in budgets:
        if measure.name == MAIN:
            return measure
    return budgets[-1] if budgets else next(iter(report.measures), None)


def called(measure: Measure) -> str:
    """In a caption.

    >>> called(Measure(name="hit@5", title="any evidence", better="higher", unit="share", description=""))
    'hit@5 (any evidence)'
    """
    return f"{measure.name} ({measure.title})"


def column(measure: Measure) -> Column:
    """Of a table; its name may break before the number."""
    return Column(escaped(measure.name).replace("@", "<wbr>@"), note=f"{measure.title}: {measure.description}")
