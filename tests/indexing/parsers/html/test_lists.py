import pytest

from indexing.outline import build_sections
from tests.indexing.parsers.html.page import context_of, page, texts


def test_items_need_the_lead_in_and_the_items_around_them() -> None:
    parsed = page("<p>You need:</p><ul><li>A contract<ul><li>in two copies</ul><li>A key</ul>")
    assert [(block.span.slice(parsed.text), context_of(parsed, block)) for block in parsed.blocks[1:]] == [
        ("- A contract", ["You need:"]),
        ("- in two copies", ["You need:", "- A contract"]),
        ("- A key", ["You need:"]),
    ]


def test_a_list_directly_in_a_list_belongs_to_the_item_before() -> None:
    parsed = page("<ul><li>A</li><ul><li>B</li></ul></ul>")
    assert context_of(parsed, parsed.blocks[1]) == ["- A"]


def test_a_heading_between_keeps_the_lead_in_out() -> None:
    parsed = page("<p>You need:</p><h2>Keys</h2><ul><li>A</ul>")
    assert context_of(parsed, parsed.blocks[2]) == []


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ol><li>a<li>b</ol>", ["1. a", "2. b"]),
        ("<ol start=3><li>a<li value=7>b<li>c</ol>", ["3. a", "7. b", "8. c"]),
        ("<ol type=A start=27><li>a</ol>", ["AA. a"]),
        ("<ol start=x><li>a</ol>", ["1. a"]),
        ("<ul><li><p>a<p>b</ul>", ["- a\n\nb"]),
        ("<ul><li></li><li>a</ul>", ["- a"]),
        ("<li>a", ["- a"]),
    ],
)
def test_items_have_the_marks_a_browser_shows(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


def test_paragraphs_of_an_item_are_one_block_with_a_border() -> None:
    parsed = page("<ul><li><p>a<p>b</ul>")
    assert [parsed.text[cut:] for cut in parsed.blocks[0].cuts] == ["b"]


def test_terms_stay_with_their_definition() -> None:
    assert texts("<dl><dt>Rent<dt>Miete<dd>Due.<div><dt>Key<dd><p>One.</div></dl>") == [
        "Rent\nMiete\nDue.",
        "Key\nOne.",
    ]


def test_what_else_defines_a_term_needs_the_term() -> None:
    parsed = page("<p>Words:</p><dl><dt>Key<dd>Opens.<pre>x</pre></dl>")
    assert context_of(parsed, parsed.blocks[2]) == ["Words:", "Key"]


ENTRY = (
    '<dl class="py function"><dt class="sig" id="{0}">{0}(x)<a href="#{0}">¶</a></dt><dd><p>Does {0}.</p>{1}</dd></dl>'
)


def test_entries_of_an_api_are_sections() -> None:
    method = ENTRY.format("m", "")
    parsed = page(
        f"<section><h2>API</h2><p>Intro.</p>{ENTRY.format('f', '<pre>f(1)</pre>')}{ENTRY.format('g', method)}</section>"
    )
    sections, owners = build_sections(parsed)
    assert [section.path for section in sections] == [
        (), ("API",), ("API", "f(x)"), ("API", "g(x)"), ("API", "g(x)", "m(x)"),
    ]  # fmt: skip
    assert [block.span.slice(parsed.text) for block in parsed.blocks] == [
        "API", "Intro.", "f(x)\nDoes f.", "f(1)", "g(x)\nDoes g.", "m(x)\nDoes m.",
    ]  # fmt: skip
    assert owners == (1, 1, 2, 2, 3, 4)


@pytest.mark.parametrize(
    "behind", ["<p>Back in the section.</p>", "text", "<div><ul><li>x</ul></div>", "<h4>Deeper</h4>x"]
)
def test_entries_are_no_sections_where_text_would_fall_into_the_last(behind: str) -> None:
    parsed = page(f"<section><h2>API</h2>{ENTRY.format('f', '')}{behind}</section>")
    assert [block.title for block in parsed.blocks if block.level and block.kind != "heading"] == []


def test_footnotes_are_a_section_of_their_own() -> None:
    notes = '<p class="rubric">Footnotes</p><aside class="footnote-list">1 See above.</aside>'
    parsed = page(f"<section><h2>API</h2>{ENTRY.format('f', '')}{notes}</section>")
    assert [block.title for block in parsed.blocks if block.level] == ["API", "f(x)", "Footnotes"]
