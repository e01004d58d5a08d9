import time

import regex  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from indexing.chunkers.graphemes import is_border, last_border

LETTERS = st.text(alphabet="a é\u0301👍🏽👨\u200d👩🇨🇳中\r\n\ufe0f", min_size=1, max_size=30)


def borders(text: str) -> list[int]:
    return [match.end() for match in regex.finditer(r"\X", text)]


@given(LETTERS, st.data())
def test_the_last_border_is_a_border_within_the_limit_or_the_first(text: str, data: st.DataObject) -> None:
    limit = data.draw(st.integers(1, len(text)))
    inside = [border for border in borders(text) if border <= limit]
    assert last_border(text, 0, limit, end=len(text)) == (inside[-1] if inside else borders(text)[0])


@given(LETTERS)
def test_what_is_no_border_behind_a_blank_or_mark_is_told(text: str) -> None:
    marked = f"!{text}"
    assert is_border(marked, 1) == (1 in borders(marked))


def test_time_is_linear_in_flags() -> None:
    flags = "🇨🇳" * 100_000
    began = time.perf_counter()
    position = 0
    while position < len(flags):
        position = last_border(flags, position, position + 101, end=len(flags))
        assert position % 2 == 0
    assert time.perf_counter() - began < 5


def test_a_visible_character_of_any_length_is_passed_over_whole() -> None:
    text = "e" + "\u0301" * 1000 + "b"
    assert last_border(text, 0, 7, end=len(text)) == 1001


def test_the_ends_of_the_text_are_borders() -> None:
    assert is_border("a\u0301", 0)
    assert is_border("a\u0301", 2)
    assert not is_border("a\u0301", 1)
