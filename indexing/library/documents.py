"""The `documents` and `contents` rows: what a tenant gave us, and the tombstones of what it took back."""

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import RowMapping, delete, insert, select, update

from indexing.library.store import Transaction
from indexing.library.tables import contents, documents
from indexing.model import DocumentKind


class SectionRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may read a section, instead of those who may read its document."""

    path: tuple[str, ...]
    """Titles from the outermost heading to the section."""
    occurrence: int | None = None
    """Which of several sections of that path, from 1. None: there is only one, and another one later is an error."""
    access: tuple[str, ...]


class Document(Struct, frozen=True, kw_only=True):
    """A live document as its tenant describes it."""

    document_id: str
    version: int
    """Counts changes, from 1; goes on after a delete."""
    revision: int
    """The tenant's revision that made this version."""
    source: str
    """What `ingest --prune` compares with; empty for documents put one by one."""
    media_type: str
    charset: str | None
    """As declared; None: detected."""
    kind: DocumentKind | None = None
    """As declared; None: detected."""
    content_hash: str
    """SHA-256 of the bytes. Internal: it would let a reader test guesses at hidden text."""
    title: str | None
    uri: str | None
    attributes: dict[str, Any]
    access: tuple[str, ...]
    section_access: tuple[SectionRule, ...]
    created_at: str
    updated_at: str
    """ISO 8601, UTC."""


def get(tx: Transaction, tenant: str, document_id: str) -> Document | None:
    """The live document, or None."""
    row = tx.execute(select(documents).where(_is(tenant, document_id))).mappings().one_or_none()
    return None if row is None or row["deleted"] else _document(row)


def last_version(tx: Transaction, tenant: str, document_id: str) -> int:
    """The newest version number ever given to this id, deleted ones included; 0 for a new id."""
    return tx.execute(select(documents.c.version).where(_is(tenant, document_id))).scalar() or 0


def save(tx: Transaction, tenant: str, document: Document) -> None:
    """Write a document's row."""
    _write(tx, tenant, document, deleted=False)


def save_content(tx: Transaction, tenant: str, document_id: str, content: bytes) -> None:
    """Write the document's bytes."""
    drop_content(tx, tenant, document_id)
    tx.execute(insert(contents).values(tenant=tenant, document_id=document_id, content=content))


def content(tx: Transaction, tenant: str, document_id: str) -> bytes:
    """The document's bytes. Raises NoResultFound for a document that is not there."""
    query = select(contents.c.content).where(contents.c.tenant == tenant, contents.c.document_id == document_id)
    return bytes(tx.execute(query).scalar_one())


def drop_content(tx: Transaction, tenant: str, document_id: str) -> None:
    """Remove the document's bytes."""
    tx.execute(delete(contents).where(contents.c.tenant == tenant, contents.c.document_id == document_id))


def bury(tx: Transaction, tenant: str, document: Document, revision: int) -> None:
    """Leave a tombstone, so that other processes learn of the delete and versions go on counting."""
    grave = msgspec.structs.replace(
        document, version=document.version + 1, revision=revision, title=None, uri=None, attributes={}, access=()
    )
    _write(tx, tenant, msgspec.structs.replace(grave, section_access=(), content_hash=""), deleted=True)


def listed(
    tx: Transaction, tenant: str, *, after: str = "", limit: int | None = None, source: str | None = None
) -> list[Document]:
    """Live documents with ids above `after`, by id."""
    query = select(documents).where(
        documents.c.tenant == tenant, documents.c.deleted.is_(False), documents.c.document_id > after
    )
    if source is not None:
        query = query.where(documents.c.source == source)
    rows = tx.execute(query.order_by(documents.c.document_id).limit(limit)).mappings()
    return [_document(row) for row in rows]


def _is(tenant: str, document_id: str) -> Any:
    return (documents.c.tenant == tenant) & (documents.c.document_id == document_id)


def _write(tx: Transaction, tenant: str, document: Document, *, deleted: bool) -> None:
    values = {
        "version": document.version,
        "revision": document.revision,
        "deleted": deleted,
        "source": document.source,
        "body": msgspec.json.encode(document),
    }
    if not tx.execute(update(documents).where(_is(tenant, document.document_id)).values(**values)).rowcount:
        tx.execute(insert(documents).values(tenant=tenant, document_id=document.document_id, **values))


def _document(row: RowMapping) -> Document:
    return msgspec.json.decode(row["body"], type=Document)
