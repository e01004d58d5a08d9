import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from indexing.format import KINDS, columns, decode, encode
from indexing.layout import Box, Layout, Mark, Run
from indexing.model import Chunk, Outline, Parent, Removal, Section, Span

OUTLINE = Outline(
    sections=(
        Section(index=0, parent=-1, level=0, title="", path=(), span=Span(0, 50), heading=None),
        Section(index=1, parent=0, level=1, title="甲", path=("甲",), span=Span(5, 50), heading=Span(5, 8)),
        Section(
            index=2, parent=1, level=3, title="B", path=("甲", "B"), span=Span(20, 50), heading=Span(20, 25), label="1"
        ),
    ),
    parents=(
        Parent(index=0, section=0, first_chunk=0, end_chunk=1),
        Parent(index=1, section=1, first_chunk=1, end_chunk=3, part=2, of=2),
    ),
    chunks=(
        Chunk(
            ordinal=0,
            section=0,
            parent=0,
            span=Span(0, 4),
            context=(),
            kind="paragraph",
            language="",
            tokens=9,
            own_tokens=4,
            method="blocks",
        ),
        Chunk(
            ordinal=1,
            section=1,
            parent=1,
            span=Span(5, 8),
            context=(),
            kind="heading",
            language="",
            tokens=3,
            own_tokens=1,
            method="heading",
            indexed=False,
        ),
        Chunk(
            ordinal=2,
            section=2,
            parent=1,
            span=Span(20, 50),
            context=(Span(20, 22), Span(23, 25)),
            kind="code",
            language="python",
            tokens=30,
            own_tokens=22,
            method="lines",
            flags=("no_sentence", "short"),
            key=True,
        ),
    ),
    removed=(Removal(Span(30, 35), "html_comment"),),
    layout=Layout(pages=(0, 20), boxes=(Box(0, 4, 1, 1.5, 2, 30, 40),), labels=(Mark(5, "1.2"),), runs=(Run(0, 3, 9),)),
    tables="pairs",
    heading_depth=2,
)


def test_decoding_gives_back_what_was_encoded() -> None:
    assert decode(encode(OUTLINE)) == OUTLINE


@given(st.lists(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=3), max_size=6))
def test_context_spans_stay_with_their_chunk(contexts: list[list[tuple[int, int]]]) -> None:
    chunks = tuple(
        Chunk(
            ordinal=i,
            section=0,
            parent=0,
            span=Span(i, i + 1),
            context=tuple(Span(a, b) for a, b in context),
            kind="paragraph",
            language="",
            tokens=1,
            own_tokens=1,
            method="blocks",
        )
        for i, context in enumerate(contexts)
    )
    outline = Outline(sections=OUTLINE.sections[:1], parents=(), chunks=chunks)
    assert decode(encode(outline)) == outline


def test_columns_are_the_same_numbers() -> None:
    table = columns(encode(OUTLINE))
    assert table.chunks["start"].tolist() == [0, 5, 20]
    assert [KINDS[kind] for kind in table.chunks["kind"]] == ["paragraph", "heading", "code"]
    assert table.sections["heading_start"].tolist() == [-1, 5, 20]
    assert table.titles == ("", "甲", "B")


def test_layout_of_a_former_record_is_read() -> None:
    record = msgspec.msgpack.decode(encode(OUTLINE))
    record[11:] = [msgspec.msgpack.encode(OUTLINE.layout), "pairs"]
    assert decode(msgspec.msgpack.encode(record)) == replace(OUTLINE, heading_depth=None)


def test_a_record_from_before_there_was_a_heading_depth_has_all_titles() -> None:
    record = msgspec.msgpack.decode(encode(OUTLINE))
    assert record.pop() == 2
    assert decode(msgspec.msgpack.encode(record)) == replace(OUTLINE, heading_depth=None)
