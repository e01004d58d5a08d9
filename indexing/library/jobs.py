"""The `jobs` rows: long work that survives a restart."""

from typing import Literal

import msgspec
from msgspec import Struct
from sqlalchemy import insert, select, update

from indexing.library.store import Transaction
from indexing.library.tables import jobs

State = Literal["queued", "running", "succeeded", "failed", "cancelled"]

UNFINISHED: tuple[State, ...] = ("queued", "running")


class Failure(Struct, frozen=True, kw_only=True):
    """A document a job could not process."""

    document_id: str
    code: str
    message: str


class Job(Struct, frozen=True, kw_only=True):
    """A reindex or an activation."""

    job_id: str
    tenant: str
    kind: Literal["reindex", "activate"]
    state: State = "queued"
    generation: int
    """The generation it builds or brings up to date."""
    done: int = 0
    total: int = 0
    """Documents."""
    failures: tuple[Failure, ...] = ()
    error: str | None = None
    created_at: str
    finished_at: str | None = None


def create(tx: Transaction, job: Job) -> None:
    """Write a new job."""
    tx.execute(insert(jobs).values(job_id=job.job_id, **_values(job)))


def save(tx: Transaction, job: Job) -> None:
    """Write a job's progress."""
    tx.execute(update(jobs).where(jobs.c.job_id == job.job_id).values(**_values(job)))


def get(tx: Transaction, tenant: str, job_id: str) -> Job | None:
    """A tenant's job, or None."""
    query = select(jobs.c.body).where(jobs.c.tenant == tenant, jobs.c.job_id == job_id)
    body = tx.execute(query).scalar()
    return None if body is None else msgspec.json.decode(body, type=Job)


def listed(tx: Transaction, tenant: str) -> list[Job]:
    """A tenant's jobs, newest first."""
    bodies = tx.execute(select(jobs.c.body).where(jobs.c.tenant == tenant)).scalars()
    found = [msgspec.json.decode(body, type=Job) for body in bodies]
    return sorted(found, key=lambda job: (job.created_at, job.job_id), reverse=True)


def unfinished(tx: Transaction) -> list[Job]:
    """Jobs of all tenants that a stopped process left, oldest first."""
    bodies = tx.execute(select(jobs.c.body).where(jobs.c.state.in_(UNFINISHED))).scalars()
    return sorted(
        (msgspec.json.decode(body, type=Job) for body in bodies), key=lambda job: (job.created_at, job.job_id)
    )


def _values(job: Job) -> dict[str, str | bytes]:
    return {"tenant": job.tenant, "state": job.state, "body": msgspec.json.encode(job)}
