"""Tables of contents, which repeat the headings with their page numbers: left out."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from indexing.parsers.pdf.headings import text_of_paragraph
from indexing.parsers.pdf.marks import ends_in_page, is_contents_heading, is_page_number
from indexing.parsers.pdf.paragraphs import Paragraph
from indexing.parsers.pdf.rows import text_of

_MIN_ENTRIES: Final = 3
"""Entries of a table of contents; a form has a line or two that look like one."""


def without_contents(paragraphs: Sequence[Paragraph]) -> tuple[list[Paragraph], Counter[int]]:
    """`paragraphs` without tables of contents and the headings above them; and the characters these had, by page."""
    kept: list[Paragraph] = []
    run: list[Paragraph] = []
    heading: Paragraph | None = None
    dropped: Counter[int] = Counter()
    for paragraph in [*paragraphs, None]:
        if paragraph is not None and _is_entry(paragraph, after_heading=heading is not None):
            run.append(paragraph)
            continue
        if run:
            enough = sum(map(_entries, run)) >= _MIN_ENTRIES
            gone = [*([heading] if heading else []), *run] if enough else []
            for one in gone:
                dropped[one.page] += _characters(one)
            kept += [] if enough else [*([heading] if heading else []), *map(_as_text, run)]
        elif heading is not None:
            kept.append(heading)
        run, heading = [], None
        if paragraph is not None and paragraph.table is None and is_contents_heading(text_of_paragraph(paragraph)):
            heading = paragraph
        elif paragraph is not None:
            kept.append(paragraph)
    return kept, dropped


def _is_entry(paragraph: Paragraph, *, after_heading: bool) -> bool:
    if paragraph.kind == "contents":
        return True
    if not after_heading:
        return False
    if paragraph.table is not None:
        return all(is_page_number(row[-1]) for row in paragraph.table.rows)
    lines = [text_of(line) for line in paragraph.lines]
    return sum(map(ends_in_page, lines)) * 2 >= len(lines)


def _entries(paragraph: Paragraph) -> int:
    return len(paragraph.table.rows) if paragraph.table else sum(len(one.lines) for one in paragraph.stretches)


def _characters(paragraph: Paragraph) -> int:
    if paragraph.table is not None:
        return sum(not char.isspace() for row in paragraph.table.rows for text in row for char in text)
    return sum(not char.isspace() for line in paragraph.lines for char in text_of(line))


def _as_text(paragraph: Paragraph) -> Paragraph:
    if paragraph.kind == "contents":
        paragraph.kind = "text"
    return paragraph
