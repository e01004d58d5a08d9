r"""Cells of table rows, and rows as `column: value` pairs: how a row is understood without its table.

Pipe tables follow GitHub Flavored Markdown, section 4.10: a pipe separates cells wherever it stands, inside code too,
unless a backslash is directly before it; then it is text.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

LEVEL_MARK: Final = " / "
"""Between the levels of a column's name: `2024 / Q1`."""

_PIPE: Final = re.compile(r"(?<!\\)\|")
_RULE: Final = re.compile(r":?-+:?")


def pipe_cells(line: str) -> list[str]:
    r"""The cells of a row of a pipe table, without blanks around them; escaped pipes are pipes.

    >>> pipe_cells(r"| `a \| b` | either |"), pipe_cells("`a | b`|c")
    (['`a | b`', 'either'], ['`a', 'b`', 'c'])
    """
    cells = _PIPE.split(line.strip())
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return [cell.strip().replace("\\|", "|") for cell in cells]


def is_rule(line: str) -> bool:
    """Whether a line is the delimiter row of a pipe table.

    >>> is_rule("| --- |:-:|"), is_rule("---"), is_rule("| a | --- |")
    (True, False, False)
    """
    return "|" in line and bool(cells := pipe_cells(line)) and all(_RULE.fullmatch(cell) for cell in cells)


def column_names(header: Sequence[Sequence[str]]) -> list[str]:
    """The name of each column under header rows of one or several levels.

    A name that stands over several columns is written over the first. It goes on over the empty cells behind it, unless
    nothing is under it: then it is the whole name of its own column.

    >>> column_names([["Region", "2024", "", "Total"], ["", "Q1", "Q2", ""]])
    ['Region', '2024 / Q1', '2024 / Q2', 'Total']
    """
    width = max(map(len, header), default=0)
    rows = [[*(" ".join(cell.split()) for cell in row), *[""] * (width - len(row))] for row in header]
    filled = [_spread(upper, lower) for upper, lower in pairwise(rows)] + rows[-1:]
    return [LEVEL_MARK.join(dict.fromkeys(level for level in levels if level)) for levels in zip(*filled, strict=True)]


def pairs(names: Sequence[str], cells: Sequence[str]) -> str:
    """A row as `column: value; column: value`; empty cells are left out, a nameless column gives the value alone.

    A row of a single cell in a table of several columns is a note or the name of a group: no column's value.

    >>> pairs(["", "2023", "2022"], ["Sales", "5", "", "estimated"])
    'Sales; 2023: 5; estimated'
    """
    values = [" ".join(cell.split()) for cell in cells]
    if len(values) == 1 < len(names):
        return values[0]
    named = [(names[i] if i < len(names) else "", value) for i, value in enumerate(values) if value]
    return "; ".join(f"{name.rstrip(':：')}: {value}" if name else value for name, value in named)


def _spread(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """`upper` with the names that stand over several columns in each of these."""
    spread: list[str] = []
    name = ""
    for above, below in zip(upper, lower, strict=True):
        if above:
            name = above if below and below != above else ""
        spread.append(above or (name if below else ""))
    return spread
