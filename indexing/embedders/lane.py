"""Threads of their own for one kind of model work, so that queries and ingest do not wait for each other.

The threads belong to the lane because OpenMP keeps a team of helpers for every thread that computes: running the model
in whichever thread a request came by would leave a team behind in each. A lane that yields has a lower priority than
the rest of the process where the system knows priorities of threads (Linux): its helpers inherit it, so ingest uses
what queries leave of the cores.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

YIELD_NICE: Final = 5
"""Added to the nice value of a lane that yields: a quarter of a core against a thread at 0 (weights 335 and 1,024 of
the Linux scheduler). More would let an ingest starve beside other busy programs."""

LOWEST_NICE: Final = 19
"""The lowest priority there is."""


class Lane:
    """Runs calls, `workers` at a time, first come first served, in threads prepared by `prepare`."""

    def __init__(self, name: str, *, workers: int, prepare: Callable[[], None], yields: bool) -> None:
        self._prepare, self._yields = prepare, yields
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name, initializer=self._begin)
        started = threading.Barrier(workers + 1)  # threads start now: PyTorch remembers who set its threads last
        for _ in range(workers):
            self._pool.submit(started.wait)
        started.wait()

    def run(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What `call` returns or raises; the caller waits for its turn and for the result."""
        return self._pool.submit(call, *args, **kwargs).result()

    def _begin(self) -> None:
        if self._yields and sys.platform == "linux":
            with contextlib.suppress(OSError):  # a sandbox may refuse it; then the lane only does not yield
                nice = os.getpriority(os.PRIO_PROCESS, 0)  # 0 is the calling thread on Linux
                os.setpriority(os.PRIO_PROCESS, 0, min(nice + YIELD_NICE, LOWEST_NICE))
        self._prepare()
