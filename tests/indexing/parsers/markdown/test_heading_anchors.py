"""Fragments of Markdown headings, as the sites that show them make them."""

from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.markdown.heading_anchors import slug
from tests.indexing.parsers.markdown.markdown_blocks import parsed_of


def anchors(text: str) -> list[tuple[int, str]]:
    return [(mark.at, mark.name) for mark in parsed_of(text).layout.anchors]


def test_each_heading_has_one_where_it_begins() -> None:
    assert anchors("# Set up\n\nText.\n\n## 费用（月）\n\nB\n-\n") == [(0, "set-up"), (17, "费用月"), (27, "b")]


def test_equal_titles_are_counted() -> None:
    names = [name for _, name in anchors("# A\n\n# A\n\n# A\n\n# A-1\n")]
    assert names == ["a", "a-1", "a-2", "a-1-1"]


def test_one_that_is_stated_counts() -> None:
    assert anchors('# A {#own .x}\n\n## <a name="b1"></a>B\n\n### `c` {: #c2 }\n') == [
        (0, "own"),
        (15, "b1"),
        (38, "c2"),
    ]


def test_text_may_state_one() -> None:
    assert anchors('# A\n\n<a id="here"></a>\n\nText.\n') == [(0, "a"), (5, "here")]


def test_titles_lose_marks_and_keep_scripts() -> None:
    assert [slug(title) for title in ("What's new?", "a_b - c", "É té", "1.2 系统·变量")] == [
        "whats-new",
        "a_b---c",
        "é-té",
        "12-系统变量",
    ]


@given(st.lists(st.sampled_from(["A", "A-1", "B", "!"]), max_size=8))
def test_no_two_headings_share_one(titles: list[str]) -> None:
    names = [name for _, name in anchors("x\n\n" + "\n\n".join(f"# {title}" for title in titles))]
    assert len(set(names)) == len(names)
