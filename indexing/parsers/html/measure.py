"""How much text each element of a page has, and how much of it is links: what tells navigation from content."""

from collections.abc import Sequence
from typing import NamedTuple

from indexing.parsers.html.tree import HtmlNode, HtmlText


class Measure(NamedTuple):
    """Of an element: what is seen in it."""

    characters: int = 0
    """Visible ones."""
    linked: int = 0
    """Those in links."""
    links: int = 0
    page_links: int = 0
    """Links to a place in the page itself."""


class Measures:
    """The measures of the elements of a page, without what is dropped."""

    def __init__(self, elements: Sequence[HtmlNode], page: str) -> None:
        """`elements` in the order of the page; `page` is the name that its links to itself begin with, or empty."""
        self.elements = elements
        self._here = ("#", f"{page}#") if page else ("#",)
        self._found: dict[HtmlNode, Measure] = {}
        for node in reversed(elements):
            if not node.dropped:
                self._found[node] = self._measure(node)

    def of(self, node: HtmlNode) -> Measure:
        """The measure of an element; nothing for a dropped one."""
        return self._found.get(node, _NOTHING)

    def _measure(self, node: HtmlNode) -> Measure:
        characters = linked = links = page_links = 0
        for child in node.children:
            if isinstance(child, HtmlText):
                characters += 0 if child.dropped else child.visible
            elif child in self._found:
                of = self._found[child]
                characters += of.characters
                linked += of.linked
                links += of.links
                page_links += of.page_links
        if node.tag == "a" and "href" in node.attributes:
            return Measure(characters, characters, 1, int(node.get("href").startswith(self._here)))
        return Measure(characters, linked, links, page_links)


_NOTHING = Measure()


def elements_of(root: HtmlNode) -> list[HtmlNode]:
    """The elements of a page in order, `root` first."""
    return [root, *(node for node in root.descendants() if isinstance(node, HtmlNode))]


def text_of(node: HtmlNode) -> str:
    """What is seen in an element, as one line."""
    pieces = []
    stack: list[HtmlNode | HtmlText] = [node]
    while stack:
        item = stack.pop()
        if item.dropped:
            continue
        if isinstance(item, HtmlText):
            pieces.append(item.text)
        else:
            stack.extend(reversed(item.children))
    return " ".join("".join(pieces).split())
