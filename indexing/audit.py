"""The audit: whether what is stored and derived of every tenant still says the same.

For each generation: library ↔ texts, outlines, vectors, terms, rights ↔ catalog ↔ lexical index ↔ vector store, and the
manifest ↔ the model at hand. Nothing is changed. Work that is still to be done (rows the vector store has not taken
yet, documents a roll-back would catch up) is counted as pending, not as a fault.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
import numpy as np
from msgspec import Struct

from indexing import audit_document, audit_store
from indexing.analyze import Analyzer
from indexing.catalog import Catalog
from indexing.config import AttributeType
from indexing.embedders.provider import EmbedderProvider
from indexing.errors import ModelUnavailable, VectorStoreUnavailable
from indexing.follower import orphans
from indexing.ingest import Ingest
from indexing.lexical import DocumentTerms
from indexing.library import Library, Transaction, documents, generations, inventory, outlines, tenants
from indexing.library.generations import Generation
from indexing.library.inventory import OutlineRow
from indexing.library.outlines import StoredOutline
from indexing.snapshot import Snapshot
from indexing.vector_store import VectorStore

BATCH_ROWS = 2048
"""Rows appended to the catalog at once, as when it is loaded to serve."""

Progress = Callable[[int], None]
"""Told after each document how many more were audited."""


class Check(Struct, frozen=True, kw_only=True):
    """One line of the audit."""

    tenant: str
    """Empty for what is not a tenant's."""
    generation: int
    """0 for what is not a generation's."""
    name: str
    checked: int
    """Things looked at: documents, chunks or rows."""
    pending: int = 0
    """Of those to come: work under way, no fault."""
    findings: tuple[str, ...] = ()
    """What is off, one sentence each."""
    note: str = ""
    """Why something could not be looked at."""


class Auditor:
    """Audits a library and what is derived from it."""

    def __init__(
        self,
        library: Library,
        ingest: Ingest,
        embedders: EmbedderProvider,
        attributes: Mapping[str, AttributeType],
        store: VectorStore | None,
    ) -> None:
        """`store` None: there is none to be reached, which is noted where rows should be in it."""
        self._library, self._ingest, self._embedders = library, ingest, embedders
        self._attributes, self._store = attributes, store

    def audit(self, progress: Progress = lambda documents: None) -> Iterator[Check]:
        """The checks of all tenants by name and their generations by number, then those of the whole library."""
        with self._library.read() as tx:
            names = tenants.names(tx)
        for tenant in names:
            yield from _guarded(tenant, 0, self._tenant(tenant, progress))
        yield self._texts()
        yield self._owners(names)
        if self._store is not None:
            yield self._collections(self._store)

    def count(self) -> int:
        """Documents `audit` will look at, each once a generation."""
        with self._library.read() as tx:
            return sum(
                len(outlines.ids(tx, tenant, generation.generation))
                for tenant in tenants.names(tx)
                for generation in generations.listed(tx, tenant)
            )

    def _tenant(self, tenant: str, progress: Progress) -> Iterator[Check]:
        with self._library.read() as tx:
            found = generations.listed(tx, tenant)
        yield self._numbers(tenant, found)
        for generation in found:
            yield from _guarded(tenant, generation.generation, self._generation(tenant, generation, progress))

    def _generation(self, tenant: str, generation: Generation, progress: Progress) -> Iterator[Check]:
        number = generation.generation
        model, recipe = self._model(tenant, generation)
        yield model
        with self._library.read() as tx:
            rows = inventory.outline_rows(tx, tenant, number)
            yield _documents(tx, tenant, number, rows)
            found: dict[str, list[str]] = {name: [] for name in audit_document.CHECKS}
            catalog = Catalog(tenant, number, generation.manifest, self._attributes)
            lengths = _load(tx, catalog, rows, _Collect(generation, recipe, found, progress))
            snapshot = catalog.snapshot(tenants.get(tx, tenant).revision)
        for name, sentences in found.items():
            yield Check(tenant=tenant, generation=number, name=name, checked=len(rows), findings=tuple(sentences))
        yield _catalog(snapshot, rows)
        yield _lexical(snapshot, lengths)
        yield self._vector_store(tenant, generation)

    def _model(self, tenant: str, generation: Generation) -> tuple[Check, str | None]:
        """Whether the manifest's model and analyzer are at hand; with today's recipe if they are."""
        manifest, findings, recipe = generation.manifest, [], None
        try:
            self._embedders.for_manifest(manifest.embedder)
            recipe = self._ingest.tools(manifest).recipe
        except ModelUnavailable as exc:
            findings.append(str(exc))
        analyzer = Analyzer(manifest.analyzer)
        if analyzer.name != manifest.analyzer_name:
            findings.append(f"terms were made by {manifest.analyzer_name}, this program has {analyzer.name}: reindex")
        check = Check(
            tenant=tenant, generation=generation.generation, name="model", checked=1, findings=tuple(findings)
        )
        return check, recipe

    def _vector_store(self, tenant: str, generation: Generation) -> Check:
        number = generation.generation
        check = Check(tenant=tenant, generation=number, name="vector store", checked=0)
        try:
            if self._store is None:
                note = "" if generation.watermark < 0 else "not looked at: no vector store can be reached now"
                pending = audit_store.pending_rows(self._library, tenant, generation)
                return msgspec.structs.replace(check, pending=pending, note=note)
            found = audit_store.compare(self._library, self._store, tenant, number)
        except VectorStoreUnavailable as exc:
            return self._unread(check, exc)
        except msgspec.MsgspecError as exc:
            return msgspec.structs.replace(check, note=f"not looked at: an outline can not be read ({exc})")
        if found is None:
            return msgspec.structs.replace(check, note="not looked at: the tenant is being written, ask again")
        return msgspec.structs.replace(check, checked=found.checked, pending=found.pending, findings=found.findings)

    def _unread(self, check: Check, reason: VectorStoreUnavailable) -> Check:
        """A fault where the store answers and this collection can not be read; else the store is only away."""
        try:
            if self._store is not None:
                self._store.ping()
        except VectorStoreUnavailable as exc:
            return msgspec.structs.replace(check, note=f"not looked at: {exc}")
        finding = f"can not be read ({reason}): stop the server and delete its folder, which is built anew"
        return msgspec.structs.replace(check, findings=(finding,))

    def _numbers(self, tenant: str, found: Sequence[Generation]) -> Check:
        """Chunk numbers are used once, and below the tenant's counter."""
        with self._library.read() as tx:
            following = tenants.get(tx, tenant).next_chunk
            active = tenants.get(tx, tenant).active_generation
            rows = [row for g in found for row in inventory.outline_rows(tx, tenant, g.generation) if row.n_chunks]
        rows.sort(key=lambda row: row.first_chunk)
        findings = [
            f"{former.document_id!r} and {row.document_id!r} share chunk numbers from {row.first_chunk}"
            for former, row in pairwise(rows)
            if former.first_chunk + former.n_chunks > row.first_chunk
        ]
        if rows and rows[-1].first_chunk + rows[-1].n_chunks > following:
            findings.append(f"chunk numbers reach beyond the counter, which stands at {following}")
        findings += [
            f"generation {g.generation} has its watermark at {g.watermark}, where no chunk is yet: what comes up to "
            "there would never reach the vector store"
            for g in found
            if g.watermark >= following
        ]
        if active and active not in {g.generation for g in found if g.state == "ready"}:
            findings.append(f"generation {active} is to serve and is not there or not ready")
        return Check(tenant=tenant, generation=0, name="numbers", checked=len(rows), findings=tuple(findings))

    def _texts(self) -> Check:
        """Every text is held by one document's outlines, or waits to be reclaimed."""
        with self._library.read() as tx:
            owners, kept = inventory.owners_of_texts(tx), inventory.text_ids(tx)
            orphans = kept - owners.keys() - inventory.retired_text_ids(tx)
        findings = [f"text {text_id} belongs to no document" for text_id in sorted(orphans)]
        findings += [f"text {t} belongs to {len(who)} documents" for t, who in sorted(owners.items()) if len(who) > 1]
        waiting = len(kept - owners.keys() - orphans)
        return Check(
            tenant="", generation=0, name="texts held", checked=len(kept), pending=waiting, findings=tuple(findings)
        )

    def _owners(self, known: Sequence[str]) -> Check:
        """Whoever has documents or generations has the counters that go with them."""
        with self._library.read() as tx:
            named = inventory.tenant_names(tx)
        findings = tuple(f"tenant {name!r} has rows and no counters" for name in sorted(named - set(known)))
        return Check(tenant="", generation=0, name="tenants", checked=len(named | set(known)), findings=findings)

    def _collections(self, store: VectorStore) -> Check:
        """Collections that no generation uses are pending: the server drops them."""
        check = Check(tenant="", generation=0, name="collections", checked=0)
        try:
            return msgspec.structs.replace(
                check, checked=len(store.names()), pending=len(orphans(self._library, store))
            )
        except VectorStoreUnavailable as exc:
            return msgspec.structs.replace(check, note=f"not looked at: {exc}")


def _guarded(tenant: str, generation: int, checks: Iterator[Check]) -> Iterator[Check]:
    """`checks`; rows that can not even be read end them with a finding, and the audit goes on behind them."""
    try:
        yield from checks
    except Exception as exc:  # noqa: BLE001 - damaged bytes may raise anything
        finding = f"can not be read ({type(exc).__name__}: {exc})"
        yield Check(tenant=tenant, generation=generation, name="rows", checked=0, findings=(finding,))


class _Collect(Struct, frozen=True):
    """What auditing the documents of a generation needs to know, and where it notes what it finds."""

    generation: Generation
    recipe: str | None
    found: dict[str, list[str]]
    progress: Progress


def _load(tx: Transaction, catalog: Catalog, rows: Sequence[OutlineRow], collect: _Collect) -> list[int]:
    """Audit each document and append it to `catalog`; the length in terms of each chunk, in the catalog's order.

    A document with findings is left out of the catalog, which trusts its rows.
    """
    lengths: list[int] = []
    batch = []
    n_rows = 0
    for row in rows:
        read = _read(tx, catalog, row.document_id, collect)
        if read is not None and _is_sound(tx, catalog.tenant, *read, collect):
            batch.append(outlines.to_record(*read))
            lengths.extend(_lengths(read[1]))
            n_rows += row.n_chunks
        if n_rows >= BATCH_ROWS:
            catalog.add(batch)
            batch, n_rows = [], 0
        collect.progress(1)
    catalog.add(batch)
    return lengths


def _read(
    tx: Transaction, catalog: Catalog, document_id: str, collect: _Collect
) -> tuple[documents.Document, StoredOutline] | None:
    """A document and its outline; None when one is gone, or can not be read, which is noted."""
    try:
        document = documents.get(tx, catalog.tenant, document_id)
        stored = outlines.get(tx, catalog.tenant, catalog.generation, document_id)
    except Exception as exc:  # noqa: BLE001 - damaged bytes may raise anything
        collect.found["outlines"].append(f"{document_id}: can not be read ({type(exc).__name__}: {exc})")
        return None
    return None if document is None or stored is None else (document, stored)


def _is_sound(
    tx: Transaction, tenant: str, document: documents.Document, stored: StoredOutline, collect: _Collect
) -> bool:
    rows = audit_document.Rows(
        document=document,
        content=inventory.content(tx, tenant, document.document_id),
        stored=stored,
        pages=inventory.pages(tx, stored.text_id),
        embedder=collect.generation.manifest.embedder,
        current=stored.version == document.version and stored.recipe == collect.recipe,
    )
    sound = True
    for name, sentences in collect.found.items():
        found = audit_document.findings(rows, name)
        sentences.extend(f"{document.document_id}: {sentence}" for sentence in found)
        sound = sound and not found
    return sound


def _documents(tx: Transaction, tenant: str, generation: int, rows: Sequence[OutlineRow]) -> Check:
    """The serving generation holds every live document in its live version; no generation holds a dead one."""
    live, held = inventory.live_versions(tx, tenant), {row.document_id: row.version for row in rows}
    findings = [f"{name}: deleted, and still in the index" for name in sorted(held.keys() - live.keys())]
    findings += [f"{name}: its bytes are gone" for name in sorted(live.keys() - inventory.content_ids(tx, tenant))]
    behind = sorted(name for name, version in live.items() if held.get(name) != version)
    serves = tenants.get(tx, tenant).active_generation == generation
    if serves:
        findings += [f"{name}: version {live[name]} is not in the index" for name in behind]
    return Check(
        tenant=tenant,
        generation=generation,
        name="documents",
        checked=len(live),
        pending=0 if serves else len(behind),
        findings=tuple(findings),
    )


def _lengths(stored: StoredOutline) -> list[int]:
    """Terms of each chunk, repetitions included, counted from the stored postings."""
    terms = msgspec.msgpack.decode(stored.terms, type=DocumentTerms)
    ends, counts = np.frombuffer(terms.chunk_ends, "<i4"), np.frombuffer(terms.counts, "<u2")
    sums = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])[np.concatenate([[0], ends])]
    lengths: list[int] = np.diff(sums).tolist()
    return lengths


def _catalog(snapshot: Snapshot, rows: Sequence[OutlineRow]) -> Check:
    """A catalog loaded from the library has the library's chunks, each in a parent, a section and a document."""
    held = {entry.document_id for entry in snapshot.documents}
    ranges = [np.arange(row.first_chunk, row.first_chunk + row.n_chunks) for row in rows if row.document_id in held]
    numbers = np.concatenate([np.empty(0, np.int64), *ranges])
    findings = []
    if not np.array_equal(snapshot.rows.number, numbers):
        findings.append(f"it has {len(snapshot.rows.number)} rows for {len(numbers)} chunks, or others")
    first, end = snapshot.parents.first_row[snapshot.rows.parent], snapshot.parents.end_row[snapshot.rows.parent]
    position = np.arange(len(snapshot.rows.number))
    if ((position < first) | (position >= end)).any():
        findings.append("rows stand outside the parents they name")
    if not np.isfinite(snapshot.vectors).all():
        findings.append("its matrix is not finite")
    return Check(
        tenant=snapshot.tenant,
        generation=snapshot.generation,
        name="catalog",
        checked=len(numbers),
        findings=tuple(findings),
    )


def _lexical(snapshot: Snapshot, lengths: Sequence[int]) -> Check:
    """The lexical index has the rows the catalog has, each with as many terms as were stored."""
    corpus = snapshot.lexical
    counted = np.concatenate([np.empty(0, np.int32), *(segment.lengths for segment in corpus.segments)])
    findings = []
    if not np.array_equal(counted, np.array(lengths, np.int64)):
        findings.append(f"its {len(counted)} rows have other terms than the {len(lengths)} stored")
    searched = int((snapshot.live & snapshot.rows.indexed).sum())
    if corpus.n_alive != searched:
        findings.append(f"{corpus.n_alive} of its rows are searched, {searched} of the catalog's")
    return Check(
        tenant=snapshot.tenant,
        generation=snapshot.generation,
        name="lexical",
        checked=len(counted),
        findings=tuple(findings),
    )
