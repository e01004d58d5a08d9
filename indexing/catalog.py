"""The catalog: a tenant's chunks as columns in memory, derived from the library.

`Catalog` is the one writer (under its tenant's lock); `Snapshot` is what a search sees: lengths, a tombstone mask and
the table from sections to access classes. Publishing a document costs the document, a change of rights one table.
Row numbers are positions in this catalog; chunk numbers are the library's and rise with the row.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.access import EVERYONE, Access, Scope
from indexing.attributes import comparable
from indexing.columns import Column, ValueColumn, Values
from indexing.config import AttributeType
from indexing.errors import InvalidAttribute
from indexing.format import OutlineColumns
from indexing.lexical import (
    DocumentTerms,
    LexicalCorpus,
    Segment,
    SegmentedBM25,
    Vocabulary,
    append,
    build_segment,
    lexical_corpus,
)
from indexing.manifest import Manifest
from indexing.model import Removal

Int32 = NDArray[np.int32]
Mask = NDArray[np.bool_]
Types = Mapping[str, AttributeType]


class DocumentRecord(Struct, frozen=True, kw_only=True):
    """One live document as the library hands it to the catalog."""

    document_id: str
    version: int
    text_id: str
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


class DocumentEntry(Struct, frozen=True, kw_only=True):
    """A document in a catalog."""

    document_id: str
    version: int
    text_id: str
    title: str
    uri: str | None
    attributes: dict[str, Any]
    removed: tuple[Removal, ...]
    first_chunk: int
    first_row: int
    end_row: int
    first_section: int
    end_section: int


class AccessClasses:
    """Interned accesses. Append-only: a class never changes its meaning."""

    def __init__(self) -> None:
        self._codes: dict[Access, int] = {}
        self._by_principal: dict[str, list[int]] = {}

    def intern(self, access: Access) -> int:
        """The class of `access`."""
        code = self._codes.get(access)
        if code is None:
            code = len(self._codes)
            for principal in access:
                self._by_principal.setdefault(principal, []).append(code)
            self._codes[access] = code
        return code

    def admitted(self, scope: Scope) -> Mask:
        """Shape (classes,): which classes `scope` may read. Costs the smaller of its principals and the known ones."""
        mask = np.zeros(len(self._codes), dtype=np.bool_)
        known = self._by_principal
        principals = scope.principals | {EVERYONE}
        few, many = (principals, known) if len(principals) <= len(known) else (list(known), principals)
        for principal in few:
            if principal in many:
                mask[[code for code in known[principal] if code < len(mask)]] = True
        return mask


class Rows(Struct, frozen=True):
    """Columns of chunks, shape (rows,), int32 unless said otherwise. A row number is a position here."""

    document: Int32
    """Position in `Snapshot.documents`."""
    section: Int32
    """Position in `Snapshot.sections`."""
    parent: Int32
    """Position in `Snapshot.parents`."""
    ordinal: Int32
    start: Int32
    end: Int32
    own_tokens: Int32
    kind: NDArray[np.int8]
    """Index into `indexing.format.KINDS`."""
    language: Int32
    """Index into `Snapshot.languages`."""
    indexed: Mask
    number: NDArray[np.int64]
    """Chunk numbers, strictly rising."""


class Sections(Struct, frozen=True):
    """Columns of sections, shape (sections,)."""

    parent: Int32
    """Position of the enclosing section; -1 for a document itself."""
    index: Int32
    """Position in the document."""
    access_class: Int32
    titles: Sequence[str]
    """At least as many as sections."""


class Parents(Struct, frozen=True):
    """Columns of parents, shape (parents,)."""

    section: Int32
    first_row: Int32
    end_row: Int32
    part: Int32
    of: Int32


class Snapshot(Struct, frozen=True, kw_only=True):
    """What one search sees of a tenant: immutable, of one generation and one revision."""

    tenant: str
    generation: int
    """0: the tenant has none yet, and no rows."""
    manifest: Manifest | None
    """What queries must use; None exactly in generation 0."""
    revision: int
    rows: Rows
    sections: Sections
    parents: Parents
    documents: Sequence[DocumentEntry]
    """At least as many as `rows.document` refers to."""
    n_documents: int
    """Document rows, dead ones included."""
    live: Mask
    """Shape (rows,): the row belongs to the live version of its document."""
    vectors: NDArray[np.float32]
    """Shape (rows, dimension)."""
    classes: AccessClasses
    languages: Sequence[str]
    attributes: Mapping[str, Values]
    """Declared attributes over document rows."""
    document_ids: Values
    """The ids of documents over document rows, dead ones included."""
    lexical: LexicalCorpus
    """What lexical search sees: the postings of live, indexed rows."""
    bm25: SegmentedBM25
    """The scorer over `lexical`."""

    def allowed_sections(self, scope: Scope) -> Mask:
        """Shape (sections,): which sections `scope` may read. Raises nothing; a foreign tenant's scope sees nothing."""
        if scope.tenant != self.tenant:
            return np.zeros(len(self.sections.access_class), dtype=np.bool_)
        mask: Mask = self.classes.admitted(scope)[self.sections.access_class]
        return mask


class Catalog:
    """The writer's side: append documents, tombstone them, change their rights, take snapshots."""

    def __init__(self, tenant: str, generation: int, manifest: Manifest | None, types: Types) -> None:
        self.tenant, self.generation, self.manifest = tenant, generation, manifest
        dimension = manifest.embedder.dimension if manifest else 0
        self._rows = {name: Column(np.int32) for name in Rows.__struct_fields__}
        self._rows |= {"kind": Column(np.int8), "indexed": Column(np.bool_), "number": Column(np.int64)}
        self._sections = {name: Column(np.int32) for name in ("parent", "index", "access_class")}
        self._titles: list[str] = []
        self._parents = {name: Column(np.int32) for name in Parents.__struct_fields__}
        self._live, self._vectors = Column(np.bool_), Column(np.float32, dimension)
        self._documents: list[DocumentEntry] = []
        self._by_id: dict[str, int] = {}
        self._classes, self._vocabulary = AccessClasses(), Vocabulary()
        self._languages: dict[str, int] = {}
        self._types = types
        self._attributes = {name: ValueColumn() for name in types}
        self._ids = ValueColumn()
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
            sections=Sections(**{n: c.view() for n, c in self._sections.items()}, titles=self._titles),
            parents=Parents(**{name: column.view() for name, column in self._parents.items()}),
            documents=self._documents,
            n_documents=len(self._documents),
            live=self._live.view(),
            vectors=self._vectors.view(),
            classes=self._classes,
            languages=list(self._languages),
            attributes={name: column.view() for name, column in self._attributes.items()},
            document_ids=self._ids.view(),
            lexical=lexical,
            bm25=SegmentedBM25(lexical),
        )

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
        self._parents["section"].extend(parents["section"] + entry.first_section)
        self._parents["first_row"].extend(parents["first_chunk"] + entry.first_row)
        self._parents["end_row"].extend(parents["end_chunk"] + entry.first_row)
        self._parents["part"].extend(parents["part"])
        self._parents["of"].extend(parents["of"])

    def _section_classes(self, record: DocumentRecord) -> list[int]:
        accesses = effective_access(record.outline.sections["parent"].tolist(), record.access, record.section_access)
        return [self._classes.intern(access) for access in accesses]


def effective_access(parents: Sequence[int], access: Access, rules: Mapping[int, Access]) -> list[Access]:
    """Who may read each section: the nearest rule on its path, else the document's access.

    >>> effective_access([-1, 0, 1], frozenset({"*"}), {1: frozenset({"group:hr"})})
    [frozenset({'*'}), frozenset({'group:hr'}), frozenset({'group:hr'})]
    """
    found: list[Access] = []
    for index, parent in enumerate(parents):
        found.append(rules[index] if index in rules else access if parent < 0 else found[parent])
    return found


def _entry(record: DocumentRecord, first_row: int, first_section: int) -> DocumentEntry:
    return DocumentEntry(
        document_id=record.document_id,
        version=record.version,
        text_id=record.text_id,
        title=record.title,
        uri=record.uri,
        attributes=record.attributes,
        removed=record.outline.removed,
        first_chunk=record.first_chunk,
        first_row=first_row,
        end_row=first_row + len(record.outline.chunks["section"]),
        first_section=first_section,
        end_section=first_section + len(record.outline.titles),
    )
