"""Progress of an evaluation: stages that follow each other, each with a bar or lines of its own."""

from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

from server.progress import Progress, progress

MANY_TEXTS: Final = 100
"""A document with fewer texts for the model takes seconds and needs no bar of its own."""


class Stages:
    """Told what is being done and how far it is. To be used as a context."""

    def __init__(self) -> None:
        self._open, self._what = ExitStack(), ""
        self._shown: Progress | None = None

    def at(self, what: str, done: int, total: int) -> None:
        """So much of so much is done; another `what` begins another stage."""
        if self._shown is None or what != self._what:
            self._open.close()
            self._shown, self._what = self._open.enter_context(progress(what, "done")), what
        self._shown.at(done, total)

    def texts(self, done: int, total: int) -> None:
        """So many of a document's texts were read by the model."""
        if total >= MANY_TEXTS:
            self.at(f"{self._what.removesuffix(_TEXTS)}{_TEXTS}", done, total)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


_TEXTS: Final = ", a long document's texts"
