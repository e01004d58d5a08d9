from collections.abc import Callable

import ir_measures
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG

from evaluation.ranking import dcg, ndcg, reciprocal_rank, success

gains = st.lists(st.integers(0, 5), min_size=1, max_size=12)
depths = st.integers(1, 14)


def reference(measure: ir_measures.Measure, ranked: list[int], missed: list[int]) -> float:
    """What trec_eval says of a ranking with these gains, when there are others that it did not bring."""
    qrels = [Qrel("q", f"r{rank}", gain) for rank, gain in enumerate(ranked)]
    qrels += [Qrel("q", f"m{at}", gain) for at, gain in enumerate(missed)]
    run = [ScoredDoc("q", f"r{rank}", 1 - rank / 100) for rank in range(len(ranked))]
    [found] = ir_measures.iter_calc([measure], qrels, run)
    return float(found.value)


@settings(max_examples=60)
@given(gains, gains, depths)
def test_ndcg_equals_trec_eval(ranked: list[int], missed: list[int], k: int) -> None:
    assert ndcg(ranked, ranked + missed, k) == pytest.approx(reference(nDCG @ k, ranked, missed), abs=1e-9)


@settings(max_examples=60)
@given(gains, depths, st.sampled_from([(reciprocal_rank, RR), (success, Success)]))
def test_reciprocal_rank_and_success_equal_trec_eval(
    ranked: list[int], k: int, pair: tuple[Callable[[list[bool], int], float], ir_measures.Measure]
) -> None:
    mine, theirs = pair
    assert mine([gain > 0 for gain in ranked], k) == pytest.approx(reference(theirs @ k, ranked, []), abs=1e-9)


def test_gain_counts_less_the_later_it_comes() -> None:
    assert dcg([0, 0, 4], 5) == 2.0
    assert [ndcg(ranked, [1], 3) for ranked in ([1, 0, 0], [0, 0, 1], [0, 0, 0])] == [1.0, 0.5, 0.0]


def test_without_anything_to_gain_there_is_none() -> None:
    assert ndcg([0, 0], [0], 5) == 0.0
    assert reciprocal_rank([], 5) == success([], 5) == 0.0
