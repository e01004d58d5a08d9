"""Notes, warnings and tips stay with what they qualify, in whatever way they are marked."""

import pytest

from indexing.parsers.markdown.note_words import begins_note
from tests.indexing.parsers.markdown.markdown_blocks import context_of, following, kinds, texts


@pytest.mark.parametrize(
    "note",
    [
        "> [!NOTE]\n> Hot.",
        "> [!warning] Title\n> Hot.",
        "> **Note**\n> Hot.",
        "> **Warning:** Hot.",
        "> ⚠️ **Caution**: Hot.",
        "> **注意：**\n>\n> 小心。",
        "> 提示：小心。",
        "**Note:** Hot.",
        "*Tip*: Hot.",
        "NOTE: Hot.",
        "注意：小心。",
        "**说明：** 小心。",
        '!!! note "Mind"\n    Hot.',
        "??? warning\n\n    Hot.",
    ],
)
def test_a_note_follows_the_text_before(note: str) -> None:
    text = f"Stove.\n\n{note}\n\nEnd.\n"
    assert texts(text) == ["Stove.", note, "End."]
    assert following(text) == [note]


@pytest.mark.parametrize(
    "text",
    [
        "Note that it is hot.",
        "**Important** parts are listed.",
        "> A quote.",
        "> [!link](a.png)",
        "注意力很重要：是的。",
        "Notes",
    ],
)
def test_other_text_does_not(text: str) -> None:
    assert following(f"Stove.\n\n{text}\n") == []


def test_what_is_in_a_quoted_note_is_read() -> None:
    text = "Pay.\n\n> **Note:**\n>\n> - a\n> - b\n>\n> ```sh\n> ls\n> ```\n"
    assert [kind for kind, _ in kinds(text)] == ["paragraph", "quote", "list_item", "list_item", "code"]
    assert [words.split("\n")[0] for words in following(text)] == ["> **Note:**", "> ```sh"]
    assert context_of(text, "- b") == ["> **Note:**"]


def test_what_is_indented_below_a_box_is_read_and_what_is_not_ends_it() -> None:
    text = "Pay.\n\n!!! danger\n    Hot.\n\n    - a\n\n        ```sh\n        ls\n        ```\n\nEnd.\n"
    assert kinds(text) == [
        ("paragraph", "Pay."),
        ("paragraph", "!!! danger\n    Hot."),
        ("list_item", "- a"),
        ("code", "```sh\n        ls\n        ```"),
        ("paragraph", "End."),
    ]


def test_the_name_of_an_indented_tab_is_context_of_what_is_in_it() -> None:
    text = '=== "Linux"\n    Run it.\n\n    ```sh\n    ls\n    ```\n\n=== "macOS"\n    Brew it.\n'
    assert texts(text)[0] == '=== "Linux"\n    Run it.'
    assert context_of(text, "ls") == ['=== "Linux"']


def test_marks_without_content_are_text() -> None:
    for text in ("!!! Great\n\nthing", '=== "Linux"', "???", "Really!!! note it"):
        assert following(text) in ([], [text.split("\n")[0]])
        assert "".join("".join(texts(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("mark", ["!!! note\n", '=== "x"\n'])
def test_boxes_in_boxes_end_somewhere(mark: str) -> None:
    text = "".join("    " * depth + mark for depth in range(200)) + "\n# B\n"
    assert kinds(text)[-1] == ("heading", "# B")


def test_quotes_may_say_it_with_bold_type_alone() -> None:
    assert begins_note("> **Note** text", 0, 15, quoted=True)
    assert not begins_note("**Note** text", 0, 13)
