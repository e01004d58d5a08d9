from pathlib import Path

import pytest
from msgspec.structs import replace

from indexing.parsers.legal.clauses import looks_like
from tests.indexing.parsers.legal.legal_text import parsed_of

FIXTURES = Path(__file__).parents[3] / "fixtures" / "legal"

STEPS = """# Install the server

You must have Python. The tenant of the cloud may choose a region.

1. Download the archive.
2. Unpack it. It must not be empty.
3. Run the installer, in accordance with the guide.
4. Restart.
"""
NOTES = """# Release notes

## 1.2.0

1. Fixed: the parser shall not loop.
2. Fixed: termination of workers.

## 1.1.0

1. Added a policy engine. Users may not notice.
"""
QUESTIONS = """# 常见问题

一、如何退货？

七天内可以退货，用户应当保留发票。

二、如何换货？

请联系客服。

三、运费由谁承担？

质量问题由商家负责。
"""
README = (
    "# parser\n\n"
    + "It reads files quickly. " * 60
    + "\n\n## License\n\n"
    + ("1. You may copy it.\n2. The parties shall not be liable.\n3. Notwithstanding this, no warranty.\n")
)
NEWS = "新规定出台\n\n" + "记者了解到，新规定引起了广泛讨论。" * 30 + "\n\n第一条 甲。\n第二条 乙。\n第三条 应当丙。\n"
RECORDS = "# 检查约束\n\n" + "".join(
    f"第{n}条 `INSERT` 语句写入成功。\n\n" + "约束在提交时生效，" * 160 + "\n\n" for n in "一二三四"
)


@pytest.mark.parametrize("text", [STEPS, NOTES, QUESTIONS, README, NEWS, RECORDS, "第一条", "1. a", "x"])
@pytest.mark.parametrize("markdown", [False, True])
def test_texts_with_numbers_or_with_legal_words_are_not_legal(text: str, markdown: bool) -> None:
    assert not looks_like(parsed_of(text, markdown=markdown))


@pytest.mark.parametrize("name", ["lease.txt", "services.txt"])
def test_contracts_are_legal(name: str) -> None:
    assert looks_like(parsed_of((FIXTURES / name).read_bytes().decode()))


@pytest.mark.parametrize(
    "text",
    [
        "# 办法\n\n## 第一章 总则\n\n第一条 甲应当付款。\n\n第二条 乙不得拒绝。\n\n第三条 依照规定处理。",
        "# 考勤制度\n\n一、范围\n\n员工应当打卡。\n\n二、请假\n\n不得旷工。\n\n三、责任\n\n依照规定处理。",
        "Article 1\n\nThis Act shall apply.\n\nArticle 2\n\nThe parties must agree.\n\nArticle 3\n\nNobody may go.",
        "第一条 付款\n（一）甲方权责\n1. 提供场地\n（1）面积十平米\n（二）乙方权责\n",
    ],
)
@pytest.mark.parametrize("markdown", [False, True])
def test_statutes_policies_and_outlines_of_articles_are_legal(text: str, markdown: bool) -> None:
    assert looks_like(parsed_of(text, markdown=markdown))


def test_articles_inside_a_listing_do_not_count() -> None:
    text = "# 示例\n\n```\n第一条 甲应当付款。\n第二条 乙不得拒绝。\n第三条 依照规定处理。\n```\n"
    assert not looks_like(parsed_of(text, markdown=True))


@pytest.mark.parametrize(
    "text",
    [
        "EMPLOYEE HANDBOOK\nAcme Ltd\n\n1. Hours\n\nYou must be there.\n\n"
        "2. Leave\n\nIt must be asked for.\n\n3. Pay\n\nIt is your liability.",
        "某某人寿保险公司\n终身保险条款\n\n1 合同\n\n本合同由双方订立。\n\n"
        "2 责任\n\n我们负责给付。\n\n3 申请\n\n应当及时申请。",
        "# 员工手册\n\n一、考勤\n\n应当打卡。\n\n二、请假\n\n不得旷工。\n\n三、责任\n\n依照规定处理。",
    ],
)
def test_handbooks_and_terms_of_insurance_are_legal(text: str) -> None:
    assert looks_like(parsed_of(text, markdown=True))


@pytest.mark.parametrize(
    "text",
    [
        "《合同法》模拟试题\n\n一、选择题\n\n甲方应当承担违约责任。\n\n"
        "二、判断题\n\n双方有权解除本合同。\n\n三、简答题\n\n不得抄袭，依法应当独立完成。",
        "合同管理工作会议纪要\n\n一、情况\n\n双方应当依法履行本合同。\n\n二、责任\n\n不得违约。\n\n三、其他\n\n有权监督。",
        "1. Introduction\n\nThe parties shall hereby agree.\n\n"
        "2. Method\n\nEither party may be liable pursuant to it.\n\n"
        "3. Conclusion\n\nThe tenant must pay the landlord notwithstanding the clause.",
    ],
)
def test_exercises_minutes_and_papers_about_the_law_are_not_legal(text: str) -> None:
    assert not looks_like(parsed_of(text))


def test_a_number_that_stands_in_the_text_and_is_computed_too_counts_once() -> None:
    parsed = parsed_of(
        "# Terms of Use\n\n## 1. Use\n\nYou must ask.\n\n## 2. Fees\n\nYou shall pay.\n\n## 3. Law\n\nWe are liable."
    )
    assert looks_like(parsed)
    labelled = (replace(block, label=block.title[:1] if block.level == 2 else "") for block in parsed.blocks)
    assert looks_like(replace(parsed, blocks=tuple(labelled)))
