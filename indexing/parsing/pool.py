"""The pool: documents are parsed in worker processes, several at once, each within the configured limits.

A worker that has crashed, run out of time or grown is replaced; its document is refused, and the next one goes on.
For POSIX systems.
"""

import logging
import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected, ParsersClosed
from indexing.model import ParsedText
from indexing.parsers.original import Original
from indexing.parsing.frames import Answer, Broken, Parsed, Refused, pack
from indexing.parsing.worker import Died, NotTaken, TookTooLong, Worker

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "indexing.parsing.main")
"""What a worker runs; `memory_mb` and `timeout_s` follow."""
MOST_DOCUMENTS: Final = 1_000
"""A worker is replaced after so many: what libraries leak does not add up, and a start costs 0.1 ms for each."""
GROWN_SHARE: Final = 4
"""A worker is replaced when it has grown by this fraction of `memory_mb`: what a document may use does not depend on
those before it."""


class ParserPool:
    """Parses documents in processes that can be killed. Thread-safe; `close` it.

    Workers are started when there is work for them.
    """

    def __init__(self, config: ParserConfig, size: int, command: Sequence[str] = COMMAND) -> None:
        """`size`: documents parsed at once; others wait. `command`: what a worker runs, without its limits."""
        self._config = config
        self._command = (*command, str(config.memory_mb), str(config.limit_s))
        self._slots = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False

    def parse(self, original: Original) -> ParsedText:
        """As `indexing.parsers.parse`, but never for longer nor with more memory than configured.

        Raises DocumentRejected: what the parsers reject, `too_complex` for what exceeds a limit or crashes a worker,
        `parser_failed` for a fault of ours. Raises ParsersClosed, ParsersUnavailable.
        """
        frame = pack(original)
        with self._slots:
            answer = self._answer(frame, original.name)
        match answer:
            case Parsed():
                return answer.parsed
            case Refused():
                raise DocumentRejected(answer.code, answer.message)
            case Broken():
                log.error("a parser failed on %r: error=%s\n%s", original.name, answer.error, answer.places)
                raise DocumentRejected(
                    "parser_failed",
                    f"the document could not be read because its parser failed ({answer.error}); the log says where: "
                    "please report it, and try the document in another format",
                )

    def close(self) -> None:
        """Kill all workers; documents under way end with ParsersClosed. Twice is fine."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for worker in self._busy:
                worker.kill()  # whoever waits for it cleans up
        for worker in idle:
            worker.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, frame: bytearray, name: str) -> Answer:
        try:
            try:
                return self._ask(frame)
            except NotTaken:  # it had ended while it was idle: no fault of this document
                return self._ask(frame)
        except TookTooLong as exc:
            raise DocumentRejected("too_complex", self._time_refusal()) from exc
        except Died as exc:
            if self._closed:
                raise ParsersClosed from exc
            log.warning("a parser process ended on %r: %s", name, exc)
            raise DocumentRejected("too_complex", self._death_refusal(str(exc))) from exc

    def _ask(self, frame: bytearray) -> Answer:
        worker = self._take()
        try:
            answer = worker.ask(frame, self._config.limit_s)
        except BaseException as exc:
            if isinstance(exc, Died) and not self._closed and (words := worker.last_words()):
                log.warning("last words of a parser process:\n%s", words)
            self._drop(worker)
            raise
        self._give_back(worker, answer.grown_mb)
        return answer

    def _take(self) -> Worker:
        """An idle worker, or a new one. Raises ParsersClosed, ParsersUnavailable."""
        while (idle := self._take_idle()) is not None:
            if idle.is_alive:
                return idle
            self._drop(idle)
        worker = Worker(self._command)
        with self._lock:
            self._busy.add(worker)
            if not self._closed:
                return worker
        self._drop(worker)
        raise ParsersClosed

    def _take_idle(self) -> Worker | None:
        with self._lock:
            self._check_open()
            worker = self._idle.pop() if self._idle else None
            if worker is not None:
                self._busy.add(worker)
            return worker

    def _give_back(self, worker: Worker, grown_mb: int) -> None:
        worn = worker.documents >= MOST_DOCUMENTS or grown_mb * GROWN_SHARE > self._config.memory_mb
        with self._lock:
            if not worn and not self._closed:
                self._busy.discard(worker)
                self._idle.append(worker)
                return
        self._drop(worker)

    def _drop(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
        worker.end()

    def _check_open(self) -> None:
        if self._closed:
            raise ParsersClosed

    def _time_refusal(self) -> str:
        setting = "ocr_timeout_s" if self._config.limit_s > self._config.timeout_s else "timeout_s"
        return (
            f"reading the document took longer than {self._config.limit_s:g} s (indexing.parser.{setting}): "
            "split it, or raise the limit"
        )

    def _death_refusal(self, how: str) -> str:
        return (
            f"the process that read the document ended ({how}): the document is damaged, or needs more memory than "
            f"{self._config.memory_mb} MB (indexing.parser.memory_mb)"
        )
