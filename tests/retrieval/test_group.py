import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retrieval.candidates import Hit
from retrieval.group import by_parent, new_parents


def hits(*scored: tuple[int, float]) -> list[Hit]:
    return [Hit(row, score, None, rank, None) for rank, (row, score) in enumerate(scored, start=1)]


def test_a_parent_scores_as_its_best_child() -> None:
    strong_and_weak = [(0, 0.9), (1, 0.1), (2, 0.1)]
    one_good = [(10, 0.8)]
    many_middling = [(row, 0.5) for row in range(20, 30)]
    scored = sorted(strong_and_weak + one_good + many_middling, key=lambda pair: -pair[1])
    groups = by_parent(hits(*scored), np.arange(30) // 10)
    assert [(group.parents, group.best.score) for group in groups] == [((0,), 0.9), ((1,), 0.8), ((2,), 0.5)]


@given(st.lists(st.tuples(st.integers(0, 40), st.floats(0, 1)), unique_by=lambda pair: pair[0]))
def test_each_parent_comes_once_with_all_its_hits(scored: list[tuple[int, float]]) -> None:
    scored = sorted(scored, key=lambda pair: -pair[1])
    groups = by_parent(hits(*scored), np.arange(41) // 4)
    assert sorted(hit.row for group in groups for hit in group.hits) == sorted(row for row, _ in scored)
    assert len({group.parents for group in groups}) == len(groups)
    assert [group.best.score for group in groups] == sorted((g.best.score for g in groups), reverse=True)
    assert all(group.best.score == max(hit.score for hit in group.hits) for group in groups)


def test_new_parents_come_once_with_their_first_hit_alone() -> None:
    known = by_parent(hits((0, 0.9)), np.arange(12) // 4)
    new = list(new_parents(known, hits((1, 0.3), (9, 0.2), (8, 0.1)), np.arange(12) // 4))
    assert [(group.parents, [hit.row for hit in group.hits]) for group in new] == [((2,), [9])]
