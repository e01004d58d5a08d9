"""Counts and listings over all rows of a kind: what the audit compares, and nothing else needs."""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from sqlalchemy import select

from indexing.format import columns
from indexing.library.store import Transaction
from indexing.library.tables import contents, documents, generations, outlines, retired_texts, texts


class OutlineRow(Struct, frozen=True):
    """A row of `outlines` without its blobs."""

    document_id: str
    version: int
    text_id: str
    recipe: str
    first_chunk: int
    n_chunks: int


class TextPage(Struct, frozen=True):
    """A row of `texts`."""

    page: int
    lines_before: int
    content: str


def outline_rows(tx: Transaction, tenant: str, generation: int) -> list[OutlineRow]:
    """A generation's outlines, in the order of their chunk numbers."""
    query = select(*(outlines.c[name] for name in OutlineRow.__struct_fields__))
    query = query.where(outlines.c.tenant == tenant, outlines.c.generation == generation)
    return [OutlineRow(*row) for row in tx.execute(query.order_by(outlines.c.first_chunk, outlines.c.document_id))]


def indexed_numbers(tx: Transaction, tenant: str, generation: int) -> NDArray[np.int64]:
    """Shape (n,): the chunk numbers search sees, rising."""
    query = select(outlines.c.first_chunk, outlines.c.outline)
    query = query.where(outlines.c.tenant == tenant, outlines.c.generation == generation)
    found = [np.empty(0, np.int64)]
    for first_chunk, outline in tx.execute(query.order_by(outlines.c.first_chunk)):
        found.append(np.flatnonzero(columns(outline).chunks["indexed"]) + first_chunk)
    return np.concatenate(found)


def live_versions(tx: Transaction, tenant: str) -> dict[str, int]:
    """Version by id of every live document."""
    query = select(documents.c.document_id, documents.c.version)
    query = query.where(documents.c.tenant == tenant, documents.c.deleted.is_(False))
    return {row.document_id: row.version for row in tx.execute(query)}


def tenant_names(tx: Transaction) -> set[str]:
    """Tenants that documents, outlines or generations name."""
    found: set[str] = set()
    for table in (documents, outlines, generations):
        found |= set(tx.execute(select(table.c.tenant).distinct()).scalars())
    return found


def content_ids(tx: Transaction, tenant: str) -> set[str]:
    """Ids that have bytes."""
    return set(tx.execute(select(contents.c.document_id).where(contents.c.tenant == tenant)).scalars())


def content(tx: Transaction, tenant: str, document_id: str) -> bytes | None:
    """A document's bytes, or None."""
    query = select(contents.c.content).where(contents.c.tenant == tenant, contents.c.document_id == document_id)
    return tx.execute(query).scalar()


def owners_of_texts(tx: Transaction) -> dict[str, set[tuple[str, str]]]:
    """The documents `(tenant, document id)` whose outlines hold each text; more than one is a collision."""
    found: dict[str, set[tuple[str, str]]] = {}
    query = select(outlines.c.text_id, outlines.c.tenant, outlines.c.document_id).distinct()
    for text_id, tenant, document_id in tx.execute(query):
        found.setdefault(text_id, set()).add((tenant, document_id))
    return found


def text_ids(tx: Transaction) -> set[str]:
    """Ids of all texts."""
    return set(tx.execute(select(texts.c.text_id).distinct()).scalars())


def retired_text_ids(tx: Transaction) -> set[str]:
    """Ids of texts that wait to be reclaimed."""
    return set(tx.execute(select(retired_texts.c.text_id)).scalars())


def pages(tx: Transaction, text_id: str) -> list[TextPage]:
    """The pages of a text, in order."""
    query = select(texts.c.page, texts.c.lines_before, texts.c.content).where(texts.c.text_id == text_id)
    return [TextPage(*row) for row in tx.execute(query.order_by(texts.c.page))]
