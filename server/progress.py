"""Progress of a long job: a bar where somebody watches, a line now and then where a file does."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import click

LINE_EVERY_S = 5.0
"""Between two lines where nobody watches: a job of hours leaves a log that can be read."""


class Progress(Protocol):
    """Told how far a job is. Everything goes to stderr; results go to stdout."""

    def at(self, done: int, total: int) -> None:
        """So many of so many are done."""
        ...

    def say(self, line: str) -> None:
        """A line of its own."""
        ...


class _Lines:
    """For files and pipes."""

    def __init__(self, label: str, unit: str) -> None:
        self._label, self._unit, self._said_at_s = label, unit, time.monotonic()

    def at(self, done: int, total: int) -> None:
        if time.monotonic() - self._said_at_s >= LINE_EVERY_S:
            self._said_at_s = time.monotonic()
            self.say(f"{self._label}: {done} of {total} {self._unit}")

    def say(self, line: str) -> None:
        click.echo(line, err=True)


class _Bar:
    """For a terminal. Drawn when there is something to tell: work that proves needless shows none."""

    def __init__(self, label: str, unit: str) -> None:
        self._label, self._unit = label, unit
        self._drawn: Any = None

    def at(self, done: int, total: int) -> None:
        from tqdm import tqdm  # type: ignore[import-untyped]

        if self._drawn is None:
            look = {"unit": f" {self._unit}", "file": sys.stderr, "dynamic_ncols": True, "leave": False}
            self._drawn = tqdm(desc=self._label, total=total, **look)
        self._drawn.total = total
        self._drawn.update(done - self._drawn.n)

    def say(self, line: str) -> None:
        if self._drawn is None:
            click.echo(line, err=True)
        else:
            self._drawn.write(line, file=sys.stderr)

    def close(self) -> None:
        if self._drawn is not None:
            self._drawn.close()


@contextmanager
def progress(label: str, unit: str = "documents") -> Iterator[Progress]:
    """A bar if stderr is a terminal, else lines."""
    if not sys.stderr.isatty():
        yield _Lines(label, unit)
        return
    bar = _Bar(label, unit)
    try:
        yield bar
    finally:
        bar.close()
