"""Approximate nearest neighbours: the one door to Chroma, a VectorStore over a Chroma server.

Each (tenant, generation, build) has a collection of its own, named by a hash of the tenant, with cosine space and
explicit HNSW parameters. Every call ends within its timeout and fails as VectorStoreUnavailable, so that search can
scan instead.
"""

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, TypeVar
from urllib.parse import urlsplit

import httpx
import numpy as np
from chromadb.api.collection_configuration import CreateCollectionConfiguration, CreateHNSWConfiguration
from chromadb.api.fastapi import FastAPI
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings, System
from chromadb.errors import ChromaError, NotFoundError
from chromadb.types import Collection as CollectionRow
from chromadb.types import Metadata
from numpy.typing import NDArray

from indexing.config import VectorsConfig
from indexing.errors import InvalidConfig, VectorStoreUnavailable
from indexing.vector_store import CollectionKey, CollectionMissing, Numbers, RowMetadata, check_query, check_rows

T = TypeVar("T")

CONNECT_TIMEOUT_S: Final = 1.0
"""A server that does not even accept a connection in this time is not there."""
QUERY_TIMEOUT_S: Final = 0.5
"""A query takes milliseconds, or waits for the batch being written; the scan that replaces it takes tens of them."""
WRITE_TIMEOUT_S: Final = 60.0
"""An upsert may have to wait for the whole index of a large collection to be written to disk."""
REST_S: Final = 5.0
"""How long queries leave a server alone after it let one time out, so that only one search in a while pays for it."""
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
"""Hosts no proxy can reach."""
PAGE_ROWS: Final = 5_000
"""Ids fetched in one call: some 12 ms, 60 kB."""
RACED: Final = ("Error finding id", "Nothing found on disk")
"""What Chroma answers when a row vanishes, or a new index comes to disk, during a query: the next attempt succeeds."""


class ChromaVectorStore:
    """VectorStore over a Chroma server. One instance per process; calls from several threads at once are safe."""

    def __init__(self, endpoint: Callable[[], str | None], config: VectorsConfig) -> None:
        """`endpoint` gives the server's URL of now, None while there is none: a restarted child has a new one.

        Raises InvalidConfig when it gives something else.
        """
        check_url(endpoint())
        self._endpoint, self._config = endpoint, config
        self._lock = threading.Lock()
        self._connected: _Connection | None = None
        self._resting_until = 0.0

    def ping(self) -> None:
        """Returns when the server answers."""
        with self._translated():
            self._connection().swift.heartbeat()

    def open(self, key: CollectionKey) -> int:
        """Rows in the collection, created with the configured HNSW parameters when absent; an old one keeps its own."""
        with self._translated():
            connection = self._connection()
            row = connection.patient.get_or_create_collection(key.name, configuration=self._parameters())
            if _space(row) != "cosine":
                raise VectorStoreUnavailable(f"collection {key.name} measures {_space(row)}, not cosine: drop it")
            connection.keep(row)
        return self.count(key)

    def upsert(
        self, key: CollectionKey, numbers: Numbers, *, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]
    ) -> None:
        """Writes the rows in order, batch by batch; repeating a write that failed half-way is right, and cheap.

        Chroma's `add` passes over ids it has. Its `upsert` moves them in the graph: 30 ms a row, 15 s a batch.
        """
        check_rows(numbers, vectors, metadata)
        for rows in self._batches(len(numbers)):
            self._upsert_batch(key, numbers[rows], vectors=vectors[rows], metadata=metadata[rows])

    def delete(self, key: CollectionKey, *, first: int, end: int) -> None:
        """Removes the rows numbered `first` to `end` (exclusive), batch by batch; absent ones are fine."""
        for rows in self._batches(end - first):
            self._delete_batch(key, range(first + rows.start, first + rows.stop))

    def query(self, key: CollectionKey, vector: NDArray[np.float32], *, depth: int) -> Numbers:
        """About the `depth` nearest rows, nearest first; refused at once for a while after a query timed out."""
        check_query(vector, depth)
        if time.monotonic() < self._resting_until:
            raise VectorStoreUnavailable("the vector store let a query time out and is left alone for a moment")
        found = self._run(
            key, lambda c: c.query(query_embeddings=vector[None], n_results=depth, include=[]), swift=True
        )
        return _numbers(found["ids"][0])

    def count(self, key: CollectionKey) -> int:
        """Rows in the collection."""
        return self._run(key, lambda c: c.count())

    def ids(self, key: CollectionKey) -> Iterator[Numbers]:
        """All chunk numbers, page by page, in no order."""
        offset = 0
        while True:
            page = self._page(key, offset)
            if len(page):
                yield page
            if len(page) < PAGE_ROWS:
                return
            offset += PAGE_ROWS

    def drop(self, key: CollectionKey) -> None:
        """Removes the collection; an absent one is fine. Its index files stay until the server's owner removes them."""
        with self._translated():
            connection = self._connection()
            connection.forget(key.name)
            with suppress(NotFoundError):
                connection.patient.delete_collection(key.name)

    def names(self) -> list[str]:
        """Names of all collections on the server, page by page."""
        found: list[str] = []
        with self._translated():
            api = self._connection().patient
            while page := api.list_collections(limit=PAGE_ROWS, offset=len(found)):
                found.extend(row.name for row in page)
        return found

    def close(self) -> None:
        """Closes the connections; the next call opens new ones."""
        with self._lock:
            if self._connected is not None:
                self._connected.close()
            self._connected = None

    def _upsert_batch(
        self, key: CollectionKey, numbers: Numbers, *, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]
    ) -> None:
        ids = [str(number) for number in numbers.tolist()]
        about: list[Metadata] = [dict(one) for one in metadata]
        self._run(key, lambda c: c.add(ids=ids, embeddings=vectors, metadatas=about))

    def _delete_batch(self, key: CollectionKey, numbers: range) -> None:
        self._run(key, lambda c: c.delete(ids=[str(number) for number in numbers]))

    def _page(self, key: CollectionKey, offset: int) -> Numbers:
        return _numbers(self._run(key, lambda c: c.get(limit=PAGE_ROWS, offset=offset, include=[]))["ids"])

    def _run(self, key: CollectionKey, work: Callable[[Collection], T], *, swift: bool = False) -> T:
        """What `work` makes of the collection; tried again once when the collection was replaced or a row vanished."""
        with self._translated():
            connection = self._connection()
            try:
                return work(connection.collection(key.name, swift=swift))
            except NotFoundError:
                connection.forget(key.name)
            except ChromaError as exc:
                if not any(sign in str(exc) for sign in RACED):
                    raise
            return work(connection.collection(key.name, swift=swift))

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turns whatever the client raises into VectorStoreUnavailable.

        Everything, since chromadb raises bare `Exception` for a reply it does not know and ValueError for one that is
        not JSON (a proxy, another server); what the caller did wrong is checked before.
        """
        try:
            yield
        except VectorStoreUnavailable:
            raise
        except NotFoundError as exc:
            raise CollectionMissing("the collection is not there; open it and fill it from the library") from exc
        except Exception as exc:
            if isinstance(exc, httpx.TimeoutException):
                self._resting_until = time.monotonic() + REST_S
            raise VectorStoreUnavailable(f"the vector store failed ({type(exc).__name__}): {exc}") from exc

    def _connection(self) -> "_Connection":
        url = self._endpoint()
        if url is None:
            raise VectorStoreUnavailable("the vector store is not running; it is being started again")
        with self._lock:
            stale = self._connected
            if stale is not None and stale.url == url:
                return stale
            if stale is not None:
                stale.close()
            self._connected = fresh = _Connection(url)
            self._resting_until = 0.0
            return fresh

    def _batches(self, rows: int) -> Iterator[slice]:
        """Consecutive slices of `rows` rows, as large as the configuration and the server allow."""
        if rows <= 0:
            return
        with self._translated():
            allowed = self._connection().patient.get_max_batch_size()
        step = min(self._config.batch_rows, allowed) if allowed > 0 else self._config.batch_rows
        for first in range(0, rows, step):
            yield slice(first, min(first + step, rows))

    def _parameters(self) -> CreateCollectionConfiguration:
        hnsw = CreateHNSWConfiguration(
            space="cosine",
            ef_construction=self._config.ef_construction,
            ef_search=self._config.ef_search,
            max_neighbors=self._config.max_neighbors,
        )
        return {"hnsw": hnsw}


class _Connection:
    """Two sessions to one server, since queries must not wait long and writes may, and the collections it has."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.swift, self.patient = _client(url, QUERY_TIMEOUT_S), _client(url, WRITE_TIMEOUT_S)
        self._rows: dict[str, CollectionRow] = {}

    def collection(self, name: str, *, swift: bool = False) -> Collection:
        """The collection, never created. Raises chromadb's NotFoundError."""
        api = self.swift if swift else self.patient
        row = self._rows.get(name)
        if row is None:
            row = self.keep(api.get_collection(name))
        return Collection(client=api, model=row, embedding_function=None)

    def keep(self, row: CollectionRow) -> CollectionRow:
        """Remembers a collection, so that the next use needs no look-up."""
        self._rows[row.name] = row
        return row

    def forget(self, name: str) -> None:
        """The next use looks the collection up again."""
        self._rows.pop(name, None)

    def close(self) -> None:
        """Ends both sessions; calls under way in other threads fail."""
        self.swift._session.close()
        self.patient._session.close()


def check_url(url: str | None) -> None:
    """Raises InvalidConfig for anything but None and an http(s) URL.

    >>> check_url("localhost:8000")
    Traceback (most recent call last):
    indexing.errors.InvalidConfig: [indexing.vectors] url: 'localhost:8000' is not an http:// or https:// URL
    """
    if url is not None and not re.match("https?://[^/]", url):
        raise InvalidConfig(f"[indexing.vectors] url: {url!r} is not an http:// or https:// URL")


def _client(url: str, timeout_s: float) -> FastAPI:
    """Chroma's HTTP client, its session replaced by one that ends every call in time.

    `chromadb.HttpClient` has no timeout at all, sends loopback calls through HTTP_PROXY, and talks to the server before
    it can be told otherwise; so only its API class is used.
    """
    parts = urlsplit(url)
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # a .env file in the working folder is not Chroma's
        chroma_api_impl="chromadb.api.fastapi.FastAPI",
        chroma_server_host=url.rstrip("/"),
        chroma_server_http_port=parts.port or 8000,
        chroma_server_ssl_enabled=parts.scheme == "https",
        anonymized_telemetry=False,
    )
    api = System(settings).instance(FastAPI)
    api._session.close()
    api._session = httpx.Client(
        timeout=httpx.Timeout(timeout_s, connect=CONNECT_TIMEOUT_S),
        limits=api.http_limits,
        headers=api.get_request_headers(),
        verify=True if settings.chroma_server_ssl_verify is None else settings.chroma_server_ssl_verify,
        trust_env=parts.hostname not in LOOPBACK,
    )
    return api


def _space(row: CollectionRow) -> str | None:
    """The distance a collection was made with; a cluster answers `spann` where one server answers `hnsw`."""
    made = row.configuration_json
    return ((made.get("hnsw") or made.get("spann")) or {}).get("space")


def _numbers(ids: Sequence[str]) -> Numbers:
    """Shape (n,): chunk numbers of Chroma's ids, in their order.

    >>> _numbers(["12", "7"]).tolist()
    [12, 7]
    """
    return np.fromiter(map(int, ids), dtype=np.int64, count=len(ids))
