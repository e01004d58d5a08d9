"""Tables of contents are left out and declared; lists of links that are content stay."""

import pytest

from tests.indexing.parsers.markdown.markdown_blocks import removed, texts

BODY = "## Rent\n\nPay.\n\n## Deposit\n\nTwo months.\n\n## Keys\n\nTwo.\n"
LINKS = "- [Rent](#rent)\n- [Deposit](#deposit)\n- [Keys](#keys)"
TOC = "table_of_contents"


def test_a_list_at_the_beginning_that_links_to_the_headings_is_left_out() -> None:
    assert removed(f"# Lease\n\nAll about it.\n\n{LINKS}\n\n{BODY}") == [(TOC, LINKS)]


@pytest.mark.parametrize(
    "heading", ["## Contents", "## Table of contents", "## 目录", "**Table of Contents**", "## TOC"]
)
def test_its_heading_goes_with_it(heading: str) -> None:
    assert removed(f"{BODY}\n{heading}\n\n{LINKS}\n\n## End\n\nBye.\n") == [(TOC, f"{heading}\n\n{LINKS}")]


def test_its_heading_stays_when_something_else_is_below_it() -> None:
    text = f"{BODY}\n## Contents\n\n{LINKS}\n\nAll else is in the annex.\n"
    assert removed(text) == [(TOC, LINKS)]
    assert "## Contents" in texts(text)


def test_a_nested_numbered_and_chinese_list_is_one() -> None:
    links = "1. [租金](#租金)\n   - [押金 `a`](#押金-a)\n   - [押金 `a`](#押金-a-1)"
    text = f"# 合同\n\n{links}\n\n## 租金\n\n付。\n\n### 押金 `a`\n\n二。\n\n### 押金 `a`\n\n三。\n"
    assert removed(text) == [(TOC, links)]


@pytest.mark.parametrize(
    "mark", ["[TOC]", "[[_TOC_]]", "[toc]", "@[TOC](Here)", "{{< toc >}}", "${toc}", "* TOC\n{:toc}", "{:toc .x}"]
)
def test_marks_of_programs_are_left_out(mark: str) -> None:
    assert removed(f"# Lease\n\n{mark}\n\n{BODY}") == [(TOC, mark)]


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("<!-- START doctoc generated -->", "<!-- END doctoc generated -->"),
        ("<!-- toc -->", "<!-- /toc -->"),
        ("<!-- TOC depthFrom:2 -->", "<!-- /TOC -->"),
        ("<!-- toc -->", "<!-- tocstop -->"),
    ],
)
def test_what_comments_enclose_is_left_out(begin: str, end: str) -> None:
    text = f"# Lease\n\n{begin}\n**Table of Contents**\n\n- [Any](#any)\n\n{end}\n\n{BODY}"
    assert [reason for reason, _ in removed(text)] == ["html_comment", TOC, "html_comment"]
    assert "Any" not in "".join(texts(text))


@pytest.mark.parametrize(
    "text",
    [
        f"# Lease\n\n- [One](a.md)\n- [Two](b.md)\n- [Three](c.md)\n\n{BODY}",
        f"{BODY}\n## See also\n\n{LINKS}\n",
        f"# A\n\n- [Rent](#rent) is due in May.\n- [Deposit](#deposit) is two.\n- [Keys](#keys) are two.\n\n{BODY}",
        f"# Lease\n\n- [A](#nowhere)\n- [B](#neither)\n- [C](#nor-here)\n\n{BODY}",
        f"# Lease\n\n- [Rent](#rent)\n- [Deposit](#deposit)\n\n{BODY}",
        f"<!-- toc -->\n\n{BODY}\n<!-- /toc -->\n",
        "# Contents\n\nOf the box.\n",
        "A [TOC] is a list.",
        LINKS,
    ],
    ids=range(9),
)
def test_other_lists_of_links_are_content(text: str) -> None:
    assert [reason for reason, _ in removed(text) if reason == TOC] == []


def test_a_paragraph_of_links_is_one_too() -> None:
    line = "[Rent](#rent) | [Deposit](#deposit) | [Keys](#keys)"
    assert removed(f"# Lease\n\n{line}\n\n{BODY}") == [(TOC, line)]
