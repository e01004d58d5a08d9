import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from indexing.chroma_child import ChromaChild
from indexing.chroma_files import remove_dropped
from indexing.config import VectorsConfig
from indexing.vector_store import CollectionKey
from indexing.vectors import ChromaVectorStore

LIVE = "0a5ea7cc-66ad-4b32-9a2f-3e1c6c0e0001"
DEAD = "0a5ea7cc-66ad-4b32-9a2f-3e1c6c0e0002"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (LIVE, DEAD, "not-a-segment-of-ours"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data.bin").write_bytes(b"x" * 10)
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def connected(child: ChromaChild) -> ChromaVectorStore:
    return ChromaVectorStore(lambda: child.url, VectorsConfig())


def test_only_files_of_no_segment_are_removed(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "chroma.sqlite3")) as database, database:
        database.execute("CREATE TABLE segments (id TEXT PRIMARY KEY)")
        database.execute("INSERT INTO segments VALUES (?)", (LIVE,))
    assert remove_dropped(folder) == 10
    assert names(folder) == [LIVE, "not-a-segment-of-ours"]


@pytest.mark.parametrize("content", [None, b"", b"not a database" * 100])
def test_nothing_is_removed_when_the_table_can_not_be_read(folder: Path, content: bytes | None) -> None:
    if content is not None:
        (folder / "chroma.sqlite3").write_bytes(content)
    assert remove_dropped(folder) == 0
    assert len(names(folder)) == 3


def test_a_dropped_collection_gives_its_disk_space_back_and_the_others_stay(tmp_path: Path) -> None:
    kept, dropped = CollectionKey("t", 1, 2), CollectionKey("t", 1, 1)
    rows = np.random.default_rng(1).standard_normal((1_100, 8)).astype(np.float32)
    with ChromaChild(tmp_path) as child, closing(connected(child)) as store:
        for key in (kept, dropped):
            store.open(key)
            store.upsert(key, np.arange(1_100), vectors=rows, metadata=[{"ordinal": 1}] * 1_100)
        assert (len(names(tmp_path)), child.reclaim()) == (2, 0)
        store.drop(dropped)
        assert child.reclaim() > 1_000 * 8 * 4
        assert len(names(tmp_path)) == 1
        assert store.query(kept, rows[3], depth=1).tolist() == [3]
    with ChromaChild(tmp_path) as child, closing(connected(child)) as store:
        assert store.query(kept, rows[3], depth=1).tolist() == [3]
