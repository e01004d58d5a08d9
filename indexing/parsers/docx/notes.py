"""Footnotes and endnotes of a Word document: their contents by id, and the numbers they are referred to by."""

from typing import Final
from xml.etree.ElementTree import Element

from indexing.parsers.docx.text import Note
from indexing.parsers.ooxml.names import W
from indexing.parsers.ooxml.number_formats import numeral

_STYLES: Final = {"footnote": "decimal", "endnote": "lowerRoman"}
"""How notes are numbered unless a document says otherwise (ECMA-376, part 1, 17.11)."""
_ORDINARY: Final = (None, "normal")
"""Types of notes that are no lines between text and notes."""


class Notes:
    """The notes of a document, each given once, where it is referred to first."""

    def __init__(self, roots: dict[str, Element | None]) -> None:
        """`roots`: the part of each kind."""
        self._contents = {
            (kind, element.get(W + "id", "")): element
            for kind, root in roots.items()
            for element in (root.findall(W + kind) if root is not None else ())
            if element.get(W + "type") in _ORDINARY
        }
        self._counts = dict.fromkeys(_STYLES, 0)

    def take(self, note: Note) -> tuple[str, Element] | None:
        """The number and content of a note; None where there is none, or it was taken."""
        self._counts[note.kind] += note.numbered
        content = self._contents.pop((note.kind, note.id), None)
        if content is None:
            return None
        return numeral(self._counts[note.kind], _STYLES[note.kind]) if note.numbered else "", content

    def rest(self) -> list[Element]:
        """The notes that nothing refers to."""
        return list(self._contents.values())
