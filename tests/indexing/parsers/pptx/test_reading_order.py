from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.pptx.reading_order import Frame, reading_order


def test_rows_come_before_columns() -> None:
    head, left, right = Frame(0, 0, 100, 10), Frame(0, 20, 45, 90), Frame(55, 20, 100, 90)
    assert reading_order([right, left, head]) == [2, 1, 0]


def test_a_column_of_several_shapes_is_read_to_its_end() -> None:
    left = [Frame(0, 0, 45, 30), Frame(0, 35, 45, 70)]
    right = [Frame(55, 0, 100, 50), Frame(55, 52, 100, 70)]
    assert reading_order([right[1], left[0], right[0], left[1]]) == [1, 3, 2, 0]


def test_a_grid_is_read_row_by_row() -> None:
    cells = [Frame(x, y, x + 40, y + 40) for y in (0, 50) for x in (0, 50)]
    assert reading_order([cells[3], cells[1], cells[2], cells[0]]) == [3, 1, 2, 0]


def test_frames_that_reach_a_little_into_each_other_are_apart_still() -> None:
    assert reading_order([Frame(0, 48, 100, 100), Frame(0, 0, 100, 50)]) == [1, 0]


def test_shapes_in_one_place_keep_their_order() -> None:
    assert reading_order([Frame(0, 0, 0, 0)] * 3) == [0, 1, 2]


SIDES = st.integers(0, 40)
FRAMES = st.lists(st.builds(lambda x, y, w, h: Frame(x, y, x + w, y + h), SIDES, SIDES, SIDES, SIDES), max_size=12)


@given(FRAMES)
def test_every_shape_is_read_once(frames: list[Frame]) -> None:
    assert sorted(reading_order(frames)) == list(range(len(frames)))
