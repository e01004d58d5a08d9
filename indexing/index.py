"""Index: what this process has loaded of the library, as immutable snapshots.

One code path serves loading, publishing after a commit, and following the commits of another process: read the rows
changed since the loaded revision, apply them, take a snapshot. A reader asks the library for the tenant's revision
first (one indexed SELECT), so a write acknowledged anywhere holds for the next search here.
"""

import threading
import time
from collections.abc import Mapping

from indexing.catalog import Catalog, DocumentRecord
from indexing.config import AttributeType
from indexing.library import Library, Transaction, generations, outlines, tenants
from indexing.snapshot import Snapshot

BATCH_ROWS = 2048
"""Rows appended to the catalog at once while loading: large enough that lexical segments rarely merge."""
MAX_DEAD_SHARE = 0.5
"""Above this share of tombstones a catalog is loaded anew."""
MIN_ROWS_TO_COMPACT = 4096


class _Loaded:
    """A catalog and the revision it stands at."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog, self.revision = catalog, -1


class _Tenant:
    """What is loaded of one tenant."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.loaded: dict[int, _Loaded] = {}
        self.snapshot: Snapshot | None = None
        self.used_at = time.monotonic()


class Index:
    """The snapshots of all tenants, loaded on first use."""

    def __init__(self, library: Library, attributes: Mapping[str, AttributeType]) -> None:
        self._library, self._attributes = library, attributes
        self._tenants: dict[str, _Tenant] = {}
        self._lock = threading.Lock()

    def current(self, tenant: str) -> Snapshot:
        """The tenant's newest snapshot: everything acknowledged before this call is in it."""
        held = self._held(tenant)
        with self._library.read() as tx:
            revision = tenants.revision(tx, tenant)
        snapshot = held.snapshot
        if snapshot is not None and snapshot.revision >= revision:
            return snapshot
        return self._refresh(tenant, held, revision)

    def publish(self, tenant: str) -> None:
        """Bring the tenant up to date after a commit, if it is loaded."""
        if tenant in self._tenants:
            self.current(tenant)

    def preload(self, tenant: str, generation: int) -> None:
        """Load a generation anew, so that the switch to it stops nobody.

        Anew, since building it rewrites outlines of documents that have not changed.
        """
        held = self._held(tenant)
        with held.lock, self._library.read() as tx:
            held.loaded.pop(generation, None)
            self._follow(tx, held, tenant, generation)

    def evict(self, *, idle_s: float) -> list[str]:
        """Forget tenants nobody searched for `idle_s`: their names. The next search loads them again."""
        with self._lock:
            due = [name for name, held in self._tenants.items() if time.monotonic() - held.used_at > idle_s]
            for name in due:
                del self._tenants[name]
        return due

    def _held(self, tenant: str) -> _Tenant:
        with self._lock:
            held = self._tenants.setdefault(tenant, _Tenant())
            held.used_at = time.monotonic()
            return held

    def _refresh(self, tenant: str, held: _Tenant, revision: int) -> Snapshot:
        with held.lock:
            if held.snapshot is not None and held.snapshot.revision >= revision:
                return held.snapshot
            with self._library.read() as tx:
                generation = tenants.get(tx, tenant).active_generation
                loaded = self._follow(tx, held, tenant, generation)
            held.loaded = {g: other for g, other in held.loaded.items() if g >= generation}
            held.snapshot = loaded.catalog.snapshot(loaded.revision)
            return held.snapshot

    def _follow(self, tx: Transaction, held: _Tenant, tenant: str, generation: int) -> _Loaded:
        revision = tenants.get(tx, tenant).revision
        loaded = held.loaded.get(generation)
        if loaded is None or _wants_compaction(loaded.catalog):
            stored = generations.get(tx, tenant, generation)
            manifest = stored.manifest if stored else None
            loaded = _Loaded(Catalog(tenant, generation, manifest, self._attributes))
        _apply(tx, loaded, tenant, generation)
        loaded.revision = revision
        held.loaded[generation] = loaded
        return loaded


def _wants_compaction(catalog: Catalog) -> bool:
    return catalog.n_rows > MIN_ROWS_TO_COMPACT and catalog.dead_share() > MAX_DEAD_SHARE


def _apply(tx: Transaction, loaded: _Loaded, tenant: str, generation: int) -> None:
    catalog = loaded.catalog
    changes = outlines.changes(tx, tenant, generation, loaded.revision)
    catalog.remove([change.document_id for change in changes if change.first_chunk is None])
    added: list[DocumentRecord] = []
    n_rows = 0
    for change in changes:
        if change.first_chunk is None:
            continue
        entry = catalog.find(change.document_id)
        record = outlines.record(tx, tenant, generation, change.document_id)
        if entry is not None and entry.first_chunk == change.first_chunk:
            catalog.change(record)
        else:
            added.append(record)
            n_rows += len(record.vectors)
            if n_rows >= BATCH_ROWS:
                catalog.add(added)
                added, n_rows = [], 0
    catalog.add(added)
