"""What a slide takes from its layout and master: where its placeholders stand, and their list styles."""

from collections.abc import Iterator
from itertools import islice
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import A, P
from indexing.parsers.ooxml.package import Package
from indexing.parsers.pptx.reading_order import Frame
from indexing.parsers.pptx.shapes import Placeholder, frame_of, placeholder_of

MAX_SHAPES: Final = 200
"""Of a layout or master that are looked at: each shape of each slide is compared with them."""

_TITLES: Final = frozenset({"title", "ctrTitle"})
_BODIES: Final = frozenset({"body", "obj", "subTitle", "tbl", "chart", "dgm", "media", "clipArt"})
"""Placeholders that have the style of the master's body."""


class _Model(Struct, frozen=True):
    """A placeholder of a layout or master."""

    place: Placeholder
    frame: Frame | None
    styles: tuple[Element, ...]


class Layout(Struct, frozen=True):
    """A layout and its master."""

    models: tuple[_Model, ...] = ()
    """Those of the layout before those of the master."""
    body_styles: tuple[Element, ...] = ()

    def frame(self, place: Placeholder) -> Frame | None:
        """Where a placeholder stands that does not say so itself."""
        return next((model.frame for model in self._models(place) if model.frame is not None), None)

    def styles(self, place: Placeholder | None) -> tuple[Element, ...]:
        """The list styles of a placeholder, nearest first; none for other shapes."""
        if place is None:
            return ()
        own = tuple(style for model in self._models(place) for style in model.styles)
        return own + (self.body_styles if place.type in _BODIES else ())

    def _models(self, place: Placeholder) -> Iterator[_Model]:
        """The placeholders that `place` is made after: of its number, then of its type."""
        yield from (model for model in self.models if model.place.number == place.number and place.number)
        yield from (model for model in self.models if _kind(model.place.type) == _kind(place.type))


class Layouts:
    """The layouts of a presentation, each read once."""

    def __init__(self, package: Package, left_out: LeftOut) -> None:
        self._package, self._left_out = package, left_out
        self._read: dict[str, Layout] = {}

    def of(self, part: str) -> Layout:
        """The layout in `part`."""
        if part not in self._read:
            self._read[part] = self._layout(part)
        return self._read[part]

    def _layout(self, part: str) -> Layout:
        masters = [one.part for one in self._package.relations(part).values() if one.type == "slideMaster"]
        roots = [root for name in (part, *masters[:1]) if (root := self._package.root(name)) is not None]
        models = tuple(model for root in roots for model in self._models(root))
        styles = [root.find(f"{P}txStyles/{P}bodyStyle") for root in roots]
        return Layout(models, tuple(style for style in styles if style is not None))

    def _models(self, root: Element) -> Iterator[_Model]:
        """The placeholders of a layout or master; the text of its other shapes is left out."""
        for shape in islice(root.iter(P + "sp"), MAX_SHAPES):
            place = placeholder_of(shape)
            body = shape.find(P + "txBody")
            if place is not None:
                style = body.find(A + "lstStyle") if body is not None else None
                yield _Model(place, frame_of(shape), (style,) if style is not None else ())
                continue
            for text in body.iter(A + "t") if body is not None else ():
                self._left_out.text("texts of slide layouts", text.text or "")


def _kind(name: str) -> str:
    """The type under which a master has a placeholder."""
    return "title" if name in _TITLES else "body" if name in _BODIES else name
