"""The desk over a running server: what the command line asks, as requests."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, Final, Self, TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec
from msgspec import Struct

from indexing.edit import PutDocument
from indexing.errors import DocumentRejected, VersionConflict
from indexing.model import DocumentKind
from server.desk import DocumentLine, GenerationLine, JobLine, JobProgress
from server.errors import ServerError
from server.ingest_files import Known, Put

T = TypeVar("T")

CONNECT_TIMEOUT_S: Final = 10.0
READ_TIMEOUT_S: Final = 600.0
"""A large document is embedded before the server answers."""
PAGE_DOCUMENTS: Final = 1000
"""The most a server sends at once."""
JOB_POLL_S: Final = 1.0
ATTEMPTS: Final = 6
"""How often a request is sent that a busy server puts off."""
LONGEST_WAIT_S: Final = 30.0
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
"""Hosts no proxy can reach, whatever HTTP_PROXY says."""

DOCUMENT_STATUSES: Final = frozenset({400, 413, 415, 422})
"""What a server answers when this document is at fault; whatever else it refuses, it would refuse for each."""


class RequestFailed(ServerError):
    """A server that refuses a request, or can not be reached."""

    code = "request_failed"

    def __init__(self, message: str, *, status: int = 0, problem: str = "") -> None:
        """`status` 0: no answer. `problem` is the code in the reply."""
        super().__init__(message)
        self.status, self.problem = status, problem


class _Problem(Struct, frozen=True):
    """What is read of an error reply."""

    detail: str = ""
    code: str = ""


class _Given(Struct, frozen=True, kw_only=True):
    """What was stated of a document when it was put."""

    source: str
    charset: str | None
    kind: DocumentKind | None = None
    title: str | None
    attributes: dict[str, Any]


class _Document(Struct, frozen=True, kw_only=True):
    """What is read of a document's reply with `all`."""

    document_id: str
    version: int
    uri: str | None
    media_type: str
    created_at: str
    updated_at: str
    access: tuple[str, ...]
    section_access: tuple[dict[str, Any], ...]
    given: _Given


class _Documents(Struct, frozen=True, kw_only=True):
    documents: tuple[_Document, ...]
    next: str | None


class _Generations(Struct, frozen=True, kw_only=True):
    generations: list[GenerationLine]


class _Report(Struct, frozen=True, kw_only=True):
    flags: dict[str, int] = {}


class _Written(Struct, frozen=True, kw_only=True):
    unchanged: bool
    chunks: int
    report: _Report = _Report()


class ServerDesk:
    """A Desk, and a Target of files, over HTTP. Thread-safe."""

    def __init__(self, url: str, tenant: str, key: str | None = None, *, transport: httpx.BaseTransport | None = None):
        """With a key, the tenant is the key's; without, it is sent as X-Tenant. Raises RequestFailed for a bad URL."""
        if not url.startswith(("http://", "https://")):
            raise RequestFailed(f"--server: {url!r} is not an http:// or https:// URL")
        name = {b"X-Tenant": tenant.encode()}
        headers = {b"Authorization": f"Bearer {key}".encode()} if key else name
        timeout = httpx.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        self._url = url.rstrip("/")
        self._client = httpx.Client(
            base_url=self._url,
            headers=headers,
            timeout=timeout,
            transport=transport,
            trust_env=urlsplit(url).hostname not in LOOPBACK,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def search(self, request: dict[str, Any]) -> bytes:
        """The reply to a body of `POST /search`, as its JSON. Raises RequestFailed."""
        return self._send("POST", "/search", json=request).content

    def documents(self, source: str | None) -> Iterator[DocumentLine]:
        """All documents by id, a page at a time. Raises RequestFailed."""
        after: str | None = ""
        while after is not None:
            parameters = {"all": "true", "limit": str(PAGE_DOCUMENTS), "after": after}
            page = self._get("/documents", _Documents, parameters)
            yield from (_line(found) for found in page.documents if source is None or found.given.source == source)
            after = page.next

    def document(self, document_id: str) -> DocumentLine:
        """One document. Raises RequestFailed."""
        return _line(self._get(_address(document_id), _Document, {"all": "true"}))

    def delete(self, document_id: str) -> None:
        """Remove a document. Raises RequestFailed."""
        self._send("DELETE", _address(document_id))

    def reindex(self, progress: JobProgress) -> JobLine:
        """Have a new generation built and switched to. Raises RequestFailed."""
        return self._follow(self._send("POST", "/admin/reindex"), progress)

    def activate(self, generation: int, progress: JobProgress) -> JobLine:
        """Have a generation brought up to date and switched to. Raises RequestFailed."""
        return self._follow(self._send("POST", f"/admin/generations/{generation}/activate"), progress)

    def generations(self) -> list[GenerationLine]:
        """The tenant's generations, oldest first. Raises RequestFailed."""
        return self._get("/admin/generations", _Generations, {}).generations

    def find(self, document_id: str) -> Known | None:
        """What is known of a live document. Raises RequestFailed."""
        try:
            found = self._get(_address(document_id), _Document, {"all": "true"})
        except RequestFailed as exc:
            if exc.status == httpx.codes.NOT_FOUND:
                return None
            raise
        return Known(version=found.version, uri=found.uri, **msgspec.structs.asdict(found.given))

    def put(self, document_id: str, given: PutDocument, *, if_match: int) -> Put:
        """Write a document. Raises DocumentRejected, VersionConflict, RequestFailed."""
        names = ("media_type", "charset", "kind", "title", "uri", "attributes", "access", "source")
        meta = {name: getattr(given, name) for name in names if getattr(given, name) is not None}
        expected = {"If-Match": f'"{if_match}"'} if if_match else {"If-None-Match": "*"}
        files = {
            "meta": (None, msgspec.json.encode(meta), "application/json"),
            "file": ("file", given.content, "application/octet-stream"),
        }
        try:
            reply = self._send("PUT", _address(document_id), files=files, headers=expected)
        except RequestFailed as exc:
            if exc.status == httpx.codes.PRECONDITION_FAILED:
                raise VersionConflict(document_id, if_match, -1) from exc
            if exc.status in DOCUMENT_STATUSES:
                raise DocumentRejected(exc.problem or "rejected", str(exc)) from exc
            raise
        written = _decoded(reply, _Written)
        created = reply.status_code == httpx.codes.CREATED
        flags = written.report.flags
        return Put(created=created, unchanged=written.unchanged, chunks=written.chunks, flags=flags)

    def ids_of(self, source: str) -> list[str]:
        """Ids of a source's documents. Raises RequestFailed."""
        return [line.document_id for line in self.documents(source)]

    def remove(self, document_id: str) -> None:
        """Remove a document; one that is gone is fine. Raises RequestFailed."""
        try:
            self.delete(document_id)
        except RequestFailed as exc:
            if exc.status != httpx.codes.NOT_FOUND:
                raise

    def _follow(self, accepted: httpx.Response, progress: JobProgress) -> JobLine:
        job = _decoded(accepted, JobLine)
        while job.state in {"queued", "running"}:
            time.sleep(JOB_POLL_S)
            job = self._get(f"/admin/jobs/{job.job_id}", JobLine, {})
            progress(job.done, job.total)
        return job

    def _get(self, address: str, kind: type[T], parameters: Mapping[str, str]) -> T:
        return _decoded(self._send("GET", address, params=parameters), kind)

    def _send(self, method: str, address: str, **content: Any) -> httpx.Response:
        """The reply. A server that is busy for a moment is asked again. Raises RequestFailed."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                reply = self._client.request(method, address, **content)
            except httpx.HTTPError as exc:
                raise RequestFailed(f"{self._url} can not be reached: {exc or type(exc).__name__}") from exc
            wait = reply.headers.get("Retry-After", "")
            if reply.status_code != httpx.codes.SERVICE_UNAVAILABLE or not wait.isdigit() or attempt == ATTEMPTS:
                break
            time.sleep(min(int(wait), LONGEST_WAIT_S))
        if reply.is_success:
            return reply
        raise _failure(reply)


def _address(document_id: str) -> str:
    return "/documents/" + quote(document_id, safe="/")


def _decoded(reply: httpx.Response, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(reply.content, type=kind)
    except msgspec.MsgspecError as exc:
        raise RequestFailed(f"{reply.url} sent a reply of another program, or version: {exc}") from exc


def _failure(reply: httpx.Response) -> RequestFailed:
    try:
        problem = msgspec.json.decode(reply.content, type=_Problem)
    except msgspec.MsgspecError:
        problem = _Problem()
    message = problem.detail or f"{reply.request.method} {reply.url} was answered {reply.status_code}"
    return RequestFailed(message, status=reply.status_code, problem=problem.code)


def _line(found: _Document) -> DocumentLine:
    return DocumentLine(
        document_id=found.document_id,
        version=found.version,
        title=found.given.title,
        uri=found.uri,
        media_type=found.media_type,
        source=found.given.source,
        attributes=found.given.attributes,
        access=found.access,
        section_access=found.section_access,
        created_at=found.created_at,
        updated_at=found.updated_at,
    )
