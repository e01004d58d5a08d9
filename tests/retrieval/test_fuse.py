from hypothesis import given
from hypothesis import strategies as st

from retrieval.fuse import fuse

LEG = st.lists(st.integers(0, 20), unique=True, max_size=15)


def test_scores_sum_over_the_legs_that_brought_the_key() -> None:
    scores = fuse([["d3", "d7", "d1", "d5"], ["d8", "d1"]], 60)
    ordered = sorted(scores, key=lambda key: (-scores[key], key))
    assert [(key, scores[key]) for key in ordered] == [
        ("d1", 0.032002),
        ("d3", 0.016393),
        ("d8", 0.016393),
        ("d7", 0.016129),
        ("d5", 0.015625),
    ]


def test_an_empty_leg_leaves_the_order_of_the_other() -> None:
    assert list(fuse([[], ["b", "a"]], 60)) == ["b", "a"]
    assert fuse([[], []], 60) == {}


def test_one_candidate_has_a_finite_score() -> None:
    assert fuse([["only"], []], 60) == {"only": 0.016393}


@given(LEG, LEG)
def test_every_key_scores_and_none_is_invented(dense: list[int], lexical: list[int]) -> None:
    scores = fuse([dense, lexical], 60)
    assert set(scores) == set(dense) | set(lexical)
    assert all(0 < score <= 0.032787 for score in scores.values())


@given(LEG, LEG)
def test_legs_count_alike(dense: list[int], lexical: list[int]) -> None:
    assert fuse([dense, lexical], 60) == fuse([lexical, dense], 60)
