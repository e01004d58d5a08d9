from indexing.parsers.legal.contents_list import without_contents
from tests.indexing.parsers.legal.legal_text import parsed_of


def left(text: str, *, markdown: bool = False) -> tuple[list[str], list[str]]:
    """What is kept and what is removed of a text."""
    parsed = parsed_of(text, markdown=markdown)
    kept, removed = without_contents(text, parsed.blocks)
    return [block.span.slice(text) for block in kept], [span.slice(text) for span in removed]


def paragraphs(*lines: str) -> str:
    return "\n\n".join(lines)


def test_titles_that_come_again_are_left_out() -> None:
    titles = ["第一章 总则", "第二章 租金", "第三章 附则"]
    body = [part for title in titles for part in (title, "甲方应当付款。")]
    assert left(paragraphs("合同", *titles, *body)) == (["合同", *body], [paragraphs(*titles)])


def test_blanks_dots_and_pages_make_no_other_title() -> None:
    entries = ["目 录", "第一章  总 则 ……… 1", "第二章 租金\t12"]
    body = ["第一章 总则", "甲。", "第二章 租金", "乙。"]
    assert left(paragraphs(*entries, *body)) == (body, [paragraphs(*entries)])


def test_a_list_of_links_below_its_heading_is_one() -> None:
    links = "- [第一章 总则](#a)\n- [第二章 附则](#b)"
    text = f"# 规定\n\n## 目录\n\n{links}\n\n## 第一章 总则\n\n甲。\n\n## 第二章 附则\n\n乙。\n"
    kept, removed = left(text, markdown=True)
    assert kept == ["# 规定", "## 第一章 总则", "甲。", "## 第二章 附则", "乙。"]
    assert len(removed) == 1


def test_two_titles_without_a_heading_are_none() -> None:
    lines = ["第一章 总则", "第二章 租金", "第一章 总则", "甲。", "第二章 租金"]
    assert left(paragraphs(*lines)) == (lines, [])


def test_amounts_in_a_column_are_none() -> None:
    lines = ["1. Setup ..... 100", "2. Monthly ..... 20", "3. Exit ..... 50", "The fees are due."]
    assert left(paragraphs(*lines)) == (lines, [])


def test_a_text_of_nothing_else_is_kept() -> None:
    lines = ["Contents", "1. Scope .... 1", "2. Term .... 2"]
    assert left(paragraphs(*lines)) == (lines, [])
