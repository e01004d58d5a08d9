"""Numerals as clauses are numbered with them: Chinese, Roman, circled, letters, words and digits of any width."""

import re
from typing import Final

HAN: Final = "〇零一二两三四五六七八九十百千壹贰叁肆伍陆柒捌玖拾佰仟兩貳參陸"
"""Characters of Chinese numerals, the formal ones of contracts among them."""

_HAN_DIGITS: Final = {
    "〇": 0, "零": 0, "一": 1, "壹": 1, "二": 2, "两": 2, "兩": 2, "贰": 2, "貳": 2, "三": 3, "叁": 3, "參": 3,
    "四": 4, "肆": 4, "五": 5, "伍": 5, "六": 6, "陆": 6, "陸": 6, "七": 7, "柒": 7, "八": 8, "捌": 8, "九": 9, "玖": 9,
}  # fmt: skip
_HAN_UNITS: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_ROMAN: Final = re.compile(r"(?=.)(?:M{0,3})(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_ROMAN_VALUES: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_CIRCLED: Final = ((0x2460, 20, 1), (0x3251, 15, 21), (0x32B1, 15, 36), (0x2474, 20, 1))
"""First character, length and first value of the runs of circled and bracketed numbers (The Unicode Standard, 22.9)."""

NUMERAL_WORDS: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
"""English numerals from 1."""


def han_value(numeral: str) -> int:
    """The value of a Chinese numeral, with units or digit by digit; 0 for one that has none.

    >>> han_value("一千二百零三"), han_value("十二"), han_value("二〇二一"), han_value("贰拾")
    (1203, 12, 2021, 20)
    """
    if not any(character in _HAN_UNITS for character in numeral):
        return int("".join(str(_HAN_DIGITS.get(character, 0)) for character in numeral) or "0")
    total = digit = 0
    for character in numeral:
        if character in _HAN_UNITS:
            total += max(1, digit) * _HAN_UNITS[character]
            digit = 0
        else:
            digit = _HAN_DIGITS.get(character, 0)
    return total + digit


def roman_value(numeral: str) -> int:
    """The value of a Roman numeral in either case; 0 for what is none.

    >>> roman_value("XIV"), roman_value("iv"), roman_value("IIII")
    (14, 4, 0)
    """
    if not _ROMAN.fullmatch(numeral):
        return 0
    values = [_ROMAN_VALUES[character] for character in numeral.upper()]
    return sum(-value if value < later else value for value, later in zip(values, [*values[1:], 0], strict=True))


def circled_value(character: str) -> int:
    """The value of a circled or bracketed number; 0 for any other character.

    >>> circled_value("①"), circled_value("⑳"), circled_value("㉑"), circled_value("⑴"), circled_value("a")
    (1, 20, 21, 1, 0)
    """
    for first, length, value in _CIRCLED:
        if first <= ord(character) < first + length:
            return value + ord(character) - first
    return 0


def letter_value(letter: str) -> int:
    """The place of an ASCII letter in the alphabet, from 1; 0 for any other character.

    >>> letter_value("a"), letter_value("Z"), letter_value("é")
    (1, 26, 0)
    """
    return ord(letter.lower()) - ord("a") + 1 if letter.isascii() and letter.isalpha() else 0


def value_of(numeral: str) -> int:
    """The value of a numeral of whatever kind, one letter that may be Roman as such; 0 for none.

    >>> value_of("12"), value_of("１２"), value_of("三"), value_of("IV"), value_of("Two"), value_of("B"), value_of("④")
    (12, 12, 3, 4, 2, 2, 4)
    """
    if numeral.isdecimal():
        return int(numeral)
    if all(character in HAN for character in numeral):
        return han_value(numeral)
    if numeral.lower() in NUMERAL_WORDS:
        return NUMERAL_WORDS.index(numeral.lower()) + 1
    if len(numeral) == 1:
        return circled_value(numeral) or roman_value(numeral) or letter_value(numeral)
    return roman_value(numeral)
