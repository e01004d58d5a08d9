"""A paragraph of a Word document: its text, and what it is by its style, its own properties and its number."""

from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.docx.numbering import Numbering
from indexing.parsers.docx.styles import ParagraphStyle, Role, Styles, list_of, outline_level, run_style
from indexing.parsers.docx.text import CONTENTS, Inline, PageBreak, TextReader, has_deleted_mark
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import W, is_on, number_or, value_of
from indexing.parsers.open_lists import Numbered

_CONTENTS_ROLES: Final[frozenset[Role]] = frozenset({"contents", "contents_title"})


class Paragraph(Struct, frozen=True, kw_only=True):
    """A paragraph as it is read."""

    inline: Inline
    role: Role = ""
    level: int = 0
    """From 1: it is a heading."""
    place: Numbered | None = None
    """Its place in a list."""
    indented: bool = False

    def label(self) -> str:
        """Its number as Word shows it; empty for none."""
        return self.place.label if self.place is not None else ""

    def is_code(self) -> bool:
        """Whether it is of a style for code, or, outside lists, in a font for code as a whole."""
        if self.level or self.label():
            return False
        in_font = 0 < self.inline.visible == self.inline.monospace
        return self.role == "code" or (in_font and self.place is None)


class ParagraphReader:
    """Reads the paragraphs of one story, in order."""

    def __init__(self, styles: Styles, numbering: Numbering, left_out: LeftOut) -> None:
        self._styles, self._numbering, self._left_out = styles, numbering, left_out
        self._text = TextReader(styles, left_out)
        self._carried: Inline | None = None

    def sibling(self) -> "ParagraphReader":
        """The reader of another story of the same document."""
        return ParagraphReader(self._styles, self._numbering, self._left_out)

    def lose(self, element: Element, what: str) -> None:
        """Count the text of an element that is left out as a whole."""
        self._text.lose(element, what)

    def is_heading(self, element: Element) -> bool:
        """Whether a paragraph is a heading by its style or its own properties."""
        properties = element.find(W + "pPr")
        stated = outline_level(properties)
        level = self._styles.paragraph(value_of(properties, W + "pStyle")).level if stated is None else stated
        return bool(level)

    def read(self, element: Element) -> Paragraph | None:
        """The paragraph; None for one of a table of contents, and for one whose end was deleted."""
        properties = element.find(W + "pPr")
        style_id = value_of(properties, W + "pStyle")
        style = self._styles.paragraph(style_id)
        stated = outline_level(properties)
        level = (style.level or 0) if stated is None else stated
        if level:
            self._text.fields.end_contents()
        inline = self._text.read(element, style.run, self._carried or Inline())
        self._carried = None
        if style.role in _CONTENTS_ROLES:
            self._left_out.text(CONTENTS, inline.text())
            return None
        if has_deleted_mark(element):
            self._carried = inline
            return None
        if is_on(properties, W + "pageBreakBefore"):
            inline.breaks.insert(0, PageBreak(0, rendered=False))
        place = self._place(properties, style_id, style)
        indented = _is_indented(properties, style)
        return Paragraph(inline=inline, role=style.role, level=level, place=place, indented=indented)

    def rest(self) -> Paragraph | None:
        """The text whose paragraph's end was deleted, where no paragraph follows."""
        inline, self._carried = self._carried, None
        return Paragraph(inline=inline) if inline is not None and inline.visible else None

    def _place(self, properties: Element | None, style_id: str | None, style: ParagraphStyle) -> Numbered | None:
        """The paragraph's place in its list, counted; None outside lists and for hidden paragraphs."""
        list_id, level = list_of(properties)
        list_id = style.list_id if list_id is None else list_id
        mark = run_style(properties.find(W + "rPr") if properties is not None else None)
        if not list_id or mark.hidden:
            return None
        if level is None:
            level = self._numbering.level_of(list_id, style_id)
        return self._numbering.count(list_id, (style.list_level or 0) if level is None else level)


def _is_indented(properties: Element | None, style: ParagraphStyle) -> bool:
    """Whether a paragraph without number may go on with an item of a list."""
    if style.role == "continuation":
        return True
    indent = properties.find(W + "ind") if properties is not None else None
    return indent is not None and number_or(indent.get(W + "left") or indent.get(W + "start"), 0) > 0
