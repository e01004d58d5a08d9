import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.chunkers.sentences import clause_ends, line_ends, sentence_ends, sentence_spans
from indexing.model import Span


def visible(text: str) -> str:
    return "".join(text.split())


def sentences(text: str) -> list[str]:
    return [span.slice(text) for span in sentence_spans(text, 0, len(text))]


def test_chinese_sentences_end_at_their_marks_without_a_space() -> None:
    text = "甲方应当在三十日内付款。乙方收到款项后开具发票！如有争议，双方协商解决？协商不成，提交仲裁。"
    assert sentence_spans(text, 0, 46) == [Span(0, 12), Span(12, 24), Span(24, 36), Span(36, 46)]


def test_decimals_abbreviations_and_initials_end_no_sentence() -> None:
    text = "Version 3.5 costs e.g. 2.75 USD. Dr. Li signed it. The U.S. branch did not."
    assert sentence_spans(text, 0, 75) == [Span(0, 32), Span(33, 50), Span(51, 75)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He said “Go.” Then he went.", ["He said “Go.”", "Then he went."]),
        ('"Stop!" he cried. Nobody did.', ['"Stop!" he cried.', "Nobody did."]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ('他说："好。"然后走了。', ['他说："好。"', "然后走了。"]),
        ('他来了。"好"是他说的。', ["他来了。", '"好"是他说的。']),
        ("等等……然后呢？！好；行。", ["等等……", "然后呢？！", "好；", "行。"]),
        ("Is it? Yes! It is.", ["Is it?", "Yes!", "It is."]),
        ("By J. R. Smith et al. in 2019. It rained.", ["By J. R. Smith et al. in 2019.", "It rained."]),
        (
            "Pears, plums, etc. are ripe. Apples, etc. They fell.",
            ["Pears, plums, etc. are ripe.", "Apples, etc.", "They fell."],
        ),
        ("The answer is no. See Fig. 3 and No. 5.", ["The answer is no.", "See Fig. 3 and No. 5."]),
        ("1. Open it. 2. Close it.", ["1. Open it.", "2. Close it."]),
        ("Wait ... what? And so on... The end.", ["Wait ... what?", "And so on...", "The end."]),
        ("See k8s.io or run v1.2.3 now. `kubectl` works.", ["See k8s.io or run v1.2.3 now.", "`kubectl` works."]),
        ("No mark\nin these lines\n\nof two paragraphs", ["No mark\nin these lines", "of two paragraphs"]),
        ("好吗?是的!行.", ["好吗?", "是的!", "行."]),
        ("Great!\ufe0f Good.", ["Great!\ufe0f Good."]),
        ("so did I. Then we left", ["so did I.", "Then we left"]),
        ("  \n ", []),
        ("", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_only_the_range_asked_for_is_cut() -> None:
    assert sentence_spans("一。二。三。", 2, 4) == [Span(2, 4)]


def test_clauses_end_behind_commas() -> None:
    text = "甲，乙、丙；1,000 a, b\nc"
    assert list(clause_ends(text, 0, len(text))) == [2, 4, 6, 14]


def test_lines_end_behind_newlines_but_for_the_last() -> None:
    assert list(line_ends("a\nb\n\nc\n", 0, 7)) == [2, 4, 5]


@given(st.text(alphabet="aB1 .!?\n\"'。！…”，；\ufe0f👍\u0301", max_size=80))
def test_sentences_are_in_order_and_hold_everything_visible(text: str) -> None:
    spans = sentence_spans(text, 0, len(text))
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert visible("".join(span.slice(text) for span in spans)) == visible(text)
    assert all(span.slice(text) == span.slice(text).strip() != "" for span in spans)


@pytest.mark.parametrize("unit", [".", "。", '。"', "a. ) ", " ", "\n", ". ", '"', "!x", "x" * 50])
def test_time_is_linear_in_the_text(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    began = time.perf_counter()
    for _ in sentence_ends(text, 0, len(text)):
        pass
    for _ in clause_ends(text, 0, len(text)):
        pass
    assert time.perf_counter() - began < 5
