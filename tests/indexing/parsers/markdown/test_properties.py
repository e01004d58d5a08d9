"""What holds of every Markdown text: blocks and removals own each character that is not blank, once and in order."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original

WORDS = st.text(st.sampled_from("ab1.|$#*_`<>!-[](): 中。👍🏽é\u3000\u2028\t\\"), min_size=1, max_size=12)
LINES = st.lists(WORDS, min_size=1, max_size=3).map("\n".join)


def _indented(text: str, first: str, rest: str) -> str:
    head, *tail = text.split("\n")
    return "\n".join([first + head, *(rest + line for line in tail)])


def _nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map("\n\n".join)
    return st.one_of(
        several.map(lambda text: _indented(text, "> ", "> ")),
        several.map(lambda text: _indented(text, "- ", "  ")),
        several.map(lambda text: _indented(text, "12. ", "    ")),
        several.map(lambda text: f"```py\n{text}\n```"),
        several.map(lambda text: f"~~~\n{text}"),
        several.map(lambda text: f"$$\n{text}\n$$"),
        several.map(lambda text: f"<div>\n{text}\n</div>"),
        several.map(lambda text: f"<!-- {text} -->"),
        several.map(lambda text: f"{{{{< note >}}}}\n{text}\n{{{{< /note >}}}}"),
        several.map(lambda text: f":::tip a\n{text}\n:::"),
        several.map(lambda text: "!!! note\n" + _indented(text, "    ", "    ")),
        several.map(lambda text: f'<Tab label="b">\n{text}\n</Tab>'),
        several.map(lambda text: "[^1]: " + _indented(text, "", "    ")),
        several.map(lambda text: "a\n: " + _indented(text, "", "  ")),
        several,
    )


LEAVES = st.one_of(
    LINES,
    WORDS.map(lambda text: f"## {text}"),
    LINES.map(lambda text: f"{text}\n---"),
    LINES.map(lambda text: _indented(text, "    ", "    ")),
    st.lists(WORDS, min_size=1, max_size=3).map(lambda rows: "\n".join(["| a | b |", "|---|:-:|", *rows])),
    st.sampled_from(["***", "[a]: /b", "<!-- c -->", "<br>", "- ", "$$", "```", "---", "{{< x >}}", "\x0b", ">"]),
    st.sampled_from(["{{< /note >}}", "{{< note >}}", ":::", ":::a", "</Tab>", "[TOC]", "<!-- toc -->", "- [a](#a)"]),
    st.sampled_from(
        ["export const a = {", "{/* c */}", '=== "a"', "\\[", "{% endx %}", "**Note:** a", "> [!TIP]", "[^1]:"]
    ),
)
PARTS = st.recursive(LEAVES, _nested, max_leaves=8)
PAGES = st.tuples(
    st.sampled_from(["", "---\ntitle: x\n---\n", "\ufeff", "\n"]),
    st.lists(PARTS, min_size=1, max_size=5),
    st.sampled_from(["\n", "\n\n", "\n \n"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
).map(lambda page: (page[0] + page[2].join(page[1])).replace("\n", page[3]))
NOISE = st.text(st.sampled_from("ab #>-*+1.)`~|:=$<!/\\[]{}\t\r\n\x0b\x0c\u2028中\x00"), max_size=60)


def parsed_or_none(text: str) -> ParsedText | None:
    try:
        return parse_markdown(
            Original(content=text.encode("utf-8", "surrogatepass"), media_type="text/markdown", charset="utf-8")
        )
    except DocumentRejected as rejected:
        if rejected.code != "no_text":
            raise
        return None


def assert_owned(parsed: ParsedText) -> None:
    """Blocks and removals are in order, disjoint, in range, not blank, and leave nothing but blanks."""
    items = sorted([*parsed.blocks, *parsed.removed], key=lambda item: item.span)
    end = 0
    for item in items:
        assert end <= item.span.start < item.span.end <= len(parsed.text)
        assert not parsed.text[end : item.span.start].strip()
        assert item.span.slice(parsed.text).strip()
        end = item.span.end
    assert not parsed.text[end:].strip()
    assert list(parsed.blocks) == sorted(parsed.blocks, key=lambda block: block.span)


def assert_well_formed(parsed: ParsedText) -> None:
    """Cuts, headers and contexts are where they have to be."""
    for block in parsed.blocks:
        assert all(block.span.start < cut < block.span.end for cut in block.cuts)
        assert list(block.cuts) == sorted(set(block.cuts))
        assert all(block.span.start <= row.start < row.end <= block.span.end for row in block.header)
        assert all(0 <= span.start < span.end <= block.span.start for span in block.context)
        assert list(block.context) == sorted(set(block.context))
        assert (block.level > 0) == (block.kind == "heading")
        assert block.kind == "table" or not block.header
        assert block.atomic == (block.kind in {"table", "code", "formula"})


@given(st.one_of(PAGES, NOISE))
@settings(max_examples=400, deadline=None)
@example("- \n\n# a\n-\n  > b")
@example("```py\na\n```\n\u2028\n- 1")
@example("1. <!-- a -->\n2. b")
@example("[a]: /b\n===\n> [c]: /d")
@example("> - a\n>\n>   b\nc\n- - - d")
def test_every_character_that_is_not_blank_has_one_owner(text: str) -> None:
    parsed = parsed_or_none(text)
    if parsed is not None:
        assert parsed.text == text.removeprefix("\ufeff").replace("\0", "\ufffd")
        assert_owned(parsed)
        assert_well_formed(parsed)


@given(PAGES)
@settings(max_examples=150, deadline=None)
def test_line_ends_change_offsets_only(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    one, other = parsed_or_none(plain), parsed_or_none(plain.replace("\n", "\r\n"))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert [(block.kind, block.level, block.title) for block in one.blocks] == [
            (block.kind, block.level, block.title) for block in other.blocks
        ]


TITLES = st.text(st.sampled_from("abc 中文1"), min_size=1, max_size=8).map(str.strip).filter(bool)
OPAQUE = st.sampled_from(["```\n{}\n```", "~~~~\n{}\n~~~~", "$$\n{}\n$$", "<!--\n{}\n-->", "<pre>\n{}\n</pre>", "> {}"])
PIECES = st.one_of(
    st.tuples(st.just("atx"), st.integers(1, 6), TITLES),
    st.tuples(st.just("setext"), st.integers(1, 2), TITLES.filter(lambda title: not title[0].isdigit())),
    st.tuples(OPAQUE, st.integers(1, 6), TITLES),
    st.tuples(st.just("text"), st.just(0), TITLES),
)


def _written(kind: str, level: int, title: str) -> str:
    if kind == "atx":
        return f"{'#' * level} {title}"
    if kind == "setext":
        return f"{title}\n{' =-'[level] * 3}"
    return title if kind == "text" else kind.format(f"{'#' * level} {title}")


@given(st.lists(PIECES, min_size=1, max_size=8))
@settings(max_examples=200, deadline=None)
def test_the_headings_read_are_the_headings_written(pieces: list[tuple[str, int, str]]) -> None:
    parsed = parsed_or_none("x\n\n" + "\n\n".join(_written(*piece) for piece in pieces))
    assert parsed is not None
    found = [(block.level, block.title) for block in parsed.blocks if block.kind == "heading"]
    assert found == [(level, " ".join(title.split())) for kind, level, title in pieces if kind in {"atx", "setext"}]
