"""The text of a Word paragraph: what its runs show, and what is anchored in it.

Read as if all tracked changes were accepted. What a reader of the printed page does not see is left out and counted.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.docx.fields import Fields
from indexing.parsers.docx.styles import RunStyle, Styles
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import CHART, DIAGRAM, MC, PICTURE, VML, M, R, W, branch_of
from indexing.parsers.ooxml.omml import linear
from indexing.parsers.ooxml.symbol_fonts import symbol

DELETED: Final = "deleted text of tracked changes"
CONTENTS: Final = "entries of a table of contents"
HIDDEN: Final = "hidden text"
PROMPTS: Final = "prompts of empty form fields"

_SOFT_HYPHEN: Final = "\xad"
_DELETIONS: Final = frozenset({W + "del", W + "moveFrom"})
_SHOWN_TEXTS: Final = (W + "t", W + "delText", M + "t")
_FIGURES: Final = {PICTURE + "pic": "pictures", VML + "imagedata": "pictures", W + "control": "form controls"}


class PageBreak(NamedTuple):
    """Where a page begins."""

    at: int
    """Offset in the text."""
    rendered: bool
    """As the program that saved the document laid it out; False: somebody asked for it."""


class Note(NamedTuple):
    """A reference to a footnote or endnote."""

    kind: str
    id: str
    numbered: bool


class Figure(NamedTuple):
    """A chart or diagram, whose text is in a part of its own."""

    kind: str
    relation: str


class Inline(Struct):
    """The text of a paragraph so far, and what is anchored in it."""

    parts: list[str] = []
    length: int = 0
    breaks: list[PageBreak] = []
    notes: list[Note] = []
    boxes: list[Element] = []
    """Contents of text boxes."""
    figures: list[Figure] = []
    visible: int = 0
    """Characters that are not blank; of these:"""
    bold: int = 0
    monospace: int = 0
    formula: int = 0

    def text(self) -> str:
        """All of it."""
        return "".join(self.parts)


class TextReader:
    """Reads the paragraphs of one story (a text with its own fields), in order."""

    def __init__(self, styles: Styles, left_out: LeftOut) -> None:
        self._styles = styles
        self._left_out = left_out
        self.fields = Fields()
        self._inline = Inline()
        self._base = RunStyle()
        self._run_style = RunStyle()
        self._deleted = 0
        self._prompts = 0

    def read(self, paragraph: Element, base: RunStyle, inline: Inline) -> Inline:
        """`inline` with the text of `paragraph` added, whose style says `base` of its runs."""
        self._inline, self._base, self._run_style = inline, base, base
        self._children(paragraph)
        self.fields.end_paragraph()
        return inline

    def lose(self, element: Element, what: str) -> None:
        """Count the text of an element that is left out as a whole."""
        for text in texts_of(element):
            self._left_out.text(what, text)

    def _children(self, elements: Iterable[Element]) -> None:
        """Read what stands in a paragraph; unknown wrappers are read through."""
        for element in elements:
            read = _IN_PARAGRAPH.get(element.tag)
            if read is not None:
                read(self, element)
            elif len(element):
                self._children(element)

    def _skip(self, element: Element) -> None:
        """Properties have no text."""

    def _run(self, run: Element) -> None:
        properties = run.find(W + "rPr")
        self._run_style = self._base if properties is None else self._styles.run(properties).over(self._base)
        self._in_run(run)

    def _in_run(self, elements: Iterable[Element]) -> None:
        for element in elements:
            read = _IN_RUN.get(element.tag)
            if read is not None:
                read(self, element)

    def _deletion(self, element: Element) -> None:
        self._deleted += 1
        self._children(element)
        self._deleted -= 1

    def _form_field(self, element: Element) -> None:
        prompts = is_prompt(element)
        self._prompts += prompts
        for content in element.findall(W + "sdtContent"):
            self._children(content)
        self._prompts -= prompts

    def _simple_field(self, element: Element) -> None:
        self.fields.mark("begin")
        self.fields.instruct(element.get(W + "instr", ""))
        self.fields.mark("separate")
        self._children(element)
        self.fields.mark("end")

    def _equation(self, element: Element) -> None:
        self._run_style = self._base
        before = self._inline.visible
        self._say(" ".join(linear(element).split()))
        self._inline.formula += self._inline.visible - before

    def _text(self, element: Element) -> None:
        self._say((element.text or "").replace(_SOFT_HYPHEN, "").replace("\n", " "))

    def _deleted_text(self, element: Element) -> None:
        self._left_out.text(DELETED, element.text or "")

    def _symbol(self, element: Element) -> None:
        try:
            code = int(element.get(W + "char", ""), 16)
        except ValueError:
            code = 0
        sign = symbol(element.get(W + "font", ""), code)
        self._say(sign) if sign else self._left_out.piece("signs of unknown symbol fonts")

    def _break(self, element: Element) -> None:
        if element.get(W + "type") == "page" and self._lost() is None:
            self._inline.breaks.append(PageBreak(self._inline.length, rendered=False))
        self._say("\n")

    def _rendered_break(self, element: Element) -> None:
        self._inline.breaks.append(PageBreak(self._inline.length, rendered=True))

    def _field_mark(self, element: Element) -> None:
        if not self._deleted:
            self.fields.mark(element.get(W + "fldCharType"))

    def _instruction(self, element: Element) -> None:
        self.fields.instruct(element.text or "")

    def _note(self, element: Element) -> None:
        if self._lost() is None:
            numbered = element.get(W + "customMarkFollows") in (None, "0", "false")
            kind = "footnote" if element.tag == W + "footnoteReference" else "endnote"
            self._inline.notes.append(Note(kind, element.get(W + "id", ""), numbered))

    def _comment(self, element: Element) -> None:
        self._left_out.piece("comments")

    def _ruby(self, element: Element) -> None:
        self._left_out.piece("phonetic guides")
        for base in element.findall(W + "rubyBase"):
            self._children(base)

    def _drawing(self, element: Element) -> None:
        """What a drawing, picture or object contains."""
        if (lost := self._lost()) is not None:
            self.lose(element, lost)
            return
        for inner in _drawn(element):
            if inner.tag == W + "txbxContent":
                self._inline.boxes.append(inner)
            elif inner.tag == CHART + "chart":
                self._inline.figures.append(Figure("chart", inner.get(R + "id", "")))
            elif inner.tag == DIAGRAM + "relIds":
                self._inline.figures.append(Figure("diagram", inner.get(R + "dm", "")))
            else:
                self._left_out.piece(_FIGURES[inner.tag])

    def _lost(self) -> str | None:
        """Why text here is left out; empty: because it is no text at all; None: it is not left out."""
        if self._deleted:
            return DELETED
        if not self.fields.are_shown():
            return ""
        if self.fields.in_contents():
            return CONTENTS
        if self._run_style.hidden:
            return HIDDEN
        return PROMPTS if self._prompts else None

    def _say(self, text: str) -> None:
        """Add `text`, or count it as left out."""
        if (lost := self._lost()) is not None:
            self._left_out.text(lost, text)
            return
        inline = self._inline
        inline.parts.append(text)
        inline.length += len(text)
        visible = sum(map(len, text.split()))
        inline.visible += visible
        if self._run_style.bold:
            inline.bold += visible
        if self._run_style.monospace and self._styles.is_monospace(self._run_style):
            inline.monospace += visible


def texts_of(element: Element) -> Iterator[str]:
    """The texts in an element, deleted ones included."""
    for inner in element.iter():
        if inner.tag in _SHOWN_TEXTS:
            yield inner.text or ""


def is_prompt(element: Element) -> bool:
    """Whether a form field (`w:sdt`) shows what to enter instead of what was entered."""
    return element.find(f"{W}sdtPr/{W}showingPlcHdr") is not None


def _drawn(element: Element) -> Iterator[Element]:
    """The text boxes, charts, diagrams and pictures in an element, not those inside text boxes, in order."""
    for inner in branch_of(element) if element.tag == MC + "AlternateContent" else element:
        if inner.tag in (W + "txbxContent", CHART + "chart", DIAGRAM + "relIds") or inner.tag in _FIGURES:
            yield inner
        elif len(inner):
            yield from _drawn(inner)


def _says(text: str) -> Callable[[TextReader, Element], None]:
    return lambda reader, _element: reader._say(text)


_IN_RUN: Final[dict[str, Callable[[TextReader, Element], None]]] = {
    W + "t": TextReader._text,
    W + "delText": TextReader._deleted_text,
    W + "tab": _says("\t"),
    W + "ptab": _says("\t"),
    W + "br": TextReader._break,
    W + "cr": _says("\n"),
    W + "noBreakHyphen": _says("\u2011"),
    W + "sym": TextReader._symbol,
    W + "lastRenderedPageBreak": TextReader._rendered_break,
    W + "fldChar": TextReader._field_mark,
    W + "instrText": TextReader._instruction,
    W + "footnoteReference": TextReader._note,
    W + "endnoteReference": TextReader._note,
    W + "commentReference": TextReader._comment,
    W + "ruby": TextReader._ruby,
    W + "drawing": TextReader._drawing,
    W + "pict": TextReader._drawing,
    W + "object": TextReader._drawing,
    MC + "AlternateContent": lambda reader, element: reader._in_run(branch_of(element)),
    M + "oMath": TextReader._equation,
}
_IN_PARAGRAPH: Final[dict[str, Callable[[TextReader, Element], None]]] = {
    W + "r": TextReader._run,
    W + "pPr": TextReader._skip,
    W + "sdt": TextReader._form_field,
    W + "fldSimple": TextReader._simple_field,
    M + "oMath": TextReader._equation,
    M + "oMathPara": TextReader._equation,
    MC + "AlternateContent": lambda reader, element: reader._children(branch_of(element)),
    **dict.fromkeys(_DELETIONS, TextReader._deletion),
}


def has_deleted_mark(paragraph: Element) -> bool:
    """Whether the end of a paragraph was deleted: its text goes on in the next one."""
    properties = paragraph.find(f"{W}pPr/{W}rPr")
    return properties is not None and any(properties.find(name) is not None for name in _DELETIONS)
