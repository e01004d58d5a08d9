"""Numbers in the places of a number format: zeros, digits, thousands, percent signs, exponents, fractions.

A section of a format code is compiled once (`places_of`) and then filled for each number.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import Final, NamedTuple

_DIGITS: Final = Context(prec=15, rounding=ROUND_HALF_UP)
"""A number has 15 digits; what is behind them is noise of its binary form."""

_WIDE: Final = Context(prec=400, rounding=ROUND_HALF_UP)
"""Enough to write any number without exponent."""

_MAX_DECIMALS: Final = 30
"""Digits behind the point that Excel allows."""

_PLACE: Final = frozenset("0#?")


class Token(NamedTuple):
    """A part of a section of a format code."""

    kind: str
    """`text`: as it is; `place`: one of `0 # ? . , % / @`; `exponent`; `general`."""
    text: str


class Places(NamedTuple):
    """The places of a section, as they are filled."""

    parts: tuple[str, ...]
    """Texts before, between and behind the places of the whole part; the last is behind the digits after the point."""
    whole: str
    """Places before the point."""
    behind: str
    """Places behind the point."""
    scale: Decimal
    """What a number is multiplied with: 100 for each percent sign, 1/1000 for each comma behind the last place."""
    grouped: bool
    """Thousands are separated."""
    exponent: bool
    fraction: int
    """Largest denominator; 0: the section shows no fraction."""


def places_of(tokens: Sequence[Token]) -> Places:
    """The places of a section.

    >>> places_of([Token("place", mark) for mark in "#,##0.00"])[1:3]
    ('###0', '00')
    """
    exponent = next((index for index, token in enumerate(tokens) if token.kind == "exponent"), len(tokens))
    marks = [token.text for token in tokens[:exponent] if token.kind == "place"]
    places = "".join(mark for mark in marks if mark in "0#?.,")
    whole, _, behind = places.partition(".")
    commas = sum(len(part) - len(part.rstrip(",")) for part in (whole, behind))
    return Places(
        parts=_texts(tokens),
        whole="".join(mark for mark in whole if mark in _PLACE),
        behind="".join(mark for mark in behind if mark in _PLACE)[:_MAX_DECIMALS],
        scale=Decimal(100) ** marks.count("%") / Decimal(1000) ** commas,
        grouped="," in whole.rstrip(",").lstrip(","),
        exponent=exponent < len(tokens),
        fraction=_denominator(tokens) if "/" in marks else 0,
    )


def filled(places: Places, value: float) -> str:
    """`value` in its places, rounded half up."""
    if places.fraction:
        return _fraction(value, places.fraction)
    if not places.whole and not places.behind:
        return "-" * (value < 0) + "".join(places.parts)
    number = _DIGITS.create_decimal(repr(value)) * places.scale
    if places.exponent:
        return _scientific(places, number)
    digits = f"{number.quantize(Decimal(1).scaleb(-len(places.behind)), context=_WIDE):f}"
    front, _, rear = digits.lstrip("-").partition(".")
    while rear and rear[-1] == "0" and places.behind[len(rear) - 1] != "0":
        rear = rear[:-1]
    negative = digits[0] == "-" and digits.strip("-0.") != ""
    return "-" * negative + _joined(places, front.lstrip("0").rjust(places.whole.count("0"), "0"), rear)


def _texts(tokens: Sequence[Token]) -> tuple[str, ...]:
    """What stands before each place of the whole part, and behind the number."""
    parts, point = [""], False
    for token in tokens:
        if token.kind == "text" or token.text == "%":
            parts[-1] += token.text
        elif token.text == "." or token.kind == "exponent":
            point = True
        elif token.text in _PLACE and not point:
            parts.append("")
    return tuple(parts)


def _joined(places: Places, front: str, rear: str) -> str:
    """The digits with the texts of the section around and between them."""
    rest = f".{rear}" if rear else ""
    if not any(places.parts[1:-1]):
        grouped = f"{int(front):,}".rjust(len(front), "0") if places.grouped and len(front) > 3 else front
        return f"{places.parts[0]}{grouped}{rest}{places.parts[-1]}"
    spread = len(places.whole)
    shown = [front[: max(0, len(front) - spread + 1)], *front[max(0, len(front) - spread + 1) :]]
    shown = [""] * (spread - len(shown)) + shown
    return "".join(text + digit for text, digit in zip(places.parts, [*shown, rest], strict=False))


def _scientific(places: Places, number: Decimal) -> str:
    mantissa, _, power = f"{number:.{len(places.behind)}E}".partition("E")
    return f"{places.parts[0]}{mantissa}E{power[0]}{power[1:].rjust(2, '0')}"


def _denominator(tokens: Sequence[Token]) -> int:
    """The largest denominator that the places behind the slash can show."""
    index = next(i for i, token in enumerate(tokens) if token.text == "/")
    width = sum(token.text in _PLACE for token in tokens[index:])
    return int(10 ** max(1, min(3, width)) - 1)


def _fraction(value: float, largest: int) -> str:
    """`value` as a whole number and a fraction.

    >>> _fraction(1.25, 9), _fraction(-0.5, 9)
    ('1 1/4', '-1/2')
    """
    whole, rest = divmod(Fraction(abs(value)).limit_denominator(largest), 1)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest.numerator}/{rest.denominator}"] if rest else []
    return "-" * (value < 0) + " ".join(parts)
