"""Milliseconds per stage of one search."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Stopwatch:
    """Adds up the time spent in named stages. For one search in one thread."""

    def __init__(self) -> None:
        self.timings_ms: dict[str, float] = {}
        """Stage to milliseconds, in the order the stages began."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Counts the block's time, whether it ends well or not, to stage `name`."""
        began = perf_counter()
        try:
            yield
        finally:
            self.timings_ms[name] = self.timings_ms.get(name, 0.0) + (perf_counter() - began) * 1e3
