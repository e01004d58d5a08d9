import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.faq.answers import MAX_COLUMNS, looks_like, read_faq
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from indexing.parsers.plain import parse_plain
from tests.indexing.parsers.soundness import assert_sound, of


def markdown(text: str) -> ParsedText:
    return parse_markdown(Original(content=text.encode(), media_type="text/markdown"))


def plain(text: str) -> ParsedText:
    return parse_plain(Original(content=text.encode(), media_type="text/plain"))


def sections(parsed: ParsedText) -> list[tuple[str, ...]]:
    assert looks_like(parsed)
    read = read_faq(parsed)
    assert_sound(read)
    return [section.path for section in build_sections(read)[0][1:]]


def test_a_heading_that_asks_is_a_section_under_its_category_and_its_answer_follows() -> None:
    parsed = markdown("# FAQ\n\n## Paying\n\n### How do I pay?\n\nBy card.\n\n### Who pays?\n\nThe tenant.\n")
    assert sections(parsed)[2:] == [("FAQ", "Paying", "How do I pay?"), ("FAQ", "Paying", "Who pays?")]
    assert of(read_faq(parsed), "follows")[3] == (True, "By card.")


def test_headings_inside_an_answer_do_not_tear_it() -> None:
    parsed = markdown("# FAQ\n\n## How do I pay?\n\nSo:\n\n### Card\n\nc\n\n### Bank\n\nb\n\n## Who pays?\n\nYou.\n")
    assert sections(parsed) == [("FAQ",), ("FAQ", "How do I pay?"), ("FAQ", "Who pays?")]
    assert of(read_faq(parsed), "kind", "level", "follows")[3:5] == [
        ("paragraph", 0, False, "### Card"),
        ("paragraph", 0, True, "c"),
    ]


def test_a_heading_below_a_question_that_asks_itself_stays_a_section() -> None:
    parsed = markdown("# FAQ\n\n## How do I pay?\n\n### Is cash accepted?\n\nNo.\n\n## Who pays?\n\nYou.\n")
    assert ("FAQ", "How do I pay?", "Is cash accepted?") in sections(parsed)


@pytest.mark.parametrize("answer", ["word " * (MAX_COLUMNS // 5 + 1), "长" * (MAX_COLUMNS // 4 + 1)])
def test_a_long_answer_keeps_its_headings(answer: str) -> None:
    parsed = markdown(f"# FAQ\n\n## How do I pay?\n\n### Card\n\n{answer}\n\n## Who pays?\n\nYou.\n")
    assert ("FAQ", "How do I pay?", "Card") in sections(parsed)


@pytest.mark.parametrize(
    "text",
    [
        "Q: How do I pay?\nA: By card.\n\nQ: Who pays?\nA: You.\n\nQ: When?\nA: Now.\n",
        "**Q1.** How do I pay?\n\n**A1.** By card.\n\n**Q2.** Who pays?\n\nYou.\n\n**Q3.** When?\n\nNow.\n",
        "**How do I pay?**\n\nBy card.\n\n**Who pays?**\n\nYou.\n\n**When?**\n\nNow.\n",
        "**How do I pay?** By card.\n\n**Who pays?** You.\n\n**When?** Now.\n",
        "1. How do I pay?\n\n   By card.\n\n2. Who pays?\n\n   You.\n\n3. When?\n\n   Now.\n",
        "How do I pay?\n: By card.\n\nWho pays?\n: You.\n\nWhen?\n: Now.\n",
        "How do I pay?\n\nBy card. Or cash?\n\nWho pays?\n\nYou.\n\nWhen?\n\nNow.\n",
        "<details><summary>How do I pay?</summary>\n\nBy card.\n\n</details>\n\n"
        "<details>\n<summary>Who pays?</summary>\n\nYou.\n\n</details>\n\n"
        "<details><summary>When?</summary>\n\nNow.\n\n</details>\n",
    ],
)
def test_questions_in_running_text_are_sections_in_each_style(text: str) -> None:
    assert sections(markdown(text)) == [("How do I pay?",), ("Who pays?",), ("When?",)]


def test_chinese_pairs_without_blank_lines_are_sections() -> None:
    parsed = plain("问：如何付款？\n答：刷卡。\r\n问：谁付款？ 答：租客。\n【问】何时？\n【答】每月一日。\n")
    assert sections(parsed) == [("如何付款？",), ("谁付款？",), ("何时？",)]
    assert of(read_faq(parsed))[0] == ("问：如何付款？\n答：刷卡。",)


def test_a_question_and_the_answer_in_the_next_paragraph_are_one_section() -> None:
    read = read_faq(markdown("**How do I pay?**\n\nBy card.\n\n**Who pays?**\n\nYou.\n\n**When?**\n\nNow.\n"))
    assert of(read, "level", "title", "follows")[:2] == [
        (1, "How do I pay?", False, "**How do I pay?**"),
        (0, "", True, "By card."),
    ]


def test_questions_below_headings_are_in_the_section_of_their_category() -> None:
    money = "## Money\n\n**How do I pay?**\n\nBy card.\n\n### Note\n\nx\n\n"
    text = f"# Help\n\n{money}## Other\n\n**Why?**\n\nSo.\n\n**Who?**\n\nI.\n"
    assert sections(markdown(text)) == [
        ("Help",),
        ("Help", "Money"),
        ("Help", "Money", "How do I pay?"),
        ("Help", "Other"),
        ("Help", "Other", "Why?"),
        ("Help", "Other", "Who?"),
    ]


def test_a_title_that_says_so_makes_problems_a_page_of_questions() -> None:
    assert looks_like(markdown("# TiDB 常见问题\n\n## 无法访问面板\n\n检查端口。\n\n## 磁盘已满\n\n扩容。\n"))
    assert not looks_like(markdown("# TiDB 运维\n\n## 无法访问面板\n\n检查端口。\n\n## 磁盘已满\n\n扩容。\n"))


@pytest.mark.parametrize(
    "text",
    [
        "# Guide\n\n## What is it?\n\nx\n\n## Install\n\nx\n\n## Configure\n\nx\n\n## Remove\n\nx\n",
        "# How to install\n\n## How to download\n\nx\n\n## How to unpack\n\nx\n\n## How to run\n\nx\n",
        "Why did he go?\n\nNobody knew. He went.\n\nThe rain fell.\n\nIt fell for days.\n\nWas it over?\n\nNo.\n",
        "Just one question: who pays?\n",
        "Options: A. one, B. two. Q and R are letters.\n\nx\n\ny\n",
    ],
)
def test_manuals_and_prose_are_no_pages_of_questions(text: str) -> None:
    assert not looks_like(markdown(text))


STEPS = [
    "1. 检查版本是否支持。如果不支持，请升级。\n2. 请检查端口是否可以连接。\n3. 是否正确配置了证书。\n",
    "1. 版本是否支持\n2. 端口是否可以连接\n3. 证书是否正确\n",
    "1. Is the port open?\n2. Is the version right?\n3. Is there a certificate?\n",
]


@pytest.mark.parametrize("steps", STEPS)
def test_steps_that_check_something_stay_in_the_answer_they_belong_to(steps: str) -> None:
    parsed = markdown(
        f"# 代理常见问题\n\n## 连接不上\n\n可以通过以下步骤排查：\n\n{steps}\n## 延迟升高\n\n检查日志。\n"
    )
    assert sections(parsed)[1:] == [("代理常见问题", "连接不上"), ("代理常见问题", "延迟升高")]


def test_declared_text_without_questions_stays_as_it_is() -> None:
    parsed = plain("One.\n\nTwo.\n")
    assert read_faq(parsed).blocks == parsed.blocks


LINES = st.sampled_from(
    ["Q: 谁?", "A: 👍🏽 you", "**Who?**", "# FAQ", "## Why?", "### a", "- x", "1. How?", "", "```", "<details>",
     "<summary>x</summary>", "问：好吗？答：好。", "text\u3000", "  What?", "<!-- c -->", "一、参保",
     "【账户】", "BILLING", "注：不退", "常见问题", "（1）身份证"]
)  # fmt: skip


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_every_character_keeps_one_owner(lines: list[str], end: str) -> None:
    text = end.join([*lines, "x"])
    assert_sound(read_faq(markdown(text)))
    assert_sound(read_faq(plain(text)))
