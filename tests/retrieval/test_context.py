import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.context import within_budget
from retrieval.expand import without_bare_headings


@pytest.mark.parametrize(
    ("tokens", "hits", "budget", "expected"),
    [
        ([5, 5, 5], [1], 15, (0, 3)),
        ([5, 5, 5], [1], 5, (1, 2)),
        ([5, 5, 5, 5, 5], [2], 10, (2, 4)),
        ([5, 5, 5, 5, 5], [2], 15, (1, 4)),
        ([5, 5, 5, 5, 5], [2, 0], 15, (0, 3)),
        ([5, 5, 5, 5, 5], [4, 0], 14, (3, 5)),
        ([5, 9, 5, 5, 5], [2], 15, (2, 5)),
        ([1, 1, 9, 1, 1], [0, 4], 10, (0, 2)),
        ([5], [0], 5, (0, 1)),
    ],
)
def test_whole_chunks_are_kept_around_the_best_hit(
    tokens: list[int], hits: list[int], budget: int, expected: tuple[int, int]
) -> None:
    assert within_budget(tokens, hits, budget) == expected


@given(st.data())
def test_the_kept_run_holds_the_best_hit_fits_and_can_not_grow(data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.integers(0, 20), min_size=1, max_size=30))
    hits = data.draw(st.lists(st.integers(0, len(tokens) - 1), unique=True, min_size=1))
    budget = data.draw(st.integers(tokens[hits[0]], 200))
    low, high = within_budget(tokens, hits, budget)
    used = sum(tokens[low:high])
    assert low <= hits[0] < high
    assert used <= budget
    assert low == 0 or used + tokens[low - 1] > budget
    assert high == len(tokens) or used + tokens[high] > budget


@pytest.mark.parametrize(
    ("rows", "bare", "expected"),
    [
        ([0, 1, 2], [0], [1, 2]),
        ([0, 1, 2], [2], [0, 1]),
        ([0, 1, 2], [1], [0, 1, 2]),
        ([0, 1, 5, 6], [1, 5], [0, 5, 6]),
        ([0, 3, 7], [3], [0, 7]),
        ([0, 1], [0, 1], []),
        ([], [], []),
    ],
)
def test_bare_headings_end_no_span_and_begin_no_passage(rows: list[int], bare: list[int], expected: list[int]) -> None:
    assert without_bare_headings(rows, [row not in bare for row in rows]) == expected
