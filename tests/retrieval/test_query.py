import pytest
from msgspec.structs import replace

from retrieval.config import RetrievalConfig
from retrieval.errors import InvalidQuery, QueryTooLong
from retrieval.model import Query
from retrieval.query import validated

CONFIG = RetrievalConfig()
GOOD = Query(text="leave")


def test_text_is_trimmed_of_all_white_space() -> None:
    assert validated(replace(GOOD, text=" \u3000押金?\n"), CONFIG).text == "押金?"


def test_lone_surrogates_are_replaced() -> None:
    assert validated(replace(GOOD, text="a\ud83d"), CONFIG).text == "a\ufffd"


@pytest.mark.parametrize("text", ["", "   ", "\u3000\n"])
def test_a_blank_query_is_an_error(text: str) -> None:
    with pytest.raises(InvalidQuery, match=r"^query: is empty"):
        validated(replace(GOOD, text=text), CONFIG)


def test_a_query_of_4096_characters_is_the_longest() -> None:
    assert len(validated(replace(GOOD, text=" " + "x" * 4096), CONFIG).text) == 4096
    with pytest.raises(QueryTooLong) as caught:
        validated(replace(GOOD, text="x" * 4097), CONFIG)
    assert caught.value.code == "query_too_long"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("top_k", 0),
        ("top_k", -1),
        ("top_k", 101),
        ("top_k", True),
        ("window", 11),
        ("window", -1),
        ("max_passage_tokens", 15),
        ("max_context_tokens", 15),
        ("min_similarity", float("nan")),
        ("min_similarity", -0.1),
        ("min_similarity", 1.1),
        ("mode", "sparse"),
        ("expand", "document"),
    ],
)
def test_a_field_out_of_range_is_an_error_that_names_it(field: str, value: object) -> None:
    with pytest.raises(InvalidQuery) as caught:
        validated(replace(GOOD, **{field: value}), CONFIG)
    assert caught.value.field == field
