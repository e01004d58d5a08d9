import pytest

from indexing.model import Block, Span
from indexing.parsers.legal.clause_numbers import label_number, number_at


def label(line: str) -> str | None:
    number = number_at(line, 0, len(line))
    return number.label if number else None


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("第十二条 租期", "第十二条"),
        ("第一百二十八 条侦查人员", "第一百二十八条"),
        ("第十条之一 帮助", "第十条之一"),
        ("第1條 總則", "第1條"),
        ("第三章", "第三章"),
        ("　　第二节　定义", "第二节"),
        ("第一分编  通则", "第一分编"),
        ("合同编", "合同编"),
        ("附件一：清单", "附件一"),
        ("附则", "附则"),
        ("（一）水费；", "（一）"),
        ("(1) 护照", "(1)"),
        ("①甲", "①"),
        ("一、总则", "一"),
        ("1、甲方", "1"),
        ("1.在网站", "1"),
        ("1.1甲方", "1.1"),
        ("1.1.1 Fees", "1.1.1"),
        ("1 总则", "1"),
        ("**3.2** Fees", "3.2"),
        ("- 2. Fees", "2"),
        ("Article 5", "Article 5"),
        ("ARTICLE IV - TERM", "ARTICLE IV"),
        ("Section 3.2 Termination", "Section 3.2"),
        ("§ 12 Scope", "§ 12"),
        ("Part One", "Part One"),
        ("Schedule A – Fees", "Schedule A"),
        ("APPENDIX: How to apply", "APPENDIX"),
        ("Clause 4", "Clause 4"),
        ("(iv) x", "(iv)"),
        ("a) x", "a"),
        ("A. Scope", "A"),
        ("甲方（盖章）：", ""),
        ("IN WITNESS WHEREOF the parties", ""),
    ],
)
def test_the_number_a_line_begins_with_is_its_label(line: str, expected: str) -> None:
    assert label(line) == expected


@pytest.mark.parametrize(
    "line",
    ["第十条规定的", "第三条、第四条", "第三条（一）项", "第三条第二款", "Section 3.2 of the Act", "Clause 4 shall",
     "Article 5, the", "附件一所列", "附图中除", "2021. It", "3.5万元", "3.5% of it", "100.00元", "3 months",
     "1．1—苯基", "(see) x", "Part of it", "", " "],
)  # fmt: skip
def test_references_amounts_and_years_are_no_numbers(line: str) -> None:
    assert label(line) is None


def test_only_the_first_line_is_read() -> None:
    assert label("\n第一条") is None
    assert number_at("CHAPTER I\n\nGeneral", 0, 18) is not None


def test_a_letter_that_may_be_roman_has_two_readings() -> None:
    number = number_at("(i) x", 0, 5)
    assert number is not None
    assert [(one.style, one.value) for one in number.readings] == [("lower", 9), ("lower_roman", 1)]


def test_decimals_and_articles_tell_all_parts_of_their_numbers() -> None:
    lines = ["1. A", "1.2.3 A", "Section 3.2 A", "第三条 甲", "（三）"]
    assert [getattr(number_at(line, 0, len(line)), "parts", None) for line in lines] == [
        (1,),
        (1, 2, 3),
        (3, 2),
        (3,),
        (),
    ]


def test_a_number_ends_behind_its_mark() -> None:
    for line, rest in [
        ("1. A", " A"),
        ("（一）甲", "甲"),
        ("**1.** A", " A"),
        ("第一条 甲", " 甲"),
        ("Section 2. A", " A"),
    ]:
        number = number_at(line, 0, len(line))
        assert number is not None
        assert line[number.end :] == rest


@pytest.mark.parametrize("computed", ["1", "1.2", "第三条", "（一）", "(a)", "Article 5"])
def test_a_label_is_read_like_a_written_number(computed: str) -> None:
    number = label_number(Block(kind="paragraph", span=Span(4, 9), label=computed))
    assert number is not None
    assert (number.label, number.start, number.end) == (computed, 4, 4)


def test_a_bullet_is_no_number() -> None:
    assert label_number(Block(kind="list_item", span=Span(0, 1), label="•")) is None
