"""The desk: what the command line asks of one tenant's index, in this folder or in a running server.

Two answer alike: `server.local` opens the data folder, `server.client` sends requests. What they hand out is in the
words of the wire.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from msgspec import Struct

JobProgress = Callable[[int, int], None]
"""Told how many documents of how many are done."""


class DocumentLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A document as administration sees it: what describes it, never its text."""

    document_id: str
    version: int
    title: str | None
    """As given; None: the document's own, or its id."""
    uri: str | None
    media_type: str
    source: str
    attributes: dict[str, Any]
    access: tuple[str, ...]
    section_access: tuple[dict[str, Any], ...] = ()
    created_at: str
    updated_at: str
    report: dict[str, Any] | None = None
    """What became of its text; of one document in this folder."""


class GenerationLine(Struct, frozen=True, kw_only=True):
    """One build of the tenant's index."""

    generation: int
    active: bool
    state: str
    created_at: str
    model: str
    dimension: int


class FailureLine(Struct, frozen=True, kw_only=True):
    """A document a job could not build."""

    document_id: str
    code: str
    message: str


class JobLine(Struct, frozen=True, kw_only=True):
    """A job at its end, or on its way there."""

    job_id: str
    state: str
    generation: int
    done: int
    total: int
    failures: tuple[FailureLine, ...]
    error: str | None


class Desk(Protocol):
    """One tenant's index. Every method raises the layers' exceptions, or ServerError for a server that refuses."""

    def search(self, request: dict[str, Any]) -> bytes:
        """The reply to a body of `POST /search`, as its JSON."""
        ...

    def documents(self, source: str | None) -> Iterator[DocumentLine]:
        """All documents, of any readers, by id; of one source if it is given."""
        ...

    def document(self, document_id: str) -> DocumentLine:
        """One document. Raises DocumentNotFound or the server's word for it."""
        ...

    def delete(self, document_id: str) -> None:
        """Remove a document. Raises as `document`."""
        ...

    def reindex(self, progress: JobProgress) -> JobLine:
        """Build a new generation and switch to it: the finished job."""
        ...

    def activate(self, generation: int, progress: JobProgress) -> JobLine:
        """Bring a generation up to date and switch to it: the finished job."""
        ...

    def generations(self) -> list[GenerationLine]:
        """The tenant's generations, oldest first."""
        ...
