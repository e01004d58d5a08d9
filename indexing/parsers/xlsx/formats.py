"""Numbers of a spreadsheet as they are shown: number format codes (ECMA-376, part 1, 18.8.31).

A code has up to four sections for positive, negative, zero and text values, or sections with conditions. Colours, fills
and widths mean nothing to a reader of text. What no code can show is written plainly.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from indexing.parsers.xlsx.dates import date_text, is_date_code, locale_date
from indexing.parsers.xlsx.numbers import Places, Token, filled, places_of

GENERAL: Final = "General"

BUILT_IN: Final[dict[int, str]] = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    37: "#,##0 ;(#,##0)",
    38: "#,##0 ;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mmss.0",
    48: "##0.0E+0",
    **locale_date(),
}
"""Codes that files name by number only (18.8.30); those that follow the reader's locale are ISO 8601 dates, and those
of Chinese Excel are as it shows them."""

_MAX_CODE: Final = 255
"""Characters of a code that Excel takes; longer ones are not read."""

_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<exponent>[eE][+-])|(?P<place>[0#?.,%/@])|(?P<general>General)|(?P<plain>.)",
    re.DOTALL | re.IGNORECASE,
)
_CONDITION: Final = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?[\d.]+)")
_TESTS: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
}


class _Section(NamedTuple):
    code: str
    condition: str
    """`>=100`; empty: by its position."""
    general: tuple[str, str] | None
    """What stands around a number without format; None: it has places."""
    places: Places


def shown(number: float, code: str, *, from_1904: bool = False) -> str:
    """`number` under the format `code`; empty where the code hides it. `from_1904`: how the workbook counts days.

    >>> shown(0.1234, "0.0%"), shown(-1234.5, "#,##0;(#,##0)"), shown(45292, "yyyy-mm-dd"), shown(0.1 + 0.2, "General")
    ('12.3%', '(1,235)', '2024-01-01', '0.3')
    """
    section, value = _chosen(_sections(code), number)
    if is_date_code(section.code):
        return date_text(number, section.code, from_1904=from_1904) or plain(number)
    if section.general:
        return plain(value).join(section.general).strip()
    try:
        return filled(section.places, value).strip()
    except ArithmeticError:  # a code of hundreds of percent signs
        return plain(number)


def plain(number: float) -> str:
    """A number without format: at most 15 digits, no exponent up to these.

    >>> plain(1234567.0), plain(0.30000000000000004), plain(1e20)
    ('1234567', '0.3', '1E+20')
    """
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    text = f"{number:.15g}"
    return text.upper() if "e" in text else text


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    """The sections of a code; General for one that is too long."""
    sections: list[_Section] = []
    tokens: list[Token] = []
    start, condition = 0, ""
    code = code if len(code) <= _MAX_CODE else GENERAL
    for match in _TOKEN.finditer(code):
        if match[0] == ";":
            sections.append(_section(tokens, code[start : match.start()], condition))
            tokens, start, condition = [], match.end(), ""
        elif match["bracket"] is not None and _CONDITION.match(match["bracket"]):
            condition = match["bracket"]
        else:
            tokens += _token(match)
    return (*sections, _section(tokens, code[start:], condition))


def _section(tokens: list[Token], code: str, condition: str) -> _Section:
    """A section of `code`; `General` and `@` are the places of a number without format."""
    index = next((i for i, token in enumerate(tokens) if token.kind == "general" or token.text == "@"), None)
    general = None
    if index is not None:
        general = ("".join(text for _, text in tokens[:index]), "".join(text for _, text in tokens[index + 1 :]))
    return _Section(code, condition, general, places_of(tokens))


def _token(match: re.Match[str]) -> list[Token]:
    for literal in ("quoted", "escaped", "currency", "plain"):
        if match[literal] is not None:
            return [Token("text", match[literal])]
    kind = match.lastgroup
    return [Token(kind, match[0])] if kind in ("place", "exponent", "general") else []


def _chosen(sections: tuple[_Section, ...], number: float) -> tuple[_Section, float]:
    """The section for `number` and what it shows: a section for negative numbers has its own sign."""
    if sections[0].condition or (len(sections) > 1 and sections[1].condition):
        matching = (one for one in sections[:3] if not one.condition or _holds(one.condition, number))
        return next(matching, sections[-1]), number
    if number < 0 and len(sections) > 1:
        return sections[1], -number
    return sections[2 if number == 0 and len(sections) > 2 else 0], number


def _holds(condition: str, number: float) -> bool:
    found = _CONDITION.match(condition)
    try:
        return bool(found) and _TESTS[found[1]](number, float(found[2]))  # type: ignore[index]  # found is not None here
    except ValueError:
        return False
