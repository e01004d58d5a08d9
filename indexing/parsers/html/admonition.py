"""Notes, warnings and the like, which qualify the text before them, as documentation tools mark them."""

import re
from typing import Final

from indexing.parsers.html.tags import HEADINGS
from indexing.parsers.html.tree import HtmlNode, HtmlText

_BOXES: Final = frozenset({"aside", "div", "p", "section", "blockquote"})
_CLASSES: Final = re.compile(
    r"(?:theme-)?admonition|theme-admonition-\w+|callout(?:-(?:note|tip|warning|important|caution))?|markdown-alert"
    r"|alert(?:-(?:info|warning|danger|success))?"
    r"|attention|caution|danger|deprecated|hint|important|note|notice|seealso|tip|versionadded|versionchanged|warning"
)
"""Sphinx, MkDocs, Docusaurus, Quarto, GitHub, Bootstrap; the bare words are those of docutils and DocBook."""


_TITLES: Final = (
    "admonition-title",
    "admonition-heading",
    "admonitionheading",
    "alert-title",
    "callout-title",
    "callout-header",
    "markdown-alert-title",
)
"""What the class of its first line begins with."""


def is_admonition(node: HtmlNode) -> bool:
    """Whether an element is a note on what stands before it: it has no heading, or begins with its only one."""
    if node.tag not in _BOXES or not (node.get("role") == "note" or any(map(_CLASSES.fullmatch, node.words))):
        return False
    return not node.has_heading or _begins_with_its_heading(node)


def _begins_with_its_heading(node: HtmlNode) -> bool:
    """Whether the only heading in a note is before everything else to see (DocBook)."""
    seen = headings = 0
    for child in node.descendants():
        if isinstance(child, HtmlText):
            seen += child.visible
        elif child.tag in HEADINGS:
            headings += 1
            if seen or headings > 1:
                return False
    return True


def is_title(node: HtmlNode) -> bool:
    """Whether an element is the first line of a note: the word that says what it is."""
    return any(word.startswith(_TITLES) for word in node.words)
