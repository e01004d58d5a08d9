import inspect
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from indexing.errors import DocumentRejected
from indexing.model import Block, ParsedText
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from tests.indexing.parsers.markdown.markdown_listing import render

FIXTURES = Path(__file__).parents[3] / "fixtures" / "markdown"


def parsed(text: str) -> ParsedText:
    return parse_markdown(Original(content=text.encode(), media_type="text/markdown"))


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.title) for block in parsed(text).blocks if block.kind == "heading"]


def listed(text: str) -> list[tuple[str, str, list[str]]]:
    """Kind, text and contexts of each block."""
    result = parsed(text)
    return [(b.kind, b.span.slice(text), [span.slice(text) for span in b.context]) for b in result.blocks]


def only(text: str, kind: str) -> Block:
    (block,) = [block for block in parsed(text).blocks if block.kind == kind]
    return block


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.md")), ids=lambda path: path.stem)
def test_a_page_is_read_as_its_listing_says(path: Path) -> None:
    assert (
        render(parse_markdown(Original(content=path.read_bytes(), media_type="text/markdown")))
        == path.with_suffix(".blocks").read_bytes().decode()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\n# x\n```\n# A", [(1, "A")]),
        ("~~~sh\n```\n# x\n~~~\n# A", [(1, "A")]),
        ("````\n```\n# x\n```\n````\n# A", [(1, "A")]),
        ("```\n# x\n``` y\n# z\n```\n# A", [(1, "A")]),
        ("   ```\n# x\n  ```\n# A", [(1, "A")]),
        ("```\n# x\n    ```\n# y", []),
        ("``` a`b\n# A", [(1, "A")]),
        ("1. a\n   ~~~\n   # x\n   ~~~\n# A", [(1, "A")]),
        ("- ```\n  # x\n# A", [(1, "A")]),
        ("a\n\n    # x\n# A", [(1, "A")]),
        ("\t# x\n# A", [(1, "A")]),
        ("<!--\n# x\n\n# y --> z\n# A", [(1, "A")]),
        ("<pre>\n# x\n\n# y\n</pre>\n# A", [(1, "A")]),
        ("<div>\n# x\n</div>\n\n# A", [(1, "A")]),
        ("<script>\n\n# x\n</script>\n# A", [(1, "A")]),
        ("A\n=\nB\n-\nC\nD\n===", [(1, "A"), (2, "B"), (1, "C D")]),
        ("a\n\n---\nb", []),
        ("#x\n#\ty\n#\n   # A\n####### z", [(1, "y"), (1, ""), (1, "A")]),
        ("\\# x\n\\## y", []),
        ("# A #\n## B##\n### C \\##\n# D ####  ", [(1, "A"), (2, "B##"), (3, "C ##"), (1, "D")]),
        ("\ufeff# A\r\n\r\nx\r## B\r", [(1, "A"), (2, "B")]),
        ("# A\u2028# x\n\x0c# y", [(1, "A # x")]),
        ("---\n# x\na: 1\n---\n# A", [(1, "A")]),
        ("> # x\n\n- # y\n\n# A", [(1, "A")]),
        ("$$\n# x\n$$\n# A", [(1, "A")]),
        ("| a |\n|---|\n| # x |\n# A", [(1, "A")]),
        ("a\n# A\nb", [(1, "A")]),
    ],
)
def test_headings_are_those_of_the_grammar_and_of_nothing_opaque(text: str, expected: list[tuple[int, str]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("*A* **b** ~~c~~ `d*`", "A b c d*"),
        ("[a](u) [b][r] ![c *d*](u) <e@f.g>", "a b c d e@f.g"),
        ("[1.0] - today", "1.0 - today"),
        ("[2.0] - today", "[2.0] - today"),
        ("A &amp; B \\* c", "A & B * c"),
        ('<a name="x"></a>A<br>b', "Ab"),
        ("A {#anchor}", "A"),
        ("A ## { #anchor .class }", "A"),
        ("A {#a_b_c} ##", "A"),
        ("{{< ref >}} {x}", "{{< ref >}} {x}"),
        ("24/7 费用", "24/7 费用"),
        ("A   b", "A b"),
    ],
)
def test_a_title_is_the_plain_text_of_its_heading(source: str, title: str) -> None:
    assert headings(f"# {source}\n\n[1.0]: u\n[r]: u") == [(1, title)]


def test_the_title_of_a_very_long_heading_is_the_beginning_of_its_source() -> None:
    assert headings("# " + "*a* " * 1000) == [(1, ("*a* " * 500).strip())]


def test_spans_point_into_the_untouched_text() -> None:
    text = "# A\r\n\r\n甲方👍🏽付款。\rb\u2028c\n\n- x\r\n  y\r"
    assert listed(text) == [
        ("heading", "# A", []),
        ("paragraph", "甲方👍🏽付款。\rb\u2028c", []),
        ("list_item", "- x\r\n  y", ["甲方👍🏽付款。\rb\u2028c"]),
    ]
    assert parsed("\ufeff" + text).blocks == parsed(text).blocks


def test_an_item_carries_its_lead_in_and_the_items_around_it() -> None:
    text = "Bring:\n\n- a\n  - b\n    1. c\n- d\n\n  Also:\n  - e\n\nend\n* f"
    assert listed(text)[1:] == [
        ("list_item", "- a", ["Bring:"]),
        ("list_item", "- b", ["Bring:", "- a"]),
        ("list_item", "1. c", ["Bring:", "- a", "- b"]),
        ("list_item", "- d\n\n  Also:", ["Bring:"]),
        ("list_item", "- e", ["Bring:", "- d", "Also:"]),
        ("paragraph", "end", []),
        ("list_item", "* f", ["end"]),
    ]


def test_a_heading_or_another_block_between_is_no_lead_in_but_a_comment_hides_none() -> None:
    assert listed("# A\n- a")[1] == ("list_item", "- a", [])
    assert listed("A:\n\n***\n- a")[1] == ("list_item", "- a", [])
    assert listed("A:\n<!-- c -->\n- a")[1] == ("list_item", "- a", ["A:"])


def test_of_a_long_lead_in_only_the_last_sentence_is_context() -> None:
    text = "Much text. " * 30 + "You need:\n\n- a"
    assert listed(text)[1] == ("list_item", "- a", ["You need:"])
    assert listed("长" * 300 + "。需要：\n\n- a")[1] == ("list_item", "- a", ["需要："])


def test_blocks_inside_an_item_stand_alone_and_its_text_goes_on_behind() -> None:
    text = "- a\n\n  ```js\n  b\n  ```\n  c\n\n  > d\n\n  | e |\n  |---|\n  | f |\n\n  g\n\n  h"
    assert listed(text) == [
        ("list_item", "- a", []),
        ("code", "```js\n  b\n  ```", ["- a"]),
        ("list_item", "c", ["- a"]),
        ("quote", "> d", ["- a"]),
        ("table", "| e |\n  |---|\n  | f |", ["- a"]),
        ("list_item", "g\n\n  h", ["- a"]),
    ]
    assert [text[cut:] for cut in parsed(text).blocks[-1].cuts] == ["  h"]


def test_a_block_on_the_line_of_its_item_s_mark_takes_the_mark() -> None:
    assert listed("1. ```\n   a\n   ```\n2. - b\n3.\n   c") == [
        ("code", "1. ```\n   a\n   ```", []),
        ("list_item", "2. - b", []),
        ("list_item", "3.\n   c", []),
    ]


def test_a_table_has_its_header_and_is_cut_between_body_rows_only() -> None:
    text = "a\n| Op | `x \\| y` |z|\n|:--|--:|---|\n| `a \\| b` | either |\n| c | d |\ne | f\n\nend"
    table = only(text, "table")
    assert [span.slice(text) for span in table.header] == ["| Op | `x \\| y` |z|\n|:--|--:|---|"]
    assert [text[cut : cut + 3] for cut in table.cuts] == ["| c", "e |"]
    assert table.atomic
    assert table.span.slice(text).endswith("e | f")


@pytest.mark.parametrize(
    "text",
    ["| a \\| b | c |\n|---|---|\n| 1 | 2 |", "a | b\n-|-\n1 | 2", "| `a \\| b` |\n|---|\n"],
)
def test_an_escaped_pipe_is_text_of_its_cell(text: str) -> None:
    assert only(text, "table").span.slice(text) == text.strip()


@pytest.mark.parametrize("text", ["| `a | b` |\n|---|\n| 1 |", "| a | b |\n| 1 | 2 |", "| a |\n\n|---|"])
def test_what_has_no_matching_delimiter_row_is_no_table(text: str) -> None:
    assert {block.kind for block in parsed(text).blocks} == {"paragraph"}


def test_code_is_atomic_cut_at_blank_lines_and_definitions_and_knows_its_language() -> None:
    text = "```Python title=x\nimport a\n\ndef f():\n    b\ndef g():\n    c\n\n```"
    code = only(text, "code")
    assert (code.language, code.atomic, code.span.slice(text)) == ("python", True, text)
    assert [text[cut : cut + 5] for cut in code.cuts] == ["def f", "def g"]


def test_indented_code_keeps_the_indent_of_its_first_line() -> None:
    text = "a\n\n\n    b\n      c\n\n    d\n\n\ne"
    code = only(text, "code")
    assert code.span.slice(text) == "    b\n      c\n\n    d"
    assert [text[cut : cut + 5] for cut in code.cuts] == ["    d"]


def test_a_quote_of_text_is_whole_and_cut_between_its_paragraphs() -> None:
    text = "> a\nlazy\n>\n> # b\n>\n> > c\n> >\n> > d\n\nend"
    quote = only(text, "quote")
    assert quote.span.slice(text) == text[: text.index("\n\nend")]
    assert [text[cut : cut + 5] for cut in quote.cuts] == ["> # b", "> > c", "> > d"]


def test_what_else_is_in_a_quote_is_a_block_with_what_it_needs() -> None:
    text = "> **Note:**\n>\n> - b\n>   - c\n>\n> Prices:\n>\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n> | 3 | 4 |\n\nend"
    assert listed(text) == [
        ("quote", "> **Note:**\n>", []),
        ("list_item", "> - b", ["> **Note:**"]),
        ("list_item", ">   - c\n>", ["> **Note:**", "> - b"]),
        ("quote", "> Prices:\n>", []),
        ("table", "> | a | b |\n> |---|---|\n> | 1 | 2 |\n> | 3 | 4 |", []),
        ("paragraph", "end", []),
    ]
    table = only(text, "table")
    assert [row.slice(text) for row in table.header] == ["> | a | b |\n> |---|---|"]
    assert [text[cut : cut + 9] for cut in table.cuts] == ["> | 3 | 4"]


HTML_TABLE = "<table>\n<tr>\n<th>Plan</th>\n</tr>\n<tr>\n<td>Small</td>\n</tr>\n<TR><td>Large</td></TR>\n</table>"


def test_a_table_in_html_is_cut_between_its_rows_and_has_its_header() -> None:
    table = only(f"a\n\n{HTML_TABLE}\n\nb", "table")
    text = f"a\n\n{HTML_TABLE}\n\nb"
    assert table.span.slice(text) == HTML_TABLE
    assert [row.slice(text) for row in table.header] == ["<table>\n<tr>\n<th>Plan</th>\n</tr>"]
    assert [text[cut : cut + 8] for cut in table.cuts] == ["<TR><td>"]


def test_a_first_row_in_bold_type_is_a_header_too() -> None:
    text = "<table>\n<tr><td><b>Plan</b></td></tr>\n<tr><td>Small</td></tr>\n<tr><td>Large</td></tr>\n</table>"
    assert [row.slice(text) for row in only(text, "table").header] == ["<table>\n<tr><td><b>Plan</b></td></tr>"]


def test_a_table_in_html_without_header_cells_has_no_header() -> None:
    table = only("<table>\n<tr><td>Small</td></tr>\n<tr><td>Large</td></tr>\n</table>", "table")
    assert table.header == ()
    assert len(table.cuts) == 1


def test_html_is_a_table_only_with_rows_on_lines_of_their_own() -> None:
    assert only("<table><tr><td>a</td></tr></table>", "html").header == ()
    assert only("<div>\n<table>\n<tr>\n<tr>\n</table>\n</div>", "html").header == ()


def test_comments_that_are_whole_blocks_are_removed_and_others_stay() -> None:
    text = "a\n\n<!-- x\n\ny -->\nb\n\n<!-- p --> <!-- q -->\n\n<!-- r --> kept\n\n<p><!-- s --></p>\n\nc <!-- t -->"
    result = parsed(text)
    assert [(r.span.slice(text), r.reason) for r in result.removed] == [
        ("<!-- x\n\ny -->", "html_comment"),
        ("<!-- p --> <!-- q -->", "html_comment"),
    ]
    assert [(b.kind, b.span.slice(text)) for b in result.blocks] == [
        ("paragraph", "a"),
        ("paragraph", "b"),
        ("html", "<!-- r --> kept"),
        ("html", "<p><!-- s --></p>"),
        ("paragraph", "c <!-- t -->"),
    ]


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert listed("a\n\n<!-- b\n\nc")[1] == ("html", "<!-- b\n\nc", [])


def test_front_matter_states_title_and_attributes_and_is_removed() -> None:
    result = parsed("---\ntitle: Fees\nyear: 2024\n---\nText\n")
    assert (result.title, result.attributes) == ("Fees", {"year": 2024})
    assert [(r.span.slice(result.text), r.reason) for r in result.removed] == [
        ("---\ntitle: Fees\nyear: 2024\n---", "front_matter")
    ]
    assert [block.span.slice(result.text) for block in result.blocks] == ["Text"]


def test_front_matter_that_is_not_yaml_is_a_warning() -> None:
    result = parsed("---\ntitle: A: B\n---\nText\n")
    assert result.title is None
    assert len(result.warnings) == 1
    assert result.warnings[0].startswith("the front matter is not YAML")


def test_rules_and_link_definitions_belong_to_some_block() -> None:
    assert listed("***\na\n\n---\n\n# H\n\n[x]: /u\n[y]: /v 'Rent'\n\nb\n\n___") == [
        ("paragraph", "***\na\n\n---", []),
        ("heading", "# H", []),
        ("paragraph", "[x]: /u\n[y]: /v 'Rent'", []),
        ("paragraph", "b\n\n___", []),
    ]


@pytest.mark.parametrize("text", ["---\ntitle: A\n---\n", "<!-- a -->\n", "---\na: 1\n---\n<!-- b -->"])
def test_a_document_that_only_has_removed_text_is_refused(text: str) -> None:
    with pytest.raises(DocumentRejected) as caught:
        parsed(text)
    assert caught.value.code == "no_text"


def test_what_is_nested_beyond_reason_is_text_and_the_rest_keeps_its_structure() -> None:
    for mark in (">", "- ", "1. "):
        blocks = parsed(mark * 10_000 + "a\n\n# B").blocks
        assert [(block.level, block.title) for block in blocks][-1] == (1, "B")
    nested = "".join("  " * depth + "- a\n" for depth in range(300))
    assert headings(nested + "\n# B") == [(1, "B")]


@pytest.mark.parametrize(
    "text",
    [
        "租客每月一日支付租金。and so on " * 60_000,
        " " * 200_000 + "x",
        "x" + " " * 200_000 + "y",
        '<iframe width="1" src="u ' * 2_000,
        "# " + " " * 300_000 + "x" + " " * 300_000 + "{",
        "# " + "{#" * 300_000,
        "<!-- -->" * 100_000 + "x",
        "$$ a\n" * 10_000,
        "$$ a\n\n" * 10_000 + "$$",
        "- $$ a\n" + "  $$ a\n" * 10_000 + "x\n$$",
        "---\n" + "# # " * 30_000 + "\nx\n---\n",
        "---\n" + "\r\n" * 30_000 + "x\n---\n",
        "[" * 100_000,
        "- a\n" * 10_000,
        "# " + "![" * 390 + "](a)" * 390 + "\n",
        "> " * 50_000,
        "<!--\n\n" * 50_000,
    ],
    ids=range(17),
)
def test_hostile_texts_are_read_in_linear_time(text: str) -> None:
    began = time.perf_counter()
    assert parsed(text).blocks
    assert time.perf_counter() - began < 10  # the quadratic ways take minutes


def test_threads_share_the_grammar() -> None:
    text = (FIXTURES / "house_rules.md").read_bytes()
    with ThreadPoolExecutor(8) as pool:
        results = list(
            pool.map(lambda _: parse_markdown(Original(content=text, media_type="text/markdown")), range(64))
        )
    assert all(result == results[0] for result in results)


def test_attributes_are_json() -> None:
    result = parsed("---\na: 2024-01-02\nb: [1, x]\n---\nText")
    assert json.loads(json.dumps(result.attributes)) == {"a": "2024-01-02", "b": [1, "x"]}


def _on_a_stack_with_room_for(frames: int, text: str) -> ParsedText:
    depth = len(inspect.stack(0))

    def deeper(left: int) -> ParsedText:
        return parsed(text) if left == 0 else deeper(left - 1)

    return deeper(sys.getrecursionlimit() - depth - frames)


def test_a_stack_without_room_for_the_grammar_leaves_plain_paragraphs_and_a_warning() -> None:
    result = _on_a_stack_with_room_for(60, "> " * 32 + "a\n\nb")
    assert [block.kind for block in result.blocks] == ["paragraph", "paragraph"]
    assert result.warnings == ("the Markdown is nested too deeply and was read as plain text",)


def test_a_title_without_room_for_its_markup_keeps_its_source() -> None:
    text = "# " + "![" * 30 + "a" + "](b)" * 30
    result = _on_a_stack_with_room_for(60, text)
    assert [block.title for block in result.blocks] == [text[2:]]


def test_a_footnote_is_one_block_with_all_its_paragraphs() -> None:
    text = "Claim[^1].\n\n[^1]: The source.\n\n    It is old.\n[^b]: Another.\n"
    assert listed(text) == [
        ("paragraph", "Claim[^1].", []),
        ("paragraph", "[^1]: The source.\n\n    It is old.", []),
        ("paragraph", "[^b]: Another.", []),
    ]


def test_a_term_stays_with_its_definition_and_is_context_of_the_next() -> None:
    text = "Rent\n: What is paid.\n\n  Each month.\n: A tear.\n\nKey\n:   Opens.\n\n        code\n"
    assert listed(text) == [
        ("list_item", "Rent\n: What is paid.\n\n  Each month.", []),
        ("list_item", ": A tear.", ["Rent"]),
        ("list_item", "Key\n:   Opens.", []),
        ("code", "        code", ["Key"]),
    ]


def test_a_table_has_what_announces_it_its_caption_and_its_unit() -> None:
    text = "费用如下：\n\n表 3：费用\n\n单位：万元\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert listed(text)[-1][2] == ["费用如下：", "表 3：费用", "单位：万元"]


@pytest.mark.parametrize("line", ["表 3：费用", "*Table 3: Fees*", "单位：万元", "(in millions)", "来源：年报"])
def test_such_a_line_below_a_table_follows_it(line: str) -> None:
    for end in ("", "\n\nText.", "\n\n## B"):
        blocks = parsed(f"| a |\n|---|\n| 1 |\n\n{line}{end}\n").blocks
        assert [block.follows for block in blocks[:2]] == [False, True]
    between = parsed(f"| a |\n|---|\n| 1 |\n\n{line}\n\n| b |\n|---|\n| 2 |\n").blocks
    assert [block.follows for block in between] == [False, False, False]


def test_lists_nest_six_deep_and_each_item_has_those_around_it() -> None:
    text = "\n".join("  " * depth + f"- {'[x] ' * (depth == 2)}level {depth}" for depth in range(6))
    assert [len(context) for _, _, context in listed(text)] == [0, 1, 2, 3, 4, 5]
    assert listed(text)[2][1] == "- [x] level 2"


def test_extensions_do_not_change_each_other() -> None:
    extended = "$$\nx\n$$\n\n[^1]: n\n\nT\n: d\n\n!!! note\n    n\n\n{{< note >}}\nn\n{{< /note >}}\n\n"
    text = (FIXTURES / "house_rules.md").read_bytes().decode()
    alone = parsed(text).blocks
    together = parsed(text.rstrip("\n") + "\n\n# End\n\n" + extended).blocks
    assert together[: len(alone)] == alone
