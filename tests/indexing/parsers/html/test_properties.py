"""What holds of every page: spans exact and disjoint, nothing lost that is not declared, text in the source's order."""

import re

import turbohtml
from hypothesis import given, settings
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.html.tokens import html_tokens
from tests.indexing.parsers.html.page import page

WORDS = st.text(st.sampled_from("ab1.|$# 中。👍🏽é\u3000\n\t"), min_size=1, max_size=8)
REFERENCES = st.sampled_from(["&lt;", "&amp;", "&nbsp;", "&#20013;", "&x", "&notit;", "\r\n", "<br>", "<!-- c -->"])
INLINE = ["b", "i", "span", "code", "a", "sub"]
BLOCK = ["p", "div", "section", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "h1", "h2", "h3", "pre", "details"]
MORE = ["summary", "figure", "figcaption", "table", "tr", "td", "th", "thead", "caption", "article", "form"]
DROPPED = ["nav", "footer", "aside", "script", "style", "div hidden", "template"]
TAGS = st.sampled_from(INLINE + BLOCK + MORE)


def _element(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    content = st.lists(inner, max_size=4).map("".join)
    closed = st.builds(lambda tag, text: f"<{tag}>{text}</{tag}>", TAGS, content)
    dropped = st.builds(lambda tag, text: f"<{tag}>{text}</{tag.split()[0]}>", st.sampled_from(DROPPED), WORDS)
    opened = st.builds(lambda tag, text: f"<{tag}>{text}", TAGS, content)
    return st.one_of(closed, closed, dropped, opened)


PAGES = st.lists(st.recursive(st.one_of(WORDS, REFERENCES), _element, max_leaves=12), min_size=1, max_size=5).map(
    "".join
)
NOISE = st.text(st.sampled_from("<>/&;!-='\"ab1 phdivtablr\r\n\t中\0]["), max_size=80)


def parsed_or_none(html: str) -> ParsedText | None:
    try:
        return page(html)
    except DocumentRejected as rejected:
        if rejected.code not in {"no_text", "unknown_encoding"}:
            raise
        return None


@given(st.one_of(PAGES, NOISE))
@settings(max_examples=300, deadline=None)
def test_blocks_are_trimmed_in_order_and_hold_all_text(html: str) -> None:
    parsed = parsed_or_none(html)
    if parsed is None:
        return
    end = 0
    for block in parsed.blocks:
        assert end <= block.span.start < block.span.end <= len(parsed.text)
        assert not parsed.text[end : block.span.start].strip()
        assert block.span.slice(parsed.text) == block.span.slice(parsed.text).strip()
        assert all(block.span.start < cut < block.span.end for cut in block.cuts)
        assert list(block.cuts) == sorted(set(block.cuts))
        assert list(block.context) == sorted(set(block.context))
        assert all(0 <= span.start < span.end <= block.span.start for span in block.context)
        assert bool(block.title) == (block.level > 0)
        end = block.span.end
    assert not parsed.text[end:].strip()
    assert all(0 <= mark.at < len(parsed.text) for mark in parsed.layout.anchors)


@given(st.one_of(PAGES, NOISE))
@settings(max_examples=300, deadline=None)
def test_each_character_stands_where_its_map_says(html: str) -> None:
    parsed = parsed_or_none(html)
    if parsed is None or parsed.charset != "utf-8":  # noise may be text in UTF-16
        return
    source = html.replace("\0", "\ufffd")
    runs = parsed.layout.runs
    for index, run in enumerate(runs):
        end = runs[index + 1].start if index + 1 < len(runs) else len(parsed.text)
        assert 0 <= run.source_start <= run.source_end <= len(source)
        if end - run.start == run.source_end - run.source_start:
            here, there = parsed.text[run.start : end], source[run.source_start : run.source_end]
            assert re.sub(r"\s", " ", here) == re.sub(r"\s", " ", there)


def _visible(text: str) -> int:
    return len(re.sub(r"\s", "", text))


@given(PAGES)
@settings(max_examples=300, deadline=None)
def test_what_is_kept_and_what_is_declared_is_all_there_is(html: str) -> None:
    parsed = parsed_or_none(html)
    if parsed is None:
        return
    there = sum(_visible(token.name) for token in html_tokens(html) if token.kind == "text")
    runs = parsed.layout.runs
    kept = 0
    for index, run in enumerate(runs):
        end = runs[index + 1].start if index + 1 < len(runs) else len(parsed.text)
        kept += _visible(parsed.text[run.start : end]) if run.source_start < run.source_end else 0
    escaped = parsed.text.count("\\|")
    declared = sum(int(found[1]) for found in map(re.compile(r".*: (\d+) character").match, parsed.warnings) if found)
    assert kept - escaped + declared == there


@given(
    st.lists(
        st.one_of(WORDS, st.sampled_from(["<b>", "</b>", "<p>", "</p>", "<div>", "</div>", "<i>", "&amp;"])),
        max_size=20,
    )
)
@settings(max_examples=200, deadline=None)
def test_text_is_what_a_browser_shows_in_the_same_order(pieces: list[str]) -> None:
    html = "".join(pieces)
    parsed = parsed_or_none(html)
    browser = "".join(turbohtml.parse(html).text.split())
    assert ("".join(parsed.text.split()) if parsed else "") == browser
