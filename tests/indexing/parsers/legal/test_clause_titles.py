import pytest

from indexing.model import Span
from indexing.parsers.legal.clause_numbers import number_at
from indexing.parsers.legal.clause_titles import is_title, title_of


def title(text: str) -> str:
    number = number_at(text, 0, len(text))
    assert number is not None
    return title_of(text, Span(0, len(text)), number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("第三条 租金及支付", "第三条 租金及支付"),
        ("第三条", "第三条"),
        ("第三条 甲方应当付款。", "第三条"),
        ("第三条【付款】甲方应当付款。", "第三条 付款"),
        ("第三条 付款方式：甲方应当按月付款。", "第三条 付款方式"),
        ("第三条 目的　为了规范付款。", "第三条 目的"),
        ("第三条 禁止赌博。违者罚款。", "第三条"),
        ("（一）指导思想。应当分类管理。", "（一）指导思想"),
        ("**第三条 付款**", "第三条 付款"),
        ("1. **Scope**", "1. Scope"),
        ("1. **Scope.** The processor acts.", "1. Scope"),
        ("2.3 Beta shall pay. No more.", "2.3"),
        ("3.2 Termination for cause. Either party may go.", "3.2 Termination for cause"),
        ("Article 5\n\nScope", "Article 5 Scope"),
        ("5. Conveying Copies.\n    You may convey copies.", "5. Conveying Copies."),
    ],
)
def test_a_section_is_called_by_its_number_and_its_title(text: str, expected: str) -> None:
    assert title(text) == expected


@pytest.mark.parametrize(
    "line", ["甲方应当付款。", "水费；", "如下：", "the buyer pays", "The buyer pays.", "x" * 61, "", "——"]
)
def test_sentences_and_parts_of_them_are_no_titles(line: str) -> None:
    assert not is_title(line)
