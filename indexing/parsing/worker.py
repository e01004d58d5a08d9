"""A worker: one process that parses documents, as its parent sees it.

It is started by exec, never by fork, so it inherits no lock and no open file; it heads a process group, so what it has
started (tesseract) is killed with it.
"""

import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from indexing.errors import ParsersUnavailable
from indexing.parsing.frames import PIECE_BYTES, Answer, EndOfFrames, Frame, Ready, read_frame, unpack

START_TIMEOUT_S: Final = 30.0
"""For the interpreter and its imports, which take a tenth of a second on an idle machine."""
LAST_WORDS: Final = 2_000
"""Characters of what a worker that crashed has written to standard error."""


class Died(Exception):
    """The worker ended over the document; the message is the signal or exit code."""


class NotTaken(Died):
    """The worker ended before it had taken all of the document: it may have been gone already, and another may try."""


class TookTooLong(Exception):
    """The worker did not answer in time."""


class Worker:
    """One worker process. For one thread at a time, but for `kill`. After an exception it is of no more use."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the process; returns when it is ready. Raises ParsersUnavailable."""
        self.documents = 0
        """How many it has taken."""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - `end` closes it
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._requests, False)
        self._await_ready()

    @property
    def pid(self) -> int:
        """The process's id, and its group's."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended, as far as can be told."""
        return self._process.poll() is None

    def ask(self, frame: bytearray, timeout_s: float) -> Answer:
        """What became of the document in `frame`. Raises Died, NotTaken, TookTooLong."""
        deadline_s = time.monotonic() + timeout_s
        self._send(frame, deadline_s)
        self.documents += 1
        answer = self._receive(deadline_s)
        assert not isinstance(answer, Ready)
        return answer

    def kill(self) -> None:
        """End the process and all it has started, at once. From any thread."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it, wait for its end and release what it held."""
        if self._process.returncode is None:
            self.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                stream.close()

    def last_words(self) -> str:
        """The end of what it wrote to standard error: why it did not start, or where it crashed."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - LAST_WORDS))
        return self._errors.read().decode(errors="replace")

    def _await_ready(self) -> None:
        try:
            self._receive(time.monotonic() + START_TIMEOUT_S)
        except (Died, TookTooLong) as exc:
            words = self.last_words()
            self.end()
            raise ParsersUnavailable(
                f"a parser process does not start ({exc or 'no answer'}): is indexing.parser.memory_mb large enough?"
                f"\n{words}"
            ) from exc
        except BaseException:
            self.end()
            raise

    def _send(self, frame: bytearray, deadline_s: float) -> None:
        left = memoryview(frame)
        while left:
            _await(self._requests, select.POLLOUT, deadline_s)
            try:
                left = left[os.write(self._requests, left[:PIECE_BYTES]) :]
            except BrokenPipeError as exc:
                raise NotTaken(self._how_it_ended()) from exc

    def _receive(self, deadline_s: float) -> Frame:
        def read(size: int) -> bytes:
            _await(self._answers, select.POLLIN, deadline_s)
            return os.read(self._answers, size)

        try:
            return unpack(read_frame(read))
        except EndOfFrames as exc:
            raise Died(self._how_it_ended()) from exc

    def _how_it_ended(self) -> str:
        self.kill()  # it has closed its pipe, so it is ending or will not answer any more
        code = self._process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def _await(descriptor: int, event: int, deadline_s: float) -> None:
    """Return when the pipe can be used or is broken. Raises TookTooLong."""
    poll = select.poll()
    poll.register(descriptor, event)
    if not poll.poll(max(0.0, 1000 * (deadline_s - time.monotonic()))):
        raise TookTooLong
