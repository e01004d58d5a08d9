"""Running text of a page: blanks collapsed as browsers do, each character with where it comes from."""

import re
from typing import Final

from indexing.model import Span
from indexing.parsers.builder import Fragment
from indexing.parsers.lead_in import closing_of, opening_of
from indexing.parsers.lines import trimmed

Source = tuple[int, int]
"""A range of the page's source, in code points."""

_BLANK: Final = " \t\n\r\f"
"""What collapses (CSS Text 3, section 4.1): no-break spaces do not."""
_BREAKS: Final = "\u00ad\u200b\u2060\ufeff"
"""Marks of where a word may be broken, or not: none of its letters."""
_UNEVEN: Final = re.compile(rf"[{_BLANK}{_BREAKS}]{{2,}}|[\t\n\r\f{_BREAKS}]")
"""Blanks that do not stand for themselves, and marks."""

_LINE_END: Final = re.compile(r"\r\n?")
_PARAGRAPH: Final = "\n\n"
_UNSEEN: Final = re.compile("[\\s\u00ad\u200b-\u200f\u2060\ufeff]*")
"""Blanks and characters without width: no text by themselves."""


class RunningText:
    """The text between two block edges, while it is being read."""

    def __init__(self) -> None:
        self.fragments: list[Fragment] = []
        self.length = 0
        self.cuts: list[int] = []
        """Where its later paragraphs begin."""
        self.anchors: list[tuple[int, str]] = []
        """Names of places in it."""
        self.bold = 0
        """Its visible characters in bold; of those that are not:"""
        self.plain = 0
        self.opening = 0
        """Where what introduces it ends, as a term before its definition; 0: nowhere."""
        self._last = ""
        self._blank: Source | None = None
        self._break = ""
        self._tied = False

    @property
    def last(self) -> str:
        """The last character; empty at the beginning and after a blank."""
        return "" if self._blank or self._break else self._last

    def add(self, text: str, start: int, end: int) -> None:
        """Text of the page in which blanks collapse; equal to the source in `[start, end)` when it is as long."""
        if len(text) != end - start:
            if not text.strip(_BLANK):
                self._blank = self._blank or (start, end)
            elif text.strip(_BREAKS):
                self.write(text, (start, end))
            return
        first, last = len(text) - len(text.lstrip(_BLANK)), len(text.rstrip(_BLANK))
        if first >= last:
            self._blank = self._blank or (start, end)
            return
        self._blank = self._blank or ((start, start + first) if first else None)
        for found in _UNEVEN.finditer(text, first, last):
            if first < found.start():
                self.write(text[first : found.start()], (start + first, start + found.start()))
            if found.group().strip(_BREAKS):
                self._blank = self._blank or (start + found.start(), start + found.end())
            first = found.end()
        if first < last:
            self.write(text[first:last], (start + first, start + last))
        self._blank = (start + last, end) if last < len(text) else None

    def add_verbatim(self, text: str, start: int, end: int) -> None:
        """Text of the page in which blanks count; line ends become LF."""
        if len(text) != end - start or "\r" not in text:
            self._append(text, (start, end))
            return
        done = 0
        for found in _LINE_END.finditer(text):
            self._append(text[done : found.start()], (start + done, start + found.start()))
            self._append("\n", (start + found.start(), start + found.end()))
            done = found.end()
        self._append(text[done:], (start + done, end))

    def write(self, text: str, source: Source | None = None) -> None:
        """`text` as it is, behind the blank or paragraph border that was due; without a source it is our own."""
        if self._break:
            blank, self._break, self._tied = self._break, "", False
            self._append(blank, None)
            if blank == _PARAGRAPH:
                self.cuts.append(self.length)
        elif self._blank and self._last not in ("", "\n"):
            self._append(" ", self._blank)
        self._blank = None
        self._append(text, source)

    def space(self) -> None:
        """A blank between what is before and what follows, our own."""
        self._blank = self._blank or (0, 0)

    def line(self, source: Source) -> bool:
        """A line break; False when the line has nothing on it, so that this one ends the paragraph."""
        self._blank = None
        if self._last == "\n" or self._is_line_blank():
            return False
        if self.length and not self._break:
            self._append("\n", source)
        return True

    def end_line(self) -> None:
        """In verbatim text: what follows begins a line."""
        if self.length and self._last != "\n":
            self._append("\n", None)

    def paragraph(self) -> None:
        """What follows begins a paragraph."""
        self._blank = None
        if self.length and not self._tied:
            self._break = _PARAGRAPH

    def tie(self) -> None:
        """What follows begins a line, and is no paragraph of its own."""
        self._blank = None
        if self.length:
            self._break, self._tied = "\n", True

    def is_blank(self) -> bool:
        """Whether there is nothing to see in it."""
        return all(_UNSEEN.fullmatch(fragment.text) for fragment in self.fragments)

    def text(self) -> str:
        """All of it."""
        return "".join(fragment.text for fragment in self.fragments)

    def title(self) -> str:
        """The first line of what introduces it, or of all of it."""
        text = self.text()
        return text[: self.opening or len(text)].strip().partition("\n")[0]

    def _is_line_blank(self) -> bool:
        """Whether the last line, if there is another before it, has no-break spaces and nothing else."""
        for fragment in reversed(self.fragments):
            if fragment.text.strip():
                return False
            if "\n" in fragment.text:
                return True
        return False

    def _append(self, text: str, source: Source | None) -> None:
        if text:
            self.fragments.append(Fragment(text, source if source and source[0] < source[1] else None))
            self.length += len(text)
            self._last = text[-1]


class Written:
    """A block of running text as it was written, for those that need its first or last words."""

    def __init__(self, text: RunningText, prefix: str, start: int) -> None:
        """`start` is where its first visible character stands."""
        self._text = prefix + text.text()
        self._start = start - trimmed(self._text, 0, len(self._text)).start
        paragraphs = [0, *(len(prefix) + cut for cut in text.cuts), len(self._text)]
        self._first = len(prefix) + text.opening if text.opening else paragraphs[1]
        self._last = paragraphs[-2]

    @property
    def text(self) -> str:
        """Its last paragraph."""
        return self._text[self._last :]

    def opening(self) -> tuple[Span, ...]:
        """The term it begins with, or the first words of its first paragraph."""
        return self._shifted(opening_of(self._text, self._trimmed(0, self._first)))

    def closing(self) -> tuple[Span, ...]:
        """The last words of its last paragraph."""
        return self._shifted(closing_of(self._text, self._trimmed(self._last, len(self._text))))

    @property
    def is_one_paragraph(self) -> bool:
        """Whether its first paragraph is its last."""
        return self._last == 0

    def _trimmed(self, start: int, end: int) -> Span:
        return trimmed(self._text, start, end)

    def _shifted(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple(Span(span.start + self._start, span.end + self._start) for span in spans if span.start < span.end)
