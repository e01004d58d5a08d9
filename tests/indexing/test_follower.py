import threading
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import update

from indexing.errors import VectorStoreUnavailable
from indexing.follower import Follower
from indexing.library import generations, outlines, tables
from indexing.vector_store import CollectionKey, Numbers, RowMetadata
from tests.fakes import MemoryVectorStore
from tests.parts import Parts, live_numbers, open_parts
from tests.server.served import wait_until


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return open_parts(tmp_path)


def stored(store: MemoryVectorStore, key: CollectionKey) -> list[int]:
    return sorted(int(number) for page in store.ids(key) for number in page)


def test_the_store_follows_puts_versions_and_deletes(parts: Parts) -> None:
    store = MemoryVectorStore()
    follower, key = Follower(parts.library, store), CollectionKey("t", 1, 1)
    for i in range(4):
        parts.put(f"d{i}", f"# A{i}\n\none {i}.\n\n# B{i}\n\ntwo {i}.\n")
    follower.catch_up("t")
    assert stored(store, key) == live_numbers(parts.index.current("t")) == list(range(8))
    parts.put("d1", "# A1\n\nanother.\n")
    parts.ingest.delete("t", "d2")
    follower.catch_up("t")
    assert stored(store, key) == live_numbers(parts.index.current("t"))
    with parts.library.read() as tx:
        assert outlines.retired_ranges(tx, "t", 1) == []


def test_a_new_follower_goes_on_from_the_watermark(parts: Parts) -> None:
    store = MemoryVectorStore()
    parts.put("a", "alpha")
    Follower(parts.library, store).catch_up("t")
    parts.put("b", "beta")
    follower = Follower(parts.library, store)
    follower.catch_up("t")
    numbers, watermark = follower.nearest("t", 1, parts.embedder.embed_query("beta")[0], 1)
    assert (numbers.tolist(), watermark) == ([1], 1)


def test_a_store_that_lost_its_rows_is_filled_again(parts: Parts) -> None:
    parts.put("a", "alpha")
    Follower(parts.library, MemoryVectorStore()).catch_up("t")
    empty = MemoryVectorStore()
    Follower(parts.library, empty).catch_up("t")
    with parts.library.read() as tx:
        generation = generations.get(tx, "t", 1)
    assert generation is not None
    assert (generation.build, generation.watermark) == (2, 0)
    assert stored(empty, CollectionKey("t", 1, 2)) == [0]


def test_headings_alone_are_not_in_the_store(parts: Parts) -> None:
    parts.put("a", "# Alone\n\n## Child\n\nwords.\n")
    store = MemoryVectorStore()
    Follower(parts.library, store).catch_up("t")
    assert stored(store, CollectionKey("t", 1, 1)) == [1]


def test_nothing_is_near_before_the_store_has_anything(parts: Parts) -> None:
    parts.put("a", "alpha")
    with pytest.raises(VectorStoreUnavailable, match="not in the vector store yet"):
        Follower(parts.library, MemoryVectorStore()).nearest("t", 1, np.zeros(8, np.float32), 5)


def test_a_generation_that_is_gone_leaves_the_store(parts: Parts) -> None:
    store = MemoryVectorStore()
    follower = Follower(parts.library, store)
    parts.put("a", "alpha")
    follower.catch_up("t")
    for _ in range(3):
        parts.reindex.run(parts.reindex.start("t"), threading.Event())
        follower.catch_up("t")
    with pytest.raises(VectorStoreUnavailable):
        store.count(CollectionKey("t", 1, 1))
    assert stored(store, CollectionKey("t", 4, 1)) == live_numbers(parts.index.current("t"))


def test_what_ended_while_no_server_ran_is_dropped(parts: Parts) -> None:
    store = MemoryVectorStore()
    parts.put("a", "alpha")
    Follower(parts.library, store).catch_up("t")
    foreign = CollectionKey("somebody else's", 1, 1)
    store.open(foreign)
    for _ in range(2):
        parts.reindex.run(parts.reindex.start("t"), threading.Event())
    told: list[bool] = []
    Follower(parts.library, store, lambda: told.append(True)).drop_orphans()
    assert store.names() == [foreign.name]
    assert told == [True]


def test_the_thread_follows_when_woken(parts: Parts) -> None:
    store = MemoryVectorStore()
    follower = Follower(parts.library, store)
    follower.start()
    try:
        parts.put("a", "alpha")
        follower.wake("t")
        for _ in range(200):
            try:
                if follower.nearest("t", 1, parts.embedder.embed_query("alpha")[0], 1)[1] == 0:
                    break
            except VectorStoreUnavailable:
                pass
            time.sleep(0.02)
        else:
            pytest.fail("not followed within four seconds")
    finally:
        follower.stop()


class Recording(Follower):
    """Notes which tenants it looked at."""

    looked_at: list[str]

    def catch_up(self, tenant: str) -> None:
        self.looked_at.append(tenant)
        super().catch_up(tenant)


def test_a_write_makes_the_thread_look_at_its_tenant_alone(parts: Parts) -> None:
    for tenant in ("one", "two", "three"):
        parts.put("a", "alpha", tenant=tenant)
    follower = Recording(parts.library, MemoryVectorStore())
    follower.looked_at = []
    follower.start()
    try:
        wait_until(lambda: len(follower.looked_at) == 3)
        follower.wake("two")
        wait_until(lambda: len(follower.looked_at) > 3)
        time.sleep(0.1)
        assert follower.looked_at[3:] == ["two"]
    finally:
        follower.stop()


def test_a_collection_lost_under_a_running_follower_is_built_anew(parts: Parts) -> None:
    store, vector = MemoryVectorStore(), parts.embedder.embed_query("alpha")[0]
    follower = Follower(parts.library, store)
    parts.put("a", "alpha")
    follower.catch_up("t")
    store.drop(CollectionKey("t", 1, 1))
    with pytest.raises(VectorStoreUnavailable):
        follower.nearest("t", 1, vector, 1)
    follower.catch_up("t")
    assert follower.nearest("t", 1, vector, 1)[0].tolist() == [0]


def test_a_write_that_meets_a_lost_collection_has_it_built_anew(parts: Parts) -> None:
    store = MemoryVectorStore()
    follower = Follower(parts.library, store)
    parts.put("a", "alpha")
    follower.catch_up("t")
    store.drop(CollectionKey("t", 1, 1))
    parts.put("b", "beta")
    with pytest.raises(VectorStoreUnavailable):
        follower.catch_up("t")
    follower.catch_up("t")
    assert stored(store, CollectionKey("t", 1, 2)) == [0, 1]


class CountingDeletes(MemoryVectorStore):
    """Notes the ranges it was to delete."""

    def __init__(self) -> None:
        super().__init__()
        self.deleted: list[tuple[int, int]] = []

    def delete(self, key: CollectionKey, *, first: int, end: int) -> None:
        self.deleted.append((first, end))
        super().delete(key, first=first, end=end)


def test_adjoining_dead_ranges_are_deleted_as_one(parts: Parts) -> None:
    store = CountingDeletes()
    follower = Follower(parts.library, store)
    for name in ("a", "b", "c", "d"):
        parts.put(name, f"{name}lpha")
    follower.catch_up("t")
    for name in ("a", "b", "d"):
        parts.put(name, f"{name}eta")
    follower.catch_up("t")
    assert store.deleted == [(0, 2), (3, 4)]
    assert stored(store, CollectionKey("t", 1, 1)) == [2, 4, 5, 6]


def test_when_the_dead_outnumber_the_living_a_new_build_replaces_them_and_nothing_is_deleted(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("indexing.follower.MIN_DEAD_ROWS", 3)
    store = CountingDeletes()
    follower = Follower(parts.library, store)
    for version in range(5):
        parts.put("a", f"version {version}")
    follower.catch_up("t")
    assert (store.deleted, store.names()) == ([], [CollectionKey("t", 1, 2).name])
    assert stored(store, CollectionKey("t", 1, 2)) == live_numbers(parts.index.current("t")) == [4]
    with parts.library.read() as tx:
        assert outlines.retired_ranges(tx, "t", 1) == []


def test_stopping_does_not_wait_for_all_deletes(parts: Parts) -> None:
    class Stopping(CountingDeletes):
        def delete(self, key: CollectionKey, *, first: int, end: int) -> None:
            super().delete(key, first=first, end=end)
            follower.stop()

    store = Stopping()
    follower = Follower(parts.library, store)
    for name in ("a", "b", "c"):
        parts.put(name, "alpha")
    parts.ingest.delete("t", "a")
    parts.ingest.delete("t", "c")
    follower.catch_up("t")
    assert store.deleted == [(0, 1)]


def test_a_tenant_whose_rows_are_damaged_stops_no_other(parts: Parts) -> None:
    parts.put("a", "alpha", tenant="bad")
    parts.put("a", "alpha", tenant="good")
    with parts.library.write() as tx:
        tx.execute(update(tables.outlines).where(tables.outlines.c.tenant == "bad").values(outline=b"?"))
    store, key = MemoryVectorStore(), CollectionKey("good", 1, 1)
    follower = Follower(parts.library, store)
    follower.start()
    try:
        wait_until(lambda: key.name in store.names() and store.count(key) == 1)
    finally:
        follower.stop()


class Forgetful(MemoryVectorStore):
    """Has all rows, and finds none of those in a collection that was there when it was made forgetful."""

    def __init__(self) -> None:
        super().__init__()
        self.forgot: list[str] = []

    def query(self, key: CollectionKey, vector: NDArray[np.float32], *, depth: int) -> Numbers:
        return super().query(key, vector, depth=depth)[: 0 if key.name in self.forgot else depth]


def test_a_store_that_does_not_find_its_rows_any_more_is_filled_again(parts: Parts) -> None:
    store = Forgetful()
    for i in range(40):
        parts.put(f"d{i}", f"alpha{i}")
    Follower(parts.library, store).catch_up("t")
    store.forgot = store.names()
    follower = Follower(parts.library, store)
    follower.catch_up("t")
    assert store.names() == [CollectionKey("t", 1, 2).name]
    assert follower.nearest("t", 1, parts.embedder.embed_query("alpha7")[0], 1)[0].tolist() == [7]


class Interrupted(CountingDeletes):
    """While it is written to, one more document is."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self._parts, self.written = parts, 0

    def upsert(
        self, key: CollectionKey, numbers: Numbers, *, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]
    ) -> None:
        super().upsert(key, numbers, vectors=vectors, metadata=metadata)
        self.written += 1
        assert self.written < 20, "writing went on for ever"
        self._parts.put("b", f"version {self.written}")


def test_writes_that_never_stop_do_not_keep_the_dead_in_the_store(parts: Parts) -> None:
    store = Interrupted(parts)
    parts.put("a", "alpha")
    parts.ingest.delete("t", "a")
    parts.put("a", "beta")
    Follower(parts.library, store).catch_up("t")
    assert (store.written, store.deleted) == (1, [(0, 1)])
