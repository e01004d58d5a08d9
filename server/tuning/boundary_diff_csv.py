"""Differences between two sets of boundaries as CSV: a row for each chunk that differs, both sides of a changed one."""

from collections.abc import Iterator, Sequence
from typing import Final

from server.tuning.boundary_csv import COLUMNS, cells, table_text
from server.tuning.boundary_diff import Difference

DIFFERENCE_COLUMNS: Final = ("change", "side", "differs", *COLUMNS)


def difference_csv(found: Sequence[Difference]) -> str:
    """The file: `change` is only_a, only_b or changed; `side` a or b; `differs` names what does in a changed one."""
    return table_text(DIFFERENCE_COLUMNS, _rows(found))


def _rows(found: Sequence[Difference]) -> Iterator[tuple[object, ...]]:
    for difference in found:
        for change in difference.changes:
            if change.fate == "alike":
                continue
            for side, row in (("a", change.before), ("b", change.after)):
                if row is not None:
                    yield change.fate, side, ", ".join(change.fields), *cells(row)
