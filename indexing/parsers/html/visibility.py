"""What of a page a reader does not see: scripts, styles, templates, hidden elements, form controls."""

import re
from typing import Final

from indexing.parsers.html.tags import HEADINGS
from indexing.parsers.html.tree import HtmlNode, HtmlText

HIDDEN: Final = "hidden text"
TITLE: Final = "title"
"""Not in the text, and not left out either."""

_UNSEEN: Final = {
    "script": "scripts",
    "style": "styles",
    "template": "templates",
    "noscript": "fallback text",
    "noembed": "fallback text",
    "noframes": "fallback text",
    "iframe": "fallback text",
    "video": "fallback text",
    "audio": "fallback text",
    "canvas": "fallback text",
    "svg": "drawings",
    "input": "form controls",
    "select": "form controls",
    "textarea": "form controls",
    "button": "form controls",
    "datalist": "form controls",
    "progress": "form controls",
    "meter": "form controls",
    "rt": "annotations of characters",
    "rp": "annotations of characters",
    "title": TITLE,
}
_STYLED_AWAY: Final = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)


def unseen(node: HtmlNode) -> str:
    """What an element is, if it is not seen with all that is in it; empty: it is seen, unless one around it is not.

    The panels of tabs are seen: one click shows them. So is maths, hidden where an image stands in its place, and a
    button that is the text of a heading.
    """
    reason = _UNSEEN.get(node.tag, "")
    if reason:
        return "" if is_maths_script(node) or _is_heading_button(node) else reason
    return HIDDEN if _is_hidden(node) and not (node.get("role") == "tabpanel" or _is_maths(node)) else ""


def is_maths_script(node: HtmlNode) -> bool:
    """Whether a script is the source of a formula, as MathJax 2 has it."""
    return node.tag == "script" and node.get("type").lower().startswith("math/tex")


def _is_heading_button(node: HtmlNode) -> bool:
    """Whether a button is all there is in a heading."""
    if node.tag != "button":
        return False
    while node.parent is not None and not any(_is_other(child, node) for child in node.parent.children):
        node = node.parent
        if node.tag in HEADINGS:
            return True
    return False


def _is_other(child: HtmlNode | HtmlText, node: HtmlNode) -> bool:
    """Whether a sibling is something besides `node`."""
    return child is not node and (isinstance(child, HtmlNode) or child.visible > 0)


def _is_hidden(node: HtmlNode) -> bool:
    attributes = node.attributes
    if node.tag == "dialog" and "open" not in attributes:
        return True
    if not attributes:
        return False
    if "hidden" in attributes and attributes["hidden"].lower() != "until-found":
        return True
    if attributes.get("aria-hidden", "").lower() == "true":
        return True
    return _STYLED_AWAY.search(attributes.get("style", "")) is not None


def _is_maths(node: HtmlNode) -> bool:
    return node.tag != "math" and [child.tag for child in node.elements()] == ["math"]
