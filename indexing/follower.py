"""The follower: brings the vector store up to what the library has committed, outside the commit path.

It applies committed ranges of chunk numbers in order, in small batches, and advances the generation's stored watermark:
every live chunk up to it is in the store. Recovery after any crash is to go on from the watermark; a store that lost
rows gets a new build. Deletes follow too; when dead rows outnumber live ones a new build is made, since the store gives
no space back.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.errors import VectorStoreUnavailable
from indexing.format import columns
from indexing.library import Library, generations, outlines, tenants
from indexing.library.generations import Generation
from indexing.library.outlines import StoredOutline
from indexing.self_check import finds_itself
from indexing.vector_store import CollectionKey, CollectionMissing, Numbers, VectorStore

logger = logging.getLogger(__name__)

SWEEP_S = 30.0
"""How often all tenants are looked at, besides those just written to."""
MIN_DEAD_ROWS = 5_000
"""Below so many dead rows a new build is not worth its work."""


class Position(Struct, frozen=True):
    """Where the vector store stands for one generation."""

    build: int
    watermark: int


class Follower:
    """One thread that feeds the vector store, and the answers to "how far is it?" and "what is near?"."""

    def __init__(self, library: Library, store: VectorStore, dropped: Callable[[], object] = lambda: None) -> None:
        """`dropped` is called after collections were dropped: the store's owner can give their space back."""
        self._library, self._store, self._dropped = library, store, dropped
        self._positions: dict[tuple[str, int], Position] = {}
        self._opened: set[CollectionKey] = set()
        self._dirty: set[str] = set()
        self._sweep_at_s = 0.0
        self._event, self._stopped = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Follow in a thread of its own until `stop`."""
        self._thread = threading.Thread(target=self._run, name="follower", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the batch under way; what is missing is made up for after the next start."""
        self._stopped.set()
        self._event.set()
        if self._thread is not None:
            self._thread.join()
        self._store.close()

    def wake(self, tenant: str) -> None:
        """Look at `tenant` soon."""
        self._dirty.add(tenant)
        self._event.set()

    def nearest(
        self, tenant: str, generation: int, vector: NDArray[np.float32], depth: int
    ) -> tuple[NDArray[np.int64], int]:
        """Chunk numbers near `vector` (d,), nearest first, and the watermark up to which they were searched.

        Dead chunks and chunks of later commits may be among them. Raises VectorStoreUnavailable.
        """
        position = self._positions.get((tenant, generation))
        if position is None or position.watermark < 0:
            raise VectorStoreUnavailable(f"generation {generation} of {tenant!r} is not in the vector store yet")
        key = CollectionKey(tenant, generation, position.build)
        with self._noticing_loss(key):
            return self._store.query(key, vector, depth=depth), position.watermark

    def catch_up(self, tenant: str) -> None:
        """Bring all generations of a tenant up to date now. Raises VectorStoreUnavailable."""
        with self._library.read() as tx:
            found = generations.listed(tx, tenant)
        self._drop_gone(tenant, {g.generation for g in found})
        for generation in found:
            self._follow(tenant, generation)

    def _run(self) -> None:
        swept = False
        while not self._stopped.is_set():
            if not swept:
                with suppress(VectorStoreUnavailable):
                    self.drop_orphans()
                    swept = True
            self._event.clear()
            for tenant in self._due():
                try:
                    self.catch_up(tenant)
                except VectorStoreUnavailable as exc:
                    logger.warning("vector store behind: tenant=%s reason=%s", tenant, exc)
                    break
                except Exception as exc:  # noqa: BLE001 - what is wrong with one tenant must not end the thread
                    logger.error("vector store behind: tenant=%s error=%s", tenant, type(exc).__name__)
            self._event.wait(SWEEP_S)

    def _due(self) -> Iterator[str]:
        """Tenants just written to, then all of them, if that was not done for SWEEP_S."""
        while self._dirty:
            yield self._dirty.pop()
        if time.monotonic() < self._sweep_at_s:
            return
        with self._library.read() as tx:
            names = tenants.names(tx)
        for name in names:
            if self._stopped.is_set():
                return
            yield name
        self._sweep_at_s = time.monotonic() + SWEEP_S

    def _follow(self, tenant: str, generation: Generation) -> None:
        key = CollectionKey(tenant, generation.generation, generation.build)
        generation = self._open(key, generation)
        key = CollectionKey(tenant, generation.generation, generation.build)
        self._note(key, generation.watermark)
        with self._noticing_loss(key):
            self._append(key, generation.watermark)
            self._delete(key, generation)

    @contextmanager
    def _noticing_loss(self, key: CollectionKey) -> Iterator[None]:
        """A collection that turns out to be gone is opened, hence built, anew in the next round."""
        try:
            yield
        except CollectionMissing:
            self._opened.discard(key)
            self.wake(key.tenant)
            raise

    def _open(self, key: CollectionKey, generation: Generation) -> Generation:
        """The generation with a collection that holds what the watermark says; else with a new, empty build."""
        if key in self._opened:
            return generation
        held = self._store.open(key)
        with self._library.read() as tx:
            expected = outlines.count_indexed(tx, key.tenant, key.generation, generation.watermark)
        if held < expected or not finds_itself(self._library, self._store, key, generation.watermark):
            logger.warning(
                "collection %s has %d rows of %d, or does not find them: building anew", key.name, held, expected
            )
            return self._rebuild(key)
        self._opened.add(key)
        return generation

    def _rebuild(self, key: CollectionKey) -> Generation:
        build = key.build + 1
        with self._library.write() as tx:
            generations.start_build(tx, key.tenant, key.generation, build)
            outlines.forget_ranges(tx, key.tenant, key.generation)  # what is dead by now is never written to it
            found = generations.get(tx, key.tenant, key.generation)
        if found is None:
            raise VectorStoreUnavailable(f"generation {key.generation} of {key.tenant!r} is gone")
        self._drop([key])
        fresh = CollectionKey(key.tenant, key.generation, build)
        self._store.open(fresh)
        self._opened.add(fresh)
        return found

    def _append(self, key: CollectionKey, watermark: int) -> None:
        """Write what was committed before now; what is committed meanwhile waits for its turn, as deletes do."""
        with self._library.read() as tx:
            end = tenants.get(tx, key.tenant).next_chunk
        while not self._stopped.is_set():
            with self._library.read() as tx:
                stored = outlines.next_after(tx, key.tenant, key.generation, watermark)
            if stored is None or stored.first_chunk >= end:
                return
            numbers, vectors, metadata = _rows(stored)
            self._store.upsert(key, numbers, vectors=vectors, metadata=metadata)
            watermark = stored.first_chunk + stored.n_chunks - 1
            with self._library.write() as tx:
                generations.set_watermark(tx, key.tenant, key.generation, watermark)
            self._note(key, watermark)

    def _delete(self, key: CollectionKey, generation: Generation) -> None:
        """Remove dead rows; where they outnumber the live ones, the whole build instead, which is less work."""
        with self._library.read() as tx:
            ranges = outlines.retired_ranges(tx, key.tenant, key.generation)
            live = outlines.count_indexed(tx, key.tenant, key.generation)
        dead = generation.dead_rows
        if dead + sum(n for _, n in ranges) > max(live, MIN_DEAD_ROWS):
            fresh = self._rebuild(key)
            self._append(CollectionKey(key.tenant, key.generation, fresh.build), fresh.watermark)
            return
        for first, n in ranges:
            if self._stopped.is_set():
                return
            self._store.delete(key, first=first, end=first + n)
            dead += n
            with self._library.write() as tx:
                outlines.forget_ranges(tx, key.tenant, key.generation, first=first, end=first + n)
                generations.set_dead_rows(tx, key.tenant, key.generation, dead)

    def _drop_gone(self, tenant: str, existing: set[int]) -> None:
        self._drop([key for key in self._opened if key.tenant == tenant and key.generation not in existing])

    def drop_orphans(self) -> None:
        """Drop collections of our tenants that no generation uses: left by work that ended while no server ran."""
        self._drop(orphans(self._library, self._store))

    def _drop(self, keys: Sequence[CollectionKey]) -> None:
        for key in keys:
            self._positions.pop((key.tenant, key.generation), None)
            self._opened.discard(key)
            self._store.drop(key)
        if keys:
            self._dropped()

    def _note(self, key: CollectionKey, watermark: int) -> None:
        self._positions[key.tenant, key.generation] = Position(key.build, watermark)


def orphans(library: Library, store: VectorStore) -> list[CollectionKey]:
    """Collections of our tenants that no generation uses. Raises VectorStoreUnavailable."""
    with library.read() as tx:
        names = tenants.names(tx)
        used = {(t, g.generation, g.build) for t in names for g in generations.listed(tx, t)}
    found = [key for key in (CollectionKey.of(name, names) for name in store.names()) if key is not None]
    return [key for key in found if (key.tenant, key.generation, key.build) not in used]


def _rows(stored: StoredOutline) -> tuple[Numbers, NDArray[np.float32], list[dict[str, Any]]]:
    table = columns(stored.outline)
    ordinals = np.flatnonzero(table.chunks["indexed"])
    section, parent = table.chunks["section"].tolist(), table.chunks["parent"].tolist()
    metadata = [
        {
            "document_id": stored.document_id,
            "version": stored.version,
            "parent_id": f"{stored.document_id}#p{parent[ordinal]}",
            "section_id": f"{stored.document_id}#s{section[ordinal]}",
            "ordinal": ordinal,
        }
        for ordinal in ordinals.tolist()
    ]
    return ordinals.astype(np.int64) + stored.first_chunk, outlines.vectors(stored)[ordinals], metadata
