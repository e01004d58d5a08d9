"""Expansion: from hits to the chunks their passage shows, within the caller's rights.

Nothing is read from a stored parent: a passage is put together from chunks, each of which the scope may read. A chunk
it may not read is simply not there; what lies on both sides of it becomes two spans.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from indexing.snapshot import Snapshot
from retrieval.group import Group
from retrieval.model import Query


class Expander:
    """The chunks of passages, for one scope, snapshot and query."""

    def __init__(self, snapshot: Snapshot, readable: NDArray[np.bool_], query: Query) -> None:
        self.snapshot, self._readable, self._query = snapshot, readable, query

    def rows(self, group: Group) -> list[int]:
        """The readable rows a group's passage wants, rising, before any budget. Every hit is one of them."""
        wanted = self._wanted(group)
        readable = wanted[self._readable[wanted]]
        indexed = self.snapshot.rows.indexed[readable]
        return without_bare_headings(readable.tolist(), indexed.tolist())

    def tokens(self, rows: Sequence[int]) -> list[int]:
        """Own tokens of each row."""
        counts: list[int] = self.snapshot.rows.own_tokens[list(rows)].tolist()
        return counts

    def trimmed(self, rows: Sequence[int]) -> list[int]:
        """`rows` without bare headings at their ends."""
        return without_bare_headings(rows, self.snapshot.rows.indexed[list(rows)].tolist())

    def _wanted(self, group: Group) -> NDArray[np.intp]:
        parents, query = self.snapshot.parents, self._query
        first, end = int(parents.first_row[group.parents[0]]), int(parents.end_row[group.parents[-1]])
        if query.expand == "parent":
            return np.arange(first, end)
        window = query.window if query.expand == "window" else 0
        wanted: set[int] = set()
        for hit in group.hits:
            parent = self.snapshot.rows.parent[hit.row]
            low, high = int(parents.first_row[parent]), int(parents.end_row[parent])
            wanted.update(range(max(low, hit.row - window), min(high, hit.row + window + 1)))
        return np.array(sorted(wanted), dtype=np.intp)


def without_bare_headings(rows: Sequence[int], indexed: Sequence[bool]) -> list[int]:
    """`rows` (rising) without headings that have nothing of their own and, here, nothing below them.

    `indexed` says which rows are more than such a heading. Dropped are those at the beginning, whose title the path of
    the section states, and those at the end of a run of neighbours.

    >>> without_bare_headings([3, 4, 5, 9, 12], [False, True, False, False, True])
    [4, 12]
    """
    kept: list[int] = []
    for row, is_indexed in zip(reversed(rows), reversed(indexed), strict=True):
        if is_indexed or (kept and kept[-1] == row + 1):
            kept.append(row)
    full = {row for row, is_indexed in zip(rows, indexed, strict=True) if is_indexed}
    while kept and kept[-1] not in full:
        kept.pop()
    return kept[::-1]
