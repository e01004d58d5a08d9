from hypothesis import given
from hypothesis import strategies as st

from indexing.layout import Box, Layout, Mark, Row, Run
from indexing.layout_format import decode_layout, encode_layout, layout_at

LENGTH = 40
"""Of the text."""

places = st.lists(st.integers(0, LENGTH), max_size=8).map(sorted)
apart = st.lists(st.integers(0, LENGTH), max_size=8, unique=True).map(sorted)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    ends = draw(apart)
    boxes = zip(ends[::2], ends[1::2], strict=False)
    edges = draw(st.lists(st.floats(0, 600), min_size=4, max_size=4))
    return Layout(
        pages=tuple([0, *draw(places)] if draw(st.booleans()) else ()),
        boxes=tuple(Box(start, end, number, *edges) for number, (start, end) in enumerate(boxes, start=1)),
        anchors=tuple(Mark(at, draw(names)) for at in draw(places)),
        labels=tuple(Mark(at, draw(names)) for at in draw(places)),
        rows=tuple(Row(at, number) for number, at in enumerate(draw(apart), start=1)),
        runs=tuple(Run(at, draw(st.integers(0, 9)), draw(st.integers(10, 90))) for at in draw(apart)),
    )


@given(layouts())
def test_decoding_gives_back_what_was_encoded(layout: Layout) -> None:
    assert decode_layout(encode_layout(layout)) == layout


@given(layouts(), st.integers(0, LENGTH), st.integers(1, LENGTH), st.integers(0, LENGTH))
def test_a_part_answers_about_its_range_as_the_whole_does(layout: Layout, start: int, size: int, least: int) -> None:
    end = start + size
    part = layout_at(encode_layout(layout), start, end)
    assert part.pages_of(start, end) == layout.pages_of(start, end)
    assert part.boxes_in(start, end) == layout.boxes_in(start, end)
    assert part.anchor_of(start, least=least) == layout.anchor_of(start, least=least)
    assert part.labels_in(start, end) == layout.labels_in(start, end)
    assert part.rows_of(start, end) == layout.rows_of(start, end)
    assert part.source_of(start, end) == layout.source_of(start, end)


def test_a_part_has_no_records_of_elsewhere() -> None:
    boxes = tuple(Box(at, at + 9, 1, 0, at, 5, at + 9) for at in range(0, 1000, 10))
    anchors = tuple(Mark(at, f"a{at}") for at in range(0, 1000, 10))
    data = encode_layout(Layout(boxes=boxes, anchors=anchors))
    part = layout_at(data, 505, 515)
    assert [box.start for box in part.boxes] == [500, 510]
    assert [anchor.name for anchor in part.anchors] == ["a500"]


def test_a_layout_that_says_nothing_takes_no_bytes() -> None:
    assert encode_layout(Layout()) == b""
    assert decode_layout(b"") == layout_at(b"", 3, 5) == Layout()
