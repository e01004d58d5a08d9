from hypothesis import given

from evaluation.model import DocumentSpan
from evaluation.span_index import SpanIndex
from tests.evaluation.spans import any_spans, characters, evidence_spans, span


def test_a_span_is_held_by_one_span_not_by_two_that_touch() -> None:
    index = SpanIndex([span(0, 10), span(10, 20)])
    assert [index.holds(span(0, 10)), index.holds(span(12, 20)), index.holds(span(9, 11))] == [True, True, False]


def test_a_span_is_held_by_a_long_span_behind_short_ones() -> None:
    assert SpanIndex([span(0, 100), span(5, 6), span(7, 8)]).holds(span(50, 60))


def test_a_short_span_below_a_long_one_does_not_meet_what_only_the_long_one_reaches() -> None:
    assert SpanIndex([span(0, 100), span(5, 10)]).meeting(span(10, 20)) == [span(0, 100)]


def test_what_borders_on_a_span_meets_it_only_when_asked_for() -> None:
    index = SpanIndex([span(0, 10), span(10, 20), span(20, 30), span(31, 40)])
    assert index.meeting(span(10, 20)) == [span(10, 20)]
    assert index.meeting(span(10, 20), bordering=True) == [span(0, 10), span(10, 20), span(20, 30)]


def test_other_documents_meet_nothing() -> None:
    index = SpanIndex([span(0, 10, "d")])
    assert not index.holds(span(0, 10, "e"))
    assert index.meeting(span(0, 10, "e")) == []


@given(any_spans, evidence_spans)
def test_an_index_finds_what_looking_at_every_span_finds(spans: list[DocumentSpan], asked: list[DocumentSpan]) -> None:
    index = SpanIndex(spans)
    for one in asked:
        assert index.holds(one) == any(characters([one]) <= characters([other]) for other in spans)
        met = [other for other in sorted(spans) if characters([one]) & characters([other])]
        assert [other for other in index.meeting(one) if other.start < other.end] == met
