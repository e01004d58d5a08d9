from collections.abc import Hashable, Sequence
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from retrieval.fuse import Fusion, fuse

RANKS = st.lists(st.integers(0, 20), unique=True, max_size=15)
WEIGHT = st.floats(0.001, 1000)
Key = TypeVar("Key", bound=Hashable)
PLAIN = Fusion(k=60, depth=100)


def fused(dense: Sequence[Key], lexical: Sequence[Key], how: Fusion = PLAIN) -> dict[Key, float]:
    return fuse([(dense, how.dense), (lexical, how.lexical)])


def test_scores_sum_over_the_legs_that_brought_the_key() -> None:
    scores = fused(["d3", "d7", "d1", "d5"], ["d8", "d1"])
    ordered = sorted(scores, key=lambda key: (-scores[key], key))
    assert [(key, scores[key]) for key in ordered] == [
        ("d1", 0.032002),
        ("d3", 0.016393),
        ("d8", 0.016393),
        ("d7", 0.016129),
        ("d5", 0.015625),
    ]


def test_a_weight_multiplies_what_its_leg_gives() -> None:
    how = Fusion(k=60, depth=100, dense_weight=0.5, lexical_weight=2)
    assert fused(["a", "b"], ["b"], how) == {"a": round(0.5 / 61, 6), "b": round(0.5 / 62 + 2 / 61, 6)}


def test_an_empty_leg_leaves_the_order_of_the_other() -> None:
    assert list(fused([], ["b", "a"])) == ["b", "a"]
    assert fused([], []) == {}


def test_one_candidate_has_a_finite_score() -> None:
    assert fused(["only"], []) == {"only": 0.016393}


@given(RANKS, RANKS)
def test_every_key_scores_and_none_is_invented(dense: list[int], lexical: list[int]) -> None:
    scores = fused(dense, lexical)
    assert set(scores) == set(dense) | set(lexical)
    assert all(0 < score <= 0.032787 for score in scores.values())


@given(RANKS, RANKS)
def test_legs_count_alike_unless_weighted(dense: list[int], lexical: list[int]) -> None:
    assert fused(dense, lexical) == fused(lexical, dense)
    assert fused(dense, lexical) == {
        key: round(sum(1.0 / (61 + leg.index(key)) for leg in (dense, lexical) if key in leg), 6)
        for key in [*dense, *lexical]
    }


@given(WEIGHT, WEIGHT, st.integers(1, 1000), st.integers(1, 500))
def test_a_row_behind_the_pool_gets_less_than_either_leg_gives_in_it(
    dense: float, lexical: float, depth: int, behind: int
) -> None:
    how = Fusion(k=60, depth=depth, dense_weight=dense, lexical_weight=lexical)
    least = min(how.dense(depth), how.lexical(depth))
    assert how.dense(depth + behind) < least
    assert how.lexical(depth + behind) < least
