"""Writing the paragraphs of a Word document as blocks, with their labels and the pages that begin in them."""

from typing import Any

from indexing.model import BlockKind, Span
from indexing.parsers.builder import TextBuilder
from indexing.parsers.docx.pages import Pages
from indexing.parsers.docx.paragraph import Paragraph
from indexing.parsers.docx.text import Inline
from indexing.parsers.listing import listing_cuts
from indexing.parsers.open_lists import Said


class Writer:
    """The text of a document, as far as it was written."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.pages = Pages()
        self._code: list[Inline] = []

    def block(self, kind: BlockKind, paragraph: Paragraph, **more: Any) -> Said:
        """Write a paragraph that is not blank; `more` are fields of the block."""
        whole = paragraph.inline.text()
        text = whole.strip()
        start = self.builder.begin()
        label = paragraph.label()
        if label:
            self.builder.label(label, start)
        self.builder.write(text)
        self.builder.close(kind, start, label=bare(label), **more)
        self._break_pages(paragraph.inline, start, skipped=len(whole) - len(whole.lstrip()))
        return Said(text, start)

    def blank(self, paragraph: Paragraph) -> None:
        """A paragraph without text: a line of code between others, or nothing."""
        if self._code and paragraph.is_code():
            self._code.append(paragraph.inline)
        else:
            self._break_pages(paragraph.inline, self.builder.position)

    def add_code(self, inline: Inline) -> None:
        """A paragraph of code: those that follow each other are one block."""
        self._code.append(inline)

    def end_code(self, context: tuple[Span, ...]) -> bool:
        """Write the code that was added; `context` is what introduces it. Whether there was any."""
        if not self._code:
            return False
        code, self._code = self._code, []
        lines = "\n".join(inline.text().rstrip() for inline in code).rstrip().split("\n")
        if not any(lines):
            return False
        start = self.builder.begin()
        starts = [start]
        for line in lines:
            starts.append(starts[-1] + len(line) + len("\n"))
        self.builder.write("\n".join(lines))
        cuts = tuple(starts[index] for index in listing_cuts(lines))
        self.builder.close("code", start, atomic=True, cuts=cuts, context=context)
        for inline in code:
            self._break_pages(inline, start)
        return True

    def _break_pages(self, inline: Inline, start: int, *, skipped: int = 0) -> None:
        """Note the pages that begin in a text written at `start`, without the blanks `skipped` before it."""
        for one in inline.breaks:
            at = min(max(start, start + one.at - skipped), max(start, self.builder.position))
            self.pages.add(at, rendered=one.rendered)


def bare(label: str) -> str:
    """A label as it is cited: without the full stop behind a number.

    >>> bare("1.2."), bare("（一）"), bare("第三条")
    ('1.2', '（一）', '第三条')
    """
    return label.rstrip(".．、 ")
