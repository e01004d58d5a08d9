"""The catalog: a tenant's chunks as columns in memory, derived from the library.

One writer, under its tenant's lock: it appends documents, tombstones them, changes their rights and takes snapshots.
Publishing a document costs the document, a change of rights one table.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.access import Access
from indexing.access_classes import AccessClasses, effective_access
from indexing.attributes import comparable
from indexing.columns import Column, ValueColumn
from indexing.config import AttributeType
from indexing.errors import InvalidAttribute
from indexing.format import OutlineColumns
from indexing.lexical import (
    DocumentTerms,
    Segment,
    SegmentedBM25,
    Vocabulary,
    append,
    build_segment,
    lexical_corpus,
)
from indexing.manifest import Manifest
from indexing.snapshot import DocumentEntry, Parents, Rows, Sections, Snapshot

Types = Mapping[str, AttributeType]


class DocumentRecord(Struct, frozen=True, kw_only=True):
    """One live document as the library hands it to the catalog."""

    document_id: str
    version: int
    text_id: str
    kind: str
    """What it is read as; empty when it was written before kinds were known."""
    title: str
    uri: str | None
    attributes: dict[str, Any]
    """Explicit attributes over those the document states itself."""
    access: Access
    section_access: dict[int, Access]
    """Explicit rules by section index; the nearest on a section's path replaces the document's."""
    outline: OutlineColumns
    first_chunk: int
    """Number of its first chunk; the others follow."""
    vectors: NDArray[np.float32]
    """Shape (chunks, dimension); zeros for chunks that are not indexed."""
    terms: DocumentTerms


class Catalog:
    """The writer's side: append documents, tombstone them, change their rights, take snapshots."""

    def __init__(self, tenant: str, generation: int, manifest: Manifest | None, types: Types) -> None:
        self.tenant, self.generation, self.manifest = tenant, generation, manifest
        dimension = manifest.embedder.dimension if manifest else 0
        self._rows = {name: Column(np.int32) for name in Rows.__struct_fields__}
        self._rows |= {"kind": Column(np.int8), "number": Column(np.int64)}
        self._rows |= {"indexed": Column(np.bool_), "key": Column(np.bool_)}
        self._sections = {name: Column(np.int32) for name in ("parent", "index", "access_class")}
        self._titles: list[str] = []
        self._labels: list[str] = []
        self._parents = {name: Column(np.int32) for name in Parents.__struct_fields__}
        self._live, self._vectors = Column(np.bool_), Column(np.float32, dimension)
        self._documents: list[DocumentEntry] = []
        self._by_id: dict[str, int] = {}
        self._classes, self._vocabulary = AccessClasses(), Vocabulary()
        self._languages: dict[str, int] = {}
        self._types = types
        self._attributes = {name: ValueColumn() for name in types}
        self._ids, self._kinds = ValueColumn(), ValueColumn()
        self._segments: tuple[Segment, ...] = ()

    def snapshot(self, revision: int) -> Snapshot:
        """The catalog as it is now."""
        searched = self._live.view() & self._rows["indexed"].view()
        lexical = lexical_corpus(self._vocabulary, self._segments, searched)
        return Snapshot(
            tenant=self.tenant,
            generation=self.generation,
            manifest=self.manifest,
            revision=revision,
            rows=Rows(**{name: column.view() for name, column in self._rows.items()}),
            sections=self._sections_now(),
            parents=Parents(**{name: column.view() for name, column in self._parents.items()}),
            documents=self._documents,
            n_documents=len(self._documents),
            live=self._live.view(),
            vectors=self._vectors.view(),
            classes=self._classes,
            languages=list(self._languages),
            attributes={name: column.view() for name, column in self._attributes.items()},
            document_ids=self._ids.view(),
            document_kinds=self._kinds.view(),
            lexical=lexical,
            bm25=SegmentedBM25(lexical),
        )

    def _sections_now(self) -> Sections:
        columns = {name: column.view() for name, column in self._sections.items()}
        return Sections(**columns, titles=self._titles, labels=self._labels)

    def find(self, document_id: str) -> DocumentEntry | None:
        """The live entry of a document."""
        row = self._by_id.get(document_id)
        return None if row is None else self._documents[row]

    @property
    def n_rows(self) -> int:
        """Rows, dead ones included."""
        return len(self._live)

    def dead_share(self) -> float:
        """Share of rows that are tombstones, 0 to 1."""
        live = self._live.view()
        return 1.0 - float(live.mean()) if len(live) else 0.0

    def add(self, records: Sequence[DocumentRecord]) -> None:
        """Append live documents, replacing those of the same ids. Chunk numbers must rise."""
        self.remove([record.document_id for record in records])
        first_row = len(self._live)
        for record in records:
            self._append(record)
        if len(self._live) > first_row:
            terms = [record.terms for record in records]
            self._segments = append(self._segments, build_segment(self._vocabulary, first_row, terms))

    def remove(self, document_ids: Sequence[str]) -> None:
        """Tombstone documents; unknown ids are passed over. One copy of the mask for all of them."""
        rows = [self._by_id.pop(document_id) for document_id in document_ids if document_id in self._by_id]
        if rows:
            dead = np.concatenate([np.arange(self._documents[r].first_row, self._documents[r].end_row) for r in rows])
            self._live.change(dead, False)

    def change(self, record: DocumentRecord) -> None:
        """Title, uri, attributes, version and rights of a document whose outline stays."""
        row = self._by_id[record.document_id]
        old = self._documents[row]
        new = _entry(record, old.first_row, old.first_section)
        self._documents = [*self._documents[:row], new, *self._documents[row + 1 :]]
        classes = self._section_classes(record)
        self._sections["access_class"].change(slice(new.first_section, new.end_section), classes)
        for name, column in self._attributes.items():
            if old.attributes.get(name) != new.attributes.get(name):
                column.replace(row, self._comparable(name, record))

    def _append(self, record: DocumentRecord) -> None:
        row, first_row = len(self._documents), len(self._live)
        entry = _entry(record, first_row, len(self._titles))
        first_parent = len(self._parents["section"])
        self._append_rows(record, entry, row, first_parent)
        self._append_structure(record, entry)
        self._documents.append(entry)
        self._by_id[record.document_id] = row
        self._ids.append(row, record.document_id)
        self._kinds.append(row, record.kind or None)
        for name, column in self._attributes.items():
            column.append(row, self._comparable(name, record))

    def _comparable(self, name: str, record: DocumentRecord) -> Any:
        value = record.attributes.get(name)
        try:
            return None if value is None else comparable(name, value, self._types[name])
        except InvalidAttribute:  # written before the attribute was declared so: filters do not see it
            return None

    def _append_rows(self, record: DocumentRecord, entry: DocumentEntry, row: int, first_parent: int) -> None:
        chunks, n = record.outline.chunks, entry.end_row - entry.first_row
        language = [self._languages.setdefault(name, len(self._languages)) for name in record.outline.names]
        values: dict[str, Any] = {
            "document": np.full(n, row),
            "section": chunks["section"] + entry.first_section,
            "parent": chunks["parent"] + first_parent,
            "ordinal": np.arange(n),
            "language": np.array(language, dtype=np.int32)[chunks["language"]],
            "number": np.arange(n) + record.first_chunk,
        }
        for name, column in self._rows.items():
            column.extend(values[name] if name in values else chunks[name])
        self._vectors.extend(record.vectors)
        self._live.extend(np.ones(n, dtype=np.bool_))

    def _append_structure(self, record: DocumentRecord, entry: DocumentEntry) -> None:
        sections, parents = record.outline.sections, record.outline.parents
        enclosing = sections["parent"]
        self._sections["parent"].extend(np.where(enclosing < 0, -1, enclosing + entry.first_section))
        self._sections["index"].extend(np.arange(len(enclosing)))
        self._sections["access_class"].extend(self._section_classes(record))
        self._titles.extend(record.outline.titles)
        self._labels.extend(record.outline.labels)
        self._parents["section"].extend(parents["section"] + entry.first_section)
        self._parents["first_row"].extend(parents["first_chunk"] + entry.first_row)
        self._parents["end_row"].extend(parents["end_chunk"] + entry.first_row)
        self._parents["part"].extend(parents["part"])
        self._parents["of"].extend(parents["of"])

    def _section_classes(self, record: DocumentRecord) -> list[int]:
        accesses = effective_access(record.outline.sections["parent"].tolist(), record.access, record.section_access)
        return [self._classes.intern(access) for access in accesses]


def _entry(record: DocumentRecord, first_row: int, first_section: int) -> DocumentEntry:
    return DocumentEntry(
        document_id=record.document_id,
        version=record.version,
        text_id=record.text_id,
        title=record.title,
        uri=record.uri,
        attributes=record.attributes,
        removed=record.outline.removed,
        layout=record.outline.layout,
        first_chunk=record.first_chunk,
        first_row=first_row,
        end_row=first_row + len(record.outline.chunks["section"]),
        first_section=first_section,
        end_section=first_section + len(record.outline.titles),
    )
