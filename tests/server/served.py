"""A server over a data folder of its own, with a model made of hashes: what tests of the wire talk to."""

import hashlib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from numpy.typing import NDArray

from indexing.embedders import EmbedderManifest
from indexing.embedders.provider import check_same
from server.app import create_app
from server.config import Config, ServerConfig
from server.wiring import Runtime, open_runtime
from tests.fakes import WordTokenizer

ADDRESS = "http://127.0.0.1"


class StubEmbedder:
    """A hashed bag of words. Sleeps `sleep_s` before each call, and notes what it was asked."""

    def __init__(self, *, model: str = "stub-a", dimension: int = 32, sleep_s: float = 0.0) -> None:
        self.manifest = EmbedderManifest(
            model=model,
            fingerprint=model,
            dimension=dimension,
            max_tokens=512,
            query_prefix="query: ",
            passage_prefix="passage: ",
            normalize=True,
            pooling="mean",
        )
        self.tokenizer = WordTokenizer()
        self.sleep_s, self.encoded = sleep_s, list[str]()
        self.broken_after: int | None = None
        self.gate = threading.Event()
        self.gate.set()

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        return self._encode([self.manifest.query_prefix + text])[0], False

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._encode([self.manifest.passage_prefix + text for text in texts])

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.gate.wait(20)
        time.sleep(self.sleep_s)
        self.encoded += texts
        if self.broken_after is not None and len(self.encoded) > self.broken_after:
            raise RuntimeError("the model broke")
        vectors = np.zeros((len(texts), self.manifest.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                digest = hashlib.sha256(word.encode()).digest()
                vectors[row, digest[0] % self.manifest.dimension] += 1.0 if digest[1] % 2 else -1.0
            vectors[row, 0] += 0.01
            vectors[row] /= np.linalg.norm(vectors[row])
        return vectors


class StubProvider:
    """An EmbedderProvider that has one embedder."""

    def __init__(self, embedder: StubEmbedder) -> None:
        self.embedder = embedder

    def configured(self) -> StubEmbedder:
        return self.embedder

    def for_manifest(self, manifest: EmbedderManifest) -> StubEmbedder:
        check_same(self.embedder, manifest)
        return self.embedder


def config_of(folder: Path, *, auth: str = "none", **server: Any) -> Config:
    base = Config(data=str(folder), server=ServerConfig(auth=auth, **server))  # type: ignore[arg-type]
    declared = {"lang": "string", "year": "number"}
    return replace(base, indexing=replace(base.indexing, attributes=declared))


@contextmanager
def opened(config: Config, embedder: StubEmbedder | None = None) -> Iterator[Runtime]:
    """The write and read paths over a folder, without a vector store: searches scan."""
    runtime = open_runtime(config, "write", embedders=StubProvider(embedder or StubEmbedder()))
    try:
        yield runtime
    finally:
        runtime.close()


@contextmanager
def served(
    folder: Path, *, embedder: StubEmbedder | None = None, auth: str = "none", **server: Any
) -> Iterator[TestClient[Litestar]]:
    """A client of a ready server."""
    with opened(config_of(folder, auth=auth, **server), embedder) as runtime, client_of(runtime) as client:
        yield client


@contextmanager
def client_of(runtime: Runtime) -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(runtime), base_url=ADDRESS) as client:
        wait_until(lambda: "starting" not in client.get("/health/ready").text)
        yield client


def wait_until(condition: Any, timeout_s: float = 20.0) -> None:
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def put(client: TestClient[Litestar], document_id: str, text: str, **fields: Any) -> httpx.Response:
    headers = fields.pop("headers", {})
    body = {"text": text, "media_type": "text/markdown", "access": ["*"]} | fields
    response = client.put(f"/documents/{document_id}", json=body, headers=headers)
    assert response.status_code in (200, 201), response.text
    return response


def search(client: TestClient[Litestar], query: str, *groups: str, **fields: Any) -> dict[str, Any]:
    headers = fields.pop("headers", {})
    body = {"query": query, "principals": [f"group:{group}" for group in groups]} | fields
    response = client.post("/search", json=body, headers=headers)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def problem(response: httpx.Response) -> tuple[int, str, list[str]]:
    """Status, code and fields of an error reply, whose shape is checked."""
    body = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert body["status"] == response.status_code
    assert body["type"] == f"urn:parentage:problem:{body['code']}"
    assert body["request_id"] == response.headers["x-request-id"]
    assert body["title"]
    assert body["detail"]
    return response.status_code, body["code"], [error["field"] for error in body["errors"]]
