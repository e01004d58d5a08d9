import pytest

from indexing.model import Block
from indexing.parsers.builder import Fragment, TextBuilder
from indexing.parsers.captions import with_captions


def read(*lines: str, styled: tuple[str, ...] = ()) -> tuple[str, tuple[Block, ...]]:
    """The blocks of paragraphs and, for `#`, tables; `styled` are those whose style is one for captions."""
    builder, captions = TextBuilder(), set()
    for line in lines:
        if line == "#":
            builder.table([[[Fragment("a")]], [[Fragment("1")]]])
        elif (block := builder.block("paragraph", line)) is not None and line in styled:
            captions.add(block.span.start)
    return builder.text(), with_captions(builder.text(), builder.blocks, captions)


def context_of_table(*lines: str) -> list[str]:
    text, blocks = read(*lines)
    return [span.slice(text) for span in blocks[-1].context]


@pytest.mark.parametrize(
    "line",
    [
        "表1-2 分部收入",
        "附表一 费用",
        "Table 3: Fees",
        "单位：人民币万元",
        "（金额单位：元）",
        "(in millions, except per share data)",
        "Amounts in thousands of RMB",
        "Unit: % of revenue",
    ],
)
def test_captions_and_unit_lines_are_context(line: str) -> None:
    assert context_of_table("Text.", line, "#") == [line]


@pytest.mark.parametrize(
    "line", ["The table shows fees.", "Tables are in the annex.", "单位应当付款。", "In May rent rises."]
)
def test_other_paragraphs_are_not(line: str) -> None:
    assert context_of_table("Text.", line, "#") == []


def test_what_announces_a_table_comes_before_its_caption() -> None:
    assert context_of_table("费用如下：", "表 1 费用", "#") == ["费用如下：", "表 1 费用"]


def test_a_caption_between_tables_belongs_to_the_one_below() -> None:
    text, blocks = read("#", "Fees", "#", "Costs", styled=("Fees", "Costs"))
    assert [block.follows for block in blocks] == [False, False, False, False]
    assert [span.slice(text) for span in blocks[2].context] == ["Fees"]


def test_a_caption_below_a_table_without_one_follows_it() -> None:
    _, blocks = read("#", "Fees", "Text.", "#", "Costs", styled=("Fees", "Costs"))
    assert [block.follows for block in blocks] == [False, True, False, False, True]
