from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexing.model import Block, ParsedText, Removal, Span
from indexing.outline import build_sections
from indexing.parsers.legal.clauses import read_legal
from tests.indexing.parsers.legal.legal_text import block_of, contexts_of, path_of, paths, read

FIXTURES = Path(__file__).parents[3] / "fixtures" / "legal"
NESTED = ["第一条 付款", "（一）甲方权责", "1. 提供场地", "（1）面积十平米", "（二）乙方权责"]
NESTED_PATHS = [
    "第一条 付款",
    "第一条 付款 > （一）甲方权责",
    "第一条 付款 > （一）甲方权责 > 1. 提供场地",
    "第一条 付款 > （一）甲方权责 > 1. 提供场地 > （1）面积十平米",
    "第一条 付款 > （二）乙方权责",
]


@pytest.mark.parametrize(
    ("between", "markdown"),
    [("\n", False), ("\n\n", False), ("\r\n", False), ("\n　　", False), ("\n", True), ("\n\n", True), ("\r\n", True)],
)
def test_titled_clauses_nest_by_the_style_of_their_numbers(between: str, markdown: bool) -> None:
    parsed = read(between.join(NESTED) + "\n", markdown=markdown)
    assert paths(parsed) == NESTED_PATHS
    assert [block.label for block in parsed.blocks] == ["第一条", "（一）", "1", "（1）", "（二）"]


@pytest.mark.parametrize("name", ["lease", "services"])
def test_fixtures_have_the_sections_a_reader_sees(name: str) -> None:
    parsed = read((FIXTURES / f"{name}.txt").read_bytes().decode())
    assert paths(parsed) == (FIXTURES / f"{name}.paths").read_text(encoding="utf-8").splitlines()


def lease() -> ParsedText:
    return read((FIXTURES / "lease.txt").read_bytes().decode())


def services() -> ParsedText:
    return read((FIXTURES / "services.txt").read_bytes().decode())


def test_items_stay_in_their_article_with_the_words_that_introduce_them() -> None:
    assert path_of(lease(), "（二）电费") == "商铺租赁合同 > 第二章 租金 > 第三条 租金及支付"
    assert contexts_of(lease(), "（一）") == ["下列费用由乙方承担："]
    assert contexts_of(lease(), "1. 照明") == ["下列费用由乙方承担：", "（二）电费，包括"]
    assert contexts_of(lease(), "（三）") == ["下列费用由乙方承担："]


def test_an_item_that_may_be_a_letter_or_a_roman_numeral_is_read_by_its_place() -> None:
    assert contexts_of(services(), "(ii)") == ["2.2 The Supplier shall:", "(b) keep records of"]
    assert contexts_of(services(), "(c)") == ["2.2 The Supplier shall:"]
    text = "第一条 应提交：\n" + "\n".join(f"({letter}) item {letter};" for letter in "abcdefghij")
    assert contexts_of(read(text), "(i)") == contexts_of(read(text), "(j)") == ["第一条 应提交："]


@pytest.mark.parametrize("beginning", ["但是", "前款规定", "注："])
def test_provisos_and_notes_follow_what_they_qualify(beginning: str) -> None:
    assert block_of(lease(), beginning).follows


def test_nothing_follows_a_heading_or_begins_a_clause_and_follows() -> None:
    assert not any(block.follows for block in lease().blocks if block.level)
    assert not block_of(read("第一章 总则\n但是，另有约定的除外。\n第一条 甲方应当付款。"), "但是").follows


def test_a_reference_at_the_beginning_of_a_line_is_no_clause() -> None:
    assert block_of(lease(), "1. 甲方").span.slice(lease().text) == "1. 甲方违约的，依照\n第三条规定退还租金。"
    assert "2.3 and the plan" in block_of(services(), "2.1").span.slice(services().text)


def test_a_table_of_contents_is_left_out_and_declared() -> None:
    removed = lease().removed
    assert [removal.reason for removal in removed] == ["table_of_contents"]
    assert removed[0].span.slice(lease().text) == "目  录\n第一章 总则\n第二章 租金\n第三章 附则"
    assert services().removed[0].span.slice(services().text).endswith("3. Term ............... 4")


def test_dates_and_version_become_attributes_and_front_matter_wins() -> None:
    assert lease().attributes == {"version": "V2.1", "effective": "2024-03-01"}
    assert services().attributes == {"version": "3.0", "effective": "2024-01-01"}
    stated = read("---\nversion: 7\n---\n版本：V2.1\n\n第一条 总则\n", markdown=True).attributes
    assert stated == {"version": 7}


def test_a_comment_inside_a_table_of_contents_stays_a_removal_of_its_own() -> None:
    text = "# 规定\n\n## 目录\n\n第一章 总则\n\n<!-- x -->\n\n第二章 附则\n\n## 第一章 总则\n\n甲。\n\n## 第二章 附则\n"
    reasons = [removal.reason for removal in read(text, markdown=True).removed]
    assert reasons == ["table_of_contents", "html_comment", "table_of_contents"]


def test_each_definition_is_a_unit() -> None:
    assert block_of(services(), '"Premises"').span.slice(services().text).endswith("of the Customer.")
    assert block_of(services(), '"Fees"').level == 0


def test_the_block_of_an_article_is_its_first_paragraph() -> None:
    block = block_of(lease(), "第五条")
    assert (block.kind, block.level, block.title) == ("paragraph", 3, "第五条")
    assert block_of(lease(), "第二章").kind == "heading"


def test_an_article_that_is_a_title_above_its_sections_is_a_heading() -> None:
    articles = ("Article 1 Premises", "1.1 The tenant shall pay.", "Article 2 Rent", "The tenant may pay late.")
    parsed = read("\n\n".join(["LEASE AGREEMENT", *articles, "Article 3 Term", "It shall end."]))
    assert [block_of(parsed, label).kind for label in ("Article 1", "1.1", "Article 2")] == [
        "heading",
        "paragraph",
        "paragraph",
    ]


def test_headings_of_one_level_nest_by_what_they_number() -> None:
    lines = [
        "# 民法",
        "## 第一编 总则",
        "## 第一章 自然人",
        "## 第一节 能力",
        "第一条 甲。",
        "## 第二章 法人",
        "第二条 乙。",
    ]
    assert paths(read("\n\n".join(lines), markdown=True)) == [
        "民法",
        "民法 > 第一编 总则",
        "民法 > 第一编 总则 > 第一章 自然人",
        "民法 > 第一编 总则 > 第一章 自然人 > 第一节 能力",
        "民法 > 第一编 总则 > 第一章 自然人 > 第一节 能力 > 第一条",
        "民法 > 第一编 总则 > 第二章 法人",
        "民法 > 第一编 总则 > 第二章 法人 > 第二条",
    ]


def test_headings_of_articles_stay_and_a_heading_without_a_number_closes_them() -> None:
    text = "# 规定\n\n## 第一章 总则\n\n### 第一条\n\n甲。\n\n### 第二条 范围\n\n乙。\n\n## 附则\n\n丙。\n"
    assert paths(read(text, markdown=True))[1:] == [
        "规定 > 第一章 总则",
        "规定 > 第一章 总则 > 第一条",
        "规定 > 第一章 总则 > 第二条 范围",
        "规定 > 附则",
    ]


def test_skipped_levels_keep_the_right_parent() -> None:
    text = "# A\n\n### C1\nx\n\n### C2\ny\n\n## D\n\n#### E\nz\n"
    assert paths(read(text, markdown=True)) == ["A", "A > C1", "A > C2", "A > D", "A > D > E"]


def test_articles_nest_in_titled_clauses_where_these_come_first() -> None:
    text = "一、关于管辖\n第一条 由甲地法院管辖。\n第二条 由乙地法院管辖。\n二、关于期限\n第三条 期限为一年。"
    assert paths(read(text)) == [
        "一、关于管辖",
        "一、关于管辖 > 第一条",
        "一、关于管辖 > 第二条",
        "二、关于期限",
        "二、关于期限 > 第三条",
    ]


def test_an_article_before_the_first_section_of_its_chapter_is_beside_it() -> None:
    text = "第一章 甲\n第一条 子。\n第一节 乙\n第二条 丑。\n第二章 丙\n第三条 寅。"
    assert [path.split(" > ") for path in paths(read(text))][2:] == [
        ["第一章 甲", "第一节 乙"],
        ["第一章 甲", "第一节 乙", "第二条"],
        ["第二章 丙"],
        ["第二章 丙", "第三条"],
    ]


def test_titles_on_the_line_below_belong_to_their_number() -> None:
    lines = [
        "CHAPTER I",
        "General provisions",
        "Article 1",
        "Scope",
        "This Regulation applies.",
        "Article 2\nTerms\nIt is.",
    ]
    assert paths(read("\n\n".join(lines))) == [
        "CHAPTER I General provisions",
        "CHAPTER I General provisions > Article 1 Scope",
        "CHAPTER I General provisions > Article 2 Terms",
    ]


@pytest.mark.parametrize(
    ("articles", "sections", "path"),
    [(4, 1, "Section 1 Access > Article 2"), (2, 4, "Article 1 > Section 1 Access")],
)
def test_whichever_there_is_more_of_lies_in_the_other(articles: int, sections: int, path: str) -> None:
    parts = ["Article 1\nThe first rule holds."] + [f"Section {n} Access" for n in range(1, sections + 1)]
    parts += [f"Article {n}\nAnother rule holds." for n in range(2, articles + 1)]
    assert path in paths(read("\n\n".join(parts)))


def test_sentences_numbered_without_articles_stand_for_them() -> None:
    text = "一、总体要求\n\n（一）指导思想。应当坚持分类管理。\n\n（二）基本原则。不得泄露数据。\n\n二、附则\n"
    assert paths(read(text)) == [
        "一、总体要求",
        "一、总体要求 > （一）指导思想",
        "一、总体要求 > （二）基本原则",
        "二、附则",
    ]


def test_a_list_of_names_is_no_row_of_sections() -> None:
    text = "附件一\n" + "\n".join(f"{n}. 名称{n}" for n in range(1, 6))
    assert paths(read(text)) == ["附件一"]
    assert paths(read("第一条 物品\n" + "\n".join(f"{n}. 名称{n}" for n in range(1, 6)))) == ["第一条 物品"]


def test_a_repeated_list_of_items_is_no_table_of_contents() -> None:
    items = "\n（一）警告；\n（二）罚款；\n（三）拘留。\n"
    parsed = read(f"第一条 处罚分为：{items}第二条 处罚分为：{items}")
    assert parsed.removed == ()
    assert sum(block.span.slice(parsed.text) == "（二）罚款；" for block in parsed.blocks) == 2


def test_numbers_out_of_sequence_open_nothing() -> None:
    text = "第一条 期限\n2021. 年内付款。\n7. 另行约定。\n第二条 其他\n"
    assert paths(read(text)) == ["第一条 期限", "第二条 其他"]


def test_an_article_put_in_later_keeps_its_place() -> None:
    text = "第十条 甲应当付款。\n第十条之一 乙应当交货。\n第十二条 丙应当验收。"
    assert paths(read(text)) == ["第十条", "第十条之一", "第十二条"]


def test_labels_that_the_format_computes_count_as_numbers() -> None:
    text = "Term\n\nThis Agreement runs for a year.\n\nNotice\n\nNotices shall be in writing."
    words = ["Term", "This Agreement runs for a year.", "Notice", "Notices shall be in writing."]
    labels = ["1", "1.1", "2", "2.1"]
    spans = [Span(text.index(word), text.index(word) + len(word)) for word in words]
    blocks = tuple(Block(kind="paragraph", span=s, label=n) for s, n in zip(spans, labels, strict=True))
    parsed = read_legal(ParsedText(text=text, blocks=blocks))
    assert paths(parsed) == ["Term", "Term > 1.1", "Notice", "Notice > 2.1"]
    assert [block.label for block in parsed.blocks] == labels


LINES = st.sampled_from(
    ["第一条 付款", "第二条 甲方应当付款。", "第十条规定的", "（一）水费；", "（二）电费。", "1. 场地", "1.1 Fees",
     "2. The end.", "(a) x;", "(i) y", "① 甲", "第一章 总则", "Article 1", "Scope", "Section 2.1 Term. It ends.",
     "但是，除外。", "下列：", "目录", "附件一", "👍🏽", "| a | b |", "# 标题", "- 项", "Schedule A", "<!-- x -->",
     "第三章 附则 .... 9", "Signed by: A", "　　第三条 乙", "x" * 70, "**第四条** 丁",
     "责任免除", "保险责任", "某某保险条款", "9. NOTICE. It is given.", "(a) It does not apply to—", "5 释义",
     "Done at Rome, 1 May 2024."]
)  # fmt: skip
TEXTS = (
    st.lists(LINES, min_size=1, max_size=14)
    .map(lambda lines: ["文本", *lines])
    .flatmap(
        lambda lines: st.sampled_from(["\n", "\n\n", "\r\n", "\r", "\n \n"]).map(lambda between: between.join(lines))
    )
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.booleans())
def test_every_character_keeps_one_owner(text: str, markdown: bool) -> None:
    parsed = read(text, markdown=markdown)
    end = 0
    items: list[Block | Removal] = [*parsed.blocks, *parsed.removed]
    for item in sorted(items, key=lambda item: item.span):
        assert not parsed.text[end : item.span.start].strip()
        assert end <= item.span.start < item.span.end
        assert item.span.slice(parsed.text) == item.span.slice(parsed.text).strip() or item in parsed.removed
        end = item.span.end
    assert not parsed.text[end:].strip()
    assert parsed.blocks


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.booleans())
def test_context_comes_from_before_and_from_the_sections_around(text: str, markdown: bool) -> None:
    parsed = read(text, markdown=markdown)
    sections, owners = build_sections(parsed)
    for block, owner in zip(parsed.blocks, owners, strict=True):
        assert bool(block.title) == bool(block.level) or block.kind == "heading"
        for span in block.context:
            assert span.end <= block.span.start
            assert sections[owner].span.start <= span.start


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("第一二十条章（）()1.aI§ 附件\n\r　：*#-、①目录ⅣV"), max_size=60), st.booleans())
def test_no_text_is_too_odd_to_be_read(text: str, markdown: bool) -> None:
    if text.strip():
        read(f"x\n{text}", markdown=markdown)


def test_bare_numbers_of_insurance_terms_nest_whatever_was_left_out() -> None:
    cover = "2 我们提供的保障\n2.1 保险金额\n由双方约定。\n2.3 保险责任\n我们承担下列保险责任：\n"
    parts = "2.3.1 轻症保险金\n按三成给付。\n2.3.2 重症保险金\n按全额给付。\n"
    text = cover + parts + "9 释义\n9.1 现金价值\n指退还的金额。\n"
    assert paths(read("1 我们的合同\n双方订立合同。\n" + text)) == [
        "1 我们的合同",
        "2 我们提供的保障",
        "2 我们提供的保障 > 2.1 保险金额",
        "2 我们提供的保障 > 2.3 保险责任",
        "2 我们提供的保障 > 2.3 保险责任 > 2.3.1 轻症保险金",
        "2 我们提供的保障 > 2.3 保险责任 > 2.3.2 重症保险金",
        "9 释义",
        "9 释义 > 9.1 现金价值",
    ]


def test_titled_clauses_go_on_over_a_gap_in_an_excerpt() -> None:
    text = "1. RENT. The tenant shall pay.\n\n2. TERM. It ends in May.\n\n9. NOTICE. It must be in writing.\n"
    assert paths(read(text)) == ["1. RENT", "2. TERM", "9. NOTICE"]


def test_sentences_numbered_in_a_titled_clause_are_its_paragraphs() -> None:
    text = "一、租金\n\n1. 甲方应当付款。\n\n2. 乙方不得拒收。\n\n二、附则\n\n1. 本合同自签字生效。\n\n2. 一式两份。\n"
    assert paths(read(text)) == ["一、租金", "二、附则"]


@pytest.mark.parametrize("markdown", [False, True])
def test_titles_above_articles_are_around_what_is_below_them(markdown: bool) -> None:
    text = "保险责任\n\n第一条 火灾由保险人赔偿。\n\n第二条 雷击亦然。\n\n责任免除\n\n第三条 战争除外。\n"
    assert paths(read("家财保险条款\n\n" + text, markdown=markdown)) == [
        "家财保险条款",
        "家财保险条款 > 保险责任",
        "家财保险条款 > 保险责任 > 第一条",
        "家财保险条款 > 保险责任 > 第二条",
        "家财保险条款 > 责任免除",
        "家财保险条款 > 责任免除 > 第三条",
    ]


def test_numbers_go_on_below_titles_above_them() -> None:
    text = "Services\n\n1. A shall serve.\n\n2. A shall not rest.\n\nFees\n\n3. B shall pay.\n\n4. B must pay soon.\n"
    assert paths(read(text)) == ["Services", "Services > 1.", "Services > 2.", "Fees", "Fees > 3.", "Fees > 4."]


def test_one_line_above_an_article_is_no_title() -> None:
    text = "第一条 甲方付款\n\n特此约定\n\n第二条 乙方交货\n\n一式两份。\n"
    assert paths(read(text)) == ["第一条 甲方付款", "第二条 乙方交货"]


def test_the_title_may_stand_below_who_issues_the_text() -> None:
    parsed = read(
        "某某保险公司\n员工手册\n（2024年版）\n\n第一条 应当守时。\n\n第二条 不得迟到。\n\n第三条 依法处理。\n"
    )
    assert paths(parsed)[:2] == ["员工手册", "员工手册 > 第一条"]
    assert parsed.blocks[0].span.slice(parsed.text) == "某某保险公司"


def test_items_behind_a_dash_have_what_introduces_them() -> None:
    parsed = read("§ 1 Permit required.\n\n(a) It does not apply to—\n\n(1) vessels; or\n\n(2) aircraft.\n\n§ 2 End.\n")
    assert paths(parsed) == ["§ 1 Permit required.", "§ 2 End."]
    assert contexts_of(parsed, "(2)") == ["(a) It does not apply to—"]


def test_a_list_of_headings_is_left_out_where_each_comes_again() -> None:
    sections = "## 一、收集\n\n应当告知。\n\n## 二、使用\n\n不得转让。\n\n## 三、权利\n\n有权查询。\n"
    text = f"# 隐私政策\n\n本政策包括：\n\n一、收集\n\n二、使用\n\n三、权利\n\n{sections}"
    assert [removal.reason for removal in read(text, markdown=True).removed] == ["table_of_contents"]


def test_what_is_done_at_a_place_is_no_part_of_the_last_article() -> None:
    text = "Article 1 Scope\n\nIt shall apply.\n\nArticle 2 Force\n\nIt shall be law.\n\n"
    assert paths(read(text + "Done at Strasbourg, 13 June 2024.\n")) == [
        "Article 1 Scope",
        "Article 2 Force",
        "Done at",
    ]
