"""Errors on the wire: RFC 9457 problem details, from one table."""

import logging
import re
import secrets
import traceback
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from indexing import errors as indexing
from retrieval import errors as retrieval
from server import errors as server
from server.requests import AnyRequest

logger = logging.getLogger(__name__)

MEDIA_TYPE: Final = "application/problem+json"
REQUEST_ID: Final = "X-Request-Id"
_SANE_ID: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,128}")
"""Printable without quotes, so it can stand in any log line."""
_STATE: Final = "parentage_request_id"


class Kind(Struct, frozen=True):
    """How one sort of error is answered."""

    status: int
    title: str
    retry_s: int | None = None
    """Seconds after which it may have passed by itself; None: it will not."""
    logged: bool = False
    """Whether it is for the operator to mend."""


TABLE: Final[dict[type[Exception] | str, Kind]] = {
    server.InvalidRequest: Kind(400, "The request is not valid"),
    server.Unauthenticated: Kind(401, "No valid key was sent"),
    server.ScopeMissing: Kind(403, "The key may not do this"),
    server.ForeignHost: Kind(403, "The address is not served without authentication"),
    server.NothingHere: Kind(404, "Not found"),
    server.TextReplaced: Kind(410, "The text is gone"),
    server.UnsupportedBody: Kind(415, "The body's media type is not supported"),
    server.ClientGone: Kind(499, "The client hung up"),
    server.Overloaded: Kind(503, "Too many requests are waiting", retry_s=1),
    server.RevisionNotReached: Kind(503, "The revision is not reached", retry_s=1),
    retrieval.InvalidQuery: Kind(400, "The query is not valid"),
    retrieval.QueryTooLong: Kind(400, "The query is too long"),
    retrieval.InvalidFilter: Kind(400, "The filter is not valid"),
    retrieval.TextGone: Kind(503, "A text was replaced while it was read", retry_s=1),
    indexing.InvalidPrincipal: Kind(400, "A principal is not valid"),
    indexing.InvalidAttribute: Kind(400, "An attribute is not valid"),
    indexing.DocumentNotFound: Kind(404, "Not found"),
    indexing.GenerationNotFound: Kind(404, "Not found"),
    indexing.JobConflict: Kind(409, "Another job is under way"),
    indexing.VersionConflict: Kind(412, "The document has changed"),
    indexing.DocumentRejected: Kind(422, "The document can not be indexed"),
    "document_too_large": Kind(413, "The document is too large"),
    "invalid_document_id": Kind(400, "The document id is not valid"),
    "unsupported_type": Kind(415, "The document's media type is not supported"),
    indexing.ModelUnavailable: Kind(503, "The index needs another embedding model"),
    indexing.LibraryUnavailable: Kind(503, "The library can not be read or written", retry_s=5, logged=True),
    indexing.VectorStoreUnavailable: Kind(503, "The vector store does not answer", retry_s=5),
    indexing.ParsersUnavailable: Kind(503, "No document can be parsed", retry_s=5, logged=True),
    indexing.ParsersClosed: Kind(503, "The server is stopping", retry_s=5),
    "bad_request": Kind(400, "The request is not valid"),
    "not_found": Kind(404, "Not found"),
    "method_not_allowed": Kind(405, "The address has no such method"),
    "body_too_large": Kind(413, "The body is too large"),
    Exception: Kind(500, "The server failed", logged=True),
}
"""Exceptions by type, the nearest base counts; a code that has its own line goes before its type."""

_HTTP_CODES: Final = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}
"""The framework's own errors, by status."""
_HTTP_DETAILS: Final = {
    404: server.NOTHING_HERE,
    405: "see the header Allow for the methods of this address",
    413: "the body is larger than this address takes: split it, or, for a document, raise server.max_body_bytes",
}


class FieldError(Struct, frozen=True):
    """What is wrong with one field."""

    field: str
    message: str


class Problem(Struct, frozen=True, kw_only=True):
    """An error reply."""

    type: str
    """`urn:parentage:problem:` and the code."""
    title: str
    """The same for all errors of this type."""
    status: int
    detail: str
    code: str
    """For programs; stable."""
    errors: tuple[FieldError, ...] = ()
    request_id: str


def problem_of(exc: Exception, request_id: str) -> Problem:
    """The problem an exception is answered with. Says nothing of exceptions that are not in the table."""
    code, detail = _code(exc), str(exc)
    if isinstance(exc, HTTPException):
        detail = _HTTP_DETAILS.get(exc.status_code, exc.detail)
    kind = _kind(exc, code)
    if kind is TABLE[Exception]:
        code, detail = "internal_error", "an unexpected error; the server's log has it under this request_id"
    elif kind.status == 404:
        detail = server.NOTHING_HERE
    return Problem(
        type=f"urn:parentage:problem:{code}",
        title=kind.title,
        status=kind.status,
        detail=detail,
        code=code,
        errors=_field_errors(exc),
        request_id=request_id,
    )


def handle(request: AnyRequest, exc: Exception) -> Response[bytes]:
    """Litestar's exception handler for every exception."""
    problem = problem_of(exc, request_id_of(request.scope))
    headers = dict(getattr(exc, "headers", None) or {})
    kind = _kind(exc, problem.code)
    if kind.retry_s is not None:
        headers["Retry-After"] = str(kind.retry_s)
    if kind.logged:
        _log_failure(exc, problem.request_id)
    return Response(
        msgspec.json.encode(problem),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers={"Cache-Control": "no-store", **headers},
    )


def request_id_of(scope: Any) -> str:
    """The request's id: the caller's if it is sane, else a new one; the same whenever it is asked for."""
    known = scope.get(_STATE)
    if known is None:
        name = REQUEST_ID.lower().encode()
        given = next((value.decode("latin-1") for key, value in scope["headers"] if key.lower() == name), "")
        known = scope[_STATE] = given if _SANE_ID.fullmatch(given) else secrets.token_hex(8)
    return str(known)


async def add_request_id(message: Any, scope: Any) -> None:
    """Litestar's hook before each message that is sent: names the request in the reply's header."""
    if message["type"] == "http.response.start":
        header = (REQUEST_ID.lower().encode(), request_id_of(scope).encode())
        message["headers"] = [*message.get("headers", ()), header]


def _code(exc: Exception) -> str:
    if isinstance(exc, HTTPException):
        return _HTTP_CODES.get(exc.status_code, "internal_error")
    return str(getattr(exc, "code", "internal_error"))


def _kind(exc: Exception, code: str) -> Kind:
    listed = isinstance(exc, HTTPException | indexing.DocumentRejected) and code in TABLE
    if listed:
        return TABLE[code]
    return next(TABLE[base] for base in type(exc).__mro__ if base in TABLE)


def _field_errors(exc: Exception) -> tuple[FieldError, ...]:
    match exc:
        case server.InvalidRequest() | retrieval.InvalidQuery():
            return (FieldError(exc.field, exc.reason),)
        case retrieval.InvalidFilter():
            return (FieldError(exc.path, exc.reason),)
        case indexing.InvalidPrincipal():
            return (FieldError(exc.field, str(exc)),)
        case indexing.InvalidAttribute():
            return (FieldError(f"attributes.{exc.name}", str(exc)),)
    return ()


def _log_failure(exc: Exception, request_id: str) -> None:
    """Where it happened, without the message: that may quote a document or a query."""
    places = "".join(traceback.format_tb(exc.__traceback__))
    logger.error("request failed: request_id=%s error=%s\n%s", request_id, type(exc).__name__, places)
