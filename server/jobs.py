"""Running jobs: a thread each, cancelled on demand, and left resumable when the server stops."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from indexing.library import Library, jobs
from indexing.library.jobs import Job
from indexing.reindex import Reindex
from server.errors import NothingHere

logger = logging.getLogger(__name__)

STOP_TIMEOUT_S: Final = 30.0
"""How long a stop waits for the document under way; what is lost of it is done again after the next start."""


class _Stopped(BaseException):
    """Leaves a job where it is. No Exception: those are the end of a job."""


class _Running(Struct):
    """A job's thread and the event that cancels it."""

    thread: threading.Thread
    cancelled: threading.Event


class JobRunner:
    """The jobs this process carries out. Thread-safe."""

    def __init__(self, library: Library, reindex: Reindex, finished: Callable[[], None] = lambda: None) -> None:
        """`finished` is called after the end of each job."""
        self._library, self._reindex, self._finished = library, reindex, finished
        self._running: dict[str, _Running] = {}
        self._lock, self._stopping = threading.Lock(), threading.Event()

    def resume(self) -> None:
        """Go on with what a stopped process left."""
        with self._library.read() as tx:
            left = jobs.unfinished(tx)
        for job in left:
            logger.info("job resumed: tenant=%s job=%s kind=%s", job.tenant, job.job_id, job.kind)
            self.submit(job)

    def submit(self, job: Job) -> None:
        """Carry out a job. One that is under way already, or a server that is stopping: nothing happens."""
        with self._lock:
            self._start(job, threading.Event())

    def cancel(self, tenant: str, job_id: str) -> Job:
        """Cancel a job: what it is now, for it ends after the document under way. A finished one stays as it is.

        Raises NothingHere.
        """
        self._job(tenant, job_id)
        with self._lock:
            running = self._running.get(job_id)
            if running is not None:
                running.cancelled.set()
        job = self._job(tenant, job_id)
        if running is None and job.state in jobs.UNFINISHED:
            cancelled = threading.Event()
            cancelled.set()
            with self._lock:
                self._start(job, cancelled)
        return job

    def stop(self) -> None:
        """Stop after the document under way; unfinished jobs go on after the next start."""
        self._stopping.set()
        with self._lock:
            threads = [running.thread for running in self._running.values()]
        for thread in threads:
            thread.join(STOP_TIMEOUT_S)

    def _job(self, tenant: str, job_id: str) -> Job:
        with self._library.read() as tx:
            job = jobs.get(tx, tenant, job_id)
        if job is None:
            raise NothingHere
        return job

    def _start(self, job: Job, cancelled: threading.Event) -> None:
        if job.job_id in self._running or self._stopping.is_set():
            return
        thread = threading.Thread(target=self._run, args=(job, cancelled), name=f"job-{job.job_id}", daemon=True)
        self._running[job.job_id] = _Running(thread, cancelled)
        thread.start()

    def _run(self, job: Job, cancelled: threading.Event) -> None:
        began = "tenant=%s job=%s kind=%s generation=%d"
        facts = (job.tenant, job.job_id, job.kind, job.generation)
        try:
            ended = self._reindex.run(job, cancelled, self._check)
            logger.info(
                f"job ended: {began} state=%s done=%d failures=%d", *facts, ended.state, ended.done, len(ended.failures)
            )
        except _Stopped:
            logger.info(f"job left for the next start: {began}", *facts)
            return
        except Exception as exc:  # noqa: BLE001 - written to the job already; a thread has nobody to raise it to
            logger.error(f"job failed: {began} error=%s", *facts, type(exc).__name__)
        finally:
            with self._lock:
                self._running.pop(job.job_id, None)
        self._finished()

    def _check(self, job: Job) -> None:
        if self._stopping.is_set() and job.state in jobs.UNFINISHED:
            raise _Stopped
