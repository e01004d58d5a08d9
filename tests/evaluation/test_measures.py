from collections.abc import Callable, Sequence
from itertools import chain
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation import measures
from evaluation.coverage import Passages, Spans, union
from evaluation.model import DocumentSpan
from evaluation.span_index import SpanIndex
from tests.evaluation.spans import any_spans, characters, evidence_spans, passages_of_spans, span

AtK = Callable[[Spans, Passages, int], float]

AT_K: Sequence[AtK] = (
    measures.recall,
    measures.precision,
    measures.iou,
    measures.hit,
    measures.mrr,
    measures.ndcg_of_spans,
    measures.whole,
    measures.complete,
)
NEVER_FALL_WITH_K: Sequence[AtK] = (
    measures.recall,
    measures.hit,
    measures.mrr,
    measures.ndcg_of_spans,
    measures.whole,
    measures.complete,
)
OF_CHARACTERS: Sequence[AtK] = (
    measures.recall,
    measures.precision,
    measures.iou,
    measures.hit,
    measures.mrr,
    measures.ndcg_of_spans,
)
depths = st.integers(1, 8)

EVIDENCE = [span(100, 140), span(200, 210)]
"""50 characters in two spans."""
REPLY = [
    [span(0, 100, "other")],  # another document
    [span(90, 120)],  # half of the first span
    [span(110, 150), span(195, 215)],  # the rest of it, 10 characters again, and all of the second
]


def test_recall_counts_evidence_once_however_often_it_is_returned() -> None:
    assert [measures.recall(EVIDENCE, REPLY, k) for k in (1, 2, 3, 9)] == [0.0, 20 / 50, 1.0, 1.0]


def test_precision_counts_all_that_was_returned_in_full() -> None:
    assert [measures.precision(EVIDENCE, REPLY, k) for k in (1, 2, 3)] == [0.0, 20 / 130, 50 / 190]


def test_iou_adds_missed_evidence_to_what_was_returned() -> None:
    assert [measures.iou(EVIDENCE, REPLY, k) for k in (1, 2, 3)] == [0.0, 20 / 160, 50 / 190]


def test_the_first_passage_with_evidence_decides_hit_and_reciprocal_rank() -> None:
    assert [measures.hit(EVIDENCE, REPLY, k) for k in (1, 2)] == [0.0, 1.0]
    assert [measures.mrr(EVIDENCE, REPLY, k) for k in (1, 2, 3)] == [0.0, 0.5, 0.5]


def test_a_passage_gains_only_the_evidence_that_it_is_the_first_to_bring() -> None:
    expected = (20 / 50) / log2(3) + (30 / 50) / log2(4)
    assert measures.ndcg_of_spans(EVIDENCE, REPLY, 3) == pytest.approx(expected, abs=1e-12)
    assert measures.ndcg_of_spans(EVIDENCE, [EVIDENCE, *REPLY], 4) == 1.0


def test_a_span_is_whole_in_one_passage_not_in_two_together() -> None:
    assert measures.recall(EVIDENCE, REPLY, 3) == 1.0
    assert measures.whole(EVIDENCE, REPLY, 3) == 0.5
    assert measures.complete(EVIDENCE, REPLY, 3) == 0.0
    assert measures.complete(EVIDENCE, [[span(100, 140)], [span(200, 210)]], 2) == 1.0


def test_spans_of_a_passage_that_touch_are_one_those_with_a_gap_are_not() -> None:
    assert measures.whole([span(5, 15)], [[span(0, 10), span(10, 20)]], 1) == 1.0
    assert measures.whole([span(5, 15)], [[span(0, 10), span(11, 20)]], 1) == 0.0


def test_evidence_in_several_documents_is_asked_for_in_each() -> None:
    evidence = [span(0, 30, "a"), span(0, 10, "b")]
    assert measures.recall(evidence, [[span(0, 50, "b")]], 5) == 0.25
    assert measures.whole(evidence, [[span(0, 50, "b")]], 5) == 0.5


def test_precision_omega_is_that_of_the_chunks_with_evidence() -> None:
    chunks = SpanIndex([span(0, 100), span(100, 180), span(180, 250), span(0, 50, "other")])
    assert measures.precision_omega(EVIDENCE, chunks) == 50 / 150


def test_overlapping_chunks_count_once_in_precision_omega() -> None:
    chunks = SpanIndex([span(0, 20), span(10, 30), span(20, 40)])
    assert measures.precision_omega([span(15, 25)], chunks) == 10 / 40


def test_evidence_in_no_chunk_lowers_precision_omega() -> None:
    assert measures.precision_omega([span(0, 20)], SpanIndex([span(10, 30)])) == 10 / 30
    assert measures.precision_omega([span(0, 20)], SpanIndex([])) == 0.0


def test_chunks_that_only_border_on_evidence_count_as_published_when_asked_for() -> None:
    chunks = SpanIndex([span(0, 10), span(10, 20), span(20, 30)])
    assert measures.precision_omega([span(10, 20)], chunks) == 1.0
    assert measures.precision_omega([span(10, 20)], chunks, bordering=True) == 10 / 30


def test_a_boundary_through_evidence_leaves_it_whole_in_the_parent_only() -> None:
    chunks, parents = SpanIndex([span(0, 120), span(120, 250)]), SpanIndex([span(0, 250)])
    assert measures.whole_in(EVIDENCE, chunks) == 0.5
    assert measures.whole_in(EVIDENCE, parents) == 1.0


@pytest.mark.parametrize("measure", AT_K)
def test_a_question_without_results_scores_zero(measure: AtK) -> None:
    assert measure(EVIDENCE, [], 5) == 0.0
    assert measure(EVIDENCE, [[], []], 5) == 0.0


@pytest.mark.parametrize("measure", AT_K)
@pytest.mark.parametrize("evidence", [[], [span(3, 3)], [span(0, 5), span(9, 8)]])
def test_a_question_without_evidence_is_refused(measure: AtK, evidence: list[DocumentSpan]) -> None:
    with pytest.raises(ValueError, match="needs evidence"):
        measure(evidence, REPLY, 5)


@pytest.mark.parametrize("measure", AT_K)
def test_a_k_below_one_is_refused(measure: AtK) -> None:
    with pytest.raises(ValueError, match="at least 1: 0"):
        measure(EVIDENCE, REPLY, 0)


@given(evidence_spans, passages_of_spans, depths)
def test_measures_equal_those_counted_character_by_character(
    evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int
) -> None:
    wanted, shown = characters(evidence), characters(chain.from_iterable(passages[:k]))
    size = sum(one.end - one.start for one in chain.from_iterable(passages[:k]))
    covered = len(wanted & shown)
    assert measures.recall(evidence, passages, k) == covered / len(wanted)
    assert measures.precision(evidence, passages, k) == (covered / size if size else 0)
    assert measures.iou(evidence, passages, k) == covered / (size + len(wanted - shown))
    assert measures.hit(evidence, passages, k) == (covered > 0)
    with_evidence = [rank for rank, one in enumerate(passages[:k], start=1) if wanted & characters(one)]
    assert measures.mrr(evidence, passages, k) == (1 / with_evidence[0] if with_evidence else 0)


@given(evidence_spans, passages_of_spans, depths)
def test_ndcg_adds_what_each_rank_is_the_first_to_bring(
    evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int
) -> None:
    missed, expected = characters(evidence), 0.0
    for rank, passage in enumerate(passages[:k], start=1):
        brought = missed & characters(passage)
        expected += len(brought) / len(characters(evidence)) / log2(rank + 1)
        missed -= brought
    assert measures.ndcg_of_spans(evidence, passages, k) == pytest.approx(expected, abs=1e-12)


@given(evidence_spans, passages_of_spans, depths)
def test_a_span_is_whole_where_a_run_of_a_passage_has_all_its_characters(
    evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int
) -> None:
    runs = [characters([run]) for passage in passages[:k] for run in union(passage)]
    kept = [any(characters([one]) <= run for run in runs) for one in evidence]
    assert measures.whole(evidence, passages, k) == sum(kept) / len(evidence)
    assert measures.complete(evidence, passages, k) == all(kept)


@given(evidence_spans, any_spans, st.booleans())
def test_precision_omega_equals_that_counted_character_by_character(
    evidence: list[DocumentSpan], chunks: list[DocumentSpan], bordering: bool
) -> None:
    def meets(chunk: DocumentSpan, one: DocumentSpan) -> bool:
        between = max(chunk.start, one.start) - min(chunk.end, one.end)
        return chunk.document_id == one.document_id and (between <= 0 if bordering else between < 0)

    chunks = [chunk for chunk in chunks if chunk.start < chunk.end]
    met = characters(chunk for chunk in chunks if any(meets(chunk, one) for one in union(evidence)))
    expected = len(met & characters(evidence)) / len(met | characters(evidence))
    assert measures.precision_omega(evidence, SpanIndex(chunks), bordering=bordering) == expected


@given(evidence_spans, passages_of_spans, depths)
def test_measures_are_shares(evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int) -> None:
    assert all(0 <= measure(evidence, [union(one) for one in passages], k) <= 1 for measure in AT_K)


@given(evidence_spans, passages_of_spans, depths)
def test_more_passages_never_show_less(
    evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int
) -> None:
    assert all(measure(evidence, passages, k) <= measure(evidence, passages, k + 1) for measure in NEVER_FALL_WITH_K)


@given(evidence_spans, passages_of_spans, depths, st.data())
def test_evidence_and_passages_cut_in_two_where_nothing_is_lost_measure_the_same(
    evidence: list[DocumentSpan], passages: list[list[DocumentSpan]], k: int, data: st.DataObject
) -> None:
    def halves(spans: list[DocumentSpan]) -> list[DocumentSpan]:
        cut = data.draw(st.integers(0, 12))
        middle = [min(one.end, one.start + cut) for one in spans]
        pieces = [
            [span(one.start, at, one.document_id), span(at, one.end, one.document_id)]
            for one, at in zip(spans, middle, strict=True)
        ]
        return [piece for piece in chain.from_iterable(pieces) if piece.start < piece.end]

    cut_passages = [halves(passage) for passage in passages]
    for measure in OF_CHARACTERS:
        assert measure(halves(evidence), cut_passages, k) == measure(evidence, passages, k)
    assert measures.whole(evidence, cut_passages, k) == measures.whole(evidence, passages, k)
