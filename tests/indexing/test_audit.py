"""The audit: silent over a sound folder, and one finding for each thing that is damaged."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import delete, update

from indexing.audit import Auditor, Check
from indexing.edit import Patch
from indexing.errors import VectorStoreUnavailable
from indexing.follower import Follower
from indexing.format import decode, encode
from indexing.library import Transaction, documents, generations, outlines, tables, texts
from indexing.library.outlines import StoredOutline
from indexing.model import Span
from indexing.vector_store import CollectionKey, Numbers
from tests.fakes import HashingEmbedder, MemoryVectorStore
from tests.parts import FixedProvider, Parts, open_parts

TEXT = "# Handbook\n\nIntroduction.\n\n## Leave\n\nEveryone gets 25 days.\n\n## Pay\n\nThe bonus list.\n"
KEY = CollectionKey("t", 1, 1)


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = open_parts(tmp_path)
    parts.put("a", TEXT)
    parts.put("b", TEXT.replace("25", "30") + "# Travel\n\nTrains first.\n")
    return parts


@pytest.fixture
def store(parts: Parts) -> MemoryVectorStore:
    store = MemoryVectorStore()
    Follower(parts.library, store).catch_up("t")
    return store


def audit(parts: Parts, store: MemoryVectorStore | None = None, embedder: HashingEmbedder | None = None) -> list[Check]:
    provider = FixedProvider(embedder or parts.embedder)
    return list(Auditor(parts.library, parts.ingest, provider, {}, store).audit())


def findings(checks: list[Check]) -> list[tuple[str, str]]:
    return [(check.name, finding) for check in checks for finding in check.findings]


def pending(checks: list[Check]) -> dict[str, int]:
    return {check.name: check.pending for check in checks if check.pending}


def numbers(parts: Parts, document_id: str) -> range:
    with parts.library.read() as tx:
        stored = outlines.get(tx, "t", 1, document_id)
    assert stored is not None
    return range(stored.first_chunk, stored.first_chunk + stored.n_chunks)


def test_nothing_is_off_after_writes_and_a_delete(parts: Parts, store: MemoryVectorStore) -> None:
    parts.put("a", TEXT.replace("bonus", "salary"))
    parts.ingest.patch("t", "b", Patch(access=("group:hr",)))
    parts.put("c", "# C\n\nGone soon.\n")
    parts.ingest.delete("t", "c")
    Follower(parts.library, store).catch_up("t")
    checks = audit(parts, store)
    assert findings(checks) == []
    assert {check.name for check in checks} == {
        *("numbers", "model", "documents", "texts", "outlines", "vectors", "terms", "rights"),
        *("catalog", "lexical", "vector store", "texts held", "tenants", "collections"),
    }
    assert all(check.checked for check in checks)


def test_nothing_is_off_where_chunks_are_pooled_late(tmp_path: Path) -> None:
    parts = open_parts(tmp_path, embedder=HashingEmbedder(late=True))
    parts.put("a", TEXT + "\n\n".join(f"Sentence {i} of a long section follows here." for i in range(60)))
    assert findings(audit(parts)) == []


def test_rows_above_the_watermark_and_dead_ones_are_pending_and_no_fault(
    parts: Parts, store: MemoryVectorStore
) -> None:
    dead = len(numbers(parts, "a"))
    parts.put("a", TEXT.replace("bonus", "salary"))
    checks = audit(parts, store)
    assert findings(checks) == []
    assert pending(checks)["vector store"] == dead + len(numbers(parts, "a"))


def test_without_a_store_its_rows_are_pending_or_not_looked_at(parts: Parts, store: MemoryVectorStore) -> None:
    (check,) = [check for check in audit(parts) if check.name == "vector store"]
    assert "no vector store can be reached" in check.note
    store.available = False
    (check,) = [check for check in audit(parts, store) if check.name == "vector store"]
    assert "switched off" in check.note


def test_rows_missing_from_the_store_and_rows_nobody_knows_are_found(parts: Parts, store: MemoryVectorStore) -> None:
    lost = numbers(parts, "b")[0]
    store.delete(KEY, first=lost, end=lost + 1)
    store.upsert(KEY, np.array([900]), vectors=np.ones((1, 64), np.float32), metadata=[{"ordinal": 0}])
    last = numbers(parts, "b")[-1]
    assert findings(audit(parts, store)) == [
        ("vector store", f"1 rows up to watermark {last} are missing, first {lost}"),
        ("vector store", "1 rows belong to no live chunk, first 900"),
    ]


def test_a_lost_collection_is_found(parts: Parts, store: MemoryVectorStore) -> None:
    store.drop(KEY)
    assert [name for name, finding in findings(audit(parts, store)) if "collection is gone" in finding] == [
        "vector store"
    ]


def test_another_model_is_found(parts: Parts) -> None:
    found = findings(audit(parts, embedder=HashingEmbedder(name="other")))
    assert [name for name, _ in found] == ["model"]
    assert "'hashing'" in found[0][1]


def damage(parts: Parts, change: Callable[[StoredOutline], StoredOutline]) -> list[tuple[str, str]]:
    """What is found after the outline of document `a` was changed behind the index's back."""
    with parts.library.write() as tx:
        stored = outlines.get(tx, "t", 1, "a")
        assert stored is not None
        outlines.save(tx, "t", 1, change(stored))
    return findings(audit(parts))


def test_a_span_beyond_the_text_is_found(parts: Parts) -> None:
    def change(stored: StoredOutline) -> StoredOutline:
        outline = decode(stored.outline)
        last = msgspec.structs.replace(outline.chunks[-1], span=Span(outline.chunks[-1].span.start, 10_000))
        damaged = msgspec.structs.replace(outline, chunks=(*outline.chunks[:-1], last))
        return msgspec.structs.replace(stored, outline=encode(damaged))

    found = damage(parts, change)
    assert ("outlines", f"a: chunks {len(numbers(parts, 'a')) - 1} are empty or reach out of the text") in found


def test_parents_that_do_not_partition_the_chunks_are_found(parts: Parts) -> None:
    def change(stored: StoredOutline) -> StoredOutline:
        outline = decode(stored.outline)
        first = msgspec.structs.replace(outline.parents[0], first_chunk=1)
        damaged = msgspec.structs.replace(outline, parents=(first, *outline.parents[1:]))
        return msgspec.structs.replace(stored, outline=encode(damaged))

    assert ("outlines", "a: parents do not partition the chunks") in damage(parts, change)


@pytest.mark.parametrize(
    ("value", "finding"),
    [(np.nan, "a: the vector of chunk 0 is not finite"), (7.0, "a: vectors of chunks 0 have lengths no vector")],
)
def test_a_vector_the_model_can_not_have_made_is_found(parts: Parts, value: float, finding: str) -> None:
    def change(stored: StoredOutline) -> StoredOutline:
        matrix = outlines.vectors(stored).copy()
        matrix[0, 0] = value
        return msgspec.structs.replace(stored, vectors=matrix.tobytes())

    (found,) = damage(parts, change)
    assert found[0] == "vectors"
    assert found[1].startswith(finding)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("vectors", {"vectors": b"\0" * 12}),
        ("terms", {"terms": b"\xc1"}),
        ("outlines", {"outline": b""}),
        ("rights", {"hashes": b"\0" * 16}),
        ("rights", {"section_access": {1: ("group:hr",)}}),
        ("texts", {"text_hash": b""}),
    ],
)
def test_damaged_bytes_are_found_by_their_check(parts: Parts, name: str, changes: dict[str, object]) -> None:
    found = damage(parts, lambda stored: msgspec.structs.replace(stored, **changes))
    assert name in [check for check, _ in found]
    assert all(finding.startswith("a: ") for _, finding in found)


def in_library(parts: Parts, act: Callable[[Transaction, StoredOutline], None]) -> list[tuple[str, str]]:
    with parts.library.write() as tx:
        stored = outlines.get(tx, "t", 1, "a")
        assert stored is not None
        act(tx, stored)
    return findings(audit(parts))


def test_a_lost_text_and_one_nobody_holds_are_found(parts: Parts) -> None:
    def act(tx: Transaction, stored: StoredOutline) -> None:
        texts.save(tx, "stray", "nobody's")
        outlines.save(tx, "t", 1, msgspec.structs.replace(stored, text_id="gone"))

    found = in_library(parts, act)
    assert ("texts", "a: text gone is gone") in found
    assert ("texts held", "text stray belongs to no document") in found


def test_a_live_document_outside_the_index_and_a_dead_one_in_it_are_found(parts: Parts) -> None:
    def act(tx: Transaction, stored: StoredOutline) -> None:
        document = documents.get(tx, "t", "b")
        assert document is not None
        documents.bury(tx, "t", document, 9)
        outlines.save(tx, "t", 1, msgspec.structs.replace(stored, version=7))

    assert [pair for pair in in_library(parts, act) if pair[0] == "documents"] == [
        ("documents", "b: deleted, and still in the index"),
        ("documents", "a: version 1 is not in the index"),
    ]


def test_chunk_numbers_used_twice_are_found(parts: Parts) -> None:
    def act(tx: Transaction, stored: StoredOutline) -> None:
        outlines.save(tx, "t", 1, msgspec.structs.replace(stored, first_chunk=numbers(parts, "b")[0]))

    assert "share chunk numbers" in dict(in_library(parts, act))["numbers"]


@pytest.mark.parametrize(
    ("table", "column"),
    [("outlines", "report"), ("documents", "body"), ("outlines", "stated"), ("outlines", "vectors")],
)
def test_a_row_that_can_not_be_read_is_a_finding_and_the_others_are_audited(
    parts: Parts, table: str, column: str
) -> None:
    damaged = tables.metadata.tables[table]
    with parts.library.write() as tx:
        tx.execute(update(damaged).where(damaged.c.document_id == "a").values({column: b"?"}))
    checks = audit(parts)
    found = findings(checks)
    assert {finding[:3] for _, finding in found} == {"a: "}
    assert {name for name, _ in found} <= {"outlines", "vectors"}
    assert next(check.checked for check in checks if check.name == "catalog") == len(numbers(parts, "b"))


def test_a_manifest_that_can_not_be_read_is_a_finding_and_other_tenants_are_audited(parts: Parts) -> None:
    parts.put("a", TEXT, tenant="u")
    with parts.library.write() as tx:
        tx.execute(update(tables.generations).where(tables.generations.c.tenant == "t").values(manifest=b"?"))
    checks = audit(parts)
    assert [name for name, _ in findings(checks)] == ["rows"]
    assert {check.tenant for check in checks if check.name == "lexical"} == {"u"}


def test_rows_of_a_tenant_without_counters_are_a_finding(parts: Parts) -> None:
    with parts.library.write() as tx:
        tx.execute(delete(tables.tenants))
    assert ("tenants", "tenant 't' has rows and no counters") in findings(audit(parts))


def test_a_watermark_no_chunk_has_reached_is_a_finding(parts: Parts, store: MemoryVectorStore) -> None:
    with parts.library.write() as tx:
        generations.set_watermark(tx, "t", 1, 10_000)
    assert [name for name, _ in findings(audit(parts, store))] == ["numbers"]


def test_collections_no_generation_uses_are_counted_as_pending(parts: Parts, store: MemoryVectorStore) -> None:
    store.open(CollectionKey("t", 7, 1))
    store.open(CollectionKey("somebody else's", 1, 1))
    assert pending(audit(parts, store)) == {"collections": 1}


class Forgetful(MemoryVectorStore):
    """Has all rows and finds none of them, as a store does that lost its graph."""

    def query(self, key: CollectionKey, vector: NDArray[np.float32], *, depth: int) -> Numbers:
        return super().query(key, vector, depth=depth)[:0]


def test_a_store_that_does_not_find_its_rows_is_a_finding(parts: Parts) -> None:
    store = Forgetful()
    follower = Follower(parts.library, store)
    follower.catch_up("t")
    assert [name for name, _ in findings(audit(parts, store))] == ["vector store"]


class Unreadable(MemoryVectorStore):
    """Answers, but not for this collection."""

    def ids(self, key: CollectionKey) -> Iterator[Numbers]:
        raise VectorStoreUnavailable("the graph is damaged")


def test_a_collection_that_an_answering_store_can_not_read_is_a_finding(parts: Parts) -> None:
    store = Unreadable()
    Follower(parts.library, store).catch_up("t")
    ((name, finding),) = findings(audit(parts, store))
    assert (name, "the graph is damaged" in finding) == ("vector store", True)
    store.available = False
    assert findings(audit(parts, store)) == []
