"""Numbers written as lists number their items: the number formats of Office Open XML (ECMA-376, part 1, 17.18.59).

Formats that are not known are written as decimal digits, as Word does with those it can not show.
"""

from collections.abc import Callable
from typing import Final

MAX_ROMAN: Final = 4_999
MAX_LETTERS: Final = 26 * 30
"""The longest row of letters that Word writes is 30."""

_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_SIMPLIFIED: Final = ("零一二三四五六七八九", "十百千", "万")
_FORMAL: Final = ("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万")
_FORMAL_TRADITIONAL: Final = ("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬")
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"


def numeral(value: int, style: str) -> str:
    """`value` in the number format `style`; empty for `none` and bullets.

    >>> [numeral(4, style) for style in ("decimal", "upperRoman", "lowerLetter", "chineseCounting", "none")]
    ['4', 'IV', 'd', '四', '']
    """
    if style in ("none", "bullet"):
        return ""
    written = _STYLES[style](value) if style in _STYLES and value >= 0 else ""
    return written or str(value)


def _roman(value: int) -> str:
    """Small Roman numerals; empty for what they can not write."""
    if not 0 < value <= MAX_ROMAN:
        return ""
    parts = []
    for worth, letters in _ROMAN:
        parts.append(letters * (value // worth))
        value %= worth
    return "".join(parts)


def _letters(value: int) -> str:
    """a … z, aa, bb, …"""
    if not 0 < value <= MAX_LETTERS:
        return ""
    return chr(ord("a") + (value - 1) % 26) * ((value - 1) // 26 + 1)


def _ordinal(value: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, …"""
    ending = "th" if value // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"


def _counted(value: int, signs: tuple[str, str, str], *, one_ten: bool = False) -> str:
    """Chinese numerals with their ranks; `one_ten` writes 10 as one ten. Empty from a hundred million on.

    >>> [_counted(value, _SIMPLIFIED) for value in (0, 10, 11, 20, 101, 110, 1_001, 10_010)]
    ['零', '十', '十一', '二十', '一百零一', '一百一十', '一千零一', '一万零一十']
    """
    digits, _, myriad = signs
    if value >= 10**8:
        return ""
    high, low = divmod(value, 10_000)
    if high:
        gap = digits[0] if 0 < low < 1000 else ""
        rest = gap + _below_myriad(low, signs) if low else ""
        return _counted(high, signs, one_ten=one_ten) + myriad + rest
    written = _below_myriad(low, signs) or digits[0]
    tens = digits[1] + signs[1][0]
    return written[1:] if not one_ten and 10 <= value < 20 and written.startswith(tens) else written


def _below_myriad(value: int, signs: tuple[str, str, str]) -> str:
    digits, ranks, _ = signs
    written, gap = "", False
    for rank in (3, 2, 1, 0):
        digit = value // 10**rank % 10
        if digit:
            written += (digits[0] if gap and written else "") + digits[digit] + (ranks[rank - 1] if rank else "")
        gap = digit == 0
    return written


def _digits(value: int) -> str:
    """Chinese digits by place: 一〇一."""
    return "".join("〇一二三四五六七八九"[int(digit)] for digit in str(value))


def _counting(value: int) -> str:
    """Counted up to 99, by place above."""
    return _counted(value, _SIMPLIFIED) if value < 100 else _digits(value)


def _set(signs: str) -> Callable[[int], str]:
    """The writer of numbers that are signs of a row, for as long as it lasts."""
    return lambda value: signs[value - 1] if 0 < value <= len(signs) else ""


def _range(first: str, length: int) -> str:
    return "".join(chr(ord(first) + index) for index in range(length))


_CIRCLED: Final = _range("①", 20) + _range("㉑", 15) + _range("㊱", 15)

_STYLES: Final[dict[str, Callable[[int], str]]] = {
    "decimalZero": lambda value: f"{value:02}",
    "upperRoman": lambda value: _roman(value).upper(),
    "lowerRoman": _roman,
    "upperLetter": lambda value: _letters(value).upper(),
    "lowerLetter": _letters,
    "ordinal": _ordinal,
    "hex": lambda value: f"{value:X}",
    "numberInDash": lambda value: f"- {value} -",
    "decimalFullWidth": lambda value: str(value).translate({ord("0") + i: ord("０") + i for i in range(10)}),
    "decimalFullWidth2": lambda value: str(value).translate({ord("0") + i: ord("０") + i for i in range(10)}),
    "decimalEnclosedCircle": _set(_CIRCLED),
    "decimalEnclosedCircleChinese": _set(_CIRCLED),
    "decimalEnclosedFullstop": _set(_range("⒈", 20)),
    "decimalEnclosedParen": _set(_range("⑴", 20)),
    "ideographEnclosedCircle": _set(_range("㊀", 10)),
    "ideographTraditional": _set(_STEMS),
    "ideographZodiac": _set(_BRANCHES),
    "ideographDigital": _digits,
    "japaneseDigitalTenThousand": _digits,
    "taiwaneseDigital": _digits,
    "koreanDigital2": _digits,
    "chineseCounting": _counting,
    "taiwaneseCounting": _counting,
    "chineseCountingThousand": lambda value: _counted(value, _SIMPLIFIED),
    "taiwaneseCountingThousand": lambda value: _counted(value, ("零一二三四五六七八九", "十百千", "萬")),
    "japaneseCounting": lambda value: _counted(value, _SIMPLIFIED),
    "chineseLegalSimplified": lambda value: _counted(value, _FORMAL, one_ten=True),
    "ideographLegalTraditional": lambda value: _counted(value, _FORMAL_TRADITIONAL, one_ten=True),
}
