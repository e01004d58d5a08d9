"""Headings of a page: each opens a section of its level, unless it stands in an item, quote or note."""

import re
from typing import Final

from indexing.parsers.html.tags import HEADINGS
from indexing.parsers.html.tree import HtmlNode
from indexing.parsers.html.writer import HtmlWriter

_NUMBER: Final = re.compile(r"(?:\d+|[A-Z])(?:\.\d+)+(?=\.?\s)|\d+(?=\.\s)")
"""`1.2 Fees`, `3. Fees`, `B.1 Fees`: not a year, not a word."""


def heading(writer: HtmlWriter, node: HtmlNode) -> None:
    """A heading with its title in one line; nothing without a title."""
    if not writer.place.has_sections:
        writer.content(node)
        writer.text.tie()
        return
    writer.flush()
    text = writer.collect(node)
    if text.is_blank():
        writer.keep_names(text)
        return
    title = " ".join(text.text().split())
    number = _NUMBER.match(title)
    writer.place.context = ()
    level = _level(node) or writer.level + 1
    if node.tag in HEADINGS:
        writer.level = level
    writer.write(text, "heading", level=level, title=title, label=number[0] if number else "")
    writer.wrote()


def _level(node: HtmlNode) -> int:
    """The level of a heading, 1 to 6; of an element that is one by its role 2 unless it says (WAI-ARIA 1.2); else 0."""
    if node.get("role") == "heading":
        stated = node.get("aria-level")
        return int(stated) if stated in ("1", "2", "3", "4", "5", "6") else 2
    return int(node.tag[1]) if node.tag in HEADINGS else 0
