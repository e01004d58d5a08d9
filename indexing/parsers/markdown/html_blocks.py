"""Raw HTML in Markdown: comments, tables with rows on lines of their own, tags without words, where it may be cut."""

import re
from collections.abc import Iterator
from typing import Final

from indexing.parsers.markdown.tree import Node

_NOT_BLANK: Final = re.compile(r"\S")
_TAGS: Final = re.compile(r"\s*(?:</?(?P<name>[A-Za-z][\w.-]*+)[^<>]*+>\s*+)++")
_SHOWN: Final = re.compile(
    r"<(?:img|picture|video|audio|source|embed|object|iframe|input|svg|table|t[rdh]|hr|script|style)\b", re.IGNORECASE
)
"""Elements that show something without words, and those of tables."""
_HEADER_CELL: Final = re.compile(r"<(?:th|strong|b)[\s>]", re.IGNORECASE)


def is_comment(html: str) -> bool:
    """Whether `html`, which begins with no blank, is comments and nothing else.

    >>> is_comment("<!-- a --> <!-- b -->"), is_comment("<!-- a --> b"), is_comment("<!-- a")
    (True, False, False)
    """
    start = 0
    while html.startswith("<!--", start):
        end = html.find("-->", start + 2)
        if end < 0:
            return False
        found = _NOT_BLANK.search(html, end + 3)
        start = found.start() if found else len(html)
    return start == len(html)


def is_wordless(html: str) -> bool:
    """Whether `html` is tags that have neither words nor pictures.

    >>> is_wordless("<div class='a'>"), is_wordless("</details>"), is_wordless("<p>a</p>"), is_wordless("<img src='a'>")
    (True, True, False, False)
    """
    return _TAGS.fullmatch(html) is not None and _SHOWN.search(html) is None


def is_header(row: str) -> bool:
    """Whether the first row of a table is its header: it has header cells, or bold type in their place."""
    return _HEADER_CELL.search(row) is not None


def html_rows(node: Node) -> list[int]:
    """Lines on which the rows of raw HTML that is a table begin; none when it is no table."""
    if not node.token.content.lstrip().lower().startswith("<table"):
        return []
    lines = node.token.content.lower().split("\n")
    return [node.first + index for index, line in enumerate(lines) if line.lstrip().startswith("<tr")]


def html_borders(node: Node) -> Iterator[int]:
    """Lines of raw HTML that begin with a tag or follow a blank line."""
    lines = node.token.content.split("\n")
    for index in range(1, len(lines)):
        line = lines[index].lstrip()
        if line and (line.startswith("<") or not lines[index - 1].strip()):
            yield node.first + index
