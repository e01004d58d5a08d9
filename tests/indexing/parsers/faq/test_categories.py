import pytest

from indexing.outline import build_sections
from indexing.parsers.faq.answers import looks_like, read_faq
from indexing.parsers.original import Original
from indexing.parsers.plain import parse_plain
from tests.indexing.parsers.soundness import assert_sound, of


def paths(text: str) -> list[str]:
    parsed = parse_plain(Original(content=text.encode(), media_type="text/plain"))
    assert looks_like(parsed)
    read = read_faq(parsed)
    assert_sound(read)
    return [" > ".join(section.path) for section in build_sections(read)[0][1:]]


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\r\n"])
@pytest.mark.parametrize(
    ("one", "other", "first", "second"),
    [
        ("一、参保", "二、待遇", "一、参保", "二、待遇"),
        ("【账户】", "【物流】", "账户", "物流"),
        ("账户问题", "支付相关", "账户问题", "支付相关"),
        ("BILLING", "DATA PROTECTION", "BILLING", "DATA PROTECTION"),
    ],
)
def test_lines_that_name_categories_are_around_their_questions(
    gap: str, one: str, other: str, first: str, second: str
) -> None:
    text = gap.join(["产品问答", "", one, "问：如何交费？", "答：在线交。", other, "问：如何退费？", "答：在线退。"])
    assert [path.removeprefix("产品问答 > ") for path in paths(text)][-4:] == [
        first,
        f"{first} > 如何交费？",
        second,
        f"{second} > 如何退费？",
    ]


@pytest.mark.parametrize(
    "last", ["（1）身份证\n（2）户口本", "如下：\n1. 身份证", "不可以", "See Settings", "见官网 FAQ。"]
)
def test_the_end_of_an_answer_is_no_category(last: str) -> None:
    text = f"问：要什么？\n答：需要\n{last}\n问：要多久？\n答：三天。\n问：贵吗？\n答：免费。\n"
    assert paths(text) == ["要什么？", "要多久？", "贵吗？"]


def test_a_note_follows_the_answer_it_qualifies() -> None:
    answer = "A: Yes.\n\nBy card.\n\nNote: not on Sundays.\n\n"
    text = f"Q: Can I pay?\n{answer}Q: Is it safe?\nA: Yes.\n\nQ: Why?\nA: So.\n"
    parsed = read_faq(parse_plain(Original(content=text.encode(), media_type="text/plain")))
    assert of(parsed, "follows")[1:3] == [(True, "By card."), (True, "Note: not on Sundays.")]
