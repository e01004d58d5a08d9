import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from retrieval.shorten import shorten
from tests.fakes import WordTokenizer


@pytest.mark.parametrize(
    ("text", "budget", "expected"),
    [
        ("One two. Three four five", 6, "One two. Three four five"),
        ("One two. Three four five", 5, "One two. Three four"),
        ("One two three. Four five", 5, "One two three."),
        ("甲方应当付款。乙方开具发票！", 10, "甲方应当付款。"),
        ("甲方应当付款乙方开具发票", 5, "甲方应当付"),
        ("line one\nline two is longer", 4, "line one"),
        ("Version 3.5 costs much more", 4, "Version 3.5"),
        ('He said "no." Then left', 6, 'He said "no."'),
    ],
)
def test_a_text_ends_where_a_reader_would_pause(text: str, budget: int, expected: str) -> None:
    assert shorten(text, budget, WordTokenizer()) == expected


def test_a_visible_character_is_never_cut() -> None:
    family = "👨‍👩‍👧"
    assert shorten(family * 3, 6, WordTokenizer()) == family
    assert shorten(family * 3, 2, WordTokenizer()) == family


@given(
    st.text(alphabet="ab 。.!\n押é👍🏽\u200d", min_size=1).filter(lambda t: t == t.strip() and t), st.integers(1, 20)
)
def test_a_shortened_text_is_a_beginning_within_the_budget(text: str, budget: int) -> None:
    short = shorten(text, budget, WordTokenizer())
    assert text.startswith(short)
    assert short
    assert WordTokenizer().count([short])[0] <= budget or len(regex.findall(r"\X", short)) == 1
