"""The lines of columns as paragraphs: where one ends and the next begins, as typesetting shows it."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from indexing.parsers.pdf.columns import Column
from indexing.parsers.pdf.marks import caption_of, is_chapter, is_contents_line, marked
from indexing.parsers.pdf.rows import code_pieces, text_of
from indexing.parsers.pdf.setting import Setting
from indexing.parsers.pdf.sheet import Line, Rect, Sheet, Style, Table
from indexing.parsers.pdf.spacing import is_broken_word, is_wide

ParagraphKind = Literal["text", "item", "code", "table", "footnote", "caption", "contents", "heading"]

_NOTE: Final = re.compile(r"(?:\d{1,3}|[*∗†‡§¶]{1,3}|[①-⑳⁰¹²³⁴-⁹]{1,3}|\[\d{1,3}\]|[注註][\d一二三]*[:：])\s*\S")
_BULLETS: Final = "•●○◦▪■–"
_END: Final = re.compile(r"[.!?:;。！？：；…][\"'”’)）」』\]]*$")
_SMALL: Final = 0.93
"""In sizes of the body: footnotes are set smaller than this."""

_LEAD: Final = 1.28
"""In the usual distance of lines: a wider one separates paragraphs."""

_SAME_LINE: Final = 0.8
"""In the usual distance of lines: what is nearer (limits of sums, fractions) is part of the line above."""

_INDENT: Final = 0.8
"""In sizes of the text: how far a first line is indented."""

_BLANK: Final = 0.9
"""In heights of recognised lines: what is left free where a line is blank."""


class Stretch(NamedTuple):
    """The lines of a paragraph in one column."""

    page: int
    lines: list[Line]
    column: int
    """Number of the column in the document."""
    left: float
    right: float
    """Where the column ends."""
    quarter: int


class Paragraph(Struct, kw_only=True):
    """A paragraph, or what stands like one."""

    kind: ParagraphKind
    stretches: list[Stretch]
    table: Table | None = None
    level: int = 0
    """Of a heading, from 1."""
    number: str = ""
    """Of a heading."""

    @property
    def style(self) -> Style:
        """Of its first line."""
        return self.stretches[0].lines[0].style

    @property
    def page(self) -> int:
        """Where it begins."""
        return self.stretches[0].page

    @property
    def lines(self) -> Iterator[Line]:
        """All its lines, in order."""
        return (line for stretch in self.stretches for line in stretch.lines)


def paragraphs_of(column: Column, sheet: Sheet, quarter: int, number: int, setting: Setting) -> list[Paragraph]:
    """The paragraphs of a column of `sheet`, the document's column `number`."""
    runs: list[list[Line]] = []
    for line in column.lines:
        if runs and _goes_on(runs[-1], line, column, setting):
            runs[-1].append(line)
        else:
            runs.append([line])
    made = [Stretch(sheet.number, run, number, column.left, column.right, quarter) for run in runs]
    return [_paragraph(stretch, sheet, setting) for stretch in made]


def is_code(line: Line, setting: Setting) -> bool:
    """Whether a line is set as code, where the body is not."""
    if line.table is not None or setting.body.mono:
        return False
    return all(piece.style.mono for piece in code_pieces(line)) and line.pieces[0].text[0] not in _BULLETS


def ends_sentence(text: str) -> bool:
    """Whether a text ends as sentences do.

    >>> ends_sentence("It is due."), ends_sentence("到期返还。”"), ends_sentence("and")
    (True, True, False)
    """
    return _END.search(text) is not None


def would_fit(line: Line, following: Line, right: float) -> bool:
    """Whether the first word of the following line would have had place at the end of `line`: the line was ended
    there on purpose."""
    return right - line.right > _first_word(following) + 0.5 * line.style.size


def _first_word(line: Line) -> float:
    """Width of the first word of a line, of a Chinese text of its first two characters, with a space."""
    text = text_of(line)
    size = line.style.size
    if is_wide(text[0]):
        return 2 * size
    word = re.split(r"[\s\-/]", text, maxsplit=1)[0]
    return len(word) * (line.right - line.left) / max(1, len(text)) + 0.3 * size


def _paragraph(stretch: Stretch, sheet: Sheet, setting: Setting) -> Paragraph:
    first = stretch.lines[0]
    if first.table is not None:
        return Paragraph(kind="table", stretches=[stretch], table=first.table)
    if sum(is_code(line, setting) for line in stretch.lines) * 2 > len(stretch.lines):
        return Paragraph(kind="code", stretches=[stretch])
    return Paragraph(kind=_kind(stretch, sheet, setting), stretches=[stretch])


def _kind(stretch: Stretch, sheet: Sheet, setting: Setting) -> ParagraphKind:
    text = text_of(stretch.lines[0])
    if sum(is_contents_line(text_of(line)) for line in stretch.lines) * 2 >= len(stretch.lines):
        return "contents"
    if caption_of(text):
        return "caption"
    if _is_note(stretch.lines[0], text, sheet, setting):
        return "footnote"
    mark = marked(text)
    return "item" if mark is not None and mark.kind in ("bullet", "item") else "text"


def _is_note(line: Line, text: str, sheet: Sheet, setting: Setting) -> bool:
    """Whether a footnote begins: smaller than the body, in the lower part of the page, with a mark."""
    middle = sum(shown_size(sheet)) / 2
    return line.style.size <= _SMALL * setting.body.size and line.top > 0.45 * middle and _NOTE.match(text) is not None


def shown_size(sheet: Sheet) -> Rect:
    """Corner and size of a page in the frame of its text, as `(0, 0, width, height)` but for which is which.

    The middle of both is where the lower half of a page begins, near enough for pages of any shape.
    """
    left, bottom, right, top = sheet.bounds
    return 0.0, 0.0, right - left, top - bottom


def _goes_on(run: list[Line], line: Line, column: Column, setting: Setting) -> bool:
    """Whether a line belongs to the paragraph of the lines above it."""
    above = run[-1]
    if above.table is not None or line.table is not None:
        return False
    if above.pieces[0].group or line.pieces[0].group:
        return _goes_on_recognised(run, line, column)
    distance = line.base - above.base
    pitch = setting.pitch(max(above.style.size, line.style.size))
    if distance < _SAME_LINE * setting.pitch(min(above.style.size, line.style.size)):
        return True
    if is_code(line, setting) and is_code(above, setting):
        return distance <= 3.2 * line.style.size
    if distance > _LEAD * pitch + 0.5 or not (_looks_alike(above, line) or _flows_over(run, line, column)):
        return False
    return not (_begins(run, line, column, setting) or _ended(run, line, column))


def _goes_on_recognised(run: list[Line], line: Line, column: Column) -> bool:
    """Whether a recognised line is of the paragraph above: of the same group of the recognition, which may take in
    headings and items, near it, and without a mark."""
    above = run[-1]
    gap, height = line.top - above.bottom, min(line.bottom - line.top, above.bottom - above.top)
    is_near = above.pieces[0].group == line.pieces[0].group and gap <= _BLANK * height
    return is_near and not _opens_item(run, line, column)


def _looks_alike(above: Line, line: Line) -> bool:
    a, b = above.style, line.style
    return abs(a.size - b.size) <= 0.12 * max(a.size, b.size) and (a.bold, a.mono) == (b.bold, b.mono)


def _flows_over(run: list[Line], line: Line, column: Column) -> bool:
    """Whether a sentence goes on in a line most of which is set in bold, or as code."""
    above, size = run[-1], line.style.size
    if abs(above.style.size - size) > 0.12 * max(above.style.size, size):
        return False
    if is_broken_word(text_of(above), text_of(line)):
        return True
    if would_fit(above, line, column.right):
        return False
    return not ends_sentence(text_of(above)) and line.left <= min(one.left for one in run) + 0.3 * size


def _begins(run: list[Line], line: Line, column: Column, setting: Setting) -> bool:
    """Whether a line begins as paragraphs do: with a mark, or indented."""
    text, above, size = text_of(line), run[-1], line.style.size
    if is_contents_line(text) or is_contents_line(text_of(above)):
        return not (is_contents_line(text) and is_contents_line(text_of(above)))
    if _opens_item(run, line, column):
        return True
    if caption_of(text) and ends_sentence(text_of(above)):
        return True
    if (
        size <= _SMALL * setting.body.size
        and _NOTE.match(text)
        and _NOTE.match(text_of(run[0]))
        and not text[0].isspace()
    ):
        return line.left <= run[0].left + 0.5 * size and not text[:4].strip().isdigit()
    if marked(text_of(run[0])) is not None:
        return False
    usual = run[1].left if len(run) > 1 else run[0].left
    if line.left > usual + _INDENT * size:
        return len(run) > 1 or ends_sentence(text_of(above)) or would_fit(above, line, column.right)
    hangs = len(run) > 1 and run[1].left > run[0].left + _INDENT * size
    return hangs and abs(line.left - run[0].left) < 0.4 * size and line.left < run[-1].left - _INDENT * size


def _opens_item(run: list[Line], line: Line, column: Column) -> bool:
    """Whether a line begins with a mark, and not because a number or dash within a sentence came to stand there."""
    text, above = text_of(line), text_of(run[-1])
    mark = marked(text)
    if mark is None:
        return False
    if mark.kind == "bullet":
        return mark.text not in "o-–—*" or marked(text_of(run[0])) is not None or ends_sentence(above)
    return ends_sentence(above) or would_fit(run[-1], line, column.right)


def _ended(run: list[Line], line: Line, column: Column) -> bool:
    """Whether the line above ended on purpose, with a sentence or as the title of a chapter."""
    above = text_of(run[-1])
    if not would_fit(run[-1], line, column.right) or text_of(line)[0].islower():
        return False
    return ends_sentence(above) or (len(run) == 1 and is_chapter(above))
