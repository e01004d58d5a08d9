"""A snapshot: what one search sees of a tenant, immutable, of one generation and one revision.

It is lengths of the catalog's columns, a tombstone mask and the table from sections to access classes. Row numbers are
positions in the catalog it was taken from; chunk numbers are the library's and rise with the row.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.access import Scope
from indexing.access_classes import AccessClasses
from indexing.columns import Values
from indexing.lexical import LexicalCorpus, SegmentedBM25
from indexing.manifest import Manifest
from indexing.model import Removal

Int32 = NDArray[np.int32]
Mask = NDArray[np.bool_]


class DocumentEntry(Struct, frozen=True, kw_only=True):
    """A document in a catalog."""

    document_id: str
    version: int
    text_id: str
    title: str
    uri: str | None
    attributes: dict[str, Any]
    removed: tuple[Removal, ...]
    layout: bytes
    """For `indexing.layout_format.layout_at`."""
    first_chunk: int
    first_row: int
    end_row: int
    first_section: int
    end_section: int


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
    key: Mask
    """The row lies in a key section."""
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
    labels: Sequence[str]
    """Numbers of sections, empty where there is none; as many as titles."""


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
    document_kinds: Values
    """What documents are read as, over document rows."""
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
