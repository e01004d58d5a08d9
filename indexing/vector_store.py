"""The vector store's Protocol: vectors under chunk numbers, and the numbers near a vector.

An accelerator beside the library: it knows no text and no rights, and may be lost and rebuilt. The indexer writes it in
order; dense search asks it for chunk numbers and scores them with its own matrix, so no distance leaves it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.errors import VectorStoreUnavailable

Numbers = NDArray[np.int64]
"""Shape (n,), int64: chunk numbers, unique within a tenant and never used again."""
RowMetadata = Mapping[str, str | int | float | bool]
"""Where a row comes from. Never text, never rights."""
STORABLE: Final = frozenset({str, int, float, bool})
"""What a metadata value may be, exactly: a numpy number is none of them."""


class CollectionMissing(VectorStoreUnavailable):
    """The vector store has no such collection: it was never opened, was dropped, or its files were lost."""


class CollectionKey(Struct, frozen=True):
    """Names one build of one generation of a tenant's vectors."""

    tenant: str
    generation: int
    build: int
    """Counts the collections made for one generation: a new one replaces one that has too many dead rows."""

    @property
    def name(self) -> str:
        """The collection's name: 160 bits of the tenant's SHA-256, so any tenant name is a legal one and none is shown.

        >>> CollectionKey("租户 一", 3, 1).name
        '251c3152f65021d5b7e6ca57c934fea1413f09f4-3-1'
        """
        digest = hashlib.sha256(self.tenant.encode("utf-8", "surrogatepass")).hexdigest()
        return f"{digest[:40]}-{self.generation}-{self.build}"

    @classmethod
    def of(cls, name: str, tenants: Iterable[str]) -> "CollectionKey | None":
        """The key with this name, if it is a collection of one of `tenants`.

        >>> CollectionKey.of(CollectionKey("t", 3, 1).name, ["s", "t"])
        CollectionKey(tenant='t', generation=3, build=1)
        """
        _, _, numbers = name.partition("-")
        generation, _, build = numbers.partition("-")
        if not (generation.isdecimal() and build.isdecimal()):
            return None
        found = (cls(tenant, int(generation), int(build)) for tenant in tenants)
        return next((key for key in found if key.name == name), None)


class VectorStore(Protocol):
    """Keeps vectors by chunk number and finds near ones. Thread-safe.

    Every method raises VectorStoreUnavailable when the store does not answer, and all but `open` and `drop` raise
    CollectionMissing, a kind of it, for a collection that was not opened.
    """

    def ping(self) -> None:
        """Returns when the store answers."""
        ...

    def open(self, key: CollectionKey) -> int:
        """Rows in the collection, which is created when it is absent. Fewer than were written: it must be refilled."""
        ...

    def upsert(
        self, key: CollectionKey, numbers: Numbers, *, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]
    ) -> None:
        """Writes rows: `numbers` (n,) unique, `vectors` (n, d) finite, `metadata` n, none empty. n = 0 does nothing.

        In order and in batches: when it raises, a beginning of the rows may be written; writing all again is right.
        A number stands for one row forever, so a row that is there already is left as it is.
        Raises ValueError when the three do not fit each other.
        """
        ...

    def delete(self, key: CollectionKey, *, first: int, end: int) -> None:
        """Removes the rows numbered `first` to `end` (exclusive); absent ones are fine."""
        ...

    def query(self, key: CollectionKey, vector: NDArray[np.float32], *, depth: int) -> Numbers:
        """About the `depth` rows nearest to `vector` (d,) by cosine, nearest first; fewer when there are fewer.

        Raises ValueError for a vector that is not finite or a depth below 1.
        """
        ...

    def count(self, key: CollectionKey) -> int:
        """Rows in the collection."""
        ...

    def ids(self, key: CollectionKey) -> Iterator[Numbers]:
        """All chunk numbers, page by page, in no order. Rows written or removed meanwhile may be missed or repeated."""
        ...

    def drop(self, key: CollectionKey) -> None:
        """Removes the collection; an absent one is fine."""
        ...

    def names(self) -> list[str]:
        """Names of all collections in the store, other programs' included."""
        ...

    def close(self) -> None:
        """Lets go of connections; the next call makes new ones."""
        ...


def check_query(vector: NDArray[np.float32], depth: int) -> None:
    """Raises ValueError unless `vector` is one finite vector (d,) and `depth` at least 1.

    >>> check_query(np.ones(3, np.float32), 0)
    Traceback (most recent call last):
    ValueError: a query of depth 0 for a vector of shape (3,)
    """
    if vector.ndim != 1 or depth < 1:
        raise ValueError(f"a query of depth {depth} for a vector of shape {vector.shape}")
    if not np.isfinite(vector).all():
        raise ValueError("a vector has a component that is not finite")


def check_rows(numbers: Numbers, vectors: NDArray[np.float32], metadata: Sequence[RowMetadata]) -> None:
    """Raises ValueError unless the three are columns of the same rows, with unique numbers and finite vectors.

    >>> check_rows(np.array([7, 8]), np.zeros((2, 3), np.float32), [{"ordinal": 0}, {"ordinal": 1}])
    >>> check_rows(np.array([7, 7]), np.zeros((2, 3), np.float32), [{"ordinal": 0}, {"ordinal": 1}])
    Traceback (most recent call last):
    ValueError: a chunk number comes twice
    """
    if vectors.ndim != 2 or not len(numbers) == len(vectors) == len(metadata):
        raise ValueError(f"{len(numbers)} numbers, vectors of shape {vectors.shape} and {len(metadata)} metadata")
    if len(np.unique(numbers)) != len(numbers):
        raise ValueError("a chunk number comes twice")
    if not np.isfinite(vectors).all():
        raise ValueError("a vector has a component that is not finite")
    if not all(one and all(type(value) in STORABLE for value in one.values()) for one in metadata):
        raise ValueError("metadata of a row is empty or holds something else than strings, numbers and booleans")
