import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.testing import TestClient

from indexing import errors as indexing
from retrieval import errors as retrieval
from server import errors as server
from server.problems import TABLE, add_request_id, handle, problem_of
from tests.server.served import problem, served

Client = TestClient[Litestar]

PRODUCED: list[tuple[Exception, int, str]] = [
    (server.InvalidRequest("a", "b"), 400, "invalid_request"),
    (server.Unauthenticated("a", given=True), 401, "unauthenticated"),
    (server.ScopeMissing("admin"), 403, "scope_missing"),
    (server.ForeignHost("Host"), 403, "foreign_host"),
    (server.NothingHere(), 404, "not_found"),
    (server.TextReplaced(), 410, "text_gone"),
    (server.UnsupportedBody("a/b", "c/d"), 415, "unsupported_media_type"),
    (server.ClientGone(), 499, "client_gone"),
    (server.Overloaded("search"), 503, "overloaded"),
    (server.RevisionNotReached(2, 1), 503, "revision_not_reached"),
    (retrieval.InvalidQuery("a", "b"), 400, "invalid_query"),
    (retrieval.QueryTooLong("a", "b"), 400, "query_too_long"),
    (retrieval.InvalidFilter("a", "b"), 400, "invalid_filter"),
    (retrieval.TextGone(), 503, "text_replaced"),
    (indexing.InvalidPrincipal("a", "b"), 400, "invalid_principal"),
    (indexing.InvalidAttribute("a", "b"), 400, "invalid_attribute"),
    (indexing.DocumentNotFound("a"), 404, "not_found"),
    (indexing.GenerationNotFound("a"), 404, "not_found"),
    (indexing.JobConflict("a"), 409, "job_running"),
    (indexing.VersionConflict("a", 1, 2), 412, "version_conflict"),
    (indexing.DocumentRejected("no_text", "a"), 422, "no_text"),
    (indexing.DocumentRejected("document_too_large", "a"), 413, "document_too_large"),
    (indexing.DocumentRejected("invalid_document_id", "a"), 400, "invalid_document_id"),
    (indexing.DocumentRejected("unsupported_type", "a"), 415, "unsupported_type"),
    (indexing.ModelUnavailable("a"), 503, "index_model_mismatch"),
    (indexing.LibraryUnavailable("a"), 503, "library_unavailable"),
    (indexing.VectorStoreUnavailable("a"), 503, "vector_store_unavailable"),
    (indexing.ParsersUnavailable("a"), 503, "parsers_unavailable"),
    (indexing.ParsersClosed(), 503, "parsers_closed"),
    (HTTPException(status_code=400), 400, "bad_request"),
    (HTTPException(status_code=404), 404, "not_found"),
    (HTTPException(status_code=405), 405, "method_not_allowed"),
    (HTTPException(status_code=413), 413, "body_too_large"),
    (ValidationException("a"), 400, "bad_request"),
    (HTTPException(status_code=500, detail="CANARY"), 500, "internal_error"),
    (RuntimeError("CANARY"), 500, "internal_error"),
    (indexing.InvalidConfig("CANARY"), 500, "internal_error"),
]


def producing(exc: Exception) -> Litestar:
    @get("/")
    async def fail() -> None:
        raise exc

    return Litestar(
        [fail],
        exception_handlers={Exception: handle},
        before_send=[add_request_id],
        openapi_config=None,
        logging_config=None,
    )


@pytest.mark.parametrize(("exc", "status", "code"), PRODUCED, ids=lambda value: repr(value)[:60])
def test_every_error_leaves_in_the_one_shape(exc: Exception, status: int, code: str) -> None:
    with TestClient(producing(exc)) as client:
        response = client.get("/")
    assert problem(response)[:2] == (status, code)
    assert "CANARY" not in response.text
    assert list(response.json()) == ["type", "title", "status", "detail", "code", "errors", "request_id"]


def test_every_line_of_the_table_has_a_producer() -> None:
    produced = {type(exc) for exc, _, _ in PRODUCED} | {code for _, _, code in PRODUCED}
    assert {line for line in TABLE if line is not Exception} <= produced


def test_every_error_of_the_edge_is_in_the_table() -> None:
    own = {kind for kind in server.ServerError.__subclasses__() if kind.__module__ == server.__name__}
    assert own <= set(TABLE)


def test_errors_that_pass_by_themselves_say_when_to_come_back() -> None:
    with TestClient(producing(server.Overloaded("search"))) as client:
        assert client.get("/").headers["retry-after"] == "1"


def test_one_type_has_one_title_and_one_status() -> None:
    titles: dict[str, set[tuple[str, int]]] = {}
    for exc, _, _ in PRODUCED:
        made = problem_of(exc, "r")
        titles.setdefault(made.type, set()).add((made.title, made.status))
    assert {kind: found for kind, found in titles.items() if len(found) > 1} == {}


@pytest.mark.parametrize("kind", [RuntimeError, indexing.LibraryUnavailable])
def test_log_of_a_failure_has_its_place_and_not_its_message(
    kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    with TestClient(producing(kind("CANARY"))) as client:
        request_id = client.get("/").headers["x-request-id"]
    assert request_id in caplog.text
    assert kind.__name__ in caplog.text
    assert "in fail" in caplog.text
    assert "CANARY" not in caplog.text


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nothing", 404),
        ("HEAD", "/nothing", 404),
        ("GET", "/search", 405),
        ("HEAD", "/search", 405),
        ("POST", "/documents", 405),
        ("PUT", "/text/a", 405),
        ("POST", "/admin/generations/x/activate", 404),
        ("POST", "/admin/generations/7/activate", 404),
        ("GET", "/admin/jobs/x", 404),
        ("DELETE", "/admin/jobs/x", 404),
    ],
)
def test_wrong_address_or_method_is_a_problem_too(client: Client, method: str, address: str, status: int) -> None:
    response = client.request(method, address)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-request-id"]
    if method != "HEAD":
        problem(response)
    if status == 405:
        assert "allow" in response.headers


def test_request_id_of_the_caller_is_kept_if_it_is_sane(client: Client) -> None:
    assert client.get("/health/live", headers={"x-request-id": "a-1.b"}).headers["x-request-id"] == "a-1.b"
    for given in ("", "a b", "x" * 200, "a;b", "ä"):
        made = client.get("/health/live", headers={b"x-request-id": given.encode()}).headers["x-request-id"]
        assert made != given
        assert made.isalnum()
