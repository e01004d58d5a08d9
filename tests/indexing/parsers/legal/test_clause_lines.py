from indexing.parsers.legal.clause_lines import clause_blocks
from tests.indexing.parsers.legal.legal_text import parsed_of


def blocks_of(text: str, *, markdown: bool = False) -> list[str]:
    return [block.span.slice(text) for block in clause_blocks(parsed_of(text, markdown=markdown))]


def test_lines_that_begin_with_numbers_are_blocks() -> None:
    assert blocks_of("第一条 甲。\n第二条 乙：\n（一）丙；\n（二）丁。") == [
        "第一条 甲。",
        "第二条 乙：",
        "（一）丙；",
        "（二）丁。",
    ]


def test_items_of_a_markdown_list_are_cut_too() -> None:
    assert blocks_of("1. 甲\n（1）乙\n（2）丙\n", markdown=True) == ["1. 甲", "（1）乙", "（2）丙"]


def test_lines_wrapped_in_a_sentence_stay_together() -> None:
    text = "1. The landlord returns the deposit within thirty days of the end of\nthis lease, as said in\n2.3 below."
    assert blocks_of(text) == [text]


def test_a_title_and_the_text_below_it_are_two_blocks() -> None:
    assert blocks_of("第三条 租金\n租金为一百元\n按月支付。") == ["第三条 租金", "租金为一百元\n按月支付。"]
    assert blocks_of("1. Term\nThis lease runs\nfor a year.") == ["1. Term", "This lease runs\nfor a year."]


def test_a_number_alone_has_its_title_from_the_line_or_block_below() -> None:
    assert blocks_of("Article 2\nTerms\nIt runs.") == ["Article 2\nTerms", "It runs."]
    assert blocks_of("Article 2\n\nTerms\n\nIt runs.") == ["Article 2\n\nTerms", "It runs."]
    assert blocks_of("第十二条\n甲方应当付款。") == ["第十二条\n甲方应当付款。"]


def test_definitions_and_provisos_begin_blocks() -> None:
    text = '1. Terms\n"Fees" means money.\n"Goods" means things.\nProvided that they are new.'
    assert blocks_of(text) == text.split("\n")
