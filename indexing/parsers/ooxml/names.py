"""The names of Office Open XML, as an XML parser spells them.

Files of the strict variant (ISO/IEC 29500-1) use other namespaces for the same names: `transitional` rewrites them, so
that every reader knows one spelling.
"""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
R: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
M: Final = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
CHART: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
DIAGRAM: Final = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
PICTURE: Final = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
VML: Final = "{urn:schemas-microsoft-com:vml}"
MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
RELATIONS: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}"

_STRICT: Final = "{http://purl.oclc.org/ooxml/"
_NAMESPACES: Final = {
    "{http://purl.oclc.org/ooxml/wordprocessingml/main": W,
    "{http://purl.oclc.org/ooxml/presentationml/main": P,
    "{http://purl.oclc.org/ooxml/drawingml/main": A,
    "{http://purl.oclc.org/ooxml/officeDocument/relationships": R,
    "{http://purl.oclc.org/ooxml/officeDocument/math": M,
    "{http://purl.oclc.org/ooxml/drawingml/chart": CHART,
    "{http://purl.oclc.org/ooxml/drawingml/diagram": DIAGRAM,
    "{http://purl.oclc.org/ooxml/drawingml/picture": PICTURE,
}
_OFF: Final = frozenset({"0", "false", "off", "none"})
_MAX_DIGITS: Final = 9
"""Longer numbers mean nothing in these formats, and Python is slow to read very long ones."""


def transitional(name: str) -> str:
    """An element's or attribute's name as the transitional variant spells it.

    >>> transitional("{http://purl.oclc.org/ooxml/wordprocessingml/main}p") == W + "p"
    True
    """
    if not name.startswith(_STRICT):
        return name
    namespace, _, local = name.partition("}")
    return _NAMESPACES.get(namespace, namespace + "}") + local


def spellings(name: str | None) -> tuple[str | None, ...]:
    """A name in either variant, as the transitional one spells it; what is no name by itself."""
    if name is None:
        return (None,)
    strict = (
        f"{namespace}}}{name.rpartition('}')[2]}" for namespace, known in _NAMESPACES.items() if name.startswith(known)
    )
    return (name, *strict)


def make_transitional(element: Element) -> None:
    """Rewrite all names in `element`, in place."""
    for inner in element.iter():
        inner.tag = transitional(inner.tag)
        if any(name.startswith(_STRICT) for name in inner.attrib):
            inner.attrib = {transitional(name): value for name, value in inner.attrib.items()}


def value_of(element: Element | None, name: str) -> str | None:
    """The `w:val` of the child `name` of `element`; None where either is missing."""
    child = element.find(name) if element is not None else None
    return child.get(W + "val") if child is not None else None


def is_on(element: Element | None, name: str) -> bool | None:
    """What the switch `name` of some properties says; None: nothing."""
    child = element.find(name) if element is not None else None
    return None if child is None else child.get(W + "val", "true") not in _OFF


def number(text: str | None) -> int | None:
    """The integer that an attribute states; None where it states none.

    >>> number("12"), number("-3"), number("x"), number(None)
    (12, -3, None, None)
    """
    digits = (text or "").strip()
    plain = digits.removeprefix("-")
    return int(digits) if plain.isascii() and plain.isdigit() and len(plain) <= _MAX_DIGITS else None


def number_or(text: str | None, default: int) -> int:
    """The integer that an attribute states, else `default`."""
    stated = number(text)
    return default if stated is None else stated


def branch_of(element: Element) -> Sequence[Element]:
    """What is in the branch of `mc:AlternateContent` to read: the first, as the newest programs do."""
    for branch in element:
        if branch.tag in (MC + "Choice", MC + "Fallback"):
            return tuple(branch)
    return ()
