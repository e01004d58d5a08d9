import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from msgspec.structs import replace

from evaluation.vector_cache import CachedQuery, CacheUnusable, VectorCache
from indexing.embedders import EmbedderManifest

MANIFEST = EmbedderManifest(
    model="m",
    fingerprint="f",
    dimension=3,
    max_tokens=512,
    query_prefix="",
    passage_prefix="",
    normalize=True,
    pooling="mean",
)
ONE = np.array([1, 2, 3], np.float32)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    opened = VectorCache(tmp_path / "vectors.sqlite")
    yield opened
    opened.close()


@given(arrays(np.float32, 3, elements=st.floats(width=32)))
def test_vectors_come_back_bit_for_bit(vector: np.typing.NDArray[np.float32]) -> None:
    cache = VectorCache(Path(":memory:"))
    cache.put_passages(MANIFEST, {"boots": vector})
    (found,) = cache.passages(MANIFEST, ["boots"])
    cache.close()
    assert found is not None
    assert found.tobytes() == vector.tobytes()


def test_passages_come_in_the_order_asked_for_and_unknown_ones_are_none(cache: VectorCache) -> None:
    texts = [f"text {i} 伞" for i in range(1200)]
    cache.put_passages(MANIFEST, {text: ONE * i for i, text in enumerate(texts)})
    found = cache.passages(MANIFEST, [*texts[::-1], "other"])
    assert found[-1] is None
    assert [int(vector[0]) for vector in found[:-1] if vector is not None] == list(range(1200))[::-1]


def test_the_first_vector_of_a_text_stays(cache: VectorCache) -> None:
    cache.put_passages(MANIFEST, {"boots": ONE})
    cache.put_passages(MANIFEST, {"boots": ONE * 2})
    (found,) = cache.passages(MANIFEST, ["boots"])
    assert found is not None
    assert found.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "other",
    [
        replace(MANIFEST, model="n"),
        replace(MANIFEST, fingerprint="g"),
        replace(MANIFEST, dimension=4),
        replace(MANIFEST, max_tokens=128),
        replace(MANIFEST, normalize=False),
        replace(MANIFEST, pooling="cls"),
        replace(MANIFEST, passage_prefix="p: "),
    ],
)
def test_another_way_to_make_vectors_finds_none(cache: VectorCache, other: EmbedderManifest) -> None:
    cache.put_passages(MANIFEST, {"boots": ONE})
    assert cache.passages(other, ["boots"]) == [None]


def test_the_prefix_of_queries_does_not_touch_passages(cache: VectorCache) -> None:
    cache.put_passages(MANIFEST, {"boots": ONE})
    (found,) = cache.passages(replace(MANIFEST, query_prefix="query: "), ["boots"])
    assert found is not None


def test_a_query_is_no_passage(cache: VectorCache) -> None:
    cache.put_query(MANIFEST, "boots", CachedQuery(vector=ONE, truncated=True, took_ms=12.5))
    found = cache.query(MANIFEST, "boots")
    assert found is not None
    assert (found.vector.tolist(), found.truncated, found.took_ms) == ([1, 2, 3], True, 12.5)
    assert cache.passages(MANIFEST, ["boots"]) == [None]
    assert cache.query(MANIFEST, "hats") is None


def test_a_manifest_is_noted_under_a_name(cache: VectorCache) -> None:
    assert cache.manifest("e5") is None
    cache.put_manifest("e5", MANIFEST)
    assert cache.manifest("e5") == MANIFEST


def test_everything_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    for _ in range(2):
        cache = VectorCache(tmp_path / "deep" / "vectors.sqlite")
        known = cache.passages(MANIFEST, ["boots"])[0]
        cache.put_passages(MANIFEST, {"boots": ONE})
        cache.close()
    assert known is not None


def test_clearing_forgets_everything(cache: VectorCache) -> None:
    cache.put_passages(MANIFEST, {"boots": ONE})
    cache.put_query(MANIFEST, "boots", CachedQuery(vector=ONE, truncated=False, took_ms=1.0))
    cache.put_manifest("e5", MANIFEST)
    cache.clear()
    assert cache.passages(MANIFEST, ["boots"]) == [None]
    assert cache.query(MANIFEST, "boots") is None
    assert cache.manifest("e5") is None


def test_two_programs_may_fill_one_file_at_once(tmp_path: Path) -> None:
    caches = [VectorCache(tmp_path / "v") for _ in range(2)]

    def fill(cache: VectorCache, first: int) -> None:
        for i in range(first, first + 100):
            cache.put_passages(MANIFEST, {f"text {i}": ONE * i})

    threads = [threading.Thread(target=fill, args=(cache, 50 * i)) for i, cache in enumerate(caches)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = caches[0].passages(MANIFEST, [f"text {i}" for i in range(150)])
    assert [int(vector[0]) for vector in found if vector is not None] == list(range(150))
    for cache in caches:
        cache.close()


def test_a_file_that_is_no_cache_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("These are notes, and no vectors at all. " * 50)
    with pytest.raises(CacheUnusable, match=r"notes\.txt .*remove the file"):
        VectorCache(tmp_path / "notes.txt")
    assert (tmp_path / "notes.txt").read_text().startswith("These are notes")


def test_a_place_where_no_file_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    with pytest.raises(CacheUnusable, match=r"vectors\.sqlite"):
        VectorCache(tmp_path / "a-file" / "vectors.sqlite")


def test_a_cache_of_another_format_is_emptied(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v")
    cache.put_passages(MANIFEST, {"boots": ONE})
    cache.close()
    connection = sqlite3.connect(tmp_path / "v")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    later = VectorCache(tmp_path / "v")
    assert later.passages(MANIFEST, ["boots"]) == [None]
    later.close()
