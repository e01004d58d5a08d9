"""Words of the replies to administration and to health checks."""

from typing import Literal

from msgspec import Struct

from indexing.library.generations import Generation
from indexing.library.jobs import Failure, Job
from indexing.view import View


class JobReply(Struct, frozen=True, kw_only=True):
    """A job."""

    job_id: str
    kind: Literal["reindex", "activate"]
    state: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    generation: int
    done: int
    total: int
    failures: tuple[Failure, ...]
    error: str | None
    created_at: str
    finished_at: str | None


class JobsReply(Struct, frozen=True, kw_only=True):
    """The tenant's jobs, newest first."""

    jobs: tuple[JobReply, ...]


class GenerationReply(Struct, frozen=True, kw_only=True):
    """One build of the tenant's index."""

    generation: int
    active: bool
    state: Literal["building", "ready"]
    created_at: str
    model: str
    dimension: int
    max_tokens: int
    query_prefix: str
    passage_prefix: str
    analyzer: str


class GenerationsReply(Struct, frozen=True, kw_only=True):
    """The tenant's generations, oldest first."""

    revision: int
    generations: tuple[GenerationReply, ...]


class SectionAccessReply(Struct, frozen=True, kw_only=True):
    """Whether the principals may read a section; the title of one they may not read is null."""

    section_id: str
    path: tuple[str | None, ...]
    visible: bool


class AccessCheckReply(Struct, frozen=True, kw_only=True):
    """What principals may read of a document."""

    document_id: str
    visible: bool
    """Whether they may read anything of it."""
    sections: tuple[SectionAccessReply, ...]


class LiveReply(Struct, frozen=True, kw_only=True):
    """The process answers."""

    status: Literal["live"] = "live"


class ReasonReply(Struct, frozen=True, kw_only=True):
    """Why the server is not ready."""

    code: str
    message: str


class ReadyReply(Struct, frozen=True, kw_only=True):
    """Whether searches can be answered."""

    status: Literal["ready", "not_ready"]
    reasons: tuple[ReasonReply, ...]


def job_reply(job: Job) -> JobReply:
    """A job, without its tenant: the caller's."""
    return JobReply(**{name: getattr(job, name) for name in JobReply.__struct_fields__})


def generation_reply(generation: Generation, *, active: int) -> GenerationReply:
    """A generation; `active` is the number of the one that serves."""
    embedder = generation.manifest.embedder
    return GenerationReply(
        generation=generation.generation,
        active=generation.generation == active,
        state=generation.state,
        created_at=generation.created_at,
        model=embedder.model,
        dimension=embedder.dimension,
        max_tokens=embedder.max_tokens,
        query_prefix=embedder.query_prefix,
        passage_prefix=embedder.passage_prefix,
        analyzer=generation.manifest.analyzer_name,
    )


def access_reply(document_id: str, seen: View | None) -> AccessCheckReply:
    """What principals may read of a document; None: nothing."""
    if seen is None:
        return AccessCheckReply(document_id=document_id, visible=False, sections=())
    sections = tuple(
        SectionAccessReply(
            section_id=f"{document_id}#s{section.index}",
            path=seen.path(section),
            visible=seen.readable[section.index],
        )
        for section in seen.outline.sections
    )
    return AccessCheckReply(document_id=document_id, visible=True, sections=sections)
