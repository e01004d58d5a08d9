"""Writing what was prepared: the part of a commit that ingest and reindex share, inside their transaction."""

import hashlib

import msgspec

from indexing.edit import timestamp
from indexing.format import encode
from indexing.library import Transaction, generations, outlines, tenants, texts
from indexing.library.documents import Document
from indexing.library.generations import Generation
from indexing.library.outlines import StoredOutline
from indexing.manifest import Manifest
from indexing.prepare import Prepared


def write_outline(
    tx: Transaction, tenant: str, generation: int, document: Document, prepared: Prepared
) -> StoredOutline:
    """Write what was prepared in place of the document's former outline in a generation: the new row.

    Takes new chunk numbers and retires the old ones; a text the document already has keeps its id.
    """
    text_hash = hashlib.sha256(prepared.text.encode()).digest()
    name = document.document_id
    first_chunk = tenants.take_chunks(tx, tenant, len(prepared.hashes))
    text_id = outlines.text_of(tx, tenant, name, text_hash)
    if text_id is None:
        text_id = _text_id(tenant, name, first_chunk)
        texts.save(tx, text_id, prepared.text)
    former = outlines.drop(tx, tenant, generation, name)
    if former is not None and former.text_id != text_id:
        texts.retire(tx, former.text_id)
    stored = StoredOutline(
        document_id=name,
        version=document.version,
        text_id=text_id,
        text_hash=text_hash,
        recipe=prepared.recipe,
        first_chunk=first_chunk,
        n_chunks=len(prepared.hashes),
        n_indexed=sum(chunk.indexed for chunk in prepared.outline.chunks),
        section_access=prepared.section_access,
        stated=prepared.stated,
        report=prepared.report,
        outline=encode(prepared.outline),
        hashes=b"".join(prepared.hashes),
        terms=msgspec.msgpack.encode(prepared.terms),
        vectors=prepared.vectors.tobytes(),
    )
    outlines.save(tx, tenant, generation, stored)
    return stored


def new_generation(tx: Transaction, tenant: str, manifest: Manifest) -> Generation:
    """Reserve and write a generation that is being built."""
    generation = Generation(
        generation=tenants.take_generation(tx, tenant),
        manifest=manifest,
        state="building",
        created_at=timestamp(),
        build=1,
        watermark=-1,
    )
    generations.create(tx, tenant, generation)
    return generation


def _text_id(tenant: str, document_id: str, first_chunk: int) -> str:
    """Derived from what is public and never used twice; not from the text, which guesses could be tested against."""
    return hashlib.sha256(f"{tenant}\0{document_id}\0{first_chunk}".encode()).hexdigest()[:24]
