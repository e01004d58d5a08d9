"""The command line against a running server: the same commands, the same outcome."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import uvicorn
from click.testing import CliRunner, Result

from server.app import create_app
from server.auth import issue_key
from server.cli import main
from server.client import ServerDesk
from server.errors import ServerError
from server.options import Seams
from server.wiring import Runtime
from tests.server.served import config_of, opened


@contextmanager
def listening(runtime: Runtime) -> Iterator[str]:
    """The URL of a server in a thread."""
    config = uvicorn.Config(create_app(runtime), host="127.0.0.1", port=0, log_config=None, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with opened(config_of(tmp_path / "data")) as runtime, listening(runtime) as address:
        yield address


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "深").mkdir(parents=True)
    (folder / "leave.md").write_text("# Leave\n\nEveryone gets 25 days.\n")
    (folder / "深" / "pay bands#1.md").write_text("# Pay\n\nSalary bands of developers.\n")
    return folder


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], obj=Seams())
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def listed(url: str) -> dict[str, dict[str, object]]:
    lines = run("documents", "list", "--json", "--server", url).stdout.splitlines()
    return {line["document_id"]: line for line in map(json.loads, lines)}


def test_files_are_written_once_replaced_and_pruned(url: str, docs: Path) -> None:
    first = run("ingest", docs, "--access", "*", "--server", url, "--attribute", "lang=en")
    assert first.stdout.startswith("new 2, changed 0, unchanged 0, pruned 0, failed 0, skipped 0, chunks 2,")
    again = run("ingest", docs, "--access", "group:hr", "--server", url)
    assert again.stdout.startswith("new 0, changed 0, unchanged 2,")
    (docs / "leave.md").unlink()
    third = run("ingest", docs, "--prune", "--set-access", "group:hr", "--server", url)
    assert third.stdout.startswith("new 0, changed 1, unchanged 0, pruned 1,")
    (line,) = listed(url).values()
    assert (line["document_id"], line["source"], line["version"]) == ("深/pay bands#1.md", "docs", 2)
    assert (line["access"], line["attributes"]) == (["group:hr"], {"lang": "en"})


def test_what_was_said_of_a_document_through_the_api_stays(url: str, docs: Path) -> None:
    run("ingest", docs, "--access", "*", "--server", url)
    said = {"title": "Holidays", "uri": "https://intra/leave", "attributes": {"year": 2024}}
    httpx.patch(f"{url}/documents/leave.md", json=said).raise_for_status()
    (docs / "leave.md").write_text("# Leave\n\nEveryone gets 30 days.\n")
    assert "changed 1" in run("ingest", docs, "--server", url).stdout
    line = listed(url)["leave.md"]
    assert {name: line[name] for name in said} == said
    assert line["source"] == "docs"


def test_a_title_that_a_document_states_itself_is_not_fixed(url: str, docs: Path) -> None:
    (docs / "leave.md").write_text("---\ntitle: Old\n---\n\n# Leave\n\nDays.\n")
    run("ingest", docs, "--access", "*", "--server", url)
    (docs / "leave.md").write_text("---\ntitle: New\n---\n\n# Leave\n\nDays.\n")
    run("ingest", docs, "--server", url)
    assert httpx.get(f"{url}/documents/leave.md").json()["title"] == "New"


def test_a_refused_document_stops_no_other(url: str, docs: Path) -> None:
    (docs / "blank.md").write_text(" ")
    result = run("ingest", docs, "--access", "*", "--server", url)
    assert (result.exit_code, result.stdout.startswith("new 2, changed 0,")) == (1, True)
    assert "blank.md: the document has no text" in result.stderr


def test_search_prints_the_servers_reply(url: str, docs: Path) -> None:
    run("ingest", docs, "--access", "group:hr", "--server", url)
    body = {"query": "salary bands", "principals": ["group:hr"], "top_k": 1, "mode": "hybrid"}
    printed = run("search", "salary bands", "--as", "group:hr", "-k", "1", "--json", "--server", url).stdout
    assert json.loads(printed) == httpx.post(f"{url}/search", json=body).json()
    assert "Nothing was found" in run("search", "salary bands", "--server", url).stdout
    assert "Salary bands of developers." in run("search", "salary", "--as", "group:hr", "--server", url).stdout


def test_documents_generations_and_jobs_are_the_servers(url: str, docs: Path) -> None:
    run("ingest", docs, "--access", "*", "--server", url)
    assert "leave.md" in run("documents", "show", "leave.md", "--server", url).stdout
    assert run("documents", "delete", "leave.md", "--server", url).exit_code == 0
    missing = run("documents", "show", "leave.md", "--server", url)
    assert (missing.exit_code, missing.stderr.startswith("parentage: ")) == (1, True)
    assert "generation 2 serves: 1 documents" in run("reindex", "--server", url).stdout
    assert "serves" in run("generations", "list", "--server", url).stdout.splitlines()[2]
    assert "generation 1 serves" in run("generations", "activate", "1", "--server", url).stdout


def test_a_key_decides_the_tenant(tmp_path: Path, docs: Path) -> None:
    with opened(config_of(tmp_path / "data", auth="keys")) as runtime, listening(runtime) as address:
        scopes = ("search", "ingest", "admin")
        secret = issue_key(runtime.library, name="loader", tenant="acme", scopes=scopes).secret
        refused = run("ingest", docs, "--server", address)
        assert (refused.exit_code, refused.stderr.startswith("parentage: ")) == (1, True)
        assert "new 2" in run("ingest", docs, "--server", address, "--key", secret).stdout
        assert len(runtime.index.current("acme").documents) == 2


def test_a_server_that_is_not_there_is_one_line() -> None:
    result = run("search", "x", "--server", "http://127.0.0.1:9")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert result.stderr.startswith("parentage: http://127.0.0.1:9 can not be reached: ")
    assert "is not an http:// or https:// URL" in run("search", "x", "--server", "localhost:8000").stderr


def test_a_busy_server_is_asked_again() -> None:
    replies = iter([httpx.Response(503, headers={"Retry-After": "0"}), httpx.Response(200, json={"generations": []})])
    with ServerDesk("http://test", "default", transport=httpx.MockTransport(lambda request: next(replies))) as desk:
        assert desk.generations() == []


def test_a_reply_of_another_program_is_said_to_be_one() -> None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, text="<html>"))
    with (
        ServerDesk("http://test", "default", transport=transport) as desk,
        pytest.raises(ServerError, match="another program"),
    ):
        desk.generations()


def test_a_proxy_is_not_asked_for_this_machine(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert run("generations", "list", "--server", url).exit_code == 0
