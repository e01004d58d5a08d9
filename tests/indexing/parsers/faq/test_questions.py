import pytest

from indexing.parsers.faq.questions import MAX_CHARACTERS, is_marked_question, is_question


@pytest.mark.parametrize(
    "line",
    ["Who pays?", "Who pays (and when)?", "谁付款？", "押金退吗", "TiDB 是否支持外键", "为什么备份变慢", "能不能分期"],
)
def test_a_question_is_known_by_its_mark_or_by_words_that_only_questions_have(line: str) -> None:
    assert is_marked_question(line)


@pytest.mark.parametrize("line", ["How to pay", "Can I pay later", "1.2 What it costs", "如何退押金"])
def test_a_first_word_counts_only_where_questions_are_expected(line: str) -> None:
    assert is_question(line)
    assert not is_marked_question(line)


@pytest.mark.parametrize(
    "line", ["", "?", "Rent", "Whatever it takes", "退款流程", "Isolation levels", "Ask? Then wait."]
)
def test_what_asks_nothing_is_no_question(line: str) -> None:
    assert not is_question(line)


def test_a_whole_paragraph_is_no_question() -> None:
    assert not is_marked_question("a" * MAX_CHARACTERS + "?")
