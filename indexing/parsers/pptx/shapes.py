"""The shapes of a slide in the order in which they are read, groups resolved."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from indexing.parsers.ooxml.names import MC, A, P, branch_of, number_or
from indexing.parsers.pptx.reading_order import Frame, reading_order

_SHAPES: Final = frozenset({P + "sp", P + "grpSp", P + "pic", P + "graphicFrame"})
_UNPLACED: Final = Frame(0, 0, 0, 0)


class Placeholder(NamedTuple):
    """What a shape is a placeholder for."""

    type: str
    """`title`, `body`, `sldNum`, …; `obj` when it may be anything."""
    number: str
    """By which the layout knows it."""


def shapes_in_order(tree: Element, frame: Callable[[Element], Frame | None]) -> Iterator[Element]:
    """The shapes in a tree that are no groups; `frame` says where one stands."""
    shapes = list(_children(tree))
    frames = [frame(shape) or _UNPLACED for shape in shapes]
    for index in reading_order(frames):
        if shapes[index].tag == P + "grpSp":
            yield from shapes_in_order(shapes[index], frame)
        else:
            yield shapes[index]


def placeholder_of(shape: Element) -> Placeholder | None:
    """What a shape is a placeholder for; None for an ordinary one."""
    for properties in shape:
        found = properties.find(f"{P}nvPr/{P}ph")
        if found is not None:
            return Placeholder(found.get("type", "obj"), found.get("idx", ""))
    return None


def is_hidden(shape: Element) -> bool:
    """Whether somebody switched a shape off."""
    names = (properties.find(P + "cNvPr") for properties in shape)
    return any(name is not None and name.get("hidden") in ("1", "true") for name in names)


def frame_of(shape: Element) -> Frame | None:
    """Where a shape says it stands, in its group's unit; None where it does not say."""
    for place in (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm"):
        found = shape.find(place)
        offset, extent = (found.find(A + "off"), found.find(A + "ext")) if found is not None else (None, None)
        if offset is not None and extent is not None:
            left, top = number_or(offset.get("x"), 0), number_or(offset.get("y"), 0)
            return Frame(left, top, left + number_or(extent.get("cx"), 0), top + number_or(extent.get("cy"), 0))
    return None


def _children(tree: Element) -> Iterator[Element]:
    """The shapes directly in a tree or group."""
    for element in tree:
        if element.tag in _SHAPES:
            yield element
        elif element.tag == MC + "AlternateContent":
            yield from (inner for inner in branch_of(element) if inner.tag in _SHAPES)
