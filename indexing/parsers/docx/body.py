"""The body of a Word document: its elements, one after the other, written as blocks."""

import re
from collections.abc import Callable, Iterable
from typing import Final
from xml.etree.ElementTree import Element

from indexing.model import Span
from indexing.parsers.builder import row_starts
from indexing.parsers.docx.cells import Flow, read_flow
from indexing.parsers.docx.notes import Notes
from indexing.parsers.docx.paragraph import Paragraph, ParagraphReader
from indexing.parsers.docx.tables import columns_of, deleted_of, is_continued, is_layout, repeated_rows, rows_of
from indexing.parsers.docx.text import CONTENTS, DELETED, PROMPTS, Figure, Inline, Note, is_prompt
from indexing.parsers.docx.writer import Writer
from indexing.parsers.lead_in import MAX_CHARACTERS, opening_of
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.cell_grid import Cell, names_of, titles_of, write_table, write_titles
from indexing.parsers.ooxml.drawings import write_chart, write_diagram
from indexing.parsers.ooxml.names import MC, M, W, branch_of, value_of
from indexing.parsers.open_lists import Lists, Numbered, Said

MAX_TITLE: Final = MAX_CHARACTERS
"""Characters of a heading. A longer one is a clause that opens a section, and its first words are the title."""

MAX_CLAUSE_TITLE: Final = 60
"""Characters of a numbered clause that is a title and not its content."""

_SENTENCE_ENDS: Final = tuple(".。;；:：!！?？")
_CLAUSE: Final = re.compile(r"第.{1,9}[编編章节節条條]$|(?:part|chapter|article|section|clause)\s", re.IGNORECASE)
"""Numbers of clauses, which are sections wherever they stand."""
_DELETIONS: Final = frozenset({W + "del", W + "moveFrom"})
_CONTENTS_GALLERIES: Final = frozenset({"Table of Contents", "目录"})
_GALLERY: Final = f"{W}sdtPr/{W}docPartObj"


class Body:
    """A document's text and blocks, as far as they were read."""

    def __init__(
        self, paragraphs: ParagraphReader, notes: Notes, figure: Callable[[Figure], Element | None], left_out: LeftOut
    ) -> None:
        self._paragraphs, self._notes, self._figure_part, self._left_out = paragraphs, notes, figure, left_out
        self._lists = Lists()
        self._before: Said | None = None
        self._titled = 0
        self._level = 0
        self._writer = Writer()
        self.builder = self._writer.builder
        self.pages = self._writer.pages
        self.captions: set[int] = set()
        """Where paragraphs of a style for captions begin."""
        self.bold: set[int] = set()
        """Where paragraphs begin that are bold as a whole."""

    def read(self, element: Element) -> None:
        """Write what an element of the body says. Unknown wrappers are read through."""
        read = _ELEMENTS.get(element.tag)
        if read is not None:
            read(self, element)
        elif not element.tag.endswith("Pr"):
            self._all(element)

    def finish(self) -> None:
        """No element follows."""
        self._rest()
        self._end_code()
        for note in self._notes.rest():
            self._paragraphs.lose(note, "notes that nothing refers to")

    def _all(self, elements: Iterable[Element]) -> None:
        for element in elements:
            self.read(element)

    def _deletion(self, element: Element) -> None:
        self._paragraphs.lose(element, DELETED)

    def _form_field(self, element: Element) -> None:
        """A content control; that of a table of contents is left out, with its title."""
        gallery = value_of(element.find(_GALLERY), W + "docPartGallery")
        if gallery in _CONTENTS_GALLERIES or is_prompt(element):
            self._paragraphs.lose(element, PROMPTS if gallery is None else CONTENTS)
            return
        for content in element.findall(W + "sdtContent"):
            self._all(content)

    def _embedded(self, element: Element) -> None:
        self._left_out.piece("embedded documents")

    def _section(self, element: Element) -> None:
        """The properties of a section of the layout, at its end."""
        self.pages.section(self.builder.position, value_of(element, W + "type"))

    def _equation(self, element: Element) -> None:
        paragraph = Element(W + "p")
        paragraph.append(element)
        self._paragraph(paragraph)

    def _paragraph(self, element: Element) -> None:
        paragraph = self._paragraphs.read(element)
        if paragraph is not None:
            self._write(paragraph)
        section = element.find(f"{W}pPr/{W}sectPr")
        if section is not None:
            self._section(section)

    def _rest(self) -> None:
        """Write what is left of a paragraph whose end was deleted."""
        if (rest := self._paragraphs.rest()) is not None:
            self._write(rest)

    def _write(self, paragraph: Paragraph) -> None:
        """A paragraph and what is anchored in it."""
        inline = paragraph.inline
        if not inline.visible:
            self._writer.blank(paragraph)
        elif paragraph.is_code():
            if paragraph.place is None:
                self._lists.close()
            self._writer.add_code(inline)
        else:
            self._end_code()
            self._write_text(paragraph)
        if inline.boxes or inline.notes or inline.figures:
            self._end_code()
            self._anchored(inline)

    def _end_code(self) -> None:
        """Write the code that was gathered."""
        before = self._before
        lead_in = before.closing() if before is not None and before.introduces() else ()
        context = lead_in or self._lists.continuation()
        if self._writer.end_code(context):
            self._before = None

    def _write_text(self, paragraph: Paragraph) -> None:
        """A paragraph that is no code, as what its style, level or number makes it."""
        inline, place = paragraph.inline, paragraph.place
        if paragraph.role == "title" or paragraph.level:
            self._heading(paragraph)
        elif place is not None and _CLAUSE.match(place.label):
            self._clause(paragraph, place)
        elif place is not None:
            context = self._lists.context(place, self._before)
            said = self._writer.block("list_item", paragraph, context=context)
            self._lists.add(place, said)
            self._before = None
        elif inline.formula == inline.visible:
            self._writer.block("formula", paragraph, atomic=True, context=self._lists.continuation())
            self._before = None
        elif self._lists.continuation() and paragraph.indented:
            self._writer.block("paragraph", paragraph, context=self._lists.continuation())
        else:
            self._lists.close()
            self._before = self._writer.block("quote" if paragraph.role == "quote" else "paragraph", paragraph)
            self._note_looks(paragraph, self._before.start)

    def _note_looks(self, paragraph: Paragraph, start: int) -> None:
        """Remember what tells captions and headings without style."""
        if paragraph.role == "caption":
            self.captions.add(start)
        elif paragraph.inline.bold == paragraph.inline.visible:
            self.bold.add(start)

    def _heading(self, paragraph: Paragraph) -> None:
        """A heading. Below the title of the document all others are one level deeper."""
        is_title = paragraph.role == "title"
        self._titled = 1 if is_title else self._titled
        self._level = 1 if is_title else paragraph.level + self._titled
        self._open_section(paragraph, self._level, is_heading=paragraph.inline.visible <= MAX_TITLE)

    def _clause(self, paragraph: Paragraph, place: Numbered) -> None:
        """A paragraph that its number makes a clause: a section below the last heading."""
        text = paragraph.inline.text().strip()
        is_heading = len(text) <= MAX_CLAUSE_TITLE and not text.endswith(_SENTENCE_ENDS)
        self._open_section(paragraph, self._level + 1 + place.level, is_heading=is_heading)

    def _open_section(self, paragraph: Paragraph, level: int, *, is_heading: bool) -> None:
        """A block that opens a section: its title is the text of a heading, else the first words."""
        self._lists.close(forget=True)
        title = " ".join(paragraph.inline.text().split())
        if is_heading:
            self._writer.block("heading", paragraph, level=level, title=title)
            self._before = None
        else:
            opening = opening_of(title, Span(0, len(title))) or (Span(0, MAX_TITLE),)
            self._before = self._writer.block("paragraph", paragraph, level=level, title=opening[0].slice(title))

    def _table(self, element: Element) -> None:
        """A table. What is in one for the sake of the layout is read cell by cell."""
        self._rest()
        for deleted in deleted_of(element):
            self._paragraphs.lose(deleted, DELETED)
        rows = rows_of(element)
        if is_layout(rows, self._paragraphs.is_heading):
            for cell in (cell for row in rows for cell in row.cells):
                self._all(cell)
            return
        self._end_code()
        self._lists.close()
        flows = [[read_flow(cell, self._paragraphs) for cell in row.cells] for row in rows]
        cells = [
            [Cell()] * row.before + [_cell(cell, flow) for cell, flow in zip(row.cells, flows_of_row, strict=True)]
            for row, flows_of_row in zip(rows, flows, strict=True)
        ]
        starts = self._write_rows(cells, repeated_rows(rows)) if rows else []
        for row, at in zip(flows, starts, strict=True):
            for rendered in {rendered for flow in row for rendered in flow.rendered}:
                self.pages.add(at, rendered=rendered)
        self._before = None
        for flow in (flow for row in flows for flow in row):
            self._write_figures(flow.figures)
            self._write_notes(flow.notes)

    def _write_rows(self, rows: list[list[Cell]], repeated: int) -> list[int]:
        """Write the rows of a table, `repeated` of them stated as its header; where each begins."""
        titles = titles_of(rows)
        at = self.builder.position
        context = write_titles(self.builder, rows[:titles])
        header_rows = max(1, repeated - titles) if repeated else names_of(rows[titles:])
        block = write_table(self.builder, rows[titles:], header_rows, context)
        starts = row_starts(block, min(header_rows, len(rows) - titles - 1)) if block is not None else []
        starts = [*[at] * titles, *starts]
        return [*starts, *[self.builder.position] * (len(rows) - len(starts))]

    def _anchored(self, inline: Inline) -> None:
        """Notes, text boxes, charts and diagrams of a paragraph."""
        self._write_notes(inline.notes)
        for box in inline.boxes:
            self._all(box)
        self._write_figures(inline.figures)

    def _write_notes(self, notes: Iterable[Note]) -> None:
        for note in notes:
            if (taken := self._notes.take(note)) is None:
                continue
            label, content = taken
            text = read_flow(content, self._paragraphs.sibling()).text()
            block = self.builder.block("paragraph", text, label=label, follows=bool(self.builder.blocks))
            if block is not None and label:
                self.builder.label(label, block.span.start)

    def _write_figures(self, figures: Iterable[Figure]) -> None:
        """The texts of charts and diagrams."""
        for figure in figures:
            part = self._figure_part(figure)
            if part is None:
                self._left_out.piece(f"unreadable {figure.kind}s")
            elif figure.kind == "chart":
                write_chart(self.builder, part, self._left_out)
            else:
                write_diagram(self.builder, part)


def _cell(element: Element, flow: Flow) -> Cell:
    return Cell(
        text=flow.text(), columns=columns_of(element), continued=is_continued(element), labels=tuple(flow.labels)
    )


_ELEMENTS: Final[dict[str, Callable[[Body, Element], None]]] = {
    W + "p": Body._paragraph,
    W + "tbl": Body._table,
    W + "sdt": Body._form_field,
    W + "sectPr": Body._section,
    W + "altChunk": Body._embedded,
    M + "oMathPara": Body._equation,
    M + "oMath": Body._equation,
    MC + "AlternateContent": lambda body, element: body._all(branch_of(element)),
    **dict.fromkeys(_DELETIONS, Body._deletion),
}
