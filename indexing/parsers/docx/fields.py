"""Fields of a Word text: which part of one is shown, and which fields are tables of contents.

A field is its instruction, then the result that was computed last (ECMA-376, part 1, 17.16). Both are runs between
marks, over paragraphs if need be, and fields may stand in fields.
"""

import re
from typing import Final

from msgspec import Struct

_CONTENTS: Final = re.compile(r"\s*(?:TOC|TOA|INDEX)\b", re.IGNORECASE)
"""Fields whose result repeats what the text says, with page numbers."""
_ENOUGH: Final = 40
"""Characters of an instruction: its name is the first word."""


class _Field(Struct):
    """A field that has begun."""

    instruction: str = ""
    shown: bool = False
    """Its result has begun."""
    contents: bool = False


class Fields:
    """The fields that are open where a text is read."""

    def __init__(self) -> None:
        self._open: list[_Field] = []
        self._instructions = 0
        self._contents = 0

    def mark(self, kind: str | None) -> None:
        """`begin`, `separate` or `end`: a mark of a field. An end without beginning is none."""
        if kind == "begin":
            self._open.append(_Field())
            self._instructions += 1
        elif kind == "separate" and self._open and not self._open[-1].shown:
            field = self._open[-1]
            field.shown, field.contents = True, is_contents(field.instruction)
            self._instructions -= 1
            self._contents += field.contents
        elif kind == "end" and self._open:
            self._close()

    def instruct(self, text: str) -> None:
        """A part of an instruction."""
        if self._open and not self._open[-1].shown and len(self._open[-1].instruction) < _ENOUGH:
            self._open[-1].instruction += text

    def end_paragraph(self) -> None:
        """Give up fields without a result: a mark is missing, and all that follows would be lost."""
        while self._open and not self._open[-1].shown:
            self._close()

    def end_contents(self) -> None:
        """Give up a table of contents: what comes is a heading, so the mark of its end is missing."""
        while self.in_contents():
            self._close()

    def are_shown(self) -> bool:
        """Whether text here is seen: it is in no instruction."""
        return not self._instructions

    def in_contents(self) -> bool:
        """Whether text here is of a table of contents or an index."""
        return bool(self._contents)

    def _close(self) -> None:
        field = self._open.pop()
        self._instructions -= not field.shown
        self._contents -= field.contents


def is_contents(instruction: str) -> bool:
    r"""Whether a field is a table of contents, of authorities, or an index.

    >>> is_contents(' TOC \\o "1-3" '), is_contents(" PAGEREF _Toc1 ")
    (True, False)
    """
    return bool(_CONTENTS.match(instruction))
