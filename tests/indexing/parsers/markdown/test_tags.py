"""Lines of tags: what they enclose stays Markdown, and none of them is a unit of its own."""

import time

import pytest

from tests.indexing.parsers.markdown.markdown_blocks import context_of, following, kinds, parsed_of, removed, texts


def test_a_note_takes_its_tags_and_follows_the_text_before() -> None:
    text = "Pay first.\n\n{{< note >}}\nIn *cash*.\n\nToday.\n{{< /note >}}\n\nThen move in.\n"
    assert texts(text) == ["Pay first.", "{{< note >}}\nIn *cash*.", "Today.\n{{< /note >}}", "Then move in."]
    assert following(text) == ["{{< note >}}\nIn *cash*.", "Today.\n{{< /note >}}"]
    assert removed(text) == []


@pytest.mark.parametrize(
    "note",
    [
        "{{% warning %}}\nHot.\n{{% /warning %}}",
        "{{<caution>}}\nHot.\n{{</caution>}}",
        '{{< alert color="warning" >}}\nHot.\n{{< /alert >}}',
        '{% hint style="danger" %}\nHot.\n{% endhint %}',
        ":::warning\nHot.\n:::",
        "::: tip\nHot.\n:::",
        ":::{note}\nHot.\n:::",
        "::: {.callout-important}\nHot.\n:::",
        ":::: danger Take care\nHot.\n::::",
    ],
)
def test_notes_of_all_tools_follow(note: str) -> None:
    text = f"Stove.\n\n{note}\n\nEnd.\n"
    whole = note.rstrip(":\n")
    assert texts(text) == ["Stove.", whole, "End."]
    assert following(text) == [whole]


def test_a_list_in_a_note_is_a_list_and_its_first_item_follows() -> None:
    text = "Pay.\n\n{{< note >}}\n- one\n- two\n{{< /note >}}\n"
    assert kinds(text) == [
        ("paragraph", "Pay."),
        ("list_item", "{{< note >}}\n- one"),
        ("list_item", "- two\n{{< /note >}}"),
    ]
    assert following(text) == ["{{< note >}}\n- one"]


def test_the_name_of_a_tab_is_context_of_what_is_in_it() -> None:
    text = (
        '{{< tabs name="t" >}}\n{{% tab name="Linux" %}}\nRun it.\n\n```sh\nls\n```\n\nDone.\n{{% /tab %}}\n'
        '{{% tab name="macOS" %}}\nBrew it.\n{{% /tab %}}\n{{< /tabs >}}\n\nAfter.\n'
    )
    assert context_of(text, "ls") == ["Linux"]
    assert context_of(text, "Done.") == ["Linux"]
    assert context_of(text, "Brew it.") == []  # its tag is in the block itself
    assert context_of(text, "After.") == []


def test_a_caption_in_a_tag_is_context_of_the_table() -> None:
    text = 'Text.\n\n{{< table caption="Open ports" >}}\n| a | b |\n|---|---|\n| 1 | 2 |\n{{< /table >}}\n\nEnd.\n'
    assert kinds(text) == [
        ("paragraph", "Text."),
        ("paragraph", '{{< table caption="Open ports" >}}'),
        ("table", "| a | b |\n|---|---|\n| 1 | 2 |"),
        ("paragraph", "End."),
    ]
    assert context_of(text, "| 1 |") == ["Open ports"]
    assert following(text) == ["| a | b |\n|---|---|\n| 1 | 2 |"]
    assert removed(text) == [("shortcode", "{{< /table >}}")]


def test_context_ends_with_the_section() -> None:
    text = '{{% tab name="Linux" %}}\nA.\n\n## B\n\nC.\n{{% /tab %}}\n'
    assert context_of(text, "C.") == []


def test_tags_that_enclose_nothing_join_the_text_before() -> None:
    text = 'See this:\n\n{{< codenew file="a.yaml" >}}\n\n## B\n\n{{< feature-state state="beta" >}}\n\nText.\n'
    assert texts(text) == [
        'See this:\n\n{{< codenew file="a.yaml" >}}',
        "## B",
        '{{< feature-state state="beta" >}}\n\nText.',
    ]


def test_a_tag_in_a_paragraph_and_one_that_nothing_closes_is_text() -> None:
    for text in (
        'A {{< glossary_tooltip text="Pod" >}} runs.',
        'Uses a\n{{< glossary_tooltip text="Pod" >}}\nto run.',
        "{{< note >}} Inline. {{< /note >}}",
        ":::note\nNever closed.",
        "A\n::: b ::: c",
    ):
        assert texts(text) == [text]


def test_code_between_tags_is_code_and_a_comment_is_left_out() -> None:
    text = (
        "A.\n\n{{< mermaid >}}\ngraph LR\n\n# not a heading\n{{< /mermaid >}}\n\n"
        "{{< highlight yaml >}}\na: 1\n{{< /highlight >}}\n\n{{< comment >}}\n# hidden\n{{< /comment >}}\n"
    )
    blocks = parsed_of(text).blocks
    assert [(block.kind, block.language) for block in blocks] == [
        ("paragraph", ""),
        ("code", "mermaid"),
        ("code", "yaml"),
    ]
    assert removed(text) == [("shortcode", "{{< comment >}}\n# hidden\n{{< /comment >}}")]


def test_tags_in_items_and_quotes_belong_to_what_is_there() -> None:
    steps = "1. Do it.\n   {{< warning >}}\n   Hot.\n   {{< /warning >}}\n2. Go.\n\n"
    text = steps + "> {{< note >}}\n> Said.\n> {{< /note >}}\n"
    assert texts(text) == [
        "1. Do it.",
        "{{< warning >}}\n   Hot.\n   {{< /warning >}}",
        "2. Go.",
        "> {{< note >}}\n> Said.\n> {{< /note >}}",
    ]


def test_html_tags_without_words_join_what_they_enclose() -> None:
    text = 'A.\n\n<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n\n<a name="x"></a>\n\nB.\n'
    assert texts(text) == [
        "A.",
        "<details>\n<summary>More</summary>",
        "Inside.\n\n</details>",
        '<a name="x"></a>\n\nB.',
    ]


def test_a_line_of_tags_behind_code_is_left_out_and_declared() -> None:
    text = ":::tip\n\n```\na\n```\n\n:::\n\nB.\n"
    assert texts(text) == [":::tip", "```\na\n```", "B."]
    assert removed(text) == [("container", ":::")]


def test_a_document_of_tags_alone_has_them_as_text() -> None:
    assert texts("{{< note >}}\n{{< /note >}}\n") == ["{{< note >}}\n{{< /note >}}"]


@pytest.mark.parametrize(
    "text",
    [
        "{{< note >}}\n" * 20_000 + "{{< /note >}}",
        "{{< mermaid >}}\n" * 20_000 + "> {{< /mermaid >}}",
        ":::a\n" * 20_000 + ":::\n" * 20_000,
        "{{< " * 50_000 + "{{< /x >}}",
        "{{<" + " " * 100_000 + "x\n{{< /x >}}",
        "<A\n" * 20_000 + "</A>",
    ],
    ids=range(6),
)
def test_many_tags_take_linear_time(text: str) -> None:
    began = time.perf_counter()
    assert parsed_of(text).blocks
    assert time.perf_counter() - began < 10  # the quadratic ways take minutes
