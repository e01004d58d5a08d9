"""The paragraphs of a shape on a slide: their text, their level, and their bullet or number.

Bullets come from the paragraph, its shape, or what the layout and master say of such shapes (ECMA-376, part 1, 21.1.2).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import MC, A, branch_of, number_or
from indexing.parsers.ooxml.number_formats import numeral
from indexing.parsers.ooxml.omml import linear

MAX_LEVEL: Final = 8

_NUMBERS: Final = re.compile(r"(.+?)(Period|ParenR|ParenBoth|Plain|Minus)")
_FORMATS: Final = {
    "arabic": "decimal", "arabicDb": "decimalFullWidth", "romanUc": "upperRoman", "romanLc": "lowerRoman",
    "alphaUc": "upperLetter", "alphaLc": "lowerLetter", "circleNumDb": "decimalEnclosedCircle",
    "circleNumWdBlack": "decimalEnclosedCircle", "circleNumWdWhite": "decimalEnclosedCircle",
    "ea1Chs": "chineseCountingThousand", "ea1Cht": "taiwaneseCountingThousand", "ea1JpnKor": "japaneseCounting",
    "ea1JpnChsDb": "japaneseCounting",
}  # fmt: skip
_SHAPES: Final = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})", "Plain": "{}", "Minus": "{} -"}
_PLACEHOLDERS: Final = ("slidenum", "datetime")
_LINE: Final = re.compile(r"_x000[Bb]_|\v")
"""How a line break inside a title is written in a run."""


class SlideParagraph(Struct, frozen=True, kw_only=True):
    """A paragraph of a shape."""

    text: str
    level: int
    """From 0."""
    listed: bool
    """It has a bullet or number."""
    label: str
    """The number that the program computes; else empty."""
    first: bool
    """It begins its list."""


def slide_paragraphs(body: Element, styles: Sequence[Element], left_out: LeftOut) -> Iterator[SlideParagraph]:
    """The paragraphs of a text body that are not blank; `styles` are the list styles behind it, nearest first."""
    counts: dict[int, tuple[str, int]] = {}
    own = body.find(A + "lstStyle")
    chain = ([own] if own is not None else []) + list(styles)
    for element in body.iter(A + "p"):
        text = _text(element, left_out).strip()
        if not text:
            continue
        level = min(max(number_or(_attribute(element, "lvl"), 0), 0), MAX_LEVEL)
        bullet = _bullet(element.find(A + "pPr"), level, chain)
        listed = bullet is not None and bullet.tag != A + "buNone"
        before = counts.get(level)
        counts = {above: count for above, count in counts.items() if above < level}
        label = ""
        if bullet is not None and listed:
            kind = bullet.get("type", "")
            start = number_or(bullet.get("startAt"), 1)
            counts[level] = (kind, before[1] + 1 if before and before[0] == kind else start)
            label = _label(kind, counts[level][1]) if bullet.tag == A + "buAutoNum" else ""
        yield SlideParagraph(text=text, level=level, listed=listed, label=label, first=before is None)


def _text(paragraph: Element, left_out: LeftOut) -> str:
    """What a paragraph shows, without the numbers and dates that slides compute."""
    parts = []
    for element in paragraph:
        if element.tag == A + "r":
            parts.append(_LINE.sub("\n", element.findtext(A + "t") or "").replace("\xad", ""))
        elif element.tag == A + "br":
            parts.append("\n")
        elif element.tag == A + "fld":
            text = element.findtext(A + "t") or ""
            if element.get("type", "").startswith(_PLACEHOLDERS):
                left_out.text("numbers and dates of slides", text)
            else:
                parts.append(text)
        elif element.tag == MC + "AlternateContent":
            parts += [linear(inner) for inner in branch_of(element)]
        elif element.tag != A + "pPr":
            parts.append(linear(element))
    return "".join(parts)


def _bullet(properties: Element | None, level: int, chain: Sequence[Element]) -> Element | None:
    """What says which bullet a paragraph has: its own properties or the nearest style that speaks of it."""
    stated = [properties, *(style.find(f"{A}lvl{level + 1}pPr") for style in chain)]
    for one in stated:
        for element in one if one is not None else ():
            if element.tag in (A + "buNone", A + "buChar", A + "buAutoNum", A + "buBlip"):
                return element
    return None


def _label(kind: str, value: int) -> str:
    """A number as the numbering scheme `kind` writes it.

    >>> _label("arabicPeriod", 2), _label("alphaLcParenBoth", 2), _label("ea1ChsPlain", 2)
    ('2.', '(b)', '二')
    """
    found = _NUMBERS.fullmatch(kind)
    if found is None:
        return str(value)
    return _SHAPES[found[2]].format(numeral(value, _FORMATS.get(found[1], "decimal")))


def _attribute(paragraph: Element, name: str) -> str | None:
    properties = paragraph.find(A + "pPr")
    return properties.get(name) if properties is not None else None
