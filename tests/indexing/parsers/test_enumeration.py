import pytest

from indexing.model import Block, ParsedText, Span
from indexing.parsers import Original, parse
from indexing.parsers.enumeration import with_lead_ins


def contexts(source: str, media_type: str = "text/markdown") -> list[list[str]]:
    """The contexts of each paragraph, the paragraphs written one a line."""
    text = source.replace("\n", "\n\n")
    parsed: ParsedText = parse(Original(content=text.encode(), media_type=media_type, charset="utf-8"))
    return [[span.slice(text) for span in block.context] for block in parsed.blocks]


@pytest.mark.parametrize("media_type", ["text/markdown", "text/plain"])
def test_items_have_the_clause_that_introduces_them(media_type: str) -> None:
    source = "第三条 下列费用由租客承担：\n（一）水费；\n（二）电费。\n第四条 房东承担其余费用。"
    lead = "第三条 下列费用由租客承担："
    assert contexts(source, media_type) == [[], [lead], [lead], []]


def test_an_inner_enumeration_has_the_leads_of_both() -> None:
    source = "须提交：\n（一）下列证件之一：\n(1) 护照；\n(2) 身份证；\n（二）照片。"
    outer, inner = "须提交：", "（一）下列证件之一："
    assert contexts(source) == [[], [outer], [outer, inner], [outer, inner], [outer]]


def test_english_clauses_are_items_too() -> None:
    assert contexts("The tenant pays:\n(a) water;\n(b) power.") == [[], ["The tenant pays:"], ["The tenant pays:"]]


def test_another_paragraph_ends_the_enumeration() -> None:
    assert contexts("须提交：\n（一）护照。\n以上均为原件。\n（二）照片。") == [[], ["须提交："], [], []]


def test_numbers_that_nothing_introduces_are_no_enumeration() -> None:
    assert contexts("（一）护照。\n（二）照片。") == [[], []]
    assert contexts("须提交材料。\n（一）护照。") == [[], []]
    assert contexts("须提交：\n# 标题\n（一）护照。") == [[], [], []]


def test_a_number_that_goes_on_as_a_decimal_is_no_item() -> None:
    assert contexts("It costs:\n3.5 dollars.") == [[], []]


def test_of_a_long_clause_the_last_sentence_introduces_the_items() -> None:
    lead = "长句子，" * 60 + "完。须提交："
    assert contexts(f"{lead}\n（一）护照。") == [[], ["须提交："]]


def test_items_inside_an_item_have_it_as_context_without_a_colon() -> None:
    source = "须提交：\n（一）证件\n1. 护照；\n2. 身份证；\n（二）照片。"
    inner = ["须提交：", "（一）证件"]
    assert contexts(source, "text/plain") == [[], ["须提交："], inner, inner, ["须提交："]]


def test_a_letter_goes_on_with_letters_and_a_roman_numeral_begins_anew() -> None:
    source = "The tenant pays:\n(a) rent;\n(b) power of\n(i) light;\n(ii) heat;\n(c) water."
    outer, inner = ["The tenant pays:"], ["The tenant pays:", "(b) power of"]
    assert contexts(source) == [[], outer, outer, inner, inner, outer]


def test_a_paragraph_that_opens_a_section_is_no_item() -> None:
    text = "须提交：\n\n（一）证件"
    blocks = [
        Block(kind="paragraph", span=Span(0, 4)),
        Block(kind="paragraph", span=Span(6, 11), level=1, title="（一）证件"),
    ]
    assert [block.context for block in with_lead_ins(text, blocks)] == [(), ()]
