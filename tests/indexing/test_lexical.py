import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from indexing.analyze import Analyzer
from indexing.config import AnalyzerConfig
from indexing.lexical import LexicalHits, SegmentedBM25, lexical_corpus, top
from indexing.postings import Segment, Vocabulary, append, build_segment, count_terms

analyzer = Analyzer(AnalyzerConfig())

words = st.sampled_from("abcdefgh")
chunks = st.lists(words, max_size=12).map(" ".join)
documents = st.lists(st.lists(chunks, max_size=4), max_size=8)


class ReferenceBM25(BM25Okapi):
    """Plain rank_bm25 with another idf."""

    def _calc_idf(self, nd: dict[str, int]) -> None:
        self.idf = {term: math.log(1 + (self.corpus_size - n + 0.5) / (n + 0.5)) for term, n in nd.items()}


def segments_of(vocabulary: Vocabulary, texts: Sequence[Sequence[str]]) -> tuple[Segment, ...]:
    """One document a segment, merged as they come."""
    segments: tuple[Segment, ...] = ()
    for document in texts:
        first_row = segments[-1].end_row if segments else 0
        segments = append(segments, build_segment(vocabulary, first_row, [count_terms(analyzer, document)]))
    return segments


def scorer_of(texts: Sequence[str], dead: Sequence[int] = (), **parameters: float) -> SegmentedBM25:
    vocabulary = Vocabulary()
    segments = segments_of(vocabulary, [[text] for text in texts])
    alive = np.ones(len(texts), np.bool_)
    alive[list(dead)] = False
    return SegmentedBM25(lexical_corpus(vocabulary, segments, alive), **parameters)


def found(scorer: SegmentedBM25, query: str) -> list[int]:
    """Rows, best first."""
    hits = scorer.search(analyzer.query_terms(query))
    return top(hits, np.ones(len(scorer.doc_len), np.bool_), 100).rows.tolist()


@given(documents, st.sets(st.integers(0, 31)), st.lists(words, max_size=6), st.sampled_from([(1.5, 0.75), (0.9, 0.0)]))
def test_scores_are_those_of_rank_bm25_over_the_rows_alive(
    texts: list[list[str]], dead: set[int], query: list[str], parameters: tuple[float, float]
) -> None:
    k1, b = parameters
    rows = [chunk for document in texts for chunk in document]
    alive = np.array([row not in dead for row in range(len(rows))], np.bool_)
    vocabulary = Vocabulary()
    scorer = SegmentedBM25(lexical_corpus(vocabulary, segments_of(vocabulary, texts), alive), k1=k1, b=b)
    expected = np.zeros(len(rows))
    kept = [chunk.split() for row, chunk in enumerate(rows) if alive[row]]
    if any(kept):
        expected[alive] = ReferenceBM25(kept, k1=k1, b=b).get_scores(list(dict.fromkeys(query)))
    assert np.allclose(scorer.get_scores(query), expected, rtol=0, atol=1e-9)
    assert scorer.search(query).rows.tolist() == [
        row for row, chunk in enumerate(rows) if alive[row] and set(query) & set(chunk.split())
    ]


@pytest.mark.parametrize("texts", [[], [""], ["", "…"]])
def test_a_corpus_without_terms_answers_nothing(texts: list[str]) -> None:
    assert found(scorer_of(texts), "a") == []


def test_a_corpus_whose_rows_all_died_answers_nothing() -> None:
    assert found(scorer_of(["a", "a b"], dead=[0, 1]), "a") == []


def test_dead_rows_beside_living_rows_without_terms_answer_nothing() -> None:
    assert found(scorer_of(["a", ""], dead=[0]), "a") == []


def test_the_only_row_is_a_hit_with_a_positive_score() -> None:
    hits = scorer_of(["only doc"]).search(["only"])
    assert hits.rows.tolist() == [0]
    assert hits.scores[0] > 0


def test_a_term_in_half_of_the_rows_has_a_positive_idf() -> None:
    scorer = scorer_of(["fee table", "travel policy"])
    hits = scorer.search(["travel"])
    assert hits.rows.tolist() == [1]
    assert hits.scores.tolist() == pytest.approx([math.log(2)])


def test_rows_match_by_a_shared_term_and_no_others_do() -> None:
    assert found(scorer_of(["a b", "c", "a", "d"]), "a") == [2, 0]


def test_a_repeated_query_term_counts_once() -> None:
    scorer = scorer_of(["a b", "a c", "b"])
    assert scorer.get_scores(["a", "a", "a"]).tolist() == scorer.get_scores(["a"]).tolist()


def test_unknown_terms_change_nothing() -> None:
    scorer = scorer_of(["a b", "b"])
    assert scorer.get_scores(["zebra", "a"]).tolist() == scorer.get_scores(["a"]).tolist()
    assert scorer.search(["zebra"]).rows.tolist() == []


def test_batch_scores_are_those_of_the_rows_asked_for() -> None:
    scorer = scorer_of(["a b", "c", "a"])
    assert scorer.get_batch_scores(["a"], [2, 1]) == scorer.get_scores(["a"])[[2, 1]].tolist()


CONTRACT = (
    "床位费每月三百元",
    "押金两个月后退还",
    "水电费由租客承担",
    "甲方ＡＢＣ公司应付１２３元",
    "refund of the 押金 deposit",
)


@pytest.mark.parametrize(("query", "rows"), [("押金", {1, 4}), ("押", {1, 4}), ("abc 123", {3}), ("營收", set())])
def test_chinese_and_full_width_text_is_found_and_nothing_else(query: str, rows: set[int]) -> None:
    assert set(found(scorer_of(CONTRACT), query)) == rows


def test_the_text_in_both_languages_of_the_query_comes_first() -> None:
    assert found(scorer_of(CONTRACT), "deposit押金")[0] == 4


def test_the_mask_decides_what_comes_back() -> None:
    hits = scorer_of(["cedar desk", "cedar forest", "oak table"]).search(["cedar"])
    assert top(hits, np.array([True, False, False]), 3).rows.tolist() == [0]
    assert top(hits, np.array([False, False, True]), 3).rows.tolist() == []


@given(st.lists(st.sampled_from([0.5, 0.5000001, 0.7, 0.9]), max_size=20), st.integers(0, 25), st.data())
def test_top_is_the_beginning_of_all_admitted_hits_by_rounded_score_and_row(
    scores: list[float], depth: int, data: st.DataObject
) -> None:
    mask = np.array(data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores))), np.bool_)
    hits = LexicalHits(rows=np.arange(len(scores), dtype=np.int32), scores=np.array(scores, np.float64))
    best = top(hits, mask, depth)
    expected = sorted((-round(score, 6), row) for row, score in enumerate(scores) if mask[row])[:depth]
    assert [(-score, row) for row, score in zip(best.rows.tolist(), best.scores.tolist(), strict=True)] == expected


def test_scores_do_not_depend_on_the_number_of_segments() -> None:
    texts = [f"a b{i % 3} c{i % 5}" for i in range(37)]
    vocabulary = Vocabulary()
    whole = append((), build_segment(vocabulary, 0, [count_terms(analyzer, texts)]))
    scorer = SegmentedBM25(lexical_corpus(vocabulary, whole, np.ones(37, np.bool_)))
    assert scorer.get_scores(["b1", "a", "c2"]).tolist() == scorer_of(texts).get_scores(["b1", "a", "c2"]).tolist()
