"""Outline rows without their blobs of vectors and terms: what reading a document by its id needs, and no more."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import select

from indexing.library.outlines import Report, Stated
from indexing.library.store import Transaction
from indexing.library.tables import outlines

_IDS_A_QUERY = 500
"""Bound parameters of one statement: SQLite builds allow as few as 999."""


class Facts(Struct, frozen=True, kw_only=True):
    """What is said of a document's text, without its structure."""

    text_id: str
    stated: Stated
    report: Report


class Reading(Struct, frozen=True, kw_only=True):
    """A document's text and structure in one generation."""

    facts: Facts
    section_access: dict[int, tuple[str, ...]]
    """Resolved rules by section index."""
    outline: bytes
    """As `indexing.format` writes it."""
    hashes: bytes
    """HASH_BYTES for each chunk, of its embed text."""


def get(tx: Transaction, tenant: str, generation: int, document_id: str) -> Reading | None:
    """What reading this document needs, or None if the generation has it not."""
    query = select(*_FACTS, outlines.c.section_access, outlines.c.outline, outlines.c.hashes).where(
        outlines.c.tenant == tenant, outlines.c.generation == generation, outlines.c.document_id == document_id
    )
    row = tx.execute(query).one_or_none()
    if row is None:
        return None
    rules = msgspec.msgpack.decode(row.section_access, type=dict[int, tuple[str, ...]])
    facts = _facts(row.text_id, row.stated, row.report)
    return Reading(facts=facts, section_access=rules, outline=row.outline, hashes=row.hashes)


def facts(tx: Transaction, tenant: str, generation: int, document_ids: Sequence[str]) -> dict[str, Facts]:
    """What is said of these documents' texts, by id; ids the generation has not are left out."""
    found = {}
    for first in range(0, len(document_ids), _IDS_A_QUERY):
        query = select(outlines.c.document_id, *_FACTS).where(
            outlines.c.tenant == tenant,
            outlines.c.generation == generation,
            outlines.c.document_id.in_(document_ids[first : first + _IDS_A_QUERY]),
        )
        for row in tx.execute(query):
            found[row.document_id] = _facts(row.text_id, row.stated, row.report)
    return found


_FACTS = (outlines.c.text_id, outlines.c.stated, outlines.c.report)


def _facts(text_id: str, stated: bytes, report: bytes) -> Facts:
    return Facts(
        text_id=text_id,
        stated=msgspec.msgpack.decode(stated, type=Stated),
        report=msgspec.msgpack.decode(report, type=Report),
    )
