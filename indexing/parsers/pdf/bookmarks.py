"""What a PDF says about itself: its outline (bookmarks), its title, its author and dates."""

import ctypes
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pypdfium2.raw as raw  # type: ignore[import-untyped]

_MAX_BOOKMARKS: Final = 20_000
_MAX_DEPTH: Final = 12
_DATE: Final = re.compile(r"(?:D:)?(\d{4})(\d\d)(\d\d)")
_NO_TITLE: Final = re.compile(
    r"microsoft word - .*|.*\.(?:docx?|tex|dvi|indd|pdf|xlsx?|pptx?|odt|rtf|pub)"
    r"|\(?(?:untitled|anonymous|unspecified|unknown)\)?",
    re.IGNORECASE,
)
"""What programs write where nobody stated anything."""

_ATTRIBUTES: Final = {"author": "Author", "subject": "Subject", "keywords": "Keywords"}
_DATES: Final = {"created": "CreationDate", "modified": "ModDate"}


class Bookmark(NamedTuple):
    """An entry of the outline."""

    title: str
    page: int
    """From 1."""
    depth: int
    """From 1."""


def bookmarks_of(document: Any) -> list[Bookmark]:
    """The outline in order; entries without a page of this document are left out."""
    seen: set[int] = set()
    return list(_below(document, None, 1, seen))


def _below(document: Any, parent: Any, depth: int, seen: set[int]) -> Iterator[Bookmark]:
    """The entries below `parent`. An entry seen before ends the list: hostile outlines run in circles."""
    entry = raw.FPDFBookmark_GetFirstChild(document.raw, parent)
    while entry and len(seen) < _MAX_BOOKMARKS:
        address = ctypes.addressof(entry.contents)
        if address in seen:
            return
        seen.add(address)
        target = raw.FPDFBookmark_GetDest(document.raw, entry) or _action(document, entry)
        page = raw.FPDFDest_GetDestPageIndex(document.raw, target) if target else -1
        title = " ".join(_string(raw.FPDFBookmark_GetTitle, entry).split())
        if page >= 0 and title:
            yield Bookmark(title, page + 1, depth)
        if depth < _MAX_DEPTH:
            yield from _below(document, entry, depth + 1, seen)
        entry = raw.FPDFBookmark_GetNextSibling(document.raw, entry)


def _action(document: Any, entry: Any) -> Any:
    action = raw.FPDFBookmark_GetAction(entry)
    return raw.FPDFAction_GetDest(document.raw, action) if action else None


def title_of(document: Any) -> str | None:
    """The title the document states, None where it is only what a program put there."""
    title = _stated(document, "Title")
    return title if title and _NO_TITLE.fullmatch(title) is None else None


def attributes_of(document: Any) -> dict[str, str]:
    """`author`, `subject`, `keywords`; `created` and `modified` as dates (`2024-05-31`); only what is stated."""
    found = {name: _stated(document, key) for name, key in _ATTRIBUTES.items()}
    for name, key in _DATES.items():
        date = _DATE.match(_stated(document, key))
        found[name] = "-".join(date.groups()) if date else ""
    return {name: text for name, text in found.items() if text and _NO_TITLE.fullmatch(text) is None}


def _stated(document: Any, key: str) -> str:
    return " ".join(_string(raw.FPDF_GetMetaText, document.raw, key.encode()).split())


def _string(ask: Any, *what: Any) -> str:
    """A text of the library: asked for its length in bytes, then for its UTF-16."""
    length = ask(*what, None, 0)
    if length <= 2 or length > 1 << 20:
        return ""
    buffer = ctypes.create_string_buffer(length)
    ask(*what, buffer, length)
    return buffer.raw[: length - 2].decode("utf-16-le", "replace").replace("\0", "").strip()
