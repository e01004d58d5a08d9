"""HTML pages as a reader meets them: sections, blocks, positions, what is left out, hostile pages."""

from pathlib import Path

import pytest

from indexing.errors import DocumentRejected
from indexing.outline import build_sections
from indexing.parsers.html.page import parse_html
from indexing.parsers.original import Original
from tests.indexing.parsers.html.page import context_of, page, refusal, shown, texts
from tests.indexing.parsers.markdown.markdown_listing import render

FIXTURES = Path(__file__).parents[3] / "fixtures" / "html"
RULES = (
    '<p>Lead.</p><h1>Rules</h1><p>Tea<b>pot</b>s are <i>hot</i>, mind <a href="#x">them</a>.</p>'
    "<script>var a=1;</script><div hidden>draft</div><pre># not a heading</pre><h2>Fees</h2><table><tr><th>Plan</th>"
    "<th>Fee</th></tr><tr><td>Basic</td><td>5 &lt; 6</td></tr></table><h2>Fees</h2><p>Second.</p>"
)


def test_a_page_is_read_as_the_listing_beside_it_shows() -> None:
    content = (FIXTURES / "handbook.html").read_bytes()
    parsed = parse_html(Original(content=content, media_type="text/html"))
    assert render(parsed) == (FIXTURES / "handbook.blocks").read_text(encoding="utf-8")
    assert parsed.title == "Tenant handbook – 租客手册"
    assert parsed.attributes == {"lang": "zh-CN", "description": "How to live here.", "author": "Li Lei"}


def test_what_a_page_left_out_is_said_with_its_size() -> None:
    content = (FIXTURES / "handbook.html").read_bytes()
    assert parse_html(Original(content=content, media_type="text/html")).warnings == (
        "scripts were left out: 14 characters",
        "page tools were left out: 13 characters",
        "navigation was left out: 8 characters",
        "permalinks were left out: 1 character",
        "tables of contents were left out: 21 characters",
        "asides were left out: 16 characters",
        "hidden text was left out: 5 characters",
        "footers were left out: 9 characters",
    )


def test_line_ends_change_nothing_but_positions() -> None:
    content = (FIXTURES / "handbook.html").read_bytes()
    plain = parse_html(Original(content=content, media_type="text/html"))
    windows = parse_html(Original(content=content.replace(b"\n", b"\r\n"), media_type="text/html"))
    assert windows.text == plain.text
    assert windows.blocks == plain.blocks


def test_text_keeps_its_order_and_sections_their_text() -> None:
    parsed = page(RULES)
    sections, owners = build_sections(parsed)
    assert [section.path for section in sections] == [(), ("Rules",), ("Rules", "Fees"), ("Rules", "Fees")]
    assert list(zip(owners, shown(parsed), strict=True)) == [
        (0, ("paragraph", "Lead.")),
        (1, ("heading", "Rules")),
        (1, ("paragraph", "Teapots are hot, mind them.")),
        (1, ("code", "# not a heading")),
        (2, ("heading", "Fees")),
        (2, ("table", "| Plan | Fee |\n| --- | --- |\n| Basic | 5 < 6 |")),
        (3, ("heading", "Fees")),
        (3, ("paragraph", "Second.")),
    ]
    assert "draft" not in parsed.text
    assert "var a" not in parsed.text


@pytest.mark.parametrize(
    ("html", "found", "source"),
    [
        (RULES, "5 < 6", "5 &lt; 6"),
        (RULES, "Teapots", "Tea<b>pot</b>s"),
        ("<p>a  b</p>", "a b", "a  b"),
        ("<p>押金 &amp; 租金</p>", "& 租", "&amp; 租"),
        ("<p>x\r\n<b>y</b></p>", "x y", "x\r\n<b>y"),
        ("<pre>a\r\nb</pre>", "a\nb", "a\r\nb"),
        ("<p>👍🏽 ok</p>", "ok", "ok"),
        ("<p>a<br>b</p>", "a\nb", "a<br>b"),
        ("<p>R&amp;", "&", "&amp;"),
        ("<p>&notit; e</>f</p>", "; ef", "; e</>f"),
        ('<p>see <img alt="a key">.</p>', "a key", '<img alt="a key">'),
        ("<math><annotation encoding='application/x-tex'> a&lt;b </annotation></math>", "b", "b"),
    ],
)
def test_a_citation_leads_to_its_place_in_the_source(html: str, found: str, source: str) -> None:
    parsed = page(html)
    start = parsed.text.index(found)
    place = parsed.layout.source_of(start, start + len(found))
    assert place is not None
    assert html[slice(*place)] == source


def test_marks_of_our_own_have_no_source() -> None:
    parsed = page("<ul><li>a</ul>")
    assert parsed.text == "- a"
    assert parsed.layout.source_of(0, 2) is None


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a<p>b", ["a", "b"]),
        ("a<div>b</div>c", ["a", "b", "c"]),
        ("<div>d<span>e<div>f</div>g</span>h</div>", ["de", "f", "gh"]),
        ("<a href=x>a<div>b</div></a>", ["a", "b"]),
        ("<p>a <b> b </b> c</p>", ["a b c"]),
        ("<p>a&nbsp; b</p>", ["a\xa0 b"]),
        ("<p>a<br>b<br><br>c</p>", ["a\nb", "c"]),
        ("<p>a</p><p>&nbsp;</p><p>&#8203;</p><p>b</p>", ["a", "b"]),
        ("<p>a<!-- x -->b<?y?></p>", ["ab"]),
        ("<p>x<hr>y", ["x", "y"]),
        ("<p>中<wbr>文</p>", ["中文"]),
    ],
)
def test_blocks_begin_and_end_at_block_edges_only(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>10<sup>6</sup>, m<sup>2</sup>, 1<sup>st</sup>, H<sub>2</sub>O", "10^6, m^2, 1st, H2O"),
        ("<p>so<sup><a href=#n>1</a></sup>.", "so1."),
        ("<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>", "漢字"),
        ('<p>Press<img alt="Save">now<img alt=""><img src=x><img alt="a.png">.', "Press Save now."),
        ("<p>If <math alttext='x^2'><mi>x</mi></math>, <math><mi>y</mi><mo>=</mo><mn>1</mn></math>", "If $x^2$, y=1"),
        ('<p><span style="display: none"><math alttext="x"><mi>x</mi></math></span> is', "$x$ is"),
        ('<p>so <script type="math/tex">a<b</script>', "so $a<b$"),
    ],
)
def test_inline_elements_say_what_they_mean(html: str, expected: str) -> None:
    assert texts(html) == [expected]


@pytest.mark.parametrize(
    "html",
    [
        '<script type="math/tex; mode=display">e = mc^2</script>',
        "<math display=block alttext='e = mc^2'><mi>e</mi></math>",
    ],
)
def test_display_maths_is_a_block_that_is_not_cut(html: str) -> None:
    parsed = page(f"<p>a</p>{html}<p>b</p>")
    assert shown(parsed) == [("paragraph", "a"), ("formula", "$$e = mc^2$$"), ("paragraph", "b")]
    assert parsed.blocks[1].atomic


def test_maths_that_scripts_will_draw_is_a_formula() -> None:
    assert shown(page('<div class="math">\\[ x \\]</div>')) == [("formula", "\\[ x \\]")]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<h1>A</h1><h3>B</h3><h2>C</h2>", [(1, "A", ""), (3, "B", ""), (2, "C", "")]),
        (
            "<h2>1.2 Fees</h2><h2>3. Rent</h2><h2>2024 in review</h2>",
            [(2, "1.2 Fees", "1.2"), (2, "3. Rent", "3"), (2, "2024 in review", "")],
        ),
        ("<h1>a<br>b <i>c</i></h1><h2></h2><h2> </h2>", [(1, "a b c", "")]),
        ("<div role=heading aria-level=3>A</div><div role=heading>B</div>", [(3, "A", ""), (2, "B", "")]),
        ("<ul><li><h3>Card</h3><p>Text.</ul>", [(3, "Card", "")]),
        ("<h2><button>Open?</button></h2><h2>Vec<button>Copy</button></h2>", [(2, "Open?", ""), (2, "Vec", "")]),
        (
            "<blockquote><h2>Quoted</h2>x</blockquote><table><tr><th><h2>Cell</h2><th>B<tr><td>1<td>2</table>",
            [(2, "Cell", "")],
        ),
    ],
)
def test_headings_open_sections(html: str, expected: list[tuple[int, str, str]]) -> None:
    blocks = page(html + "<p>end").blocks
    assert [(block.level, block.title, block.label) for block in blocks if block.level] == expected


def test_anchors_point_at_the_block_they_belong_to() -> None:
    parsed = page(
        '<section id="s"><h2 id="h">A</h2><a name="old"></a><p>One <b id="in">two</b></p><hr id="rule"></section>'
        '<div id="d"><p>B</p></div><p id="end"></p>'
    )
    at = {mark.name: parsed.text[mark.at :].split()[0] for mark in parsed.layout.anchors}
    assert at == {"s": "A", "h": "A", "old": "One", "in": "two", "rule": "B", "d": "B"}


def test_the_anchor_of_a_dropped_permalink_stays() -> None:
    parsed = page('<p>x</p><h2><a id="fees" href="#fees">¶</a>Fees</h2>')
    assert [(mark.name, parsed.text[mark.at :]) for mark in parsed.layout.anchors] == [("fees", "Fees")]


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre><code class="language-python">x</code></pre>', "python"),
        ('<pre class="lang-JS">x</pre>', "javascript"),
        ('<div class="highlight-python3 notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"),
        ('<div class="highlight-default"><div class="highlight"><pre>x</pre></div></div>', ""),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"),
        ('<pre class="sourceCode rust">x</pre>', "rust"),
        ('<pre data-lang="SQL">x</pre>', "sql"),
        ("<pre>x</pre>", ""),
    ],
)
def test_the_language_of_a_listing_is_what_its_classes_say(html: str, language: str) -> None:
    assert [(block.kind, block.language, block.atomic) for block in page(html).blocks] == [("code", language, True)]


def test_a_listing_is_verbatim_without_line_numbers() -> None:
    html = '<pre><span class="linenos">1</span>if  x:\n<span class="linenos">2</span>    &lt;b&gt;<br>y</pre>'
    assert texts(html) == ["if  x:\n    <b>\ny"]


def test_alternatives_in_one_listing_stay_apart() -> None:
    assert texts("<pre><code>require('a')</code><code>import a</code></pre>") == ["require('a')\nimport a"]
    assert texts("<pre><code>a</code> <code>b</code></pre>") == ["a b"]


@pytest.mark.parametrize(
    "html",
    [
        '<p>Rule.</p><div class="admonition note"><p class="admonition-title">Note<p>Except x.</div>',
        '<p>Rule.</p><div class="note"><h3 class="title">Note</h3><p>Except x.</div>',
        '<p>Rule.</p><aside class="warning">Note<br>Except x.</aside>',
        '<p>Rule.</p><div class="theme-admonition alert"><div class="admonitionHeading_x">Note</div><p>Except x.</div>',
    ],
)
def test_a_note_is_one_block_that_follows_what_it_qualifies(html: str) -> None:
    parsed = page(f"<main>{html}<p>Next.</main>")
    assert shown(parsed) == [("paragraph", "Rule."), ("paragraph", "Note\nExcept x."), ("paragraph", "Next.")]
    assert [block.follows for block in parsed.blocks] == [False, True, False]


def test_a_note_in_an_item_needs_what_the_item_says() -> None:
    parsed = page('<ul><li>Open it.<div class="note">Not at night.</div></ul>')
    assert context_of(parsed, parsed.blocks[1]) == ["- Open it."]


def test_details_follow_their_summary() -> None:
    parsed = page("<details><summary>May I smoke?</summary>No.<pre>x</pre></details><p>Next.")
    assert [text for _, text in shown(parsed)] == ["May I smoke?", "No.", "x", "Next."]
    assert [block.follows for block in parsed.blocks] == [False, True, False, False]
    assert [context_of(parsed, block) for block in parsed.blocks] == [[], ["May I smoke?"], ["May I smoke?"], []]


def test_a_caption_is_context_before_and_follows_behind_what_it_names() -> None:
    before = "<figure><figcaption>F 1</figcaption><pre>a</pre></figure>"
    parsed = page(f"{before}<figure><pre>b</pre><figcaption>F 2</figcaption></figure>")
    assert shown(parsed) == [("paragraph", "F 1"), ("code", "a"), ("code", "b"), ("paragraph", "F 2")]
    assert context_of(parsed, parsed.blocks[1]) == ["F 1"]
    assert parsed.blocks[3].follows


def test_numbered_paragraphs_have_what_introduces_them() -> None:
    parsed = page("<p>第三条 下列费用由租客承担：</p><p>（一）水费；</p><p>（二）电费。</p>")
    assert context_of(parsed, parsed.blocks[2]) == ["第三条 下列费用由租客承担："]


@pytest.mark.parametrize(
    "html", ["<p> </p>", "<script>x</script>", "<title>Only a title</title>", "<img src=x>", "<!-- x -->"]
)
def test_a_page_without_text_is_refused(html: str) -> None:
    with pytest.raises(DocumentRejected) as caught:
        page(html)
    assert caught.value.code == "no_text"


def test_xhtml_knows_empty_elements() -> None:
    html = '<?xml version="1.0"?><html><script src="a.js"/><title/><body><p>a</p><div/><p>b</p></body></html>'
    assert [text for _, text in shown(page(html))] == ["a", "b"]
    assert [text for _, text in shown(page(html[21:], media_type="application/xhtml+xml"))] == ["a", "b"]


HOSTILE = {
    "deep": "<div>" * 100_000 + "deep" + "</div>" * 100_000,
    "open quote": '<iframe width="1" src="u ' * 2_000 + "x",
    "open comments": "x<!--" * 20_000,
    "cdata": "x<![CDATA[" * 20_000,
    "doctypes": "<!DOCTYPE a" * 20_000,
    "less-than": "<" * 50_000,
    "ampersands": "&" * 50_000,
    "nul": "\0<p>\0x" * 5_000,
    "wrong end tags": "<b><div>" + "<i>" * 10_000 + "</b>x" * 10_000,
    "nested tables": "<table><tr><td>x" * 5_000,
    "wide spans": "<table>" + "<tr><td colspan=1000 rowspan=65534>x<td colspan=1000>y" * 3_000,
    "nested lists": "<ul><li>x" * 10_000,
    "nested terms": "<dl class=function><dt>x<dd>" * 5_000,
    "row of terms": "<dl class=function><dt>x<dd>y</dl>" * 5_000 + "z",
    "nested notes": "<div class=note><h3>x" * 5_000,
    "attributes": "<p " + " ".join(f"a{i}=1" for i in range(20_000)) + ">x",
    "buttons": "<h1>" + "<button>x</button>" * 10_000 + "y</h1>",
    "foreign": "x<svg>" * 10_000 + "<p>y",
}


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_page_is_read_or_refused(html: str) -> None:
    assert refusal(html.encode()) in {None, "no_text"}


def test_spans_of_cells_do_not_multiply_a_table() -> None:
    html = HOSTILE["wide spans"]
    assert len(page(html).text) < 2 * len(html)


def test_a_page_cut_anywhere_is_read_or_refused() -> None:
    content = (FIXTURES / "handbook.html").read_bytes()
    found = {refusal(content[:end]) for end in range(0, len(content), 7)}
    assert found <= {None, "no_text", "unknown_encoding"}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<math><msup><mi>r</mi><mn>2</mn></msup></math>", "r^2"),
        ("<math><msub><mi>x</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub></math>", "x_(i+1)"),
        ("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac></math>", "(a+b)/c"),
        ("<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>", "√(x+1)"),
        ("<math><mroot><mi>x</mi><mn>3</mn></mroot></math>", "√(3&x)"),
        ("<math><semantics><mi>x</mi><annotation-xml><ci>x</ci></annotation-xml></semantics></math>", "x"),
    ],
)
def test_the_structure_of_a_formula_is_kept(html: str, expected: str) -> None:
    assert texts(f"<p>{html}") == [expected]


def test_places_where_a_word_may_break_are_none_of_its_letters() -> None:
    parsed = page("<p>soft&shy;ware in\u00addex&#8203;es a \u200b b")
    assert parsed.text == "software indexes a b"
    at = parsed.text.index("dex")
    assert parsed.layout.source_of(at, at + 3) == (20, 23)


def test_a_line_of_no_break_spaces_ends_a_paragraph() -> None:
    assert texts("One<br>two<br>&nbsp;<br>Three<br><br>Four") == ["One\ntwo", "Three", "Four"]


def test_bold_lines_are_headings_only_where_there_are_no_others() -> None:
    place = "<span style='font-weight:bold'>二、地点</span>"
    html = f"<p><strong>一、时间</strong></p><p>五月一日。</p><p>{place}</p><p>北京。</p>"
    assert [block.title for block in page(html).blocks] == ["一、时间", "", "二、地点", ""]
    assert [block.level for block in page("<h1>活动</h1>" + html).blocks] == [1, 0, 0, 0, 0]
    assert not any(block.level for block in page(html.replace("</strong>", "</strong>：")).blocks)
