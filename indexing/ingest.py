"""The ingest path: put, patch and delete documents, each one commit.

look (read) → edit → prepare (outside any transaction) → commit (one transaction; again from the start if the world has
moved) → publish → acknowledge. An exception before the commit leaves nothing behind; after it nothing is lost.
"""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from indexing import attributes as attribute_types
from indexing.analyze import analyzer_of
from indexing.commit import new_generation, write_outline
from indexing.config import IndexingConfig
from indexing.edit import Patch, PutDocument, check_id, check_match, patched, put_over, same
from indexing.embedders.provider import EmbedderProvider
from indexing.errors import DocumentNotFound, DocumentRejected
from indexing.index import Index
from indexing.library import Library, Transaction, documents, generations, outlines, tenants, texts
from indexing.library.documents import Document
from indexing.library.generations import Generation
from indexing.library.outlines import HASH_BYTES, Report, StoredOutline
from indexing.manifest import Manifest
from indexing.model import ParsedText
from indexing.parsers import Original, parse
from indexing.prepare import Draft, Prepared, Reusable, Tools, prepare

__all__ = ["Ingest", "Patch", "PutDocument", "Written"]


class Written(Struct, frozen=True, kw_only=True):
    """What a write did."""

    document_id: str
    version: int
    revision: int
    created: bool
    unchanged: bool
    """Nothing was written: no version, no revision."""
    chunks: int
    embedded: int
    """Chunks that needed the model."""
    report: Report


class _Base(Struct, frozen=True):
    """What a write starts from."""

    generation: Generation
    document: Document | None
    stored: StoredOutline | None
    content: bytes


class _Edited(Struct, frozen=True):
    """What a write wants the document to be."""

    document: Document
    content: bytes


Edit = Callable[[_Base], _Edited]


class Ingest:
    """Writes documents. Thread-safe; commits of one tenant are serial."""

    def __init__(
        self,
        library: Library,
        index: Index,
        embedders: EmbedderProvider,
        config: IndexingConfig,
        wake: Callable[[str], None] = lambda tenant: None,
        *,
        read: Callable[[Original], ParsedText] = parse,
    ) -> None:
        self._library, self._index, self._embedders, self._config = library, index, embedders, config
        self._wake, self._read = wake, read
        self._gates: defaultdict[str, threading.RLock] = defaultdict(threading.RLock)

    def put(self, tenant: str, document_id: str, given: PutDocument, *, if_match: int | None = None) -> Written:
        """Write a whole document. Identical to what is there: nothing changes.

        Raises DocumentRejected, InvalidPrincipal, InvalidAttribute, VersionConflict, ModelUnavailable.
        """
        check_id(document_id)
        self._check_size(given.content)

        def edit(base: _Base) -> _Edited:
            document = put_over(base.document, document_id, given, self._config.default_access)
            return _Edited(document, given.content)

        return self._change(tenant, document_id, edit, if_match)

    def patch(self, tenant: str, document_id: str, patch: Patch, *, if_match: int | None = None) -> Written:
        """Change what describes a document. Raises DocumentNotFound and what `put` raises."""

        def edit(base: _Base) -> _Edited:
            if base.document is None:
                raise DocumentNotFound(document_id)
            return _Edited(patched(base.document, patch), base.content)

        return self._change(tenant, document_id, edit, if_match)

    def delete(self, tenant: str, document_id: str, *, if_match: int | None = None) -> int:
        """Remove a document from every generation: the revision from which on nobody finds it.

        Raises DocumentNotFound, VersionConflict.
        """
        with self.gate(tenant), self._library.write() as tx:
            document = documents.get(tx, tenant, document_id)
            if document is None:
                raise DocumentNotFound(document_id)
            check_match(document_id, document, if_match)
            revision = tenants.next_revision(tx, tenant)
            for generation in outlines.generations_of(tx, tenant, document_id):
                dropped = outlines.drop(tx, tenant, generation, document_id)
                if dropped is not None:
                    texts.retire(tx, dropped.text_id)
            documents.bury(tx, tenant, document, revision)
            documents.drop_content(tx, tenant, document_id)
        self._published(tenant)
        return revision

    def build(self, tenant: str, generation: Generation, document_id: str) -> None:
        """Bring one document up to date in a generation that may not serve yet. Raises what `put` raises.

        A document that changes meanwhile is left for the next round; one that is gone is dropped.
        """
        with self._library.read() as tx:
            document = documents.get(tx, tenant, document_id)
            content = documents.content(tx, tenant, document_id) if document else b""
            reusable = self._reusable(tx, tenant, generation, document_id)
        prepared = self._prepare(document, content, generation, reusable) if document else None
        with self._library.write() as tx:
            if document is None or prepared is None:
                if documents.get(tx, tenant, document_id) is None:
                    outlines.drop(tx, tenant, generation.generation, document_id)
            elif documents.get(tx, tenant, document_id) == document:
                write_outline(tx, tenant, generation.generation, document, prepared)

    def gate(self, tenant: str) -> threading.RLock:
        """The lock under which the tenant's documents are committed."""
        return self._gates[tenant]

    def tools(self, manifest: Manifest) -> Tools:
        """What documents of a generation are prepared with. Raises ModelUnavailable."""
        embedder = self._embedders.for_manifest(manifest.embedder)
        return Tools(
            embedder=embedder,
            analyzer=analyzer_of(manifest.analyzer),
            parse=self._read,
            parser=self._config.parser,
            chunker=self._config.chunker,
            attributes=self._config.attributes,
        )

    def manifest(self) -> Manifest:
        """The manifest of the next generation. Raises ModelUnavailable."""
        analyzer = analyzer_of(self._config.analyzer)
        embedder = self._embedders.configured()
        return Manifest(embedder=embedder.manifest, analyzer=self._config.analyzer, analyzer_name=analyzer.name)

    def _change(self, tenant: str, document_id: str, edit: Edit, if_match: int | None) -> Written:
        while True:
            base = self._look(tenant, document_id)
            check_match(document_id, base.document, if_match)
            edited = edit(base)
            attribute_types.check(edited.document.attributes, self._config.attributes)
            if base.stored is not None and base.document is not None and same(base.document, edited.document):
                return _written(base.document, base.stored, unchanged=True)
            prepared = None if _outline_stays(base, edited.document) else self._prepare_edit(tenant, base, edited)
            written = self._commit(tenant, base, edited, prepared)
            if written is not None:
                self._published(tenant)
                return written

    def _look(self, tenant: str, document_id: str) -> _Base:
        generation = self._active(tenant)
        with self._library.read() as tx:
            document = documents.get(tx, tenant, document_id)
            stored = outlines.get(tx, tenant, generation.generation, document_id) if document else None
            content = documents.content(tx, tenant, document_id) if document else b""
        return _Base(generation, document, stored, content)

    def _active(self, tenant: str) -> Generation:
        """The generation that serves; a new tenant's first one is made."""
        with self._library.read() as tx:
            found = generations.get(tx, tenant, tenants.get(tx, tenant).active_generation)
        if found is not None:
            return found
        manifest = self.manifest()
        with self._library.write() as tx:
            active = tenants.ensure(tx, tenant).active_generation
            if not active:
                active = new_generation(tx, tenant, manifest).generation
                generations.set_state(tx, tenant, active, "ready")
                tenants.activate(tx, tenant, active)
            made = generations.get(tx, tenant, active)
        if made is None:
            raise LookupError(f"generation {active} of {tenant!r}")
        return made

    def _prepare_edit(self, tenant: str, base: _Base, edited: _Edited) -> Prepared:
        with self._library.read() as tx:
            reusable = self._reusable(tx, tenant, base.generation, edited.document.document_id)
        return self._prepare(edited.document, edited.content, base.generation, reusable)

    def _prepare(self, document: Document, content: bytes, generation: Generation, reusable: Reusable) -> Prepared:
        original = Original(
            content=content,
            media_type=document.media_type,
            charset=document.charset,
            kind=document.kind,
            name=document.document_id,
            config=self._config.parser,
        )
        draft = Draft(
            original=original,
            access=frozenset(document.access),
            section_access=document.section_access,
        )
        return prepare(draft, self.tools(generation.manifest), reusable)

    def _reusable(self, tx: Transaction, tenant: str, generation: Generation, document_id: str) -> Reusable:
        """Vectors this document already has, in any generation of the same embedder."""
        found: dict[bytes, Any] = {}
        for other in generations.listed(tx, tenant):
            if other.manifest.embedder == generation.manifest.embedder:
                stored = outlines.get(tx, tenant, other.generation, document_id)
                if stored is not None:
                    found.update(zip(_split(stored.hashes), outlines.vectors(stored), strict=True))
        return found

    def _commit(self, tenant: str, base: _Base, edited: _Edited, prepared: Prepared | None) -> Written | None:
        """One transaction: the commit point. None if the world has moved since `base`."""
        name, generation = edited.document.document_id, base.generation
        with self.gate(tenant), self._library.write() as tx:
            moved = tenants.get(tx, tenant).active_generation != generation.generation
            if moved or documents.get(tx, tenant, name) != base.document:
                return None
            revision = tenants.next_revision(tx, tenant)
            version = documents.last_version(tx, tenant, name) + 1
            document = msgspec.structs.replace(edited.document, version=version, revision=revision)
            documents.save(tx, tenant, document)
            if base.document is None or base.document.content_hash != document.content_hash:
                documents.save_content(tx, tenant, name, edited.content)
            if prepared is not None:
                stored = write_outline(tx, tenant, generation.generation, document, prepared)
            elif base.stored is not None:
                outlines.touch(tx, tenant, generation.generation, name, version)
                stored = base.stored
        embedded = prepared.embedded if prepared else 0
        return _written(document, stored, created=base.document is None, embedded=embedded)

    def _published(self, tenant: str) -> None:
        self._index.publish(tenant)
        self._wake(tenant)

    def _check_size(self, content: bytes) -> None:
        limit = self._config.max_document_bytes
        if len(content) > limit:
            raise DocumentRejected(
                "document_too_large",
                f"the document has {len(content)} bytes, the limit is {limit} (indexing.max_document_bytes)",
            )


def _outline_stays(base: _Base, new: Document) -> bool:
    """Whether neither text nor structure nor any embed text can differ."""
    old = base.document
    if old is None or base.stored is None:
        return False
    if any(getattr(old, name) != getattr(new, name) for name in ("content_hash", "media_type", "charset", "kind")):
        return False
    has_rules = bool(old.section_access or new.section_access)
    return not has_rules or (old.access, old.section_access) == (new.access, new.section_access)


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[i : i + HASH_BYTES] for i in range(0, len(hashes), HASH_BYTES)]


def _written(
    document: Document, stored: StoredOutline, *, unchanged: bool = False, created: bool = False, embedded: int = 0
) -> Written:
    return Written(
        document_id=document.document_id,
        version=document.version,
        revision=document.revision,
        created=created,
        unchanged=unchanged,
        chunks=stored.n_chunks,
        embedded=embedded,
        report=stored.report,
    )
