from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.coverage import Passages
from evaluation.model import DocumentSpan
from evaluation.repetition import independent, neighbouring, repeated, repetition
from tests.evaluation.spans import characters, passages_of_spans, span

APART = [[span(0, 10)], [span(20, 30)], [span(0, 10, "other")]]
OVERLAPPING = [[span(0, 10)], [span(5, 15)], [span(40, 60)]]
"""5 of 40 characters twice, 5 beside them."""


def test_passages_apart_repeat_nothing() -> None:
    assert repetition(APART, 5) == repeated(APART, 5) == neighbouring(APART, 5) == 0.0
    assert independent(APART, 5) == 3


def test_an_overlapping_passage_repeats_some_characters_and_goes_on_with_others() -> None:
    assert [measure(OVERLAPPING, 5) for measure in (repeated, neighbouring, repetition)] == [5 / 40, 5 / 40, 10 / 40]
    assert independent(OVERLAPPING, 5) == 2


def test_an_earlier_neighbour_counts_before_as_well_as_behind() -> None:
    before, behind = [[span(10, 20)], [span(0, 10)]], [[span(0, 10)], [span(10, 20)]]
    assert neighbouring(before, 5) == neighbouring(behind, 5) == 0.5


def test_neighbours_have_an_empty_line_between_them_at_most() -> None:
    assert neighbouring([[span(0, 10)], [span(12, 22)]], 5) == 0.5
    assert neighbouring([[span(0, 10)], [span(13, 23)]], 5) == 0.0
    assert neighbouring([[span(0, 10)], [span(13, 23)]], 5, gap=3) == 0.5


def test_a_passage_neighbours_with_any_of_its_spans() -> None:
    assert neighbouring([[span(50, 60)], [span(0, 10), span(60, 70)]], 5) == 20 / 30


def test_the_same_passage_again_only_repeats() -> None:
    twice = [[span(0, 10)], [span(0, 10)]]
    assert (repeated(twice, 5), neighbouring(twice, 5), independent(twice, 5)) == (0.5, 0.0, 1)


def test_a_passage_that_links_two_makes_them_one() -> None:
    assert independent([[span(0, 10)], [span(20, 30)], [span(10, 20)]], 5) == 1


def test_only_the_first_k_are_looked_at() -> None:
    assert repetition(OVERLAPPING, 1) == 0.0
    assert independent(OVERLAPPING, 1) == 1


def test_a_reply_without_passages_repeats_nothing() -> None:
    assert repetition([], 5) == repeated([], 5) == neighbouring([], 5) == independent([], 5) == 0


@pytest.mark.parametrize("measure", [repetition, repeated, neighbouring, independent])
def test_a_k_below_one_is_refused(measure: Callable[[Passages, int], float]) -> None:
    with pytest.raises(ValueError, match="at least 1: 0"):
        measure(APART, 0)


def near(some: list[DocumentSpan], others: list[DocumentSpan], gap: int) -> bool:
    """Whether a character of one is at most `gap` characters from one of the other."""
    return any(
        document == other and abs(at - there) - 1 <= gap
        for document, at in characters(some)
        for other, there in characters(others)
    )


@given(passages_of_spans, st.integers(1, 8), st.integers(0, 3))
def test_repetition_equals_that_counted_character_by_character(
    passages: list[list[DocumentSpan]], k: int, gap: int
) -> None:
    again = dependent = size = 0
    seen: list[DocumentSpan] = []
    for passage in passages[:k]:
        again += len(characters(passage) & characters(seen))
        dependent += sum(one.end - one.start for one in passage) if near(passage, seen, gap) else 0
        size += sum(one.end - one.start for one in passage)
        seen = seen + passage
    assert repeated(passages, k) == (again / size if size else 0)
    assert repetition(passages, k, gap=gap) == (dependent / size if size else 0)
    assert repeated(passages, k) + neighbouring(passages, k, gap=gap) == pytest.approx(repetition(passages, k, gap=gap))


@given(passages_of_spans, st.integers(1, 8), st.integers(0, 3))
def test_independent_passages_are_those_that_no_chain_links(
    passages: list[list[DocumentSpan]], k: int, gap: int
) -> None:
    nodes = [passage for passage in passages[:k] if characters(passage)]
    group = list(range(len(nodes)))
    for one, other in combinations(range(len(nodes)), 2):
        if near(nodes[one], nodes[other], gap):
            group = [group[one] if label == group[other] else label for label in group]
    assert independent(passages, k, gap=gap) == len(set(group))
