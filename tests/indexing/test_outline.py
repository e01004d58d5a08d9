from hypothesis import given
from hypothesis import strategies as st

from indexing.model import Block, ParsedText, Span
from indexing.outline import build_sections
from indexing.parsers import Original, parse


def paths(text: str) -> list[tuple[str, ...]]:
    sections, _ = build_sections(parse(Original(content=text.encode(), media_type="text/markdown")))
    return [section.path for section in sections]


def test_skipped_levels_make_siblings_of_equal_headings() -> None:
    text = "# Lease\n\n#### Rent\na\n\n#### Deposit\nb\n\n### Repairs\nc\n\n## Term\n\n##### End\nd\n"
    assert paths(text) == [
        (),
        ("Lease",),
        ("Lease", "Rent"),
        ("Lease", "Deposit"),
        ("Lease", "Repairs"),
        ("Lease", "Term"),
        ("Lease", "Term", "End"),
    ]


def test_a_higher_heading_may_follow_a_lower_one() -> None:
    assert paths("### A\n\n# B\n\n## C\n\n# B\n") == [(), ("A",), ("B",), ("B", "C"), ("B",)]


def test_section_0_is_the_whole_text_and_owns_what_stands_before_the_first_heading() -> None:
    text = "---\ntitle: Rules\n---\nLead.\n\n# A\nx\n"
    sections, owners = build_sections(parse(Original(content=text.encode(), media_type="text/markdown")))
    first = sections[0]
    assert (first.index, first.parent, first.level, first.title, first.heading) == (0, -1, 0, "Rules", None)
    assert first.span == Span(0, len(text))
    assert owners == (0, 1, 1)


def test_a_section_reaches_to_the_next_heading_of_its_level_or_above() -> None:
    text = "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne\n"
    sections, owners = build_sections(parse(Original(content=text.encode(), media_type="text/markdown")))
    assert [section.span.slice(text) for section in sections[1:]] == [
        "# A\na\n## B\nb\n### C\nc\n## D\nd\n",
        "## B\nb\n### C\nc\n",
        "### C\nc\n",
        "## D\nd\n",
        "# E\ne\n",
    ]
    assert [section.heading.slice(text) for section in sections[1:] if section.heading] == [
        "# A",
        "## B",
        "### C",
        "## D",
        "# E",
    ]
    assert owners == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)


def test_a_text_without_headings_is_section_0_alone() -> None:
    sections, owners = build_sections(parse(Original(content=b"a\n\nb", media_type="text/plain")))
    assert (len(sections), sections[0].title, owners) == (1, "", (0, 0))


@given(st.lists(st.integers(0, 6), max_size=30))
def test_sections_nest_and_each_block_is_in_its_section(levels: list[int]) -> None:
    blocks = tuple(
        Block(kind="heading" if level else "paragraph", span=Span(3 * n, 3 * n + 2), level=level, title=str(n))
        for n, level in enumerate(levels)
    )
    sections, owners = build_sections(ParsedText(text="x" * (3 * len(levels) + 1), blocks=blocks))
    assert [section.index for section in sections] == list(range(len(sections)))
    for section in sections[1:]:
        around = sections[section.parent]
        assert around.index < section.index
        assert around.level < section.level
        assert around.span.start <= section.span.start < section.span.end <= around.span.end
        assert section.path == (*around.path, section.title)
    for number, owner in enumerate(owners):
        innermost = max((s.span.start, s.index) for s in sections if s.span.start <= 3 * number < s.span.end)
        assert owner == innermost[1]
