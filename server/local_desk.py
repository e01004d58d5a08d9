"""The desk over a data folder of this machine, opened to search or to write."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from indexing.access import Scope, parse_principals
from indexing.edit import PutDocument
from indexing.errors import DocumentNotFound, GenerationNotFound
from indexing.library import documents, jobs
from indexing.library.jobs import Job
from server.desk import FailureLine, JobLine, JobProgress
from server.ingest_files import Known, Put
from server.local import LocalReader
from server.schema.requests import SearchRequest, query_of
from server.schema.search import search_reply
from server.wiring import Runtime


class LocalDesk(LocalReader):
    """A Desk, and a Target of files, over an open folder."""

    def __init__(self, runtime: Runtime, tenant: str) -> None:
        super().__init__(runtime.library, tenant)
        self._runtime = runtime

    def search(self, request: dict[str, Any]) -> bytes:
        """The reply to a body of `POST /search`, as its JSON. Raises what `Searcher.search` raises."""
        asked = msgspec.convert(request, type=SearchRequest)
        named = () if isinstance(asked.principals, msgspec.UnsetType) else asked.principals
        scope = Scope(self.tenant, parse_principals(named))
        return msgspec.json.encode(search_reply(self._runtime.searcher.search(query_of(asked), scope)))

    def delete(self, document_id: str) -> None:
        """Remove a document. Raises DocumentNotFound."""
        try:
            self._runtime.ingest.delete(self.tenant, document_id)
        except DocumentNotFound as exc:
            raise DocumentNotFound(f"there is no document {document_id!r} in tenant {self.tenant!r}") from exc

    def reindex(self, progress: JobProgress) -> JobLine:
        """Build a new generation and switch to it; a job that was left unfinished comes first. Raises ModelUnavailable.

        The folder's lock is ours, so whoever began such a job is gone.
        """
        for job in self._left():
            ended = self._run(job, progress)
            if job.kind == "reindex":
                return ended
        return self._run(self._runtime.reindex.start(self.tenant), progress)

    def activate(self, generation: int, progress: JobProgress) -> JobLine:
        """Bring a generation up to date and switch to it; a job that was left unfinished comes first.

        Raises GenerationNotFound, ModelUnavailable.
        """
        if generation not in {held.generation for held in self.generations()}:
            raise GenerationNotFound(f"there is no generation {generation} in tenant {self.tenant!r}")
        for job in self._left():
            self._run(job, progress)
        return self._run(self._runtime.reindex.start_activation(self.tenant, generation), progress)

    def find(self, document_id: str) -> Known | None:
        """What is known of a live document."""
        with self.library.read() as tx:
            document = documents.get(tx, self.tenant, document_id)
        if document is None:
            return None
        return Known(**{name: getattr(document, name) for name in Known.__struct_fields__})

    def put(self, document_id: str, given: PutDocument, *, if_match: int) -> Put:
        """Write a document. Raises what `Ingest.put` raises."""
        written = self._runtime.ingest.put(self.tenant, document_id, given, if_match=if_match)
        flags = written.report.flags
        return Put(created=written.created, unchanged=written.unchanged, chunks=written.chunks, flags=flags)

    def ids_of(self, source: str) -> list[str]:
        """Ids of a source's documents."""
        return [line.document_id for line in self.documents(source)]

    def remove(self, document_id: str) -> None:
        """Remove a document; one that is gone is fine."""
        try:
            self._runtime.ingest.delete(self.tenant, document_id)
        except DocumentNotFound:
            return

    def _left(self) -> list[Job]:
        with self.library.read() as tx:
            return [job for job in jobs.unfinished(tx) if job.tenant == self.tenant]

    def _run(self, job: Job, progress: JobProgress) -> JobLine:
        cancelled = threading.Event()
        with _on_interrupt(cancelled.set):
            ended = self._runtime.reindex.run(job, cancelled, lambda now: progress(now.done, now.total))
        return JobLine(
            job_id=ended.job_id,
            state=ended.state,
            generation=ended.generation,
            done=ended.done,
            total=ended.total,
            failures=msgspec.convert(ended.failures, type=tuple[FailureLine, ...], from_attributes=True),
            error=ended.error,
        )


@contextmanager
def _on_interrupt(act: Callable[[], Any]) -> Iterator[None]:
    """Ctrl-C calls `act` once, so that the work ends where it can go on; a second one ends it anyhow."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, former)
        act()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
