from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.legal.clause_numerals import han_value, roman_value

ROMAN = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
]  # fmt: skip
DIGITS = "零一二三四五六七八九"


def han(number: int) -> str:
    """How a number below 10,000 is written in full."""
    text = ""
    for unit, name in [(1000, "千"), (100, "百"), (10, "十"), (1, "")]:
        digit, number = divmod(number, unit)
        if digit:
            text += DIGITS[digit] + name
        elif text and number and not text.endswith("零"):
            text += "零"
    return text


@given(st.integers(1, 9999))
def test_chinese_numerals_are_read_as_they_are_written(number: int) -> None:
    assert han_value(han(number)) == number


@given(st.integers(1, 3999))
def test_roman_numerals_are_read_as_they_are_written(number: int) -> None:
    rest, text = number, ""
    for value, name in ROMAN:
        count, rest = divmod(rest, value)
        text += name * count
    assert roman_value(text) == number
    assert roman_value(text.upper()) == number
