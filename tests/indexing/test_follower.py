import threading
import time
from pathlib import Path

import numpy as np
import pytest

from indexing.errors import VectorStoreUnavailable
from indexing.follower import Follower
from indexing.library import generations, outlines
from indexing.vector_store import CollectionKey
from tests.fakes import MemoryVectorStore
from tests.parts import Parts, live_numbers, open_parts


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
