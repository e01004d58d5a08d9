from typing import Any

import pytest

from indexing.config import AttributeType
from retrieval.errors import InvalidFilter
from retrieval.filters import Comparison, Every, Some, parse_filter

DECLARED: dict[str, AttributeType] = {
    "lang": "string",
    "year": "number",
    "draft": "bool",
    "from": "date",
    "tags": "list",
}


def test_no_condition_is_no_filter() -> None:
    assert parse_filter(None, DECLARED) is None
    assert parse_filter({}, DECLARED) is None


def test_a_bare_value_means_equal() -> None:
    assert parse_filter({"lang": "zh"}, DECLARED) == Comparison("lang", "string", "$eq", "zh")


def test_several_fields_and_operators_must_all_hold() -> None:
    parsed = parse_filter({"lang": "zh", "year": {"$gte": 1, "$lt": 5}}, DECLARED)
    assert isinstance(parsed, Every)
    assert [part.operator for part in parsed.parts if isinstance(part, Comparison)] == ["$eq", "$gte", "$lt"]


def test_combinations_nest() -> None:
    parsed = parse_filter({"$or": [{"lang": "zh"}, {"$and": [{"year": 1}, {"draft": False}]}]}, DECLARED)
    assert isinstance(parsed, Some)
    assert isinstance(parsed.parts[1], Every)


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ({"tenat": "t1"}, "filter.tenat"),
        ({"$or": [{"tenant": "t2"}, {"lang": "en"}]}, "filter.$or[0].tenant"),
        ({"$not": {"lang": "en"}}, "filter.$not"),
        ({"year": {"$gte": "2024"}}, "filter.year.$gte"),
        ({"year": True}, "filter.year"),
        ({"year": float("inf")}, "filter.year"),
        ({"lang": 5}, "filter.lang"),
        ({"lang": None}, "filter.lang"),
        ({"lang": ["zh"]}, "filter.lang"),
        ({"lang": {"$gt": "a"}}, "filter.lang.$gt"),
        ({"lang": {"$regex": "a"}}, "filter.lang.$regex"),
        ({"lang": {}}, "filter.lang"),
        ({"lang": {"$in": []}}, "filter.lang.$in"),
        ({"lang": {"$in": "zh"}}, "filter.lang.$in"),
        ({"lang": {"$in": ["zh", 5]}}, "filter.lang.$in[1]"),
        ({"lang": {"$exists": 1}}, "filter.lang.$exists"),
        ({"draft": 1}, "filter.draft"),
        ({"from": "May 2024"}, "filter.from"),
        ({"from": 20240501}, "filter.from"),
        ({"tags": "a"}, "filter.tags"),
        ({"tags": {"$eq": "a"}}, "filter.tags.$eq"),
        ({"tags": {"$contains": ["a"]}}, "filter.tags.$contains"),
        ({"kind": "tabel"}, "filter.kind"),
        ({"document_kind": "list_item"}, "filter.document_kind"),
        ({"$and": []}, "filter.$and"),
        ({"$or": {"lang": "zh"}}, "filter.$or"),
        ({"$or": [{}]}, "filter.$or[0]"),
        ({"$or": ["zh"]}, "filter.$or[0]"),
        ([{"lang": "zh"}], "filter"),
    ],
)
def test_what_has_no_meaning_is_an_error_that_names_its_place(where: Any, path: str) -> None:
    with pytest.raises(InvalidFilter) as caught:
        parse_filter(where, DECLARED)
    assert caught.value.path == path


def test_a_word_of_the_other_kind_is_named() -> None:
    with pytest.raises(InvalidFilter, match="'faq' is a word of 'document_kind'"):
        parse_filter({"kind": "faq"}, DECLARED)
    with pytest.raises(InvalidFilter, match="'turn' is a word of 'kind'"):
        parse_filter({"document_kind": "turn"}, DECLARED)


def test_nesting_and_size_are_bounded() -> None:
    deep: dict[str, Any] = {"lang": "zh"}
    for _ in range(50):
        deep = {"$and": [deep]}
    with pytest.raises(InvalidFilter, match="deep"):
        parse_filter(deep, DECLARED)
    with pytest.raises(InvalidFilter, match="comparisons"):
        parse_filter({"$or": [{"year": n} for n in range(300)]}, DECLARED)
    with pytest.raises(InvalidFilter, match="values"):
        parse_filter({"year": {"$in": list(range(10_001))}}, DECLARED)
