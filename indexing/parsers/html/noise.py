"""What of a page is not its content: navigation, footers, asides, tables of contents, marks and tools of the site.

Each such element is marked with what it is. A page that would lose everything keeps its text instead.
"""

import re
from collections.abc import Iterable
from typing import Final

from indexing.parsers.html.admonition import is_admonition
from indexing.parsers.html.measure import Measures, elements_of, text_of
from indexing.parsers.html.region import drop_outside, main_region
from indexing.parsers.html.tags import HEADINGS, LISTS, words
from indexing.parsers.html.tree import HtmlNode
from indexing.parsers.html.visibility import HIDDEN, unseen

NAVIGATION: Final = "navigation"
FOOTERS: Final = "footers"
CONTENTS: Final = "tables of contents"
PERMALINKS: Final = "permalinks"

_NAVIGATION_ROLES: Final = frozenset({"navigation", "search", "menu", "menubar", "toolbar"})
_NAVIGATION_CLASSES: Final = words(
    "breadcrumb breadcrumbs cookie-banner cookie-consent nav navbar navfooter navheader pager pagination prev-next"
    " sphinxsidebar"
)
_FOOTER_CLASSES: Final = words("footer page-footer site-footer")
_CONTENTS_CLASSES: Final = words("contents table-of-contents toc toc-wrapper md-toc")
_CONTENTS_NAME: Final = re.compile(
    r"(?:table of )?contents|(?:on|in) this (?:page|article|section)|目\s*[录錄]|本[页文](?:目录|内容)", re.IGNORECASE
)
_LINE_NUMBERS: Final = words("linenos lineno linenodiv line-number line-numbers-rows hljs-ln-numbers rouge-gutter")
_CONTENT_ASIDES: Final = words("example footnote footnote-list footnotes sidebar topic")
_CONTAINERS: Final = words("dl div li nav ol p section table ul")
_LISTS: Final = LISTS | {"dl", "table"}
_SECTIONING: Final = frozenset({"article", "main", "section"})
_QUOTES: Final = frozenset({"blockquote", "figure"})

_PERMALINKS: Final = frozenset({"", "#", "¶", "§", "🔗", "⚓", "^", "↑", "↩", "↩︎", "⏎", "permalink"})
_ZERO_WIDTH: Final = str.maketrans("", "", "\u200b\u200c\u200d\u2060\ufeff")
_TOOLS: Final = re.compile(
    r"(?:skip|jump) to (?:the )?(?:main )?(?:content|navigation|search)|skip navigation|back to top|return to top"
    r"|edit (?:this page|on github|this page on github|source)|view (?:page )?source|show source"
    r"|suggest (?:an? )?edits?|report an? (?:issue|bug|problem)|copy(?: code| link)?"
    r"|跳(?:到|至|转到|过)(?:主要|正文)?内容|跳过导航|(?:返回|回到)(?:页面)?顶部|编辑(?:此|本)页|在 ?GitHub ?上编辑"
    r"|查看(?:页面)?源(?:码|代码)",
    re.IGNORECASE,
)
_TOOL_CHARACTERS: Final = 40
"""Visible characters of the longest of them."""
_FEWEST_ENTRIES: Final = 3
"""Of a table of contents without a class that says so: two links may be a sentence's."""


def mark_noise(root: HtmlNode, page: str) -> None:
    """Set `dropped` of all that is not content. `page` is the page's file name, to know its links to itself."""
    elements = elements_of(root)
    for node in elements:
        node.dropped = unseen(node)
    seen = Measures(elements, page)
    if not seen.of(root).characters:
        _restore(elements, {HIDDEN})
        seen = Measures(elements, page)
    dropped = [node for node in elements if not node.dropped and _mark(node, seen)]
    if any(node.dropped == CONTENTS for node in dropped):
        _drop_contents_names(elements)
    left = Measures(elements, page)
    region = main_region(root, left)
    if region:
        drop_outside(root, region, left)
    elif not left.of(root).characters:
        _restore(dropped, {node.dropped for node in dropped})


def _drop_contents_names(elements: Iterable[HtmlNode]) -> None:
    """Mark the headings of tables of contents, which would else be sections."""
    for node in elements:
        if node.tag in HEADINGS and not node.dropped and _CONTENTS_NAME.fullmatch(text_of(node)):
            node.dropped = CONTENTS


def _restore(nodes: Iterable[HtmlNode], reasons: set[str]) -> None:
    for node in nodes:
        if node.dropped in reasons:
            node.dropped = ""


def _mark(node: HtmlNode, measures: Measures) -> bool:
    """Mark an element by what it is itself; whether it is no content."""
    node.dropped = _structure(node) or _links(node, measures)
    return bool(node.dropped)


def _structure(node: HtmlNode) -> str:
    """What an element is by its name, role and classes."""
    role = node.get("role").lower()
    if node.tag == "nav" or role in _NAVIGATION_ROLES:
        return NAVIGATION
    if node.tag == "footer" or role == "contentinfo":
        return "" if any(around.tag in _QUOTES for around in node.ancestors()) else FOOTERS
    if node.tag == "aside" or role == "complementary":
        return "" if _is_content_aside(node, role) else "asides"
    classes = node.words
    if not classes:
        return ""
    if node.tag in _CONTAINERS and classes & _NAVIGATION_CLASSES:
        return NAVIGATION
    if node.tag in _CONTAINERS and classes & _FOOTER_CLASSES:
        return FOOTERS
    return "line numbers" if classes & _LINE_NUMBERS and not node.has_heading else ""


def _is_content_aside(node: HtmlNode, role: str) -> bool:
    """Whether an aside belongs to the text around it: a note, a footnote, a box inside an article."""
    return role == "note" or role.startswith("doc-") or is_admonition(node) or bool(node.words & _CONTENT_ASIDES)


def _links(node: HtmlNode, measures: Measures) -> str:
    """What an element is by the links it consists of."""
    if node.tag == "a":
        return _tool(node, measures)
    if node.tag not in _CONTAINERS or node.tag == "p":
        return ""
    of = measures.of(node)
    if of.links and node.words & _CONTENTS_CLASSES and of.linked * 10 >= of.characters * 6:
        return CONTENTS
    if node.tag in _LISTS and of.links and of.linked * 10 >= of.characters * 8:
        if of.links >= _FEWEST_ENTRIES and of.links == of.page_links:
            return CONTENTS
        return NAVIGATION if _is_in_banner(node) else ""
    return ""


def _is_in_banner(node: HtmlNode) -> bool:
    """Whether an element is in a header, not that of an article or section."""
    for around in node.ancestors():
        if around.tag in _SECTIONING:
            return False
        if around.tag == "header" or around.get("role") == "banner":
            return True
    return False


def _tool(node: HtmlNode, measures: Measures) -> str:
    """What a link is that says nothing about its page."""
    if measures.of(node).characters > _TOOL_CHARACTERS or any(child.get("alt").strip() for child in node.elements()):
        return ""
    text = text_of(node).translate(_ZERO_WIDTH)
    if "#" in node.get("href") and text.lower() in _PERMALINKS:
        return PERMALINKS
    return "page tools" if _TOOLS.fullmatch(text) else ""
