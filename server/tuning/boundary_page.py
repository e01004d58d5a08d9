"""The page that shows boundaries: one HTML file with its style, its script and its data, which asks nothing of a
network.

The texts are marked up in the page itself; what is known of each chunk stands in a block of JSON per document, which
the script reads when somebody first looks at a chunk of it.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct

from evaluation.report.markup import element, source_digest

PAGES: Final = "pages"
"""Folder of this package with the style and the script."""


class Page(Struct, frozen=True, kw_only=True):
    """What a page shows. The parts are HTML."""

    title: str
    """Text."""
    header: str
    navigation: str
    articles: Sequence[str]
    """One for each document."""


def page_html(page: Page) -> str:
    """The whole file. Nothing but its own style and script can run in it, whatever the documents say."""
    style, script = _asset("boundaries.css"), _asset("boundaries.js")
    policy = f"default-src 'none'; style-src '{source_digest(style)}'; script-src '{source_digest(script)}'"
    return "".join(
        [
            '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>{escaped(page.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n",
            f"<header>{page.header}</header>\n",
            f'<nav aria-label="Documents and sections">{page.navigation}</nav>\n',
            "<main>\n",
            *page.articles,
            '</main>\n<aside aria-label="Chunk" aria-live="polite" id="details"></aside>\n',
            f"<script>{script}</script>\n</body>\n</html>\n",
        ]
    )


def escaped(text: str) -> str:
    r"""Text as HTML that gives the same characters back: a parser would make a line feed of a carriage return.

    >>> escaped("<b>\r\n")
    '&lt;b&gt;&#13;\n'
    """
    return escape(text, quote=False).replace("\r", "&#13;")


def data_block(value: Any, **attributes: object) -> str:
    """A block of JSON that no text inside can end (HTML, 4.12.1.3: restrictions for contents of script elements).

    >>> data_block(["</script>"], id="d0")
    '<script type="application/json" id="d0">["\\\\u003c/script>"]</script>'
    """
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return element("script", content, type="application/json", **attributes)


def table(head: Sequence[object], rows: Iterable[Sequence[object]], *, words: Collection[int]) -> str:
    """A table of texts; columns other than `words` are numbers."""
    header = element("thead", _row("th", head, words))
    return element("table", header + element("tbody", "".join(_row("td", row, words) for row in rows)))


def _row(cell: str, texts: Sequence[object], words: Collection[int]) -> str:
    return element(
        "tr",
        "".join(
            element(cell, escaped(str(text)), class_="word" if column in words else None)
            for column, text in enumerate(texts)
        ),
    )


def _asset(name: str) -> str:
    return files("server.tuning").joinpath(PAGES, name).read_text(encoding="utf-8")
