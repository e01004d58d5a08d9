from itertools import pairwise

from hypothesis import given

from evaluation.coverage import length, shared, union, without
from evaluation.model import DocumentSpan
from tests.evaluation.spans import any_spans, characters, span


def test_spans_that_overlap_or_touch_are_one() -> None:
    assert union([span(0, 4), span(4, 6), span(5, 9), span(11, 12)]) == [span(0, 9), span(11, 12)]


def test_spans_of_different_documents_stay_apart() -> None:
    assert union([span(0, 4, "e"), span(4, 6, "d")]) == [span(4, 6, "d"), span(0, 4, "e")]


def test_empty_spans_have_no_characters() -> None:
    assert union([span(3, 3), span(8, 8)]) == []


@given(any_spans)
def test_a_union_has_just_the_characters_of_its_spans_each_once(spans: list[DocumentSpan]) -> None:
    joined = union(spans)
    assert characters(joined) == characters(spans)
    assert length(joined) == len(characters(spans))
    assert all((one.document_id, one.end) < (other.document_id, other.start) for one, other in pairwise(joined))


@given(any_spans, any_spans)
def test_what_is_shared_are_the_characters_of_both(some: list[DocumentSpan], others: list[DocumentSpan]) -> None:
    assert shared(union(some), union(others)) == len(characters(some) & characters(others))


@given(any_spans, any_spans)
def test_what_is_without_has_the_characters_of_one_only(some: list[DocumentSpan], others: list[DocumentSpan]) -> None:
    left = without(union(some), union(others))
    assert characters(left) == characters(some) - characters(others)
    assert union(left) == left
