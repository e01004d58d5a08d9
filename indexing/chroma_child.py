"""The supervised Chroma child: a `chroma run` process on the loopback address that serves one folder.

In a process of its own, Chroma's upserts and deletes do not hold the interpreter lock of the searches. A supervisor
thread starts it, watches it, starts it again when it dies or falls silent, and lives as long as the child does: the
child ends with its parent. While it is away `url` is None and search scans.
"""

import http.client
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from indexing.chroma_files import remove_dropped
from indexing.chroma_record import ChildRecord, end_recorded, remove_record, running_url, start_mark, write_record
from indexing.errors import VectorStoreUnavailable

__all__ = ["ChromaChild", "running_url"]

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
MAIN: Final = Path(__file__).with_name("chroma_main.py")
LOG_NAME: Final = "child.log"
LOG_BYTES: Final = 1_000_000
"""The child's log is started anew at this size; one older file is kept."""
STARTING_POLL_S: Final = 0.02
"""Between two heartbeats of a child that has not answered yet: it takes some 0.2 s."""
HEARTBEAT_TIMEOUT_S: Final = 2.0
"""A child that takes longer would let queries time out as well."""
STOP_TIMEOUT_S: Final = 10.0
"""How long a child that is asked to end may finish what it is writing."""
FIRST_DELAY_S: Final = 0.1
LONGEST_DELAY_S: Final = 30.0
"""Waits between a death and the next start: doubled from the first to the longest."""
STEADY_S: Final = 60.0
"""A child that lived so long starts again after the first delay."""


class ChromaChild:
    """Keeps a Chroma server running over one folder, which the caller owns (holds the lock of). Thread-safe."""

    def __init__(
        self, folder: Path, *, start_timeout_s: float = 30.0, poll_s: float = 2.0, silence_limit_s: float = 60.0
    ) -> None:
        """`poll_s`: between two heartbeats. `silence_limit_s`: a child silent for so long is killed and restarted."""
        self._folder = folder.absolute()
        self._start_timeout_s = start_timeout_s
        self._poll_s = poll_s
        self._silence_limit_s = silence_limit_s
        self._url: str | None = None
        self._answered = threading.Event()
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._supervise, name="chroma-child", daemon=True)

    @property
    def url(self) -> str | None:
        """Where the child answers; None while it does not. Each start has another one."""
        return self._url

    @property
    def available(self) -> bool:
        """Whether the child answered its last heartbeat."""
        return self._url is not None

    def start(self) -> None:
        """Starts child and supervision; returns when the child answers. A stale child of the folder is ended first.

        Raises VectorStoreUnavailable when it does not answer within `start_timeout_s`; the supervisor goes on trying.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._thread.start()
        if not self._answered.wait(self._start_timeout_s):
            raise VectorStoreUnavailable(
                f"the Chroma child does not answer, see {self._folder / LOG_NAME}; if {self._folder} is damaged, "
                "stop the server and delete it: it is built anew"
            )

    def stop(self) -> None:
        """Ends child and supervision: the child is asked to, and killed after a while. Twice is fine."""
        self._stopping.set()
        process = self._process
        if process is not None:
            process.terminate()
        if self._thread.is_alive():
            self._thread.join()

    def reclaim(self) -> int:
        """Bytes given back by removing the files of dropped collections; also done at each start."""
        return remove_dropped(self._folder)

    def __enter__(self) -> Self:
        try:
            self.start()
        except VectorStoreUnavailable:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _supervise(self) -> None:
        delay_s = FIRST_DELAY_S
        while not self._stopping.is_set():
            began = time.monotonic()
            self._serve_once()
            if time.monotonic() - began > STEADY_S:
                delay_s = FIRST_DELAY_S
            self._stopping.wait(delay_s)
            delay_s = min(2 * delay_s, LONGEST_DELAY_S)

    def _serve_once(self) -> None:
        """One life of a child, from its start to its end."""
        try:
            end_recorded(self._folder, patience_s=STOP_TIMEOUT_S)
            remove_dropped(self._folder)
            process, url = self._spawn()
        except OSError:
            log.exception("the Chroma child can not be started")
            return
        try:
            self._watch(process, url)
        finally:
            self._url = None
            code = end_process(process)
            remove_record(self._folder, process.pid)
        if not self._stopping.is_set():
            log.warning("the Chroma child ended with %s and is started again; see %s", code, self._folder / LOG_NAME)

    def _spawn(self) -> tuple[subprocess.Popen[bytes], str]:
        """A child on a free port, and its URL. Runs in the supervisor thread, whose end would end the child."""
        url = f"http://{HOST}:{free_port()}"
        command = ["run", "--path", str(self._folder), "--host", HOST, "--port", url.rpartition(":")[2]]
        with (self._folder / LOG_NAME).open("ab") as output:
            self._process = process = subprocess.Popen(
                [sys.executable, "-P", str(MAIN), *command],
                stdin=subprocess.PIPE,  # its end tells the child that we are gone
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                env=child_environment(os.environ),
                start_new_session=True,  # Ctrl-C is for us, who stop the child in our own time
            )
        return process, url

    def _watch(self, process: subprocess.Popen[bytes], url: str) -> None:
        """Keeps `url` up to date; returns when the child has ended, was silent for too long, or is to stop."""
        write_record(self._folder, ChildRecord(pid=process.pid, started=start_mark(process.pid) or "", url=url))
        last_answer_s = time.monotonic()
        while not self._stopping.is_set() and process.poll() is None:
            if answers(url):
                last_answer_s = time.monotonic()
                self._url = url
                self._answered.set()
            elif time.monotonic() - last_answer_s > self._silence_limit_s:
                log.warning("the Chroma child has been silent for %.0f s and is killed", self._silence_limit_s)
                process.kill()
            else:
                self._url = None
            bound_log(self._folder / LOG_NAME)
            with suppress(subprocess.TimeoutExpired):
                process.wait(self._poll_s if self.available else STARTING_POLL_S)


def free_port() -> int:
    """A TCP port of the loopback address that nobody listens on. Should it be taken meanwhile, the child ends."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def child_environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Our environment without what would configure Chroma behind our back; no telemetry, no line per request.

    At its default level Chroma logs some 6 kB for each query.

    >>> child_environment({"PATH": "/bin", "CHROMA_PORT": "1", "RUST_LOG": "trace"})["RUST_LOG"]
    'warn'
    """
    kept = {name: value for name, value in ours.items() if not name.startswith(("CHROMA_", "OTEL_"))}
    return kept | {"ANONYMIZED_TELEMETRY": "False", "RUST_LOG": "warn", "NO_COLOR": "1"}


def answers(url: str) -> bool:
    """Whether a Chroma server answers a heartbeat at `url` in time. Asks directly, whatever proxy is configured."""
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=HEARTBEAT_TIMEOUT_S)
    try:
        connection.request("GET", "/api/v2/heartbeat")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def bound_log(path: Path) -> None:
    """Copies a log that has grown to LOG_BYTES aside and empties it; the child appends, so it goes on at the start."""
    if path.stat().st_size >= LOG_BYTES:
        shutil.copyfile(path, path.with_suffix(".log.1"))
        os.truncate(path, 0)


def end_process(process: subprocess.Popen[bytes]) -> int:
    """The exit code of the process, asked to end and killed after STOP_TIMEOUT_S."""
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    return process.wait()
