"""HTML as strings: texts become markup here and nowhere else."""

import base64
import hashlib
import re
from collections.abc import Iterable
from html import escape
from typing import Final

from msgspec import Struct

_UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters and lone surrogates: a browser drops or replaces them, UTF-8 can not hold the latter."""


class Column(Struct, frozen=True):
    """A column of a table."""

    title: str
    """HTML."""
    is_number: bool = True
    note: str = ""
    """Text, shown when pointed at."""


def element(name: str, /, *content: str, **attributes: object) -> str:
    """An element. Content is HTML, attributes are text; `class_` is class, `data_a` data-a; None, False leave one out.

    >>> element("p", escaped("a < b"), class_="note", data_of='"x"', hidden=None)
    '<p class="note" data-of="&quot;x&quot;">a &lt; b</p>'
    >>> element("details", open=True)
    '<details open=""></details>'
    """
    return f"{_tag(name, attributes)}{''.join(content)}</{name}>"


def void(name: str, /, **attributes: object) -> str:
    """An element that has no content and no end (HTML, 13.1.2: void elements).

    >>> void("input", type="search")
    '<input type="search">'
    """
    return _tag(name, attributes)


def _tag(name: str, attributes: dict[str, object]) -> str:
    given = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    stated = "".join(
        f' {key}="{escape(_printable("" if value is True else str(value)))}"'
        for key, value in given
        if value is not None and value is not False
    )
    return f"<{name}{stated}>"


def escaped(text: str) -> str:
    r"""Text as HTML. Characters that no browser shows are replaced by U+FFFD.

    >>> escaped("<b>\r\n\x00")
    '&lt;b&gt;&#13;\n\ufffd'
    """
    return escape(_printable(text), quote=False).replace("\r", "&#13;")


def source_digest(content: str) -> str:
    """How a Content-Security-Policy names an inline style or script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)


def foreign(name: str, text: str, /, *, language: str = "", **attributes: object) -> str:
    """Text of a document or question: in its language, its direction kept to itself.

    >>> foreign("span", "押金", language="zh")
    '<span lang="zh" dir="auto">押金</span>'
    """
    return element(name, escaped(text), lang=language or None, dir="auto", **attributes)


def hidden(text: str) -> str:
    """Text for screen readers alone."""
    return element("span", escaped(text), class_="unseen")


def scrolling(content: str, label: str) -> str:
    """A part that may be wider than the page: it scrolls by itself, by keyboard too."""
    return element("div", content, class_="wide", role="region", aria_label=label, tabindex=0)


def table(columns: Iterable[Column], bodies: Iterable[Iterable[Iterable[str]]], *, caption: str) -> str:
    """A table of HTML cells, the first of a row its heading; a body may begin with a `group_row`."""
    columns = list(columns)
    head = "".join(
        element("th", c.title, scope="col", class_=None if c.is_number else "word", title=c.note or None)
        for c in columns
    )
    made = [element("tbody", *(_row(row, columns) for row in body)) for body in bodies]
    named = element("caption", element("span", escaped(caption)))
    return scrolling(element("table", named, element("thead", element("tr", head)), *made), caption)


def group_row(text: str, columns: int, *, note: str = "") -> list[str]:
    """A row that names the rows below it in the same body."""
    shown = foreign("span", text) + (element("small", escaped(note)) if note else "")
    return [element("th", shown, scope="rowgroup", colspan=columns, class_="word group")]


def _row(cells: Iterable[str], columns: list[Column]) -> str:
    paired = zip(cells, columns, strict=False)  # a row that names a group is one cell
    return element("tr", *(_cell(content, column, at == 0) for at, (content, column) in enumerate(paired)))


def _cell(content: str, column: Column, is_first: bool) -> str:
    if content.startswith("<th"):
        return content
    word = None if column.is_number else "word"
    return element("th", content, scope="row", class_=word) if is_first else element("td", content, class_=word)
