"""The `outlines` rows: one document version's structure, terms and vectors in one generation.

Blobs: `outline` is `indexing.format`'s, `terms` a msgpack DocumentTerms, `vectors` float32 row-major (chunks,
dimension), `hashes` 16 bytes per chunk of its embed text. Loading never parses, analyses or embeds.
"""

from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from sqlalchemy import RowMapping, delete, func, insert, select, update

from indexing.access import Access
from indexing.catalog import DocumentRecord
from indexing.format import columns
from indexing.lexical import DocumentTerms
from indexing.library import documents as sources
from indexing.library.documents import Document
from indexing.library.store import Transaction
from indexing.library.tables import documents, generations, outlines, retired
from indexing.model import PageFacts, Removal

HASH_BYTES = 16
"""Of SHA-256: collisions are beyond reach for the chunks of one document."""
RANGE_CHUNKS = 1_000
"""The most chunks that adjoining dead ranges are joined to: the vector store forgets so many in half a second."""


class Report(Struct, frozen=True, kw_only=True):
    """What became of a document: its coverage and what was left out."""

    characters: int
    """Code points of the canonical text."""
    charset: str
    coverage: float
    """Share of non-blank characters that chunks own or removals declare, 0 to 1."""
    sections: int
    parents: int
    chunks: int
    removed: tuple[Removal, ...]
    warnings: tuple[str, ...]
    kind: str = ""
    """What it was read as; empty in reports made before kinds were known."""
    media_type: str = ""
    """What the bytes were parsed as; empty likewise."""
    pages: tuple[PageFacts, ...] = ()
    """Of paged formats, in order."""
    flags: dict[str, int] = {}
    """Chunks by quality flag; flags no chunk has are left out."""

    @property
    def pages_without_text(self) -> tuple[int, ...]:
        """Numbers of the pages nothing could be read of."""
        return tuple(page.number for page in self.pages if not page.characters)


class Stated(Struct, frozen=True):
    """What a document states about itself."""

    title: str | None
    attributes: dict[str, Any]


class StoredOutline(Struct, frozen=True, kw_only=True):
    """A row of `outlines` with its blobs."""

    document_id: str
    version: int
    """Version of the document it stands for."""
    text_id: str
    text_hash: bytes
    """SHA-256 of the canonical text. Internal, like `Document.content_hash`."""
    recipe: str
    """Parser and chunker versions and settings that made it."""
    first_chunk: int
    n_chunks: int
    n_indexed: int
    """Chunks that search sees: what the vector store holds."""
    section_access: dict[int, tuple[str, ...]]
    """Resolved rules by section index."""
    stated: Stated
    report: Report
    outline: bytes
    hashes: bytes
    terms: bytes
    vectors: bytes


class Change(Struct, frozen=True):
    """A document that changed since some revision, as far as one generation is concerned."""

    document_id: str
    first_chunk: int | None
    """None: deleted (or not in this generation)."""


_PACKED = ("section_access", "stated", "report")


def get(tx: Transaction, tenant: str, generation: int, document_id: str) -> StoredOutline | None:
    """The document's outline in a generation, or None."""
    where = _in(tenant, generation) & (outlines.c.document_id == document_id)
    row = tx.execute(select(outlines).where(where)).mappings().one_or_none()
    return None if row is None else _stored(row)


def save(tx: Transaction, tenant: str, generation: int, outline: StoredOutline) -> None:
    """Write an outline in place of the document's former one, whose chunk numbers must be retired already."""
    values = {name: getattr(outline, name) for name in StoredOutline.__struct_fields__}
    values |= {name: msgspec.msgpack.encode(values[name]) for name in _PACKED}
    where = _in(tenant, generation) & (outlines.c.document_id == outline.document_id)
    tx.execute(delete(outlines).where(where))
    tx.execute(insert(outlines).values(tenant=tenant, generation=generation, **values))


def drop(tx: Transaction, tenant: str, generation: int, document_id: str) -> StoredOutline | None:
    """Remove a document's outline and retire its chunk numbers: what was removed."""
    found = get(tx, tenant, generation, document_id)
    if found is not None:
        where = _in(tenant, generation) & (outlines.c.document_id == document_id)
        tx.execute(delete(outlines).where(where))
        retire(tx, tenant, generation, found)
    return found


def retire(tx: Transaction, tenant: str, generation: int, outline: StoredOutline) -> None:
    """Note that these chunk numbers are dead, for the vector store to forget."""
    if outline.n_chunks:
        row = {"first_chunk": outline.first_chunk, "n_chunks": outline.n_chunks}
        tx.execute(insert(retired).values(tenant=tenant, generation=generation, **row))


def generations_of(tx: Transaction, tenant: str, document_id: str) -> list[int]:
    """The generations that hold this document."""
    query = select(outlines.c.generation).where(outlines.c.tenant == tenant, outlines.c.document_id == document_id)
    return list(tx.execute(query).scalars())


def changes(tx: Transaction, tenant: str, generation: int, since: int) -> list[Change]:
    """Documents written or deleted after revision `since`, in the order of their chunk numbers."""
    joined = documents.outerjoin(
        outlines,
        (outlines.c.tenant == documents.c.tenant)
        & (outlines.c.document_id == documents.c.document_id)
        & (outlines.c.generation == generation),
    )
    query = select(documents.c.document_id, outlines.c.first_chunk).select_from(joined)
    query = query.where(documents.c.tenant == tenant, documents.c.revision > since)
    return [Change(*row) for row in tx.execute(query.order_by(outlines.c.first_chunk, documents.c.document_id))]


def stale(tx: Transaction, tenant: str, generation: int, recipe: str) -> list[str]:
    """Ids of documents a generation has not, or not in their live version or by this recipe; dead ones it still has."""
    live = select(documents.c.document_id, documents.c.version).where(
        documents.c.tenant == tenant, documents.c.deleted.is_(False)
    )
    wanted = {row.document_id: (row.version, recipe) for row in tx.execute(live)}
    held_rows = select(outlines.c.document_id, outlines.c.version, outlines.c.recipe).where(_in(tenant, generation))
    held = {row.document_id: (row.version, row.recipe) for row in tx.execute(held_rows)}
    return sorted(name for name in wanted.keys() | held.keys() if wanted.get(name) != held.get(name))


def record(tx: Transaction, tenant: str, generation: int, document_id: str) -> DocumentRecord:
    """What the catalog needs of one live document. Raises LookupError if it is not there."""
    document = sources.get(tx, tenant, document_id)
    stored = get(tx, tenant, generation, document_id)
    if document is None or stored is None:
        raise LookupError(document_id)
    return to_record(document, stored)


def to_record(document: Document, stored: StoredOutline) -> DocumentRecord:
    """A document and its outline as the catalog takes them."""
    return DocumentRecord(
        document_id=document.document_id,
        version=document.version,
        text_id=stored.text_id,
        kind=stored.report.kind,
        title=title_of(document, stored.stated),
        uri=document.uri,
        attributes=stored.stated.attributes | document.attributes,
        access=frozenset(document.access),
        section_access=accesses(stored),
        outline=columns(stored.outline),
        first_chunk=stored.first_chunk,
        vectors=vectors(stored),
        terms=msgspec.msgpack.decode(stored.terms, type=DocumentTerms),
    )


def title_of(document: Document, stated: Stated) -> str:
    """The title given, else the one the document states about itself, else its id."""
    return document.title or stated.title or document.document_id


def accesses(stored: StoredOutline) -> dict[int, Access]:
    """Resolved section rules as accesses."""
    return {index: frozenset(names) for index, names in stored.section_access.items()}


def vectors(stored: StoredOutline) -> NDArray[np.float32]:
    """Shape (chunks, dimension); zeros where a chunk is not indexed."""
    flat = np.frombuffer(stored.vectors, dtype=np.float32)
    return flat.reshape(stored.n_chunks, -1) if stored.n_chunks else flat.reshape(0, 0)


def next_after(tx: Transaction, tenant: str, generation: int, chunk: int) -> StoredOutline | None:
    """The outline with the lowest chunk numbers above `chunk`, or None."""
    query = select(outlines).where(_in(tenant, generation), outlines.c.first_chunk > chunk, outlines.c.n_chunks > 0)
    row = tx.execute(query.order_by(outlines.c.first_chunk).limit(1)).mappings().one_or_none()
    return None if row is None else _stored(row)


def retired_ranges(tx: Transaction, tenant: str, generation: int) -> list[tuple[int, int]]:
    """Dead ranges `(first chunk, chunks)` the vector store has not forgotten yet; adjoining ones come as one."""
    query = select(retired.c.first_chunk, retired.c.n_chunks)
    query = query.where(retired.c.tenant == tenant, retired.c.generation == generation)
    found: list[tuple[int, int]] = []
    for first, n in tx.execute(query.order_by(retired.c.first_chunk)):
        before, length = found[-1] if found else (0, RANGE_CHUNKS)
        if before + length == first and length + n <= RANGE_CHUNKS:
            found[-1] = (before, length + n)
        else:
            found.append((first, n))
    return found


def forget_ranges(tx: Transaction, tenant: str, generation: int, *, first: int = 0, end: int | None = None) -> None:
    """Note that the vector store has forgotten the dead ranges that begin from `first` to `end` (exclusive)."""
    where = (retired.c.tenant == tenant) & (retired.c.generation == generation) & (retired.c.first_chunk >= first)
    if end is not None:
        where &= retired.c.first_chunk < end
    tx.execute(delete(retired).where(where))


def text_of(tx: Transaction, tenant: str, document_id: str, text_hash: bytes) -> str | None:
    """The id under which a document's outlines, of any generation, hold this very text; None if none does."""
    query = select(outlines.c.text_id).where(
        outlines.c.tenant == tenant, outlines.c.document_id == document_id, outlines.c.text_hash == text_hash
    )
    return tx.execute(query.limit(1)).scalar()


def touch(tx: Transaction, tenant: str, generation: int, document_id: str, version: int) -> None:
    """Note that an outline stands for a newer version whose text and structure are the same."""
    where = _in(tenant, generation) & (outlines.c.document_id == document_id)
    tx.execute(update(outlines).where(where).values(version=version))


def count_indexed(tx: Transaction, tenant: str, generation: int, up_to: int | None = None) -> int:
    """Indexed chunks of all live outlines of a generation, or of those with chunk numbers up to `up_to`."""
    total = select(func.coalesce(func.sum(outlines.c.n_indexed), 0)).where(_in(tenant, generation))
    if up_to is not None:
        total = total.where(outlines.c.first_chunk <= up_to)
    return int(tx.execute(total).scalar_one())


def indexed_counts(tx: Transaction, tenant: str, generation: int, up_to: int) -> list[tuple[int, int]]:
    """`(first chunk, indexed chunks)` of the outlines with any, of chunk numbers up to `up_to`, rising."""
    query = select(outlines.c.first_chunk, outlines.c.n_indexed)
    query = query.where(_in(tenant, generation), outlines.c.first_chunk <= up_to, outlines.c.n_indexed > 0)
    return [(first, n) for first, n in tx.execute(query.order_by(outlines.c.first_chunk))]


def ids(tx: Transaction, tenant: str, generation: int) -> list[str]:
    """Ids of the documents a generation holds, sorted."""
    query = select(outlines.c.document_id).where(_in(tenant, generation)).order_by(outlines.c.document_id)
    return list(tx.execute(query).scalars())


def drop_generation(tx: Transaction, tenant: str, generation: int) -> list[str]:
    """Remove a whole generation: the text ids it held."""
    held = list(tx.execute(select(outlines.c.text_id).where(_in(tenant, generation))).scalars())
    tx.execute(delete(outlines).where(_in(tenant, generation)))
    tx.execute(delete(retired).where(retired.c.tenant == tenant, retired.c.generation == generation))
    tx.execute(delete(generations).where(generations.c.tenant == tenant, generations.c.generation == generation))
    return held


def _in(tenant: str, generation: int) -> Any:
    return (outlines.c.tenant == tenant) & (outlines.c.generation == generation)


def _stored(row: RowMapping) -> StoredOutline:
    values = {name: row[name] for name in StoredOutline.__struct_fields__}
    types = {"section_access": dict[int, tuple[str, ...]], "stated": Stated, "report": Report}
    values |= {name: msgspec.msgpack.decode(row[name], type=types[name]) for name in _PACKED}
    return StoredOutline(**values)
