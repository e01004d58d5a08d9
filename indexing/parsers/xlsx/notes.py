"""The comments on the cells of a sheet."""

import re
from typing import Final, NamedTuple

from indexing.parsers.ooxml.package import Package
from indexing.parsers.xlsx.cells import position
from indexing.parsers.xlsx.workbook import text_of

_THREADED: Final = re.compile(r"\[Threaded comment\].*?\n(?:Comment|注释|批注)[:：]\s*", re.DOTALL)
"""What programs that show conversations put before a comment for those that do not."""


class Note(NamedTuple):
    """A comment."""

    row: int
    column: int
    cell: str
    """`B3`."""
    text: str
    """On one line."""


def read_notes(package: Package, sheet: str) -> list[Note]:
    """The comments on a sheet, in order of their cells. Raises DocumentRejected (`corrupt`, `too_large`)."""
    notes = []
    for relation in package.relations(sheet).values():
        root = package.root(relation.part) if relation.type == "comments" else None
        if root is None:
            continue
        space = root.tag.removesuffix("comments")
        for comment in root.iterfind(f"{space}commentList/{space}comment"):
            text, at = comment.find(space + "text"), position(comment.get("ref", ""))
            words = " ".join(_THREADED.sub("", text_of(text, space)).split()) if text is not None else ""
            if at and words:
                notes.append(Note(*at, comment.get("ref", ""), words))
    return sorted(notes)
