"""The vector cache: what a model made of texts, kept in one SQLite file across runs.

A vector is kept under all that it depends on: the manifest of its embedder (weights, window, scaling, pooling),
whether the text was a query or a passage, and the text with its prefix. What is read comes back bit for bit. A model
that reads texts in other batches makes vectors that differ by some 1e-7: the first that come stay.
"""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from evaluation.errors import EvaluationError
from indexing.embedders import EmbedderManifest

FORMAT: Final = 1
"""Of the file; one of another format is emptied."""
BUSY_TIMEOUT_S: Final = 30.0
"""How long a writer waits for another process."""
KEYS_A_QUERY: Final = 500
"""Bound parameters of one statement: SQLite builds allow as few as 999."""
PAGE_BYTES: Final = 16384
"""Ten vectors of 384 dimensions: pages of the usual 4,096 bytes would leave a fifth of the file empty."""

Vector = NDArray[np.float32]
"""Shape (dimension,)."""


class CacheUnusable(EvaluationError):
    """A file of cached vectors that can not be read or written."""

    code = "cache_unusable"


class CachedQuery(Struct, frozen=True, kw_only=True):
    """What a model made of a query."""

    vector: Vector
    truncated: bool
    """Its beginning did not fit the window."""
    took_ms: float
    """What the model needed when it read it."""


class VectorCache:
    """Vectors in a file. Thread-safe, and several processes may share the file; `close` it."""

    def __init__(self, file: Path) -> None:
        """Open the cache, made when it is not there. Raises CacheUnusable."""
        self._file, self._lock = file, threading.Lock()
        with self._translated():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                file, timeout=BUSY_TIMEOUT_S, check_same_thread=False, isolation_level=None
            )
            self._prepare()

    def passages(self, manifest: EmbedderManifest, texts: Sequence[str]) -> list[Vector | None]:
        """The vector of each passage, None where there is none."""
        keys = [_key(manifest, "passage", text) for text in texts]
        found: dict[bytes, Vector] = {}
        for batch in (keys[i : i + KEYS_A_QUERY] for i in range(0, len(keys), KEYS_A_QUERY)):
            marks = ", ".join("?" * len(batch))
            rows = self._read(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", batch)
            found.update((key, np.frombuffer(vector, np.float32)) for key, vector in rows)
        return [found.get(key) for key in keys]

    def put_passages(self, manifest: EmbedderManifest, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors of passages; those that are kept already stay as they are. Raises CacheUnusable."""
        rows = [(_key(manifest, "passage", text), _bytes(vector)) for text, vector in vectors.items()]
        self._write("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)

    def query(self, manifest: EmbedderManifest, text: str) -> CachedQuery | None:
        """What the model made of a query, None if it was not kept."""
        rows = self._read(
            "SELECT vector, truncated, took_ms FROM queries WHERE key = ?", [_key(manifest, "query", text)]
        )
        for vector, truncated, took_ms in rows:
            return CachedQuery(vector=np.frombuffer(vector, np.float32), truncated=bool(truncated), took_ms=took_ms)
        return None

    def put_query(self, manifest: EmbedderManifest, text: str, made: CachedQuery) -> None:
        """Keep what the model made of a query, unless something is kept already. Raises CacheUnusable."""
        row = (_key(manifest, "query", text), _bytes(made.vector), int(made.truncated), made.took_ms)
        self._write("INSERT OR IGNORE INTO queries VALUES (?, ?, ?, ?)", [row])

    def manifest(self, model: str) -> EmbedderManifest | None:
        """The manifest noted under a name for a model and its settings, None if none is."""
        for (packed,) in self._read("SELECT manifest FROM manifests WHERE model = ?", [model]):
            found: EmbedderManifest = msgspec.msgpack.decode(packed, type=EmbedderManifest)
            return found
        return None

    def put_manifest(self, model: str, manifest: EmbedderManifest) -> None:
        """Note a manifest, so that vectors are found without loading the model. Raises CacheUnusable."""
        self._write("INSERT OR REPLACE INTO manifests VALUES (?, ?)", [(model, msgspec.msgpack.encode(manifest))])

    def clear(self) -> None:
        """Forget everything, and give the space back. Raises CacheUnusable."""
        with self._lock, self._translated():
            for table in _TABLES:
                self._connection.execute(f"DELETE FROM {table}")
            self._connection.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _prepare(self) -> None:
        """Durable up to the last seconds, which a model makes again: a lost vector is no loss of anything."""
        for pragma in (f"page_size={PAGE_BYTES}", "journal_mode=WAL", "synchronous=NORMAL"):
            self._connection.execute(f"PRAGMA {pragma}")
        with self._transaction():
            if self._connection.execute("PRAGMA user_version").fetchone() != (FORMAT,):
                for table, columns in _TABLES.items():
                    self._connection.execute(f"DROP TABLE IF EXISTS {table}")
                    self._connection.execute(f"CREATE TABLE {table} ({columns})")
                self._connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _read(self, statement: str, values: Sequence[bytes | str]) -> list[Any]:
        with self._lock, self._translated():
            return self._connection.execute(statement, values).fetchall()

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._lock, self._translated(), self._transaction():
            self._connection.executemany(statement, rows)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as exc:
            raise CacheUnusable(
                f"cached vectors can not be kept in {self._file} ({exc}): remove the file, or name another folder"
            ) from exc


_TABLES: Final = {
    "vectors": "key BLOB PRIMARY KEY, vector BLOB NOT NULL",
    "queries": "key BLOB PRIMARY KEY, vector BLOB NOT NULL, truncated INTEGER NOT NULL, took_ms REAL NOT NULL",
    "manifests": "model TEXT PRIMARY KEY, manifest BLOB NOT NULL",
}


def _key(manifest: EmbedderManifest, role: str, text: str) -> bytes:
    """SHA-256 of all that a vector depends on. `late` is no part of it: it changes how chunks are grouped alone."""
    prefix = manifest.query_prefix if role == "query" else manifest.passage_prefix
    made_by = msgspec.structs.replace(manifest, query_prefix="", passage_prefix="", late=False)
    return hashlib.sha256(msgspec.json.encode([made_by, role, prefix + text])).digest()


def _bytes(vector: Vector) -> bytes:
    return np.ascontiguousarray(vector, np.float32).tobytes()
