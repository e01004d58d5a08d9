"""SIGKILL of a real server and of its Chroma child, over HTTP."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from indexing.chroma_record import read_record
from tests.server.served import wait_until


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    """A ready server process, killed on leaving."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.server.stub_server", str(folder), str(port)]
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False) as client:
            wait_until(lambda: is_ready(client), 60)
            yield process, client
    finally:
        process.kill()
        process.wait()


def is_ready(client: httpx.Client) -> bool:
    try:
        return client.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def put(client: httpx.Client, number: int) -> None:
    body = {"text": f"# Page {number}\n\nunique{number} words.\n", "access": ["*"]}
    client.put(f"/documents/d{number}", json=body).raise_for_status()


def found(client: httpx.Client, query: str, **fields: Any) -> list[str]:
    reply = client.post("/search", json={"query": query, **fields}).raise_for_status().json()
    return [result["document"]["document_id"] for result in reply["results"]]


def child_pid(folder: Path) -> int | None:
    record = read_record(folder / "chroma")
    return record.pid if record else None


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_killed_server_loses_nothing_acknowledged_and_leaves_no_child(tmp_path: Path) -> None:
    acknowledged: list[int] = []
    with server(tmp_path) as (process, client):
        child = child_pid(tmp_path)
        assert child is not None

        def write() -> None:
            for number in range(10_000):
                try:
                    put(client, number)
                except httpx.HTTPError:
                    return
                acknowledged.append(number)

        writer = threading.Thread(target=write)
        writer.start()
        wait_until(lambda: len(acknowledged) >= 25)
        os.kill(process.pid, signal.SIGKILL)
        writer.join()
    wait_until(lambda: not is_alive(child), 10)
    with server(tmp_path) as (_, client):
        for number in acknowledged:
            assert found(client, f"unique{number}", mode="lexical") == [f"d{number}"]
        listed = client.get("/documents", params={"limit": 1000}).json()["documents"]
        assert {f"d{number}" for number in acknowledged} <= {document["document_id"] for document in listed}
        assert len(listed) <= len(acknowledged) + 1


def test_searches_go_on_while_the_killed_child_is_started_again(tmp_path: Path) -> None:
    with server(tmp_path) as (_, client):
        for number in range(5):
            put(client, number)
        first = child_pid(tmp_path)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        replies = 0
        while child_pid(tmp_path) in (None, first) or replies < 20:
            assert found(client, "unique3 words", top_k=1) == ["d3"]
            replies += 1
            time.sleep(0.05)
            assert replies < 400, "the child did not come back"
        put(client, 5)
        assert found(client, "unique5", mode="lexical") == ["d5"]


def test_a_second_server_on_the_folder_is_refused_at_once_and_names_the_lock(tmp_path: Path) -> None:
    with server(tmp_path) as (process, _):
        began = time.monotonic()
        command = [sys.executable, "-m", "server", "--data", str(tmp_path), "serve", "--port", "0"]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
        assert time.monotonic() - began < 20
        assert second.returncode == 1
        assert "writer.lock" in second.stderr
        assert str(process.pid) in second.stderr
        assert "Traceback" not in second.stderr
        assert json.loads((tmp_path / "writer.json").read_text())["pid"] == process.pid
