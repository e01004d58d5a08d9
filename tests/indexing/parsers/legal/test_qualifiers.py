import pytest

from indexing.parsers.legal.qualifiers import begins_definition, qualifies


@pytest.mark.parametrize(
    "line",
    [
        "但是，法律另有规定的除外。",
        "但甲方同意的除外。",
        "前款规定的费用",
        "前两款规定的情形",
        "前款第（三）项，不视为违约。",
        "注：含税。",
        "　　说明：见附件。",
        "Note: taxes apply.",
        "Provided that notice is given.",
        "Provided, however, that it is new.",
        "By way of derogation from point (c),",
        "Notwithstanding Section 2,",
        "Except as agreed,",
    ],
)
def test_exceptions_provisos_and_notes_qualify(line: str) -> None:
    assert qualifies(line)


@pytest.mark.parametrize(
    "line", ["但丁是诗人。", "前台负责接待。", "说明书", "Notes are kept.", "Provided goods", "The buyer", "注册商标"]
)
def test_words_that_only_begin_alike_do_not(line: str) -> None:
    assert not qualifies(line)


@pytest.mark.parametrize(
    "line", ['"Fees" means money.', "“设备”是指机器。", "**“Goods”** has the meaning", "“人”，系指自然人。"]
)
def test_a_term_and_what_it_means_is_a_definition(line: str) -> None:
    assert begins_definition(line)


def test_a_quotation_is_no_definition() -> None:
    assert not begins_definition('"Stop." He stopped.')
