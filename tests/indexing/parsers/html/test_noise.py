"""What of a page is content, and what is left out."""

import pytest

from tests.indexing.parsers.html.page import page, texts


@pytest.mark.parametrize(
    ("noise", "what"),
    [
        ("<nav>Menu</nav>", "navigation was"),
        ("<div role=navigation>Menu</div>", "navigation was"),
        ("<ul class=breadcrumb><li>Menu</ul>", "navigation was"),
        ("<footer>Menu</footer>", "footers were"),
        ("<aside>Menu</aside>", "asides were"),
        ("<style>Menu</style>", "styles were"),
        ("<template>Menu</template>", "templates were"),
        ("<noscript>Menu</noscript>", "fallback text was"),
        ("<svg><text>Menu</text></svg>", "drawings were"),
        ("<button>Menu</button>", "form controls were"),
        ("<select><option>Menu</select>", "form controls were"),
        ("<div hidden>Menu</div>", "hidden text was"),
        ("<div aria-hidden=true>Menu</div>", "hidden text was"),
        ("<div style='color:red; display:none'>Menu</div>", "hidden text was"),
        ("<dialog>Menu</dialog>", "hidden text was"),
    ],
)
def test_what_is_no_content_is_left_out_and_counted(noise: str, what: str) -> None:
    parsed = page(f"<p>One.</p>{noise}<p>Two.</p>")
    assert parsed.text == "One.\n\nTwo."
    assert parsed.warnings == (f"{what} left out: 4 characters",)


@pytest.mark.parametrize(
    "content",
    [
        "<aside class=note>Kept</aside>",
        "<aside role=doc-footnote>Kept</aside>",
        "<blockquote><footer>Kept</footer></blockquote>",
        "<div role=tabpanel hidden>Kept</div>",
        "<div hidden=until-found>Kept</div>",
        "<dialog open>Kept</dialog>",
        "<form><label>Kept</label></form>",
        "<p style='display: nonexistent'>Kept",
        "<header><h1>Kept</h1></header>",
    ],
)
def test_what_only_looks_like_it_stays(content: str) -> None:
    assert "Kept" in texts(f"<p>One.</p>{content}")


@pytest.mark.parametrize(
    "link",
    ['<a href="#x">¶</a>', '<a href="#x">§</a>', '<a href="p.html#x">#</a>', '<a href="#m">Skip to main content</a>',
     '<a href="/e">Edit this page</a>', '<a href="#m">跳到正文内容</a>', '<a href="#x">\u200b</a>'],
)  # fmt: skip
def test_links_of_the_site_itself_are_noise(link: str) -> None:
    assert texts(f"<h2>Fees{link}</h2><p>x") == ["Fees", "x"]


def test_links_with_words_are_text() -> None:
    assert texts('<h2><a class="header" href="#fees">Fees</a></h2><p><a href="#x">§ 5</a>') == ["Fees", "§ 5"]


def test_a_table_of_contents_is_left_out_with_its_heading() -> None:
    contents = '<ul><li><a href="#a">A</a><li><a href="guide.html#b">B</a><li><a href="#c">C</a></ul>'
    parsed = page(f"<h2>Contents</h2>{contents}<h2>A</h2>x", name="docs/guide.html")
    assert parsed.text == "A\n\nx"
    assert parsed.warnings == ("tables of contents were left out: 11 characters",)


def test_a_list_of_links_elsewhere_is_content() -> None:
    links = "".join(f'<li><a href="{name}.html">{name}</a>' for name in "abc")
    assert texts(f"<h1>Guides</h1><ul>{links}</ul>") == ["Guides", "- a", "- b", "- c"]
    assert texts(f"<header><ul>{links}</ul></header><p>x") == ["x"]


PROSE = "All pages of this site describe release 4 unless they say another."


def test_outside_the_main_part_only_the_title_and_prose_stay() -> None:
    main = "<main><h2>Fees</h2><p>The deposit is returned after two months.</main>"
    outside = f"<div><h1>Handbook</h1><ul><li>Home<li>Blog</ul><p>{PROSE}</p><p>Updated May 1.</p></div>"
    parsed = page(outside + main)
    assert parsed.text.split("\n\n") == ["Handbook", PROSE, "Fees", "The deposit is returned after two months."]
    assert parsed.warnings == ("text outside the main content was left out: 20 characters",)


@pytest.mark.parametrize(
    "around", ["<main>{}</main>", "<div role=main>{}</div>", "<article>{}</article>", "<div class=body>{}</div>"]
)
def test_the_main_part_is_known_by_any_of_its_names(around: str) -> None:
    main = around.format("<h1>Fees</h1><p>The deposit is returned.")
    assert texts(f"<div>Theme: dark</div>{main}<div>Share</div>") == ["Fees", "The deposit is returned."]


def test_a_main_part_with_little_of_the_text_is_not_believed() -> None:
    assert texts(f"<article>x</article><p>{PROSE}</p><p>Short.</p>") == ["x", PROSE, "Short."]


@pytest.mark.parametrize(
    "html",
    ["<nav>All there is</nav>", "<div hidden>All there is</div>", "<footer><nav>All there is</nav></footer>",
     "<div style='display:none'><aside>All there is</aside></div>"],
)  # fmt: skip
def test_a_page_that_would_lose_everything_keeps_its_text(html: str) -> None:
    parsed = page(html + "<script>x</script>")
    assert parsed.text == "All there is"
    assert parsed.warnings == ("scripts were left out: 1 character",)
