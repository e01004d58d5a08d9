"""Listings of a page: `pre` verbatim, with the language that its classes tell."""

import re
from typing import Final

from indexing.languages import language_id
from indexing.parsers.html.tags import words
from indexing.parsers.html.tree import HtmlNode
from indexing.parsers.html.writer import HtmlWriter
from indexing.parsers.listing import listing_cuts

_CLASS: Final = re.compile(r"(?:language|lang|highlight-source|highlight|brush:?|sourcecode|code)-([a-z][\w+#.-]*)")
"""Prism and HTML5, Pygments, Sphinx, GitHub."""
_AROUND: Final = 3
"""Elements around a listing whose classes count: Sphinx has two."""
_PANDOC: Final = "sourcecode"
"""The class beside which Pandoc writes the language bare."""
_NO_LANGUAGE: Final = words("default none notranslate text plaintext plain txt nohighlight highlight wrapper")


def listing(writer: HtmlWriter, node: HtmlNode) -> None:
    """A listing as an atomic block."""
    writer.flush()
    text = writer.collect(node, verbatim=True)
    if text.is_blank():
        writer.keep_names(text)
        return
    text.cuts = _cuts(text.text())
    writer.write(text, "code", atomic=True, language=_language(node), context=writer.place.context)
    writer.wrote()


def _cuts(text: str) -> list[int]:
    r"""Where a listing may be cut, in characters.

    >>> _cuts("\n\na = 1\n\nb = 2\n")
    [9]
    """
    first = len(text) - len(text.lstrip())
    last = len(text.rstrip())
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return [starts[line] for line in listing_cuts(lines) if first < starts[line] < last]


def _language(node: HtmlNode) -> str:
    """The language of a listing: said by its own element, the `code` in it, or those around it; else empty."""
    inner = [child for child in node.elements() if child.tag == "code"]
    around = list(node.ancestors())[:_AROUND]
    for element in (*inner, node, *around):
        found = _stated(element)
        if found:
            return "" if found in _NO_LANGUAGE else language_id(found)
    return ""


def _stated(node: HtmlNode) -> str:
    """The language that an element states, lower case; empty when it states none."""
    for name in ("data-lang", "data-language"):
        if node.get(name):
            return node.get(name).strip().lower()
    classes = node.get("class").lower().split()
    for word in classes:
        found = _CLASS.fullmatch(word)
        if found:
            return found[1]
    if _PANDOC in classes and classes[-1] != _PANDOC:
        return classes[-1]
    return ""
