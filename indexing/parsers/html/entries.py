"""Entries of an API reference: lists of terms where each term is a signature, as documentation generators write them.

Each entry is a section, so that a function is found and cited by its own name, if nothing but entries and sections
follows the list where it stands: text behind it would fall into the section of the last entry.
"""

from typing import Final

from indexing.parsers.html.tags import HEADINGS, words
from indexing.parsers.html.tree import HtmlNode, HtmlText

_SIGNATURES: Final = words("sig sig-object descname")
_ENTRIES: Final = words(
    "attribute class classmethod cmdoption data describe envvar exception function macro member method opcode property"
    " staticmethod struct type var"
)
"""Classes of the list itself, where its terms have none (Sphinx before 4)."""

_RUBRIC: Final = "rubric"
"""Class of a paragraph that is a heading without a place in the outline (docutils)."""
_NOTES: Final = words("citation footnote footnote-list footnotes")
"""What stands behind it."""

_NEAR: Final = 8
"""Footnotes end a section: their heading is among its last children."""

_ENDS: Final = words("article body dd main section")
"""Where the text that an entry could swallow ends."""


class EntrySections:
    """Which lists of one page can be sections; asked about many lists, it looks at each part of the page once."""

    def __init__(self) -> None:
        self._places: dict[HtmlNode, dict[HtmlNode | HtmlText, int]] = {}
        self._borders: dict[tuple[HtmlNode, int], int] = {}

    def are_sections(self, node: HtmlNode, level: int) -> bool:
        """Whether the terms of a list are entries that can be sections of `level`."""
        if not is_entries(node):
            return False
        while node.parent is not None and node.tag not in _ENDS:
            if self._place(node, node.parent) < self._border(node.parent, level):
                return False
            node = node.parent
        return True

    def _place(self, node: HtmlNode, parent: HtmlNode) -> int:
        """The index of `node` in `parent`."""
        if parent not in self._places:
            self._places[parent] = {child: index for index, child in enumerate(parent.children)}
        return self._places[parent][node]

    def _border(self, parent: HtmlNode, level: int) -> int:
        """The index of the last child that can not follow an entry; -1 when all can."""
        key = (parent, level)
        if key not in self._borders:
            indexes = range(len(parent.children) - 1, -1, -1)
            unfit = (index for index in indexes if not _can_follow(parent.children[index], level))
            self._borders[key] = next(unfit, -1)
        return self._borders[key]


def is_entries(node: HtmlNode) -> bool:
    """Whether a list of terms is one of signatures."""
    if node.tag != "dl" or node.dropped:
        return False
    terms = [child for child in node.elements() if child.tag == "dt"]
    return bool(terms) and (bool(node.words & _ENTRIES) or bool(terms[0].words & _SIGNATURES))


def is_rubric(node: HtmlNode) -> bool:
    """Whether a paragraph is the heading of footnotes."""
    if node.tag != "p" or _RUBRIC not in node.words or node.parent is None:
        return False
    siblings = node.parent.children[-_NEAR:]
    behind = siblings[siblings.index(node) + 1 :] if node in siblings else []
    return any(isinstance(child, HtmlNode) and child.words & _NOTES for child in behind)


def _can_follow(following: HtmlNode | HtmlText, level: int) -> bool:
    """Whether something opens a section of its own that ends one of `level`, or is nothing."""
    if isinstance(following, HtmlText):
        return not following.visible
    if following.dropped or is_entries(following) or following.words & _NOTES or is_rubric(following):
        return True
    first = _first_shown(following)
    return first is None or (isinstance(first, HtmlNode) and first.tag in HEADINGS and int(first.tag[1]) <= level)


def _first_shown(node: HtmlNode) -> HtmlNode | HtmlText | None:
    """The first heading or text to see in `node`, itself included."""
    stack: list[HtmlNode | HtmlText] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, HtmlText):
            if item.visible:
                return item
        elif not item.dropped:
            if item.tag in HEADINGS or item.tag in ("img", "math"):
                return item
            stack.extend(reversed(item.children))
    return None
