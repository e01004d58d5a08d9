from xml.etree.ElementTree import fromstring

import pytest

from indexing.parsers.docx.numbering import Numbering
from indexing.parsers.docx.styles import Styles
from tests.indexing.parsers.docx import word_file as w


def numbering(*inside: str, styles: str = "") -> Numbering:
    root = fromstring(f"<w:numbering {w.NAMESPACES}>{''.join(inside)}</w:numbering>")
    return Numbering(root, Styles(fromstring(f"<w:styles {w.NAMESPACES}>{styles}</w:styles>")))


def labels(lists: Numbering, *places: tuple[int, int]) -> list[str]:
    found = [lists.count(list_id, level) for list_id, level in places]
    return ["-" if place is None else place.label for place in found]


DECIMAL = w.definition(0, w.level(0, "%1"), w.level(1, "%1.%2"), w.level(2, "%1.%2.%3"))


def test_a_level_begins_again_after_one_above() -> None:
    lists = numbering(DECIMAL, w.list_(1, 0))
    places = [(1, 0), (1, 1), (1, 1), (1, 2), (1, 1), (1, 0), (1, 1)]
    assert labels(lists, *places) == ["1", "1.1", "1.2", "1.2.1", "1.3", "2", "2.1"]


def test_a_level_above_that_was_not_used_counts_as_begun() -> None:
    assert labels(numbering(DECIMAL, w.list_(1, 0)), (1, 1), (1, 0), (1, 1)) == ["1.1", "1", "1.1"]


def test_lists_of_one_definition_count_on_unless_they_begin_anew() -> None:
    anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    lists = numbering(DECIMAL, w.list_(1, 0), w.list_(2, 0), w.list_(3, 0, anew))
    assert labels(lists, (1, 0), (2, 0), (3, 0), (3, 0), (1, 0)) == ["1", "2", "5", "6", "7"]


def test_a_list_may_define_a_level_otherwise() -> None:
    override = f'<w:lvlOverride w:ilvl="0">{w.level(0, "(%1)", "lowerLetter", start=3)}</w:lvlOverride>'
    assert labels(numbering(DECIMAL, w.list_(1, 0, override)), (1, 0), (1, 0)) == ["(c)", "(d)"]


@pytest.mark.parametrize(("restart", "expected"), [("0", ["1", "2", "3"]), ("1", ["1", "2", "1"])])
def test_where_a_level_begins_again_may_be_stated(restart: str, expected: list[str]) -> None:
    levels = [w.level(0, "%1"), w.level(1, "%2"), w.level(2, "%3", inside=f'<w:lvlRestart w:val="{restart}"/>')]
    lists = numbering(w.definition(0, *levels), w.list_(1, 0))
    found = labels(lists, (1, 0), (1, 2), (1, 1), (1, 2), (1, 0), (1, 2))
    assert found[1::2] == expected


def test_a_level_without_numbers_gets_none() -> None:
    silent = w.definition(0, w.level(0, "%1", "none"), w.level(1, "%1.%2"), w.level(2, "Note:", "none"))
    assert labels(numbering(silent, w.list_(1, 0)), (1, 0), (1, 1), (1, 2)) == ["", "1", "Note:"]


def test_bullets_have_no_label() -> None:
    bullets = w.definition(0, w.level(0, "\uf0b7", "bullet"), w.level(1, "o", "bullet"))
    assert labels(numbering(bullets, w.list_(1, 0)), (1, 0), (1, 1)) == ["", ""]


def test_chinese_clauses_and_plain_digits_below_them() -> None:
    levels = [
        w.level(0, "第%1章", "chineseCountingThousand"),
        w.level(1, "（%2）", "chineseCounting"),
        w.level(2, "%1.%3", inside="<w:isLgl/>"),
        w.level(3, "%4", "decimalEnclosedCircle"),
    ]
    lists = numbering(w.definition(0, *levels), w.list_(1, 0))
    assert labels(lists, (1, 0), (1, 1), (1, 2), (1, 3)) == ["第一章", "（一）", "1.1", "①"]


def test_a_definition_that_stands_for_a_list_style_is_that_of_the_style() -> None:
    linked = '<w:abstractNum w:abstractNumId="7"><w:numStyleLink w:val="S"/></w:abstractNum>'
    style = w.style("S", "Clauses", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', kind="numbering")
    lists = numbering(DECIMAL, linked, w.list_(1, 0), w.list_(2, 7), styles=style)
    assert labels(lists, (1, 0), (2, 0), (2, 1)) == ["1", "2", "2.1"]


def test_the_format_for_old_programs_is_taken_where_there_is_a_new_one() -> None:
    both = (
        '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom"/></mc:Choice>'
        '<mc:Fallback><w:numFmt w:val="decimalZero"/></mc:Fallback></mc:AlternateContent>'
    )
    level = f'<w:lvl w:ilvl="0"><w:start w:val="1"/>{both}<w:lvlText w:val="%1"/></w:lvl>'
    assert labels(numbering(w.definition(0, level), w.list_(1, 0)), (1, 0)) == ["01"]


def test_what_is_not_defined_has_no_place() -> None:
    lists = numbering(DECIMAL, w.list_(1, 0), w.list_(2, 88))
    assert labels(lists, (9, 0), (1, 9), (1, -1), (2, 0)) == ["-", "-", "-", ""]
