from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.datastructures import Headers
from litestar.testing import TestClient

from indexing.errors import DataFolderLocked, InvalidConfig, InvalidPrincipal
from indexing.library import keys
from server.app import create_app, serve
from server.auth import OpenIdentity, is_loopback, issue_key
from server.errors import ForeignHost, InvalidRequest
from server.wiring import Runtime
from tests.server.served import client_of, config_of, opened, problem

Client = TestClient[Litestar]


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[Runtime]:
    with opened(config_of(tmp_path, auth="keys")) as runtime:
        yield runtime


@pytest.fixture
def client(runtime: Runtime) -> Iterator[Client]:
    with client_of(runtime) as client:
        yield client


def bearer(runtime: Runtime, *scopes: str, tenant: str = "t", principals: tuple[str, ...] = ()) -> dict[str, str]:
    issued = issue_key(runtime.library, name="test", tenant=tenant, principals=principals, scopes=scopes)
    return {"authorization": f"Bearer {issued.secret}"}


def write(client: Client, headers: dict[str, str], name: str = "doc", **fields: Any) -> httpx.Response:
    return client.put(f"/documents/{name}", json={"text": "zebra", **fields}, headers=headers)


def found(client: Client, headers: dict[str, str], **fields: Any) -> list[str]:
    response = client.post("/search", json={"query": "zebra", **fields}, headers=headers)
    assert response.status_code == 200, response.text
    return [result["document"]["document_id"] for result in response.json()["results"]]


def test_key_is_stored_only_as_its_hash(runtime: Runtime) -> None:
    issued = issue_key(runtime.library, name="n", tenant="t", scopes=["search"])
    assert issued.secret.startswith("pk_")
    with runtime.library.read() as tx:
        (key,) = keys.listed(tx)
    assert key == issued.key
    assert issued.secret not in repr(key)


def test_key_reads_as_its_principals_in_its_tenant(runtime: Runtime, client: Client) -> None:
    write(client, bearer(runtime, "ingest"), access=["group:hr"])
    assert found(client, bearer(runtime, "search", principals=("group:hr",))) == ["doc"]
    assert found(client, bearer(runtime, "search", principals=("group:it",))) == []
    assert found(client, bearer(runtime, "search", tenant="u", principals=("group:hr",))) == []


def test_tenant_header_means_nothing_to_a_key(runtime: Runtime, client: Client) -> None:
    write(client, bearer(runtime, "ingest"), access=["*"])
    assert found(client, bearer(runtime, "search", tenant="u") | {"x-tenant": "t"}) == []


def test_only_a_key_that_acts_for_users_names_principals(runtime: Runtime, client: Client) -> None:
    write(client, bearer(runtime, "ingest"), access=["group:hr"])
    plain, acting = bearer(runtime, "search", principals=("group:hr",)), bearer(runtime, "search", "act-as")
    assert found(client, acting, principals=["group:hr"]) == ["doc"]
    assert found(client, acting, principals=[]) == []
    for principals in (["group:hr"], []):
        response = client.post("/search", json={"query": "zebra", "principals": principals}, headers=plain)
        assert problem(response)[:2] == (403, "scope_missing")
    for address in ("/documents", "/documents/doc", "/text/doc", "/sections/doc", "/chunks/doc"):
        assert problem(client.get(address, params={"principal": "group:hr"}, headers=plain))[0] == 403
        assert client.get(address, params={"principal": "group:hr"}, headers=acting).status_code == 200


def test_each_address_needs_its_scope(runtime: Runtime, client: Client) -> None:
    needed = [
        ("POST", "/search", "search"),
        ("GET", "/documents", "search"),
        ("GET", "/documents/doc", "search"),
        ("GET", "/text/doc", "search"),
        ("GET", "/sections/doc", "search"),
        ("GET", "/chunks/doc", "search"),
        ("PUT", "/documents/doc", "ingest"),
        ("PATCH", "/documents/doc", "ingest"),
        ("DELETE", "/documents/doc", "ingest"),
        ("POST", "/admin/reindex", "admin"),
        ("GET", "/admin/jobs", "admin"),
        ("GET", "/admin/jobs/x", "admin"),
        ("DELETE", "/admin/jobs/x", "admin"),
        ("GET", "/admin/generations", "admin"),
        ("POST", "/admin/generations/1/activate", "admin"),
        ("POST", "/admin/access/check", "admin"),
    ]
    for method, address, scope in needed:
        others = {"search", "act-as", "ingest", "admin"} - {scope}
        response = client.request(method, address, headers=bearer(runtime, *others))
        assert problem(response)[:2] == (403, "scope_missing"), (method, address)
        assert problem(client.request(method, address))[:2] == (401, "unauthenticated")
        assert client.request(method, address, headers=bearer(runtime, scope)).status_code not in (401, 403)


def test_list_of_everything_needs_the_scope_of_administration(runtime: Runtime, client: Client) -> None:
    for address in ("/documents?all=true", "/documents/doc?all=true"):
        assert problem(client.get(address, headers=bearer(runtime, "search")))[:2] == (403, "scope_missing")
        assert client.get(address, headers=bearer(runtime, "admin")).status_code in (200, 404)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer pk_unknown", "Basic cGs6", "Bearer " + "pk_" + "x" * 5000, "pk_x"]
)
def test_what_is_no_key_is_challenged(client: Client, header: str) -> None:
    response = client.post("/search", json={"query": "x"}, headers={"authorization": header})
    assert problem(response)[:2] == (401, "unauthenticated")
    assert response.headers["www-authenticate"] == 'Bearer realm="parentage", error="invalid_token"'
    assert client.post("/search").headers["www-authenticate"] == 'Bearer realm="parentage"'


def test_revoked_key_is_refused_from_the_next_request_on(runtime: Runtime, client: Client) -> None:
    issued = issue_key(runtime.library, name="n", tenant="t", scopes=["search"])
    headers = {"authorization": f"Bearer {issued.secret}"}
    assert found(client, headers) == []
    with runtime.library.write() as tx:
        keys.revoke(tx, issued.key.key_id, "2026-01-01T00:00:00+00:00")
    assert problem(client.post("/search", json={"query": "zebra"}, headers=headers))[0] == 401


def test_stranger_is_refused_before_the_body_counts(client: Client) -> None:
    assert problem(client.put("/documents/x", content=b"x" * 100_000))[0] == 401


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"scopes": ["serach"]}, InvalidRequest),
        ({"scopes": []}, InvalidRequest),
        ({"tenant": ""}, InvalidRequest),
        ({"principals": ["*"]}, InvalidPrincipal),
    ],
)
def test_key_that_means_nothing_is_not_issued(runtime: Runtime, fields: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        issue_key(runtime.library, **({"name": "n", "tenant": "t", "scopes": ["search"]} | fields))


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1", "", "[::2]:80", "0.0.0.0"]
)
def test_open_server_is_deaf_to_other_names(host: str) -> None:
    with pytest.raises(ForeignHost):
        OpenIdentity().identify(Headers({"host": host}))


@pytest.mark.parametrize("origin", ["https://example.org", "null", "http://127.0.0.1.example.org"])
def test_open_server_is_deaf_to_pages_from_elsewhere(origin: str) -> None:
    with pytest.raises(ForeignHost):
        OpenIdentity().identify(Headers({"host": "localhost:8000", "origin": origin}))
    OpenIdentity().identify(Headers({"host": "localhost:8000", "origin": "http://localhost:8000"}))


def test_tenant_that_is_not_utf8_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        OpenIdentity().identify(Headers([(b"host", b"localhost"), (b"x-tenant", b"\xff\xfe")]))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org", ""])
def test_open_server_is_refused_on_addresses_others_reach(tmp_path: Path, host: str) -> None:
    with opened(config_of(tmp_path, host=host)) as runtime, pytest.raises(InvalidConfig):
        create_app(runtime)


def test_refusal_of_an_address_comes_before_anything_is_opened(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig):
        serve(config_of(tmp_path / "data"), host="0.0.0.0")
    assert not (tmp_path / "data").exists()


def test_second_server_of_a_folder_is_refused_at_once(tmp_path: Path) -> None:
    with opened(config_of(tmp_path)), pytest.raises(DataFolderLocked):
        serve(config_of(tmp_path), port=0)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.8.8"])
def test_open_server_serves_the_loopback_address(tmp_path: Path, host: str) -> None:
    with opened(config_of(tmp_path, host=host)) as runtime:
        create_app(runtime)


def test_loopback_is_told_from_names_that_look_like_it() -> None:
    assert not any(is_loopback(name) for name in ("", "a@127.0.0.1.org", "127.0.0.1:x.org", "localhost.org", "[", "1"))
