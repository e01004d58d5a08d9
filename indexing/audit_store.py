"""The audit of the vector store: the rows it holds against the rows the library says it holds.

A server that runs meanwhile goes on writing: the comparison counts only when the library stood still around it.
"""

import time

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.library import Library, Transaction, generations, inventory, outlines, tenants
from indexing.self_check import finds_itself
from indexing.vector_store import CollectionKey, CollectionMissing, VectorStore

ATTEMPTS = 3
PAUSE_S = 0.5
"""Between two attempts: a batch of the follower takes less."""


class StoreFindings(Struct, frozen=True, kw_only=True):
    """What the comparison of one generation found."""

    checked: int
    """Rows the store holds."""
    pending: int
    """Rows above the watermark, and dead ones it was not told of yet: the follower's work, no fault."""
    findings: tuple[str, ...]


class _Expected(Struct, frozen=True):
    """What the library says of one generation."""

    revision: int
    build: int
    watermark: int
    retired: tuple[tuple[int, int], ...]


def compare(library: Library, store: VectorStore, tenant: str, generation: int) -> StoreFindings | None:
    """The findings; None when the generation is gone or the library never stood still."""
    for _ in range(ATTEMPTS):
        with library.read() as tx:
            before = _expected(tx, tenant, generation)
            live = inventory.indexed_numbers(tx, tenant, generation)
        if before is None:
            return None
        key = CollectionKey(tenant, generation, before.build)
        held = _held(store, key)
        with library.read() as tx:
            after = _expected(tx, tenant, generation)
        if before == after:
            return _searched(library, store, key, _findings(before, live, held))
        time.sleep(PAUSE_S)
    return None


def pending_rows(library: Library, tenant: str, generation: generations.Generation) -> int:
    """Indexed rows above the watermark."""
    with library.read() as tx:
        numbers = inventory.indexed_numbers(tx, tenant, generation.generation)
    return int((numbers > generation.watermark).sum())


def _expected(tx: Transaction, tenant: str, generation: int) -> _Expected | None:
    found = generations.get(tx, tenant, generation)
    if found is None:
        return None
    retired = tuple(outlines.retired_ranges(tx, tenant, generation))
    return _Expected(tenants.get(tx, tenant).revision, found.build, found.watermark, retired)


def _held(store: VectorStore, key: CollectionKey) -> NDArray[np.int64] | None:
    """Shape (n,): numbers in the collection, rising; None when there is no such collection."""
    try:
        return np.unique(np.concatenate([np.empty(0, np.int64), *store.ids(key)]))
    except CollectionMissing:
        return None


def _searched(library: Library, store: VectorStore, key: CollectionKey, found: StoreFindings) -> StoreFindings:
    """`found`, and whether rows that are all there are found by a search."""
    with library.read() as tx:
        generation = generations.get(tx, key.tenant, key.generation)
    if found.findings or not found.checked or generation is None:
        return found
    if finds_itself(library, store, key, generation.watermark):
        return found
    return msgspec.structs.replace(
        found, findings=("rows do not find themselves: start the server anew, which builds the collection anew",)
    )


def _findings(expected: _Expected, live: NDArray[np.int64], held: NDArray[np.int64] | None) -> StoreFindings:
    """`live` and `held`, shape (n,), rising, are what the library has and what the store holds."""
    found = []
    if held is None and expected.watermark >= 0:
        found.append("the collection is gone: start the server, which builds it anew")
    rows = np.empty(0, np.int64) if held is None else held
    due = live[live <= expected.watermark]
    missing = np.setdiff1d(due, rows) if held is not None else due
    dead = np.setdiff1d(rows, live)
    waiting = np.zeros(len(dead), np.bool_)
    for first, n in expected.retired:
        waiting |= (dead >= first) & (dead < first + n)
    orphans = dead[~waiting]
    if held is not None and len(missing):
        found.append(f"{len(missing)} rows up to watermark {expected.watermark} are missing, first {missing[0]}")
    if len(orphans):
        found.append(f"{len(orphans)} rows belong to no live chunk, first {orphans[0]}")
    pending = int((live > expected.watermark).sum() + waiting.sum())
    return StoreFindings(checked=len(rows), pending=pending, findings=tuple(found))
