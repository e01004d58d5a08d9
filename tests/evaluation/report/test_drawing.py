"""Parts of plots."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from evaluation.report.drawing import spread_out


@given(st.lists(st.floats(0, 300), max_size=8))
def test_names_beside_lines_never_overlap_and_keep_the_order_of_the_lines(places: list[float]) -> None:
    moved = spread_out(places, 17, 300)
    ordered = [moved[index] for index in sorted(range(len(places)), key=lambda index: places[index])]
    assert all(after - before >= 17 - 1e-6 for before, after in pairwise(ordered))
    assert all(place <= 300 for place in moved)


def test_names_with_room_stay_beside_their_lines() -> None:
    assert spread_out([200.0, 20.0, 100.0], 17, 300) == [200.0, 20.0, 100.0]
