"""What a page states about itself: its title, language, description, author and dates."""

from typing import Any, Final

from msgspec import Struct

from indexing.parsers.html.tree import HtmlNode, HtmlText

_NAMES: Final = {
    "author": "author",
    "dc.creator": "author",
    "dcterms.creator": "author",
    "article:author": "author",
    "description": "description",
    "dc.description": "description",
    "og:description": "description",
    "keywords": "keywords",
    "date": "date",
    "dc.date": "date",
    "dcterms.date": "date",
    "article:published_time": "date",
    "last-modified": "modified",
    "dcterms.modified": "modified",
    "article:modified_time": "modified",
}
"""Names of `meta` elements and the attributes they become; of several for one attribute the first counts."""

_MAX_CHARACTERS: Final = 1_000
"""Of a value: a description is a paragraph."""


class PageFacts(Struct, frozen=True, kw_only=True):
    """What a page states about itself."""

    title: str | None
    attributes: dict[str, Any]
    """Strings: `lang` (BCP 47), `description`, `author`, `keywords`, `date`, `modified`, as far as they are stated."""


def facts_of(elements: list[HtmlNode]) -> PageFacts:
    """What the elements of a page, in order, state."""
    title: str | None = None
    attributes: dict[str, Any] = {}
    for node in elements:
        if node.tag == "title" and title is None and not any(around.tag == "svg" for around in node.ancestors()):
            title = _line("".join(child.text for child in node.children if isinstance(child, HtmlText))) or None
        elif node.tag in ("html", "body") and node.get("lang").strip():
            attributes.setdefault("lang", node.get("lang").strip()[:_MAX_CHARACTERS])
        elif node.tag == "meta":
            name = _NAMES.get((node.get("name") or node.get("property")).strip().lower())
            if name and node.get("content").strip():
                attributes.setdefault(name, _line(node.get("content"))[:_MAX_CHARACTERS])
    return PageFacts(title=title, attributes=attributes)


def _line(text: str) -> str:
    return " ".join(text.split())
