import pytest

from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original


def kinds(text: str) -> list[tuple[str, str]]:
    parsed = parse_markdown(Original(content=text.encode(), media_type="text/markdown"))
    return [(block.kind, block.span.slice(parsed.text)) for block in parsed.blocks]


@pytest.mark.parametrize(
    "maths",
    [
        "$$\n# a\n$$",
        "$$\na\n\n# b\n$$",
        "$$ x = 1\n# y $$",
        "$$ x $$",
        "$$x$$ (1)",
        "$$ x $$.",
        "$$\n- a\n> b\n```\n$$",
    ],
)
def test_display_maths_is_one_opaque_block(maths: str) -> None:
    assert kinds(f"a\n\n{maths}\n\nb") == [("paragraph", "a"), ("formula", maths), ("paragraph", "b")]


def test_it_may_follow_a_paragraph_without_a_blank_line() -> None:
    assert kinds("Thus\n$$\n# a\n$$\nholds.") == [
        ("paragraph", "Thus"),
        ("formula", "$$\n# a\n$$"),
        ("paragraph", "holds."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $6.",
        "$$ is the process id",
        "$$",
        "$$$\nx\n$$$",
        "$$ a $$ and $$ b $$",
        "$$ $x\ny$ $$",
        "a $$ b $$",
    ],
)
def test_dollars_that_open_nothing_are_text(text: str) -> None:
    assert kinds(text) == [("paragraph", text)]


def test_an_opener_with_text_does_not_reach_over_a_blank_line() -> None:
    assert kinds("$$ a\n\n# H\n\nb $$") == [("paragraph", "$$ a"), ("heading", "# H"), ("paragraph", "b $$")]


def test_maths_in_a_list_item_ends_with_the_item() -> None:
    assert kinds("- a\n\n  $$\n  # b\n  $$\n- c") == [
        ("list_item", "- a"),
        ("formula", "$$\n  # b\n  $$"),
        ("list_item", "- c"),
    ]
    assert [kind for kind, _ in kinds("- $$\n  a\n\nb\n\n# H\n\n$$")] == [
        "list_item",
        "paragraph",
        "heading",
        "paragraph",
    ]


def test_dollars_in_code_are_code() -> None:
    assert [kind for kind, _ in kinds("    $$\n    # a\n    $$\n\n```\n$$\n```\n# H\n$$")] == [
        "code",
        "code",
        "heading",
        "paragraph",
    ]


@pytest.mark.parametrize(
    "maths",
    [
        "\\[\n# a\n\\]",
        "\\[\na\n\n# b\n\\]",
        "\\[ x = 1\n# y \\]",
        "\\[ x^2 \\]",
        "\\[ \\alpha \\] (1)",
        "```math\nx^2\n```",
    ],
)
def test_brackets_and_fences_of_maths_are_one_opaque_block(maths: str) -> None:
    assert kinds(f"a\n\n{maths}\n\nb") == [("paragraph", "a"), ("formula", maths), ("paragraph", "b")]


@pytest.mark.parametrize("text", ["\\[not a link\\]", "\\[a\\](b)", "\\[ a\n\nb", "\\[x]: y", "a \\[ b = c \\]"])
def test_escaped_brackets_are_text(text: str) -> None:
    assert {kind for kind, _ in kinds(text)} == {"paragraph"}
