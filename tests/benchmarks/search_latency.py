"""`POST /search` over HTTP against raw Chroma's filtered query: same vectors, same visibility, one run.

    python -m tests.benchmarks.search_latency [chunks] [searches]

Each document gets one to three of 100 groups; users are in 1, 5, 30 and 80 groups. Chroma filters in three ways: by the
groups as a list on each row (`$or` of `$contains`), by the groups as keys (`$or` of `{group: true}`), and by one
boolean per user, the cheapest filter there is, which a server can not have: users are not known beforehand. Chroma runs
in this process, Parentage in one of its own behind HTTP; the embedding step, a lookup here, is taken out of its time by
its own Server-Timing. Medians in ms, and Parentage's time as a share of each.
"""

import http.client
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any

import chromadb
import httpx
import numpy as np
import uvicorn
from chromadb.config import Settings
from msgspec.structs import replace
from numpy.typing import NDArray

from indexing.ingest import PutDocument
from indexing.library import generations, tenants
from server.app import create_app
from server.config import Config, ServerConfig
from server.wiring import Runtime, open_runtime
from tests.fakes import HashingEmbedder
from tests.parts import FixedProvider

DIMENSION, SECTIONS, GROUPS = 384, 20, 100
USERS = (1, 5, 30, 80)
TOP_K = 10
WORDS = [f"word{i}" for i in range(20_000)]
WEIGHTS = [1 / (rank + 1) for rank in range(len(WORDS))]


class Topics(HashingEmbedder):
    """Vectors around topics; the first word of a text says which."""

    def __init__(self) -> None:
        super().__init__(name="topics", dimension=DIMENSION)
        self._random = np.random.default_rng(1)
        self._topics = self._random.standard_normal((200, DIMENSION)).astype(np.float32)

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        vector = self._topics[int(text.split()[0].removeprefix("topic"))]
        return vector / np.linalg.norm(vector), False

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        topics = np.array([int(text.partition("topic")[2].split()[0]) for text in texts])
        vectors = self._topics[topics] + 1.5 * self._random.standard_normal((len(texts), DIMENSION)).astype(np.float32)
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def page(rng: random.Random) -> bytes:
    sections = []
    for _ in range(SECTIONS):
        words = rng.choices(WORDS, weights=WEIGHTS, k=100)
        sections.append(f"# topic{rng.randrange(200)} section\n\n{' '.join(words)}.\n")
    return "\n".join(sections).encode()


def fill(runtime: Runtime, documents: int, rng: random.Random) -> dict[str, list[str]]:
    groups = {}
    for number in range(documents):
        name = f"d{number:05d}"
        groups[name] = [f"group:{g}" for g in rng.sample(range(GROUPS), rng.randint(1, 3))]
        put = PutDocument(content=page(rng), media_type="text/markdown", access=tuple(groups[name]))
        runtime.ingest.put("default", name, put)
    return groups


def wait_for_the_follower(runtime: Runtime) -> None:
    """Return when the vector store has everything, so that nothing runs beside the searches."""
    while True:
        with runtime.library.read() as tx:
            generation, end = generations.get(tx, "default", 1), tenants.get(tx, "default").next_chunk
        if generation is not None and generation.watermark >= end - 1:
            return
        time.sleep(0.2)


def raw_chroma(
    runtime: Runtime, groups: dict[str, list[str]], visible: dict[int, set[str]], folder: str
) -> chromadb.Collection:
    """The same vectors in a collection, each row with its groups, as list and as keys, and one boolean per user."""
    snapshot = runtime.index.current("default")
    client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
    collection = client.create_collection("raw", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None)
    rows = snapshot.rows
    documents = [snapshot.documents[d].document_id for d in rows.document.tolist()]
    for first in range(0, len(documents), 2000):
        part = slice(first, first + 2000)
        about = [
            {"groups": groups[d], **dict.fromkeys(groups[d], True), **{f"u{n}": d in visible[n] for n in USERS}}
            for d in documents[part]
        ]
        ids = [str(number) for number in rows.number[part].tolist()]
        collection.add(ids=ids, embeddings=snapshot.vectors[part], metadatas=about)
    return collection


@contextmanager
def serving(data: str) -> Iterator[str]:
    """The address of a server process over `data`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.search_latency", "--serve", data, str(port)])
    url = f"http://127.0.0.1:{port}"
    try:
        while not is_ready(url):
            time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait()


def is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def serve(data: str, port: str) -> None:
    runtime = open_runtime(config_of(data), "serve", embedders=FixedProvider(Topics()))
    uvicorn.run(create_app(runtime), port=int(port), log_config=None, access_log=False)
    runtime.close()


def config_of(data: str) -> Config:
    return replace(Config(), data=data, server=ServerConfig(auth="none"))


def embed_ms(timing: str) -> float:
    for stage in timing.split(","):
        name, _, duration = stage.strip().partition(";dur=")
        if name == "embed":
            return float(duration)
    return 0.0


def search_ms(connection: http.client.HTTPConnection, principals: list[str], question: str) -> float:
    body = json.dumps({"query": question, "top_k": TOP_K, "principals": principals})
    started = time.perf_counter()
    connection.request("POST", "/search", body, {"Content-Type": "application/json"})
    reply = connection.getresponse()
    content = reply.read()
    took = (time.perf_counter() - started) * 1000
    if reply.status != 200:
        raise RuntimeError(content)
    return took - embed_ms(reply.headers.get("server-timing", ""))


def filters(groups: Sequence[str], size: int) -> dict[str, dict[str, Any]]:
    """The ways Chroma can be asked for the rows of a user in `groups`."""
    return {
        "list": any_of([{"groups": {"$contains": group}} for group in groups]),
        "keys": any_of([{group: True} for group in groups]),
        "flag": {f"u{size}": True},
    }


def any_of(clauses: list[dict[str, Any]]) -> dict[str, Any]:
    return {"$or": clauses} if len(clauses) > 1 else clauses[0]


def chroma_ms(collection: chromadb.Collection, vector: NDArray[np.float32], where: dict[str, Any]) -> float:
    started = time.perf_counter()
    collection.query(query_embeddings=vector.reshape(1, -1), n_results=TOP_K, where=where, include=[])
    return (time.perf_counter() - started) * 1000


def main(chunks: int, searches: int) -> None:
    rng, embedder = random.Random(7), Topics()
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as raw:
        runtime = open_runtime(config_of(data), "serve", embedders=FixedProvider(embedder))
        groups = fill(runtime, chunks // SECTIONS, rng)
        members = {size: [f"group:{g}" for g in rng.sample(range(GROUPS), size)] for size in USERS}
        visible = {s: {d for d, g in groups.items() if not set(g).isdisjoint(members[s])} for s in USERS}
        collection = raw_chroma(runtime, groups, visible, raw)
        wait_for_the_follower(runtime)
        runtime.close()
        print(f"{chunks} chunks of {DIMENSION} dimensions, {searches} searches a row, medians in ms")
        print(f"groups  visible  parentage  {'Chroma: ms, share, by list, keys and flag':>42}")
        with serving(data) as url:
            for size in USERS:
                connection = http.client.HTTPConnection(url.removeprefix("http://"))
                asked = [question(rng) for _ in range(searches)]
                ours = median(search_ms(connection, members[size], text) for text in asked)
                vectors = [embedder.embed_query(text)[0] for text in asked]
                line = f"{size:>6} {len(visible[size]) / len(groups):>8.1%} {ours:>10.1f}  "
                for where in filters(members[size], size).values():
                    theirs = median(chroma_ms(collection, vector, where) for vector in vectors)
                    line += f" {theirs:>7.1f} {ours / theirs:>6.3f}"
                print(line, flush=True)


def question(rng: random.Random) -> str:
    return f"topic{rng.randrange(200)} {' '.join(rng.choices(WORDS, weights=WEIGHTS, k=8))}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
    else:
        given = [int(argument) for argument in sys.argv[1:]]
        main(*(given + [20_000, 40][len(given) :]))
