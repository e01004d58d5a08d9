"""Paragraphs and tables that a column or page cuts in two, put together again.

What stands between (footnotes at the end of a page, a table or figure at the top of the next) goes before or after
them, so that the pages of the text never run backwards.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.parsers.pdf.marks import marked
from indexing.parsers.pdf.paragraphs import Paragraph, ends_sentence
from indexing.parsers.pdf.rows import text_of
from indexing.parsers.pdf.sheet import Line, Table
from indexing.parsers.pdf.spacing import is_broken_word, is_wide

_FLOATS: Final = frozenset({"footnote", "caption", "table"})
_CONTINUED: Final = re.compile(r"\b(?:continued|cont[’']?d|cont\.)|[（(]续[）)]|^续表", re.IGNORECASE)
_MAX_PAGES: Final = 2
"""Pages that a paragraph may go on after: full-page figures stand between."""

_FULL: Final = 0.88
"""Share of its column that a line must fill to have been broken for lack of place."""

_SAME: Final = 8.0
"""Points by which columns of one table may stand elsewhere on the next page."""


class Dropped(Struct):
    """What is said twice because a page ended, and was left out."""

    headers: int = 0
    """Header rows of tables."""
    characters: int = 0


def flowed(paragraphs: Sequence[Paragraph]) -> tuple[list[Paragraph], Dropped]:
    """`paragraphs` in order, those cut by the end of a column or page as one."""
    result: list[Paragraph] = []
    dropped = Dropped()
    open_: int | None = None
    """Where the last running text is that may go on."""
    for paragraph in paragraphs:
        if _extends_table(result, paragraph, dropped):
            continue
        if paragraph.kind in _FLOATS:
            result.append(paragraph)
            continue
        if open_ is not None and _continues(result[open_], paragraph):
            open_ = _extend(result, open_, paragraph)
            continue
        result.append(paragraph)
        open_ = len(result) - 1 if paragraph.kind in ("text", "item") else None
    return result, dropped


def _extend(result: list[Paragraph], at: int, paragraph: Paragraph) -> int:
    """Appends `paragraph` to the one at `at`, and moves what stood between; where that is then."""
    head = result[at]
    page = head.stretches[-1].page
    between = result[at + 1 :]
    before = [other for other in between if other.stretches[-1].page <= page]
    after = [other for other in between if other.stretches[-1].page > page]
    head.stretches.extend(paragraph.stretches)
    result[at:] = [*before, head, *after]
    return at + len(before)


def _continues(head: Paragraph, paragraph: Paragraph) -> bool:
    """Whether a paragraph goes on with a sentence that the one before did not end."""
    last, first = head.stretches[-1], paragraph.stretches[0]
    if last.column == first.column or first.page - last.page > _MAX_PAGES or paragraph.kind not in ("text", "item"):
        return False
    if last.quarter != first.quarter or abs(head.style.size - paragraph.style.size) > 0.08 * head.style.size:
        return False
    above, line = last.lines[-1], first.lines[0]
    text, following = text_of(above), text_of(line)
    if ends_sentence(text) or (head.style.bold != paragraph.style.bold):
        return False
    if is_broken_word(text, following) or (following[0].islower() and marked(following) is None):
        return True
    if paragraph.kind == "item" or marked(following) is not None:
        return False
    return _is_full(last.left, last.right, above) and not _is_indented(first.lines, first.left)


def _is_full(left: float, right: float, line: Line) -> bool:
    return line.right - left >= _FULL * (right - left) and line.right - left >= 12 * line.style.size


def _is_indented(lines: Sequence[Line], left: float) -> bool:
    """Whether a paragraph begins with an indent, or is a short line alone as headings are."""
    first = lines[0]
    usual = lines[1].left if len(lines) > 1 else left
    if first.left > usual + 0.8 * first.style.size:
        return True
    return len(lines) == 1 and not ends_sentence(text_of(first)) and not is_wide(text_of(first)[0])


def _extends_table(result: list[Paragraph], paragraph: Paragraph, dropped: Dropped) -> bool:
    """Whether `paragraph` went into the table before: its rows on the next page, or the caption said again there."""
    at = _last_table(result, paragraph.page)
    if at is None:
        return False
    if paragraph.kind == "caption" and _CONTINUED.search(text := " ".join(map(text_of, paragraph.lines))):
        dropped.characters += sum(not char.isspace() for char in text)
        return True
    head, table = result[at].table, paragraph.table
    if head is None or table is None or not _same_columns(head, table):
        return False
    rows = table.rows
    if head.header_rows and rows[0] == head.rows[0]:
        dropped.headers += 1
        dropped.characters += sum(not char.isspace() for text in rows[0] for char in text)
        rows = rows[1:]
    pages = head.pages or (result[at].page,) * len(head.rows)
    result[at].table = head._replace(rows=head.rows + rows, pages=pages + (paragraph.page,) * len(rows))
    _extend(result, at, paragraph)
    return True


def _last_table(result: Sequence[Paragraph], page: int) -> int | None:
    """The table that ends the page before `page`, footnotes aside."""
    for at in range(len(result) - 1, max(-1, len(result) - 12), -1):
        if result[at].kind == "table":
            return at if page - result[at].stretches[-1].page == 1 else None
        if result[at].kind != "footnote":
            return None
    return None


def _same_columns(head: Table, table: Table) -> bool:
    return len(head.borders) == len(table.borders) and all(
        abs(a - b) <= _SAME for a, b in zip(head.borders[:-1], table.borders[:-1], strict=True)
    )
