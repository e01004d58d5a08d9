import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray

from indexing.chroma_child import ChromaChild, free_port
from indexing.config import VectorsConfig
from indexing.errors import InvalidConfig, VectorStoreUnavailable
from indexing.vector_store import CollectionKey
from indexing.vectors import ChromaVectorStore

DIMENSION = 64
DEFAULTS = VectorsConfig()


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaChild]:
    with ChromaChild(tmp_path_factory.mktemp("chroma")) as child:
        yield child


@pytest.fixture
def key(request: pytest.FixtureRequest) -> CollectionKey:
    return CollectionKey(request.node.name, 1, 1)


Stores = Callable[..., ChromaVectorStore]


@pytest.fixture
def at() -> Iterator[Stores]:
    """Stores over a server of this URL, closed after the test."""
    with ExitStack() as stack:

        def open_store(url: str | None, config: VectorsConfig = DEFAULTS) -> ChromaVectorStore:
            return stack.enter_context(closing(ChromaVectorStore(lambda: url, config)))

        yield open_store


@pytest.fixture
def connected(child: ChromaChild, at: Stores) -> Stores:
    """Stores over the child."""
    return partial(at, child.url)


def clustered(n: int, seed: int = 1) -> NDArray[np.float32]:
    """Shape (n, DIMENSION), of length 1, around one centre for each 50 rows: as chunks gather around topics."""
    draw = np.random.default_rng(seed)
    centres = draw.standard_normal((n // 50, DIMENSION))
    rows = centres[draw.integers(0, len(centres), n)] + 0.7 * draw.standard_normal((n, DIMENSION))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def write(store: ChromaVectorStore, key: CollectionKey, vectors: NDArray[np.float32], *, first: int = 0) -> None:
    numbers = np.arange(first, first + len(vectors))
    store.upsert(key, numbers, vectors=vectors, metadata=[{"ordinal": number} for number in numbers.tolist()])


def test_a_document_of_6000_chunks_is_written_found_and_deleted_whole(connected: Stores, key: CollectionKey) -> None:
    store, rows = connected(VectorsConfig(batch_rows=100_000)), clustered(6_000)
    store.open(key)
    write(store, key, rows)
    assert sorted(np.concatenate(list(store.ids(key))).tolist()) == list(range(6_000))
    assert recall(store, key, rows, depth=36) >= 0.99
    store.delete(key, first=0, end=10_000)
    assert store.count(key) == 0
    assert store.query(key, rows[0], depth=10).tolist() == []


def recall(store: ChromaVectorStore, key: CollectionKey, rows: NDArray[np.float32], *, depth: int) -> float:
    """Mean share of the exact `depth` nearest among those found, over 50 queries that are near some row."""
    draw = np.random.default_rng(2)
    queries = rows[draw.integers(0, len(rows), 50)] + 0.05 * draw.standard_normal((50, DIMENSION)).astype(np.float32)
    exact = np.argsort(-(queries @ rows.T), axis=1)[:, :depth]
    found = [store.query(key, query, depth=depth) for query in queries]
    return float(np.mean([len(np.intersect1d(one, other)) / depth for one, other in zip(exact, found, strict=True)]))


def test_a_collection_is_made_with_the_configured_graph(
    child: ChromaChild, connected: Stores, key: CollectionKey
) -> None:
    connected(VectorsConfig(ef_construction=99, ef_search=77, max_neighbors=11)).open(key)
    made = httpx.get(f"{collections_url(child)}/{key.name}").json()["configuration_json"]["hnsw"]
    expected = {"space": "cosine", "ef_construction": 99, "ef_search": 77, "max_neighbors": 11}
    assert {name: made[name] for name in expected} == expected


def test_a_collection_that_does_not_measure_cosine_is_refused(
    child: ChromaChild, connected: Stores, key: CollectionKey
) -> None:
    foreign = {"name": key.name, "configuration": {"hnsw": {"space": "l2"}}}
    assert httpx.post(collections_url(child), json=foreign).is_success
    with pytest.raises(VectorStoreUnavailable, match="measures l2, not cosine"):
        connected().open(key)


def collections_url(child: ChromaChild) -> str:
    return f"{child.url}/api/v2/tenants/default_tenant/databases/default_database/collections"


def test_a_collection_replaced_by_another_process_is_looked_up_again(connected: Stores, key: CollectionKey) -> None:
    ours, theirs, rows = connected(), connected(), clustered(100)
    ours.open(key)
    write(ours, key, rows)
    theirs.drop(key)
    theirs.open(key)
    write(theirs, key, rows[:50])
    assert ours.query(key, rows[7], depth=1).tolist() == [7]
    assert ours.count(key) == 50


def test_queries_beside_writes_find_the_row_or_say_that_they_can_not(connected: Stores, key: CollectionKey) -> None:
    store, rows = connected(VectorsConfig(batch_rows=100)), clustered(2_000)
    store.open(key)
    write(store, key, rows[:1_000])
    done, answers = threading.Event(), list[bool | None]()
    threads = [threading.Thread(target=ask, args=(store, key, rows[:500], done, answers)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for first in range(1_000, 2_000, 100):
        write(store, key, rows[first : first + 100], first=first)
        store.delete(key, first=first - 500, end=first - 400)
    done.set()
    for thread in threads:
        thread.join()
    assert answers.count(True) > 50
    assert False not in answers


def ask(
    store: ChromaVectorStore,
    key: CollectionKey,
    rows: NDArray[np.float32],
    done: threading.Event,
    answers: list[bool | None],
) -> None:
    draw = np.random.default_rng(threading.get_native_id())
    while not done.is_set():
        number = int(draw.integers(len(rows)))
        try:
            answers.append(store.query(key, rows[number], depth=1).tolist() == [number])
        except VectorStoreUnavailable:
            answers.append(None)
            time.sleep(0.01)


def test_a_proxy_does_not_come_between_us_and_the_child(connected: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    connected().ping()


def test_no_server_is_unavailable_at_once(at: Stores, key: CollectionKey) -> None:
    began = time.monotonic()
    for store in (at(None), at(f"http://127.0.0.1:{free_port()}")):
        with pytest.raises(VectorStoreUnavailable):
            store.ping()
        with pytest.raises(VectorStoreUnavailable):
            store.open(key)
        with pytest.raises(VectorStoreUnavailable):
            store.query(key, np.ones(3, np.float32), depth=1)
        with pytest.raises(VectorStoreUnavailable):
            store.drop(key)
    assert time.monotonic() - began < 1


def test_a_server_that_accepts_and_never_answers_costs_one_query_its_timeout(at: Stores, key: CollectionKey) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = at(f"http://127.0.0.1:{silent.getsockname()[1]}")
        took = [failed_query_s(store, key) for _ in range(20)]
    assert 0.4 < took[0] < 2
    assert max(took[1:]) < 0.1


def failed_query_s(store: ChromaVectorStore, key: CollectionKey) -> float:
    began = time.monotonic()
    with pytest.raises(VectorStoreUnavailable):
        store.query(key, np.ones(3, np.float32), depth=1)
    return time.monotonic() - began


class NotChroma(BaseHTTPRequestHandler):
    """Answers every GET with a page, as some other server at the configured URL would."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, *args: object) -> None:
        pass


def test_a_server_that_is_not_chroma_is_unavailable(at: Stores, key: CollectionKey) -> None:
    server = HTTPServer(("127.0.0.1", 0), NotChroma)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    store = at(f"http://127.0.0.1:{server.server_port}/")
    with pytest.raises(VectorStoreUnavailable):
        store.ping()
    with pytest.raises(VectorStoreUnavailable):
        store.open(key)
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("url", ["localhost:8000", "", "ftp://host", "http://"])
def test_an_url_that_is_none_is_refused_when_the_store_is_made(at: Stores, url: str) -> None:
    with pytest.raises(InvalidConfig, match="is not an http"):
        at(url)
