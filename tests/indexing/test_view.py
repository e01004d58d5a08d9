from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from indexing.access import Scope
from indexing.model import Chunk, Outline, Section, Span
from indexing.view import owned_spans, view, visible_spans

STAFF, HR, EVERYONE = frozenset({"group:staff"}), frozenset({"group:hr"}), frozenset({"*"})


def section(index: int, parent: int, start: int, end: int) -> Section:
    title = f"T{index}"
    return Section(index=index, parent=parent, level=0, title=title, path=(title,), span=Span(start, end), heading=None)


HANDBOOK = (
    section(0, -1, 0, 40),
    section(1, 0, 5, 40),
    section(2, 1, 10, 20),
    section(3, 1, 20, 30),
    section(4, 3, 25, 30),
)


def outline(*chunks: Chunk) -> Outline:
    return Outline(sections=HANDBOOK, parents=(), chunks=chunks)


def chunk(ordinal: int, section: int, start: int, end: int) -> Chunk:
    return Chunk(
        ordinal=ordinal,
        section=section,
        parent=0,
        span=Span(start, end),
        context=(),
        kind="paragraph",
        language="",
        tokens=1,
        own_tokens=1,
        method="blocks",
    )


def test_a_character_belongs_to_the_innermost_section_around_it() -> None:
    owned = [((span.start, span.end), index) for span, index in owned_spans(HANDBOOK, 40)]
    assert owned == [((0, 5), 0), ((5, 10), 1), ((10, 20), 2), ((20, 25), 3), ((25, 30), 4), ((30, 40), 1)]


def test_forbidden_section_cuts_the_text_around_it() -> None:
    seen = view(outline(), 40, access=STAFF, rules={3: HR}, scope=Scope("t", STAFF))
    assert seen is not None
    assert seen.visible == (Span(0, 20), Span(30, 40))
    assert seen.segments(15, 35) == [Span(15, 20), Span(30, 35)]
    assert seen.segments(20, 30) == []


def test_title_of_a_forbidden_ancestor_is_masked() -> None:
    seen = view(outline(), 40, access=STAFF, rules={3: HR, 4: STAFF}, scope=Scope("t", STAFF))
    assert seen is not None
    assert [seen.path(part) for part in seen.sections()] == [(), ("T1",), ("T1", "T2"), ("T1", None, "T4")]


def test_document_without_a_readable_section_has_no_view() -> None:
    assert view(outline(), 40, access=frozenset(), rules={}, scope=Scope("t", STAFF)) is None
    assert view(outline(), 40, access=frozenset(), rules={2: EVERYONE}, scope=Scope("t", frozenset())) is not None


def test_chunk_is_shown_only_when_all_its_characters_are() -> None:
    chunks = (chunk(0, 1, 5, 9), chunk(1, 3, 20, 25), chunk(2, 2, 18, 22), chunk(3, 1, 31, 40))
    seen = view(outline(*chunks), 40, access=STAFF, rules={3: HR}, scope=Scope("t", STAFF))
    assert seen is not None
    assert [shown.ordinal for shown in seen.chunks(after=-1)] == [0, 3]
    assert [shown.ordinal for shown in seen.chunks(after=0)] == [3]


@st.composite
def trees(draw: st.DrawFn) -> tuple[Section, ...]:
    """Nested sections over 0 to 60, as headings of random levels at random places make them."""
    places = sorted(draw(st.sets(st.integers(0, 59), max_size=8)))
    levels = [draw(st.integers(1, 3)) for _ in places]
    sections, stack = [section(0, -1, 0, 60)], [(0, 0)]
    for i, (place, level) in enumerate(zip(places, levels, strict=True)):
        while stack[-1][1] >= level:
            stack.pop()
        end = next((places[j] for j in range(i + 1, len(places)) if levels[j] <= level), 60)
        sections.append(section(i + 1, stack[-1][0], place, end))
        stack.append((i + 1, level))
    return tuple(sections)


@given(trees(), st.data())
def test_visible_spans_are_the_characters_whose_innermost_section_is_readable(
    sections: tuple[Section, ...], data: st.DataObject
) -> None:
    readable = [data.draw(st.booleans()) for _ in sections]
    innermost = [
        max(s.index for s in sections if s.index == 0 or s.span.start <= place < s.span.end) for place in range(60)
    ]
    spans = list(visible_spans(sections, readable, 60))
    assert {place for span in spans for place in range(span.start, span.end)} == {
        place for place in range(60) if readable[innermost[place]]
    }
    assert all(left.end < right.start for left, right in pairwise(spans))
