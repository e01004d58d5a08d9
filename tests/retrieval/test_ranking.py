import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retrieval.ranking import best, shortlist
from tests.retrieval.corpus import Corpus, line

SNAPSHOT = Corpus(*(line(name, "one") for name in ("d", "b", "a", "c"))).snapshot()


def test_ties_fall_to_the_document_id() -> None:
    ranked = best(SNAPSHOT, np.arange(4), np.array([0.5, 0.5, 0.5, 0.9]), 3)
    assert [SNAPSHOT.documents[row].document_id for row in ranked.rows] == ["c", "a", "b"]


def test_scores_are_rounded_before_they_are_compared() -> None:
    ranked = best(SNAPSHOT, np.arange(4), np.array([0.50000001, 0.5, 0.49999999, 0.1]), 3)
    assert ranked.rows.tolist() == [2, 1, 0]
    assert ranked.scores.tolist() == [0.5, 0.5, 0.5]


def test_zero_has_no_sign() -> None:
    assert str(best(SNAPSHOT, np.arange(1), np.array([-1e-9]), 1).scores[0]) == "0.0"


@given(st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.integers(1, 6))
def test_a_smaller_depth_gives_the_beginning_of_a_greater_one(scores: list[int], depth: int) -> None:
    whole = best(SNAPSHOT, np.arange(4), np.array(scores, dtype=np.float64), 4).rows.tolist()
    assert best(SNAPSHOT, np.arange(4), np.array(scores, dtype=np.float64), depth).rows.tolist() == whole[:depth]


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=50), st.integers(1, 60), st.randoms())
def test_a_shortlist_holds_the_best_despite_errors(exact: list[float], depth: int, random: object) -> None:
    errors = np.array([getattr(random, "uniform")(-1e-3, 1e-3) for _ in exact])  # noqa: B009
    kept = shortlist(np.array(exact) + errors, depth, 2.1e-3)
    ordered = sorted(exact, reverse=True)[:depth]
    assert sorted((exact[i] for i in kept), reverse=True)[: len(ordered)] == ordered
