"""A slide, written as blocks: its title, its shapes in reading order, and the speaker's notes on it."""

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from indexing.parsers.builder import TextBuilder
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.cell_grid import Cell, names_of, titles_of, write_table, write_titles
from indexing.parsers.ooxml.drawings import write_chart, write_diagram
from indexing.parsers.ooxml.names import CHART, DIAGRAM, A, P, R, number_or
from indexing.parsers.ooxml.package import Package, Relation
from indexing.parsers.open_lists import Lists, Numbered, Said
from indexing.parsers.pptx.layouts import Layout
from indexing.parsers.pptx.reading_order import Frame
from indexing.parsers.pptx.shapes import frame_of, is_hidden, placeholder_of, shapes_in_order
from indexing.parsers.pptx.text import SlideParagraph, slide_paragraphs

_TITLES: Final = frozenset({"title", "ctrTitle"})
_FURNITURE: Final = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
"""Placeholders of what stands on every slide or page."""
_TREE: Final = f"{P}cSld/{P}spTree"
_OFF: Final = (None, "0", "false")


class SlideWriter:
    """Writes the slides of a presentation."""

    def __init__(self, builder: TextBuilder, package: Package, left_out: LeftOut) -> None:
        self._builder, self._package, self._left_out = builder, package, left_out
        self._relations: dict[str, Relation] = {}
        self._layout = Layout()

    def write(self, root: Element, relations: dict[str, Relation], layout: Layout) -> None:
        """Write a slide."""
        self._relations, self._layout = relations, layout
        first = len(self._builder.blocks)
        shapes = list(self._shapes(root))
        for shape in shapes:
            if _type_of(shape) in _TITLES:
                self._title(shape, opens=len(self._builder.blocks) == first)
        for shape in shapes:
            if _type_of(shape) not in _TITLES:
                self._shape(shape)
        self._notes(first)

    def _shapes(self, root: Element) -> Iterator[Element]:
        """The shapes of a slide that show something of its own, in reading order."""
        tree = root.find(_TREE)
        for shape in shapes_in_order(tree, self._frame) if tree is not None else ():
            if is_hidden(shape):
                self._lose(shape, "hidden shapes")
            elif _type_of(shape) in _FURNITURE:
                self._lose(shape, "numbers, dates and footers of slides")
            else:
                yield shape

    def _frame(self, shape: Element) -> Frame | None:
        place = placeholder_of(shape)
        return frame_of(shape) or (self._layout.frame(place) if place is not None else None)

    def _title(self, shape: Element, *, opens: bool) -> None:
        """The title of the slide: a heading, if it is the first."""
        text = "\n".join(paragraph.text for paragraph in self._paragraphs(shape))
        if opens:
            self._builder.block("heading", text, level=1, title=" ".join(text.split()))
        else:
            self._builder.block("paragraph", text)

    def _shape(self, shape: Element) -> None:
        if shape.tag == P + "sp":
            self._write_paragraphs(list(self._paragraphs(shape)))
        elif shape.tag == P + "pic":
            self._left_out.piece("pictures")
        else:
            self._frame_content(shape)

    def _frame_content(self, shape: Element) -> None:
        """A table, chart or diagram."""
        table, chart, diagram = (_first(shape, name) for name in (A + "tbl", CHART + "chart", DIAGRAM + "relIds"))
        if table is not None:
            self._table(table)
        elif chart is not None and (part := self._part(chart.get(R + "id"))) is not None:
            write_chart(self._builder, part, self._left_out)
        elif diagram is not None and (part := self._part(diagram.get(R + "dm"))) is not None:
            write_diagram(self._builder, part)
        else:
            self._left_out.piece("embedded objects")

    def _part(self, relation: str | None) -> Element | None:
        found = self._relations.get(relation or "")
        return self._package.root(found.part) if found is not None else None

    def _paragraphs(self, shape: Element) -> Iterator[SlideParagraph]:
        body = shape.find(P + "txBody")
        if body is not None:
            yield from slide_paragraphs(body, self._layout.styles(placeholder_of(shape)), self._left_out)

    def _write_paragraphs(self, paragraphs: list[SlideParagraph]) -> None:
        """The paragraphs of a shape; a bullet that is alone is a paragraph."""
        lists, before = Lists(), None
        for one in paragraphs:
            place = Numbered(label=one.label, list_id=0, level=one.level, first=one.first)
            if not one.listed or (len(paragraphs) == 1 and not one.label):
                lists.close()
                block = self._builder.block("paragraph", one.text)
                before = Said(one.text, block.span.start) if block is not None else None
                continue
            label, context = one.label.rstrip("."), lists.context(place, before)
            block = self._builder.block("list_item", one.text, label=label, context=context)
            before = None
            if block is not None:
                lists.add(place, Said(one.text, block.span.start))
                if one.label:
                    self._builder.label(one.label, block.span.start)

    def _table(self, table: Element) -> None:
        """A table. Programs state for most that the first row looks different: then it is the header."""
        rows = [[self._cell(cell) for cell in _own_cells(row)] for row in table.findall(A + "tr")]
        if not rows:
            return
        properties = table.find(A + "tblPr")
        heads = properties is not None and properties.get("firstRow") not in _OFF
        titles = titles_of(rows)
        context = write_titles(self._builder, rows[:titles])
        write_table(self._builder, rows[titles:], names_of(rows[titles:]) if heads else 0, context)

    def _cell(self, cell: Element) -> Cell:
        """A cell; what one merged into that above has of its own is not shown."""
        body, columns = cell.find(A + "txBody"), number_or(cell.get("gridSpan"), 1)
        if body is None or cell.get("vMerge") not in _OFF:
            return Cell(continued=cell.get("vMerge") not in _OFF, columns=columns)
        lines = (" ".join(one.text.split()) for one in slide_paragraphs(body, (), self._left_out))
        return Cell(text=" ".join(lines), columns=columns)

    def _notes(self, first: int) -> None:
        """The speaker's notes: they qualify what is on the slide, whose blocks begin at index `first`."""
        parts = (self._package.root(one.part) for one in self._relations.values() if one.type == "notesSlide")
        for root in parts:
            for shape in root.iter(P + "sp") if root is not None else ():
                body = shape.find(P + "txBody")
                if _type_of(shape) in _FURNITURE or body is None:
                    continue
                for one in slide_paragraphs(body, (), self._left_out):
                    self._builder.block("paragraph", one.text, follows=len(self._builder.blocks) > first)

    def _lose(self, shape: Element, what: str) -> None:
        for text in shape.iter(A + "t"):
            self._left_out.text(what, text.text or "")


def _own_cells(row: Element) -> Iterator[Element]:
    """The cells of a row that are not merged into the one to their left."""
    return (cell for cell in row.findall(A + "tc") if cell.get("hMerge") in _OFF)


def _type_of(shape: Element) -> str:
    place = placeholder_of(shape)
    return place.type if place is not None else ""


def _first(shape: Element, name: str) -> Element | None:
    return next(shape.iter(name), None)
