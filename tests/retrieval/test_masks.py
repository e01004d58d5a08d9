from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.access import Scope
from indexing.config import AttributeType
from retrieval.filters import parse_filter
from retrieval.masks import masks, row_mask
from tests.retrieval.corpus import TENANT, Corpus, Document, Part, document, group, line

TYPES: dict[str, AttributeType] = {"lang": "string", "year": "number", "draft": "bool", "from": "date", "tags": "list"}
DOCUMENTS: list[tuple[str, dict[str, Any]]] = [
    ("a", {"lang": "en", "year": 2023, "draft": True, "from": "2024-05-01", "tags": ["x", "y"]}),
    ("b", {"lang": "zh", "year": 2024.5, "draft": False, "from": "2024-05-01T12:00+02:00", "tags": ["y", 3]}),
    ("c", {"year": 1, "draft": False, "tags": []}),
    ("d", {}),
]
CORPUS = Corpus(*(line(name, "one", attributes=facts) for name, facts in DOCUMENTS), attributes=TYPES)


def admitted(corpus: Corpus, where: dict[str, Any]) -> str:
    condition = parse_filter(where, corpus.attributes)
    assert condition is not None
    snapshot = corpus.snapshot()
    rows = np.flatnonzero(row_mask(snapshot, condition))
    return "".join(snapshot.documents[snapshot.rows.document[row]].document_id for row in rows)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"lang": "en"}, "a"),
        ({"lang": {"$ne": "en"}}, "b"),
        ({"lang": {"$in": ["zh", "fr"]}}, "b"),
        ({"lang": {"$nin": ["zh"]}}, "a"),
        ({"lang": {"$exists": False}}, "cd"),
        ({"lang": {"$exists": True}}, "ab"),
        ({"year": {"$gte": 2023, "$lt": 2024.5}}, "a"),
        ({"year": {"$gt": 2023}}, "b"),
        ({"year": {"$lte": 2023}}, "ac"),
        ({"year": 1.0}, "c"),
        ({"draft": False}, "bc"),
        ({"draft": {"$ne": False}}, "a"),
        ({"from": "2024-05-01T00:00Z"}, "a"),
        ({"from": "2024-05-01T10:00:00Z"}, "b"),
        ({"from": {"$gt": "2024-05-01"}}, "b"),
        ({"from": {"$in": ["2024-05-01", "2024-05-02"]}}, "a"),
        ({"from": {"$ne": "2024-05-01"}}, "b"),
        ({"tags": {"$contains": "y"}}, "ab"),
        ({"tags": {"$contains": 3}}, "b"),
        ({"tags": {"$contains": "3"}}, ""),
        ({"tags": {"$not_contains": "x"}}, "b"),
        ({"$or": [{"lang": "zh"}, {"year": 1}]}, "bc"),
        ({"$and": [{"draft": False}, {"tags": {"$exists": True}}]}, "b"),
        ({"document_id": {"$in": ["a", "d", "unknown"]}}, "ad"),
        ({"document_id": {"$ne": "a"}}, "bcd"),
        ({"document_id": {"$exists": False}}, ""),
    ],
)
def test_a_filter_admits_the_documents_it_describes(where: dict[str, Any], expected: str) -> None:
    assert admitted(CORPUS, where) == expected


def coded() -> Document:
    return document("d", Part(1, "T", ("words",)), Part(2, "C", ("x = 1",), kind="code"), Part(2, "E"))


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"kind": "code"}, [1]),
        ({"language": "python"}, [1]),
        ({"language": "rust"}, []),
        ({"language": {"$ne": "rust"}}, [1]),
        ({"language": {"$exists": False}}, [0, 2]),
        ({"$or": [{"kind": "code"}, {"document_id": "d"}]}, [0, 1, 2]),
        ({"kind": "code", "document_id": "other"}, []),
    ],
)
def test_fields_of_blocks_are_compared_row_by_row(where: dict[str, Any], expected: list[int]) -> None:
    corpus = Corpus(coded())
    condition = parse_filter(where, {})
    assert condition is not None
    assert np.flatnonzero(row_mask(corpus.snapshot(), condition)).tolist() == expected


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"document_kind": "code"}, [2]),
        ({"document_kind": {"$in": ["faq", "legal"]}}, [0]),
        ({"document_kind": {"$ne": "faq"}}, [1, 2]),
        ({"kind": "code"}, [1, 2]),
        ({"kind": "code", "document_kind": "markdown"}, [1]),
    ],
)
def test_a_documents_kind_and_a_blocks_kind_are_two_fields(where: dict[str, Any], expected: list[int]) -> None:
    corpus = Corpus(
        line("a", "why", kind="faq"),
        document("b", Part(0, "", ("x = 1",), kind="code"), kind="markdown"),
        document("c", Part(0, "", ("y = 2",), kind="code"), kind="code"),
    )
    condition = parse_filter(where, {})
    assert condition is not None
    assert np.flatnonzero(row_mask(corpus.snapshot(), condition)).tolist() == expected


def test_only_readable_live_indexed_rows_are_visible() -> None:
    corpus = Corpus(coded(), document("e", Part(1, "T", ("own",)), Part(2, "H", ("hidden",), group("hr"))))
    corpus.add(line("d", "new"))
    seen = masks(corpus.snapshot(), Scope(TENANT, frozenset()), None)
    assert seen.readable.tolist() == [False, False, False, True, False, True]
    assert seen.visible.tolist() == [False, False, False, True, False, True]


def test_a_heading_alone_is_readable_and_not_visible() -> None:
    seen = masks(Corpus(coded()).snapshot(), Scope(TENANT, frozenset()), None)
    assert seen.readable.tolist() == [True, True, True]
    assert seen.visible.tolist() == [True, True, False]


def test_an_attribute_declared_after_loading_is_missing_everywhere() -> None:
    corpus = Corpus(line("a", "one"))
    snapshot = corpus.snapshot()
    assert not row_mask(snapshot, parse_filter({"x": 1}, {"x": "number"})).any()  # type: ignore[arg-type]
    assert row_mask(snapshot, parse_filter({"x": {"$exists": False}}, {"x": "number"})).all()  # type: ignore[arg-type]


@given(st.sets(st.sampled_from(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin"]), min_size=1))
def test_a_missing_attribute_fails_every_comparison(operators: set[str]) -> None:
    operands = {name: [1] if name in ("$in", "$nin") else 1 for name in operators}
    assert "d" not in admitted(CORPUS, {"$or": [{"year": {name: value}} for name, value in operands.items()]})
