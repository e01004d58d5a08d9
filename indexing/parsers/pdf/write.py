"""Paragraphs of a paged document as canonical text, blocks and layout."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from indexing.layout import Box, Layout
from indexing.model import Block, PageFacts, Span
from indexing.parsers.builder import Fragment, TextBuilder, row_starts
from indexing.parsers.lead_in import closing_of, opening_of
from indexing.parsers.listing import listing_cuts
from indexing.parsers.pdf.frame import shown_rect
from indexing.parsers.pdf.headings import text_of_paragraph
from indexing.parsers.pdf.marks import caption_of
from indexing.parsers.pdf.paragraphs import Paragraph, Stretch, would_fit
from indexing.parsers.pdf.rows import text_of
from indexing.parsers.pdf.sheet import Line, Sheet
from indexing.parsers.pdf.spacing import glue_of, is_broken_word, is_wide
from indexing.parsers.surroundings import with_surroundings

_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORT: Final = 0.2
"""Share of its column that a line leaves free when it was ended on purpose."""

_CODE_PITCH: Final = 1.3
"""In sizes: how far lines of code are apart, 1 to 1.7."""

_MAX_BLANK: Final = 2

_MONO_WIDTH: Final = 0.6
"""In sizes: how wide characters of a fixed pitch are, as of Courier."""


class PagedText:
    """The canonical text of a paged document while it is being written."""

    def __init__(
        self, sheets: Sequence[Sheet], paragraphs: Sequence[Paragraph], contents: Mapping[int, int] | None = None
    ) -> None:
        self._sheets = {sheet.number: sheet for sheet in sheets}
        self._paragraphs = _captions_first(paragraphs)
        self._builder = TextBuilder()
        self._starts: dict[int, int] = {}
        self._characters: Counter[int] = Counter()
        self._contents = contents or {}
        self._items: list[tuple[float, tuple[Span, ...]]] = []
        """The items around the next: how far they are indented, and their first words."""
        self._lead: tuple[Span, ...] = ()
        self._captions: set[int] = set()
        """Where captions of tables begin."""
        self.rejoined = 0
        """Words that were broken at the end of a line, and are whole."""
        for index, paragraph in enumerate(self._paragraphs):
            self._write(paragraph, self._paragraphs[index - 1] if index else None)

    @property
    def text(self) -> str:
        """All of it."""
        return self._builder.text()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Its blocks, in order."""
        return with_surroundings(self.text, self._builder.blocks, self._captions)

    @property
    def layout(self) -> Layout:
        """Its pages and boxes."""
        pages, start = [], self._builder.position
        for number in sorted(self._sheets, reverse=True):
            start = min(start, self._starts.get(number, start))
            pages.append(start)
        pages[-1] = 0
        return replace(self._builder.layout(), pages=tuple(reversed(pages)))

    @property
    def facts(self) -> tuple[PageFacts, ...]:
        """What became of each page. One with a table of contents alone is not without text: it counts what it had."""
        return tuple(
            PageFacts(
                number=number,
                characters=self._characters[number] or self._contents.get(number, 0),
                confidence=sheet.confidence,
            )
            for number, sheet in sorted(self._sheets.items())
        )

    def _write(self, paragraph: Paragraph, before: Paragraph | None) -> None:
        """Appends a paragraph; `before` is the one above it."""
        if paragraph.kind == "item":
            self._write_item(paragraph, before)
            return
        if paragraph.kind in ("text", "heading"):
            self._items, self._lead = [], ()
        if paragraph.table is not None:
            self._write_table(paragraph)
        elif paragraph.kind == "code":
            self._write_code(paragraph)
        elif paragraph.kind == "heading":
            title = text_of_paragraph(paragraph)
            self._write_lines(paragraph, "heading", level=paragraph.level, title=title, label=paragraph.number)
        else:
            block = self._write_lines(paragraph, "paragraph")
            if block is not None and _is_table_caption(paragraph):
                self._captions.add(block.span.start)

    def _write_item(self, paragraph: Paragraph, before: Paragraph | None) -> None:
        """A list item, with what introduces its list and the items around it."""
        if before is not None and before.kind == "text" and self._builder.blocks:
            span = self._builder.blocks[-1].span
            text = self._assembled(before)
            self._lead = _shifted(closing_of(text, Span(0, len(text))), span.start) if text[-1] in ":：" else ()
        indent = paragraph.stretches[0].lines[0].left - paragraph.stretches[0].left
        while self._items and self._items[-1][0] >= indent - 3:
            self._items.pop()
        context = self._lead + tuple(span for _, spans in self._items for span in spans)
        block = self._write_lines(paragraph, "list_item", context=context)
        if block is not None:
            text = self._assembled(paragraph)
            self._items.append((indent, _shifted(opening_of(text, Span(0, len(text))), block.span.start)))

    def _write_lines(self, paragraph: Paragraph, kind: Any, **more: Any) -> Block | None:
        """A block of running text."""
        start = self._builder.begin()
        for text, stretch in self._pieces(paragraph, count=True):
            at = self._builder.position
            self._builder.write(text)
            self._note(stretch, stretch.lines, at, text)
        return self._builder.close(kind, start, **more)

    def _assembled(self, paragraph: Paragraph) -> str:
        return "".join(text for text, _ in self._pieces(paragraph, count=False))

    def _pieces(self, paragraph: Paragraph, *, count: bool) -> Iterator[tuple[str, Stretch]]:
        """The text of a paragraph, by stretches; `count` the words made whole."""
        lines = [(line, stretch) for stretch in paragraph.stretches for line in stretch.lines]
        text = ""
        for (line, stretch), (below, next_stretch) in pairwise(lines):
            own, following = text_of(line), text_of(below)
            cut, glue = glue_of(own, following, self._words if is_broken_word(own, following) else ())
            self.rejoined += int(count and cut > 0)
            if glue == " " or (glue == "" and cut == 0 and is_wide(own[-1])):
                glue = "\n" if _is_ended(line, below, stretch) and stretch is next_stretch else glue
            text += own[: len(own) - cut] + glue
            if next_stretch is not stretch:
                yield text, stretch
                text = ""
        yield text + text_of(lines[-1][0]), lines[-1][1]

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words of the document, lower case."""
        words: set[str] = set()
        for paragraph in self._paragraphs:
            for line in paragraph.lines:
                if line.table is None:
                    words.update(word.lower() for word in _WORD.findall(text_of(line)))
        return frozenset(words)

    def _write_code(self, paragraph: Paragraph) -> None:
        """A block of code, its indents kept."""
        start = self._builder.begin()
        lines: list[str] = []
        starts: list[int] = []
        left = {stretch.column: min(line.left for line in stretch.lines) for stretch in paragraph.stretches}
        for stretch in paragraph.stretches:
            begin = self._builder.position
            for text in _code_lines(stretch, left[stretch.column]):
                if lines:
                    self._builder.write("\n")
                starts.append(self._builder.position)
                lines.append(text)
                self._builder.write(text)
            said = "".join(map(text_of, stretch.lines))
            self._note(stretch, stretch.lines, begin, said, self._builder.position)
        cuts = tuple(starts[index] for index in listing_cuts(lines))
        self._builder.close("code", start, cuts=tuple(cut for cut in cuts if cut > start), atomic=True)

    def _write_table(self, paragraph: Paragraph) -> None:
        table = paragraph.table
        if table is None:
            return
        rows = [[[Fragment(text)] if text else [] for text in row] for row in table.rows]
        block = self._builder.table(rows, header_rows=table.header_rows)
        if block is None:
            return
        pages = table.pages or (paragraph.page,) * len(rows)
        starts = row_starts(block, table.header_rows)
        for page in sorted(set(pages)):
            first = pages.index(page)
            last = len(pages) - pages[::-1].index(page)
            end = starts[last] if last < len(rows) else block.span.end
            stretch = next(stretch for stretch in paragraph.stretches if stretch.page == page)
            text = "".join(text for row in table.rows[first:last] for text in row)
            self._note(stretch, stretch.lines, starts[first], text, end)

    def _note(self, stretch: Stretch, lines: Sequence[Line], at: int, text: str, end: int | None = None) -> None:
        """Where a part of the text stands."""
        sheet = self._sheets[stretch.page]
        end = at + len(text.rstrip()) if end is None else end
        rect = (
            min(line.left for line in lines),
            min(line.top for line in lines),
            max(line.right for line in lines),
            max(line.bottom for line in lines),
        )
        shown = shown_rect(rect, sheet.bounds, stretch.quarter, sheet.rotation)
        self._builder.box(Box(at, end, stretch.page, *(round(edge, 1) for edge in shown)))
        self._starts[stretch.page] = min(at, self._starts.get(stretch.page, at))
        self._characters[stretch.page] += sum(not char.isspace() for char in text)


def _captions_first(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """`paragraphs` where captions that stand below their table stand above it: context comes before what needs it."""
    result: list[Paragraph] = []
    for index, paragraph in enumerate(paragraphs):
        following = paragraphs[index + 1] if index + 1 < len(paragraphs) else None
        below = (
            _is_table_caption(paragraph)
            and bool(result)
            and result[-1].kind == "table"
            and not (len(result) > 1 and result[-2].kind == "caption")
            and (following is None or following.kind != "table")
            and result[-1].stretches[-1].page == paragraph.page == result[-1].page
        )
        result.insert(len(result) - int(below), paragraph)
    return result


def _is_table_caption(paragraph: Paragraph) -> bool:
    return paragraph.kind == "caption" and caption_of(text_of(next(paragraph.lines))) == "table"


def _is_ended(line: Line, below: Line, stretch: Stretch) -> bool:
    """Whether a line was ended on purpose, as lines of addresses and of forms are."""
    free = stretch.right - line.right
    begins = not text_of(below)[0].islower()
    return begins and would_fit(line, below, stretch.right) and free > _SHORT * (stretch.right - stretch.left)


def _code_lines(stretch: Stretch, left: float) -> Iterator[str]:
    """The lines of code of a stretch with the blank ones between them, two at most in a row."""
    above: Line | None = None
    for line in stretch.lines:
        if above is not None:
            lines = round((line.base - above.base) / (_CODE_PITCH * max(above.style.size, line.style.size)))
            yield from [""] * min(max(lines - 1, 0), _MAX_BLANK)
        yield _code_text(line, left)
        above = line


def _code_text(line: Line, left: float) -> str:
    """A line of code with its indent and the gaps in it as spaces."""
    width = _MONO_WIDTH * line.style.size
    text, right = "", left
    for piece in line.pieces:
        spaces = round((piece.left - right) / width)
        text += " " * (max(0, spaces) if not text else max(int(piece.left - right > 0.3 * width), spaces)) + piece.text
        right = piece.right
    return text


def _shifted(spans: tuple[Span, ...], by: int) -> tuple[Span, ...]:
    return tuple(Span(span.start + by, span.end + by) for span in spans)
