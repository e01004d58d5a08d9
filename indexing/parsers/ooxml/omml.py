"""Equations of Office documents as linear text: `(a+b)/c`, `x^2`, `∑_(i=1)^n i`, as UnicodeMath writes them.

The structure of Office Math (ECMA-376, part 1, 22.1) is kept in one line that can be read and searched.
"""

from collections.abc import Callable, Iterable
from typing import Final
from xml.etree.ElementTree import Element

from indexing.parsers.ooxml.names import A, M, W

_TEXTS: Final = frozenset({M + "t", W + "t", A + "t"})
_SIMPLE_OPERATORS: Final = frozenset("+-−=<>/^_, ")


def linear(element: Element) -> str:
    """The text of an equation or a part of it."""
    if element.tag in _TEXTS:
        return element.text or ""
    write = _WRITERS.get(element.tag)
    return write(element) if write else "".join(map(linear, element))


def _fraction(element: Element) -> str:
    return f"{_operand(element, 'num')}/{_operand(element, 'den')}"


def _scripts(element: Element) -> str:
    """A base with what is below and above it."""
    low, high = _scripted(element, "sub", "_"), _scripted(element, "sup", "^")
    if element.tag == M + "sPre":
        return f"{low}{high}{_operand(element, 'e')}"
    return f"{_operand(element, 'e')}{low}{high}"


def _limit(element: Element) -> str:
    mark = "_" if element.tag == M + "limLow" else "^"
    return _part(element, "e") + _scripted(element, "lim", mark)


def _radical(element: Element) -> str:
    degree = _part(element, "deg").strip()
    return f"√({degree}&{_part(element, 'e')})" if degree else f"√{_operand(element, 'e')}"


def _sum(element: Element) -> str:
    sign = _property(element, "naryPr", "chr", "∫")
    return f"{sign}{_scripted(element, 'sub', '_')}{_scripted(element, 'sup', '^')} {_part(element, 'e')}"


def _delimited(element: Element) -> str:
    opening = _property(element, "dPr", "begChr", "(")
    closing = _property(element, "dPr", "endChr", ")")
    between = _property(element, "dPr", "sepChr", "|")
    return opening + between.join(map(linear, element.findall(M + "e"))) + closing


def _function(element: Element) -> str:
    return f"{_part(element, 'fName')} {_part(element, 'e')}"


def _accented(element: Element) -> str:
    return _part(element, "e") + _property(element, "accPr", "chr", "\u0302")


def _matrix(element: Element) -> str:
    rows = ("&".join(map(linear, row.findall(M + "e"))) for row in element.findall(M + "mr"))
    return f"[{'; '.join(rows)}]"


def _array(element: Element) -> str:
    return "; ".join(map(linear, element.findall(M + "e")))


_WRITERS: Final[dict[str, Callable[[Element], str]]] = {
    M + "f": _fraction,
    M + "sSub": _scripts,
    M + "sSup": _scripts,
    M + "sSubSup": _scripts,
    M + "sPre": _scripts,
    M + "limLow": _limit,
    M + "limUpp": _limit,
    M + "rad": _radical,
    M + "nary": _sum,
    M + "d": _delimited,
    M + "func": _function,
    M + "acc": _accented,
    M + "m": _matrix,
    M + "eqArr": _array,
}


def _part(element: Element, name: str) -> str:
    """The text of the children `name`."""
    return _joined(element.findall(M + name))


def _joined(elements: Iterable[Element]) -> str:
    return "".join(map(linear, elements))


def _operand(element: Element, name: str) -> str:
    """The text of the children `name`, in brackets where it has operators."""
    text = _part(element, name)
    return f"({text})" if _SIMPLE_OPERATORS.intersection(text) else text


def _scripted(element: Element, name: str, mark: str) -> str:
    """The mark and the text of the children `name`; nothing where that is empty."""
    text = _operand(element, name)
    return mark + text if text else ""


def _property(element: Element, properties: str, name: str, default: str) -> str:
    """A character that the properties state; `default` where they do not."""
    stated = element.find(f"{M}{properties}/{M}{name}")
    return default if stated is None else stated.get(M + "val", "")
