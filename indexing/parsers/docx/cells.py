"""The text of a table cell or note of a Word document: its paragraphs one after the other, on one line."""

from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.parsers.docx.paragraph import Paragraph, ParagraphReader
from indexing.parsers.docx.tables import rows_of
from indexing.parsers.docx.text import DELETED, Figure, Note
from indexing.parsers.ooxml.names import MC, W, branch_of

_DELETIONS: Final = frozenset({W + "del", W + "moveFrom"})


class Flow(Struct):
    """The text so far, and what is anchored in it."""

    parts: list[str] = []
    length: int = 0
    labels: list[tuple[int, str]] = []
    """Numbers of its paragraphs, and where they stand."""
    notes: list[Note] = []
    figures: list[Figure] = []
    rendered: list[bool] = []
    """Pages that begin in it: whether as laid out."""

    def text(self) -> str:
        """All of it."""
        return "".join(self.parts)

    def add(self, text: str, joint: str) -> None:
        """Append `text`, behind `joint` unless it is the first."""
        if text:
            text = joint + text if self.length else text
            self.parts.append(text)
            self.length += len(text)


def read_flow(element: Element, paragraphs: ParagraphReader) -> Flow:
    """The text of everything in `element`."""
    flow = Flow()
    _read(element, paragraphs, flow)
    if (rest := paragraphs.rest()) is not None:
        _add(rest, paragraphs, flow)
    return flow


def _read(element: Element, paragraphs: ParagraphReader, flow: Flow) -> None:
    for inner in branch_of(element) if element.tag == MC + "AlternateContent" else element:
        if inner.tag == W + "p":
            paragraph = paragraphs.read(inner)
            if paragraph is not None:
                _add(paragraph, paragraphs, flow)
        elif inner.tag == W + "tbl":
            _nested(inner, paragraphs, flow)
        elif inner.tag in _DELETIONS:
            paragraphs.lose(inner, DELETED)
        elif not inner.tag.endswith("Pr"):
            _read(inner, paragraphs, flow)


def _add(paragraph: Paragraph, paragraphs: ParagraphReader, flow: Flow) -> None:
    """Append a paragraph, its number, and the text boxes in it."""
    inline = paragraph.inline
    text = " ".join(inline.text().split())
    if paragraph.place is not None and paragraph.place.label:
        flow.labels.append((flow.length + (1 if flow.length and text else 0), paragraph.place.label))
    flow.add(text, " ")
    flow.notes += inline.notes
    flow.figures += inline.figures
    flow.rendered += [one.rendered for one in inline.breaks]
    for box in inline.boxes:
        _read(box, paragraphs, flow)


def _nested(table: Element, paragraphs: ParagraphReader, flow: Flow) -> None:
    """Append a table in a cell: commas between cells, semicolons between rows."""
    for row in rows_of(table):
        joint = "; "
        for cell in row.cells:
            inner = read_flow(cell, paragraphs)
            flow.notes += inner.notes
            flow.figures += inner.figures
            flow.add(inner.text(), joint if flow.length else "")
            joint = ", " if inner.text() else joint
