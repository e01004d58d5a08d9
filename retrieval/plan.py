"""The plan: how to find the nearest visible rows under this mask.

Both ways give the same rows. `scan` scores every visible row; `over-fetch` asks the vector store, which knows no
rights, for as many more neighbours as rows are hidden, and keeps the visible. Costs are counted in rows scanned.
"""

from math import ceil
from typing import Final

from retrieval.config import RetrievalConfig

GATHER_COST: Final = 3.5
"""A row that is picked out costs so many times one of a run of all: 0.2 µs against 0.056 µs (384 dimensions)."""
SLACK: Final = 1.25
"""Neighbours fetched beyond the expected need, so that the first fetch mostly is enough."""
WIDENING: Final = 4
"""How much deeper each further fetch goes."""


def scan_cost(visible: int, total: int) -> float:
    """Rows scanned to score `visible` of `total` rows: the visible ones picked out, or all when that is cheaper.

    >>> scan_cost(1_000, 100_000), scan_cost(90_000, 100_000)
    (3500.0, 100000)
    """
    return min(visible * GATHER_COST, total)


def first_fetch(depth: int, visible: int, total: int) -> int:
    """Neighbours to fetch so that `depth` visible ones may be expected, were visibility independent of nearness.

    >>> first_fetch(100, 50_000, 100_000)
    250
    """
    return ceil(depth * SLACK * total / visible) if visible < total else depth


def pays(fetched: int, visible: int, total: int, config: RetrievalConfig) -> bool:
    """Whether fetching `fetched` neighbours costs less than scanning. Never for few visible rows.

    >>> pays(100, 200_000, 200_000, RetrievalConfig()), pays(5_000, 40_000, 200_000, RetrievalConfig())
    (True, False)
    """
    if visible <= config.scan_rows:
        return False
    return config.fetch_cost_rows + fetched * config.fetched_row_cost_rows < scan_cost(visible, total)
