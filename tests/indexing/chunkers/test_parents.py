from hypothesis import given
from hypothesis import strategies as st

from indexing.chunkers.parents import build_parents, even_groups
from indexing.model import Chunk, Parent, Section, Span


def tree(*parents: int) -> list[Section]:
    """Section 0 and one section for each number, which names its parent."""
    made = [(0, -1), *((index + 1, parent) for index, parent in enumerate(parents))]
    return [
        Section(index=i, parent=parent, level=0, title="", path=(), span=Span(0, 0), heading=None) for i, parent in made
    ]


def chunks(*sizes: tuple[int, int], unindexed: tuple[int, ...] = ()) -> list[Chunk]:
    """A chunk for each `(section, own tokens)`."""
    return [
        Chunk(
            ordinal=i,
            section=section,
            parent=0,
            span=Span(i, i + 1),
            context=(),
            kind="paragraph",
            language="",
            tokens=tokens,
            own_tokens=tokens,
            method="blocks",
            indexed=i not in unindexed,
        )
        for i, (section, tokens) in enumerate(sizes)
    ]


def runs(parents: tuple[Parent, ...]) -> list[tuple[int, int, int, int, int]]:
    return [(parent.section, parent.first_chunk, parent.end_chunk, parent.part, parent.of) for parent in parents]


def test_a_document_that_fits_is_one_parent() -> None:
    found = build_parents(tree(0, 1, 0), chunks((0, 10), (1, 10), (2, 10), (3, 10)), limit=40)
    assert runs(found) == [(0, 0, 4, 1, 1)]


def test_a_section_that_fits_is_one_parent_with_its_descendants() -> None:
    found = build_parents(tree(0, 1, 0), chunks((1, 30), (2, 30), (3, 50)), limit=60)
    assert runs(found) == [(1, 0, 2, 1, 1), (3, 2, 3, 1, 1)]


def test_a_long_section_is_read_in_even_parts() -> None:
    found = build_parents(tree(0), chunks(*[(1, 10)] * 8), limit=50)
    assert runs(found) == [(1, 0, 4, 1, 2), (1, 4, 8, 2, 2)]


def test_small_siblings_are_read_together_under_the_heading_around_them() -> None:
    found = build_parents(tree(0, 1, 1, 1), chunks((1, 10), (2, 20), (3, 20), (4, 20)), limit=50)
    assert runs(found) == [(1, 0, 2, 1, 2), (1, 2, 4, 2, 2)]


def test_a_long_child_between_small_ones_keeps_its_own_parts() -> None:
    found = build_parents(tree(0, 0, 0), chunks((1, 20), (2, 40), (2, 40), (3, 20)), limit=50)
    assert runs(found) == [(1, 0, 1, 1, 1), (2, 1, 2, 1, 2), (2, 2, 3, 2, 2), (3, 3, 4, 1, 1)]


def test_a_heading_alone_is_read_with_what_follows() -> None:
    found = build_parents(tree(0, 1, 1), chunks((1, 2), (2, 45), (3, 45), unindexed=(0,)), limit=50)
    assert runs(found) == [(1, 0, 2, 1, 1), (3, 2, 3, 1, 1)]
    found = build_parents(tree(0, 1), chunks((1, 2), (2, 40), (2, 40), unindexed=(0,)), limit=50)
    assert runs(found) == [(2, 0, 2, 1, 2), (2, 2, 3, 2, 2)]


def test_one_chunk_above_the_limit_is_one_parent() -> None:
    assert runs(build_parents(tree(0), chunks((1, 90), (1, 5)), limit=50)) == [(1, 0, 1, 1, 2), (1, 1, 2, 2, 2)]


def test_no_chunks_no_parents() -> None:
    assert build_parents(tree(), [], limit=10) == ()


@st.composite
def documents(draw: st.DrawFn) -> tuple[list[Section], list[Chunk]]:
    parents: list[int] = []
    path = [0]
    for index in range(1, draw(st.integers(0, 12)) + 1):
        path = path[: draw(st.integers(1, len(path)))]
        parents.append(path[-1])
        path.append(index)
    sizes = [
        (section, draw(st.integers(0, 60)))
        for section in range(len(parents) + 1)
        for _ in range(draw(st.integers(0, 4)))
    ]
    unindexed = tuple(i for i in range(len(sizes)) if draw(st.booleans()))
    return tree(*parents), chunks(*sizes, unindexed=unindexed)


@given(documents(), st.integers(1, 120))
def test_parents_partition_the_chunks_within_the_limit(document: tuple[list[Section], list[Chunk]], limit: int) -> None:
    sections, made = document
    found = build_parents(sections, made, limit=limit)
    assert [i for parent in found for i in range(parent.first_chunk, parent.end_chunk)] == list(range(len(made)))
    for number, parent in enumerate(found):
        inside = made[parent.first_chunk : parent.end_chunk]
        assert parent.index == number
        assert inside
        single = len(inside) == 1 or not any(chunk.indexed for chunk in inside[:-1])
        assert sum(chunk.own_tokens for chunk in inside) <= limit or single
        same = [other.part for other in found if other.section == parent.section]
        assert same == list(range(1, parent.of + 1))
        assert all(is_inside(sections, chunk.section, parent.section) or not chunk.indexed for chunk in inside)


def is_inside(sections: list[Section], section: int, around: int) -> bool:
    while section > around:
        section = sections[section].parent
    return section == around


@given(st.lists(st.integers(0, 30), max_size=20), st.integers(1, 50))
def test_groups_keep_order_and_limit_and_are_as_few_as_possible(sizes: list[int], limit: int) -> None:
    groups = even_groups(sizes, limit)
    assert [i for first, end in groups for i in range(first, end)] == list(range(len(sizes)))
    assert all(sum(sizes[first:end]) <= limit or end - first == 1 for first, end in groups)
    filled = total = 0
    for i, size in enumerate(sizes):
        if i == 0 or total + size > limit:
            filled, total = filled + 1, 0
        total += size
    assert len(groups) == filled
