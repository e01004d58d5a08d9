"""Generations: build one aside, bring one up to date, switch.

Reindexing and rolling back are the same work: find the documents a generation does not hold in their live version and
by today's parser and chunker, build them, and, when none is left, switch with one UPDATE. Searches go on in the
generation that serves; writes go there too and are caught up, the last of them under the tenant's write lock.
"""

import threading
import uuid
from collections.abc import Callable

import msgspec

from indexing.commit import new_generation
from indexing.edit import timestamp
from indexing.errors import DocumentRejected, GenerationNotFound, IndexingError, JobConflict
from indexing.index import Index
from indexing.ingest import Ingest
from indexing.library import Library, Transaction, documents, generations, jobs, outlines, tenants, texts
from indexing.library.generations import Generation
from indexing.library.jobs import Failure, Job

KEEP_GENERATIONS = 2
"""The serving one and the one before it, to roll back to."""
FREE_ROUNDS = 3
"""Rounds of catching up beside the writers; what they leave is done while writers wait."""

Progress = Callable[[Job], None]


class Reindex:
    """Starts and runs the jobs that change which generation serves."""

    def __init__(self, library: Library, index: Index, ingest: Ingest, wake: Callable[[str], None]) -> None:
        self._library, self._index, self._ingest, self._wake = library, index, ingest, wake

    def start(self, tenant: str) -> Job:
        """A new job that builds a new generation with the configured embedder. Raises JobConflict, ModelUnavailable."""
        manifest = self._ingest.manifest()
        with self._library.write() as tx:
            _refuse_second(tx, tenant)
            tenants.ensure(tx, tenant)
            generation = new_generation(tx, tenant, manifest).generation
            return _create(tx, tenant, "reindex", generation)

    def start_activation(self, tenant: str, generation: int) -> Job:
        """A new job that brings an existing generation up to date. Raises GenerationNotFound, JobConflict."""
        with self._library.write() as tx:
            if generations.get(tx, tenant, generation) is None:
                raise GenerationNotFound(f"generation {generation}")
            _refuse_second(tx, tenant)
            return _create(tx, tenant, "activate", generation)

    def run(self, job: Job, cancelled: threading.Event, progress: Progress = lambda job: None) -> Job:
        """Carry out a job, from wherever an interrupted run left it: the finished job.

        Any document that can not be built fails the job, and what served goes on serving.
        """
        run = _Run(self._library, job, cancelled, progress)
        try:
            state, error = self._build(run)
        except IndexingError as exc:
            state, error = "failed", str(exc)
        except Exception as exc:
            self._finish(run, "failed", f"{type(exc).__name__}: {exc}")
            raise
        return self._finish(run, state, error)

    def _finish(self, run: "_Run", state: jobs.State, error: str | None) -> Job:
        """Clean up, and only then say that the job has ended: what comes next finds nothing half done."""
        self._index.publish(run.job.tenant)
        self._clean_up(run.job.tenant)
        run.update(state=state, error=error, finished_at=timestamp())
        return run.job

    def _build(self, run: "_Run") -> tuple[jobs.State, str | None]:
        """Build and switch: how it ended, and why if not well."""
        tenant, generation = run.job.tenant, self._generation(run.job)
        run.update(state="running")
        for _ in range(FREE_ROUNDS):
            if not self._catch_up(run, generation):
                break
        if run.cancelled.is_set():
            return "cancelled", None
        with self._ingest.gate(tenant):
            self._catch_up(run, generation)
            if run.job.failures:
                return "failed", f"{len(run.job.failures)} document(s) can not be built"
            if run.cancelled.is_set():
                return "cancelled", None
            self._index.preload(tenant, generation.generation)
            self._switch(tenant, generation.generation)
        return "succeeded", None

    def _catch_up(self, run: "_Run", generation: Generation) -> int:
        """Build what is stale and has not failed before: how many documents that were."""
        tenant = run.job.tenant
        recipe = self._ingest.tools(generation.manifest).recipe
        with self._library.read() as tx:
            failed = {failure.document_id for failure in run.job.failures}
            stale = [n for n in outlines.stale(tx, tenant, generation.generation, recipe) if n not in failed]
            every = failed.union(stale, outlines.ids(tx, tenant, generation.generation))
        run.update(total=len(every), done=len(every) - len(stale))
        for document_id in stale:
            if run.cancelled.is_set():
                break
            try:
                self._ingest.build(tenant, generation, document_id)
            except DocumentRejected as exc:
                run.fail(Failure(document_id=document_id, code=exc.code, message=str(exc)))
            run.step()
        self._wake(tenant)
        return len(stale)

    def _switch(self, tenant: str, generation: int) -> None:
        with self._library.write() as tx:
            tenants.next_revision(tx, tenant)
            generations.set_state(tx, tenant, generation, "ready")
            tenants.activate(tx, tenant, generation)

    def _generation(self, job: Job) -> Generation:
        with self._library.read() as tx:
            found = generations.get(tx, job.tenant, job.generation)
        if found is None:
            raise GenerationNotFound(f"generation {job.generation}")
        return found

    def _clean_up(self, tenant: str) -> None:
        """Remove generations nobody can go back to: unfinished ones, and all but the newest few.

        Called while the job still counts as running, so no other can have begun one.
        """
        with self._library.write() as tx:
            active = tenants.get(tx, tenant).active_generation
            ready = [g.generation for g in generations.listed(tx, tenant) if g.state == "ready"]
            keep = {active, *[g for g in ready if g != active][-(KEEP_GENERATIONS - 1) :]}
            for generation in generations.listed(tx, tenant):
                if generation.generation not in keep:
                    for text_id in outlines.drop_generation(tx, tenant, generation.generation):
                        texts.retire(tx, text_id)
        self._wake(tenant)


class _Run:
    """A job under way: its row in the library follows what happens."""

    def __init__(self, library: Library, job: Job, cancelled: threading.Event, progress: Progress) -> None:
        self._library, self.job, self.cancelled, self._progress = library, job, cancelled, progress

    def update(self, **changes: object) -> None:
        """Change the job and write it down."""
        self.job = msgspec.structs.replace(self.job, **changes)
        with self._library.write() as tx:
            jobs.save(tx, self.job)
        self._progress(self.job)

    def step(self) -> None:
        """One document more. Written down every so often: what is lost of it costs nothing."""
        self.job = msgspec.structs.replace(self.job, done=self.job.done + 1)
        if self.job.done % 20 == 0:
            self.update()
        self._progress(self.job)

    def fail(self, failure: Failure) -> None:
        """One document that can not be built."""
        self.update(failures=(*self.job.failures, failure))


def _refuse_second(tx: Transaction, tenant: str) -> None:
    running = [job.job_id for job in jobs.listed(tx, tenant) if job.state in jobs.UNFINISHED]
    if running:
        raise JobConflict(
            f"job {running[0]} is under way: wait for it, or cancel it with DELETE /admin/jobs/{running[0]}"
        )


def _create(tx: Transaction, tenant: str, kind: str, generation: int) -> Job:
    total = len(documents.listed(tx, tenant))
    values = {"kind": kind, "generation": generation, "total": total, "created_at": timestamp()}
    job = msgspec.convert({"job_id": uuid.uuid4().hex[:16], "tenant": tenant, **values}, type=Job)
    jobs.create(tx, job)
    return job
