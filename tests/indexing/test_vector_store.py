"""The contract of VectorStore, run over the fake and over Chroma."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from indexing.chroma_child import ChromaChild
from indexing.config import VectorsConfig
from indexing.vector_store import CollectionKey, CollectionMissing, VectorStore
from indexing.vectors import ChromaVectorStore
from tests.fakes import MemoryVectorStore

DIMENSION = 16


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaChild]:
    with ChromaChild(tmp_path_factory.mktemp("chroma")) as child:
        yield child


@pytest.fixture(params=["memory", "chroma"])
def store(request: pytest.FixtureRequest) -> Iterator[VectorStore]:
    if request.param == "memory":
        yield MemoryVectorStore()
        return
    child: ChromaChild = request.getfixturevalue("child")
    chroma = ChromaVectorStore(lambda: child.url, VectorsConfig(batch_rows=7))
    yield chroma
    chroma.close()


@pytest.fixture
def key(store: VectorStore, request: pytest.FixtureRequest) -> CollectionKey:
    key = CollectionKey(request.node.name, 1, 1)
    assert store.open(key) == 0
    return key


def one_hot(*positions: int) -> NDArray[np.float32]:
    return np.eye(DIMENSION, dtype=np.float32)[list(positions)]


def write(store: VectorStore, key: CollectionKey, *numbers: int, vectors: NDArray[np.float32] | None = None) -> None:
    rows = one_hot(*(number % DIMENSION for number in numbers)) if vectors is None else vectors
    store.upsert(key, np.array(numbers), vectors=rows, metadata=[{"document_id": "d", "ordinal": n} for n in numbers])


def held(store: VectorStore, key: CollectionKey) -> list[int]:
    return sorted(int(number) for page in store.ids(key) for number in page)


def test_a_written_row_is_nearest_to_its_own_vector(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, *range(12))
    for number in range(12):
        found = store.query(key, one_hot(number)[0], depth=1)
        assert (found.tolist(), found.dtype) == ([number], np.int64)


def test_nearness_is_the_cosine_whatever_the_lengths(store: VectorStore, key: CollectionKey) -> None:
    vectors = np.array([[100, 90], [0.1, 0], [1, 3], [-1, 0]], dtype=np.float32)
    write(store, key, 10, 11, 12, 13, vectors=vectors)
    assert store.query(key, np.array([5, 0], np.float32), depth=4).tolist() == [11, 10, 12, 13]


def test_a_depth_beyond_the_collection_gives_all_of_it(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 1, 2, 3)
    assert sorted(store.query(key, one_hot(1)[0], depth=5_000).tolist()) == [1, 2, 3]


def test_an_empty_collection_has_nothing_near(store: VectorStore, key: CollectionKey) -> None:
    found = store.query(key, one_hot(1)[0], depth=3)
    assert (found.tolist(), found.dtype, store.count(key), held(store, key)) == ([], np.int64, 0, [])


def test_writing_the_same_rows_again_changes_nothing(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 1, 2)
    write(store, key, 1, 2, 3)
    assert (store.count(key), held(store, key)) == (3, [1, 2, 3])


def test_a_number_stands_for_its_first_row(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 1, 2)
    write(store, key, 1, vectors=one_hot(9))
    write(store, key, 3, vectors=one_hot(9))
    assert store.query(key, one_hot(9)[0], depth=1).tolist() == [3]
    assert store.query(key, one_hot(1)[0], depth=1).tolist() == [1]


def test_a_deleted_range_is_found_no_more(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, *range(16))
    store.delete(key, first=3, end=14)
    assert held(store, key) == [0, 1, 2, 14, 15]
    assert sorted(store.query(key, one_hot(5)[0], depth=16).tolist()) == [0, 1, 2, 14, 15]


def test_deleting_absent_rows_is_fine(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 5)
    store.delete(key, first=100, end=130)
    store.delete(key, first=5, end=5)
    assert held(store, key) == [5]


def test_writing_nothing_is_fine(store: VectorStore, key: CollectionKey) -> None:
    store.upsert(key, np.array([], np.int64), vectors=np.empty((0, DIMENSION), np.float32), metadata=[])
    assert store.count(key) == 0


def test_opening_again_tells_the_rows_that_are_there(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 1, 2, 3)
    assert store.open(key) == 3


def test_collections_share_nothing(store: VectorStore, key: CollectionKey) -> None:
    others = [CollectionKey(key.tenant, 2, 1), CollectionKey(key.tenant, 1, 2), CollectionKey(f"{key.tenant}-1", 1, 1)]
    write(store, key, 1)
    for number, other in enumerate(others, start=2):
        store.open(other)
        write(store, other, number)
    assert [held(store, one) for one in (key, *others)] == [[1], [2], [3], [4]]


@pytest.mark.parametrize("tenant", ["t1' OR '1'='1", "%", "租户 一", "a/../b", "x" * 200, "", "\ud800", "\x00"])
def test_any_tenant_name_names_a_collection(store: VectorStore, tenant: str) -> None:
    key = CollectionKey(tenant, 1, 1)
    store.open(key)
    write(store, key, 7)
    assert held(store, key) == [7]


def test_a_dropped_collection_is_missing_until_it_is_opened_again(store: VectorStore, key: CollectionKey) -> None:
    write(store, key, 1)
    store.drop(key)
    store.drop(key)
    with pytest.raises(CollectionMissing):
        store.query(key, one_hot(1)[0], depth=1)
    assert (store.open(key), held(store, key)) == (0, [])


def test_a_collection_that_was_not_opened_is_missing(store: VectorStore) -> None:
    never = CollectionKey("never opened", 1, 1)
    with pytest.raises(CollectionMissing):
        store.count(never)
    with pytest.raises(CollectionMissing):
        write(store, never, 1)
    with pytest.raises(CollectionMissing):
        store.delete(never, first=0, end=1)
    with pytest.raises(CollectionMissing):
        list(store.ids(never))


@pytest.mark.parametrize(
    ("numbers", "vectors", "metadata"),
    [
        ([1, 2], one_hot(1), [{"ordinal": 1}]),
        ([1], one_hot(1), []),
        ([1], one_hot(1)[0], [{"ordinal": 1}]),
        ([1, 1], one_hot(1, 2), [{"ordinal": 1}, {"ordinal": 2}]),
        ([1], one_hot(1) * np.float32("nan"), [{"ordinal": 1}]),
        ([1], one_hot(1), [{}]),
        ([1], one_hot(1), [{"ordinal": np.int64(1)}]),
    ],
)
def test_rows_that_do_not_fit_are_refused_before_anything_is_written(
    store: VectorStore, key: CollectionKey, numbers: list[int], vectors: NDArray[np.float32], metadata: list[dict]
) -> None:
    with pytest.raises(ValueError, match=r"number|vector|metadata"):
        store.upsert(key, np.array(numbers), vectors=vectors, metadata=metadata)
    assert store.count(key) == 0


@pytest.mark.parametrize(
    ("vector", "depth"), [(one_hot(1)[0], 0), (one_hot(1), 1), (np.full(3, np.inf, np.float32), 1)]
)
def test_a_query_that_makes_no_sense_is_refused(
    store: VectorStore, key: CollectionKey, vector: NDArray[np.float32], depth: int
) -> None:
    with pytest.raises(ValueError, match="vector"):
        store.query(key, vector, depth=depth)
