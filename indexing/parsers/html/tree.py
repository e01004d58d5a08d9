"""HTML tokens to a tree, in the order of the source: end tags that authors leave out are supplied, wrong ones ignored.

Unlike a browser's tree, no text is ever moved (foster parenting, misnested formatting): a position in the tree is a
position in the source. Below MAX_DEPTH everything is a child of the last level, so nothing that walks the tree
recurses deeper.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from indexing.parsers.html.tags import (
    BLOCKS,
    BREAKS_OUT,
    CLOSES,
    ENDS_PARAGRAPH,
    FOREIGN,
    HEADINGS,
    HOLDS,
    HTML_INSIDE_FOREIGN,
    IMPLIED,
    INLINE_ENDS,
    SCOPES,
    TABLE_PARTS,
    VOID,
)
from indexing.parsers.html.tokens import HtmlToken

MAX_DEPTH: Final = 150
"""Open elements: real pages have 10 to 40; browsers stop at 512. Walking the tree takes up to four calls a level."""

_ONLY_TABLE: Final = frozenset({"table"})


class HtmlText:
    """Text between tags, or what one character reference stands for."""

    __slots__ = ("dropped", "end", "start", "text", "visible")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        """Equal to the source in `[start, end)` when it is as long."""
        self.visible = len("".join(text.split()))
        """Number of its characters that are not blank."""
        self.start = start
        self.end = end
        self.dropped = ""
        """What it is, if it is no content: see `indexing.parsers.html.noise`."""


class HtmlNode:
    """An element."""

    __slots__ = (
        "attributes",
        "children",
        "dropped",
        "end",
        "has_block",
        "has_heading",
        "parent",
        "start",
        "tag",
        "words",
    )

    def __init__(self, tag: str, token: HtmlToken, parent: "HtmlNode | None") -> None:
        self.tag = tag
        self.attributes = dict(reversed(token.attributes))
        self.words = frozenset(self.get("class").lower().split())
        """Its classes, lower case."""
        self.parent = parent
        self.children: list[HtmlNode | HtmlText] = []
        self.start = token.start
        """Its start tag in the source: `[start, end)`."""
        self.end = token.end
        self.dropped = ""
        """What it is, if it is no content: see `indexing.parsers.html.noise`."""
        self.has_block = False
        """A block is inside it, at any depth."""
        self.has_heading = False

    def get(self, name: str) -> str:
        """An attribute; empty when it is absent."""
        return self.attributes.get(name, "")

    def elements(self) -> "Iterator[HtmlNode]":
        """The elements among its children."""
        return (child for child in self.children if isinstance(child, HtmlNode))

    def ancestors(self) -> "Iterator[HtmlNode]":
        """The elements around it, nearest first, the root last."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def descendants(self) -> "Iterator[HtmlNode | HtmlText]":
        """All that is inside it, in order."""
        stack: list[HtmlNode | HtmlText] = self.children[::-1]
        while stack:
            child = stack.pop()
            yield child
            if isinstance(child, HtmlNode):
                stack.extend(reversed(child.children))


def html_tree(tokens: Iterable[HtmlToken], *, xhtml: bool = False) -> HtmlNode:
    """The root of a page, an element without a name that holds whatever the page has at its top."""
    tree = _Tree(xhtml)
    for token in tokens:
        if token.kind == "text":
            tree.text(token)
        elif token.kind == "start":
            tree.start(token)
        elif token.kind == "end":
            tree.end(token)
    return tree.root


class _Tree:
    """A tree under construction. Every search of the open elements ends after MAX_DEPTH steps."""

    def __init__(self, xhtml: bool) -> None:
        self.root = HtmlNode("", HtmlToken("start", 0, 0, ""), None)
        self._open = [self.root]
        self._count: Counter[str] = Counter()
        self._xhtml = xhtml
        self._too_deep = 0
        """Elements that are open and were not entered."""

    def text(self, token: HtmlToken) -> None:
        self._open[-1].children.append(HtmlText(token.name, token.start, token.end))

    def start(self, token: HtmlToken) -> None:
        tag = "img" if token.name == "image" else token.name
        if tag in ("html", "body", "head") and self._count[tag]:
            return
        self._end_implied(tag)
        node = HtmlNode(tag, token, self._open[-1])
        self._open[-1].children.append(node)
        self._tell(tag)
        if tag in VOID or (token.closed and (self._xhtml or self._in_foreign(tag))):
            return
        if tag in TABLE_PARTS and not self._count["table"]:
            return
        if len(self._open) > MAX_DEPTH:
            self._too_deep += 1
            return
        self._open.append(node)
        self._count[tag] += 1

    def end(self, token: HtmlToken) -> None:
        tag = token.name
        if tag in ("html", "body"):
            return
        if self._too_deep:
            self._too_deep -= 1
        elif tag in HEADINGS:
            self._close(HEADINGS, SCOPES)
        elif tag in TABLE_PARTS:
            self._close({tag}, _ONLY_TABLE)
        elif tag == "table":
            self._close({tag}, frozenset())
        elif self._count[tag]:
            self._close({tag}, HOLDS.get(tag, SCOPES) if tag in CLOSES else INLINE_ENDS)
        elif tag in ("p", "br"):
            self._open[-1].children.append(HtmlNode(tag, token, self._open[-1]))

    def _tell(self, tag: str) -> None:
        """Let the elements around a block or heading know of it. Each learns it once."""
        if tag in BLOCKS:
            for node in reversed(self._open):
                if node.has_block and (node.has_heading or tag not in HEADINGS):
                    break
                node.has_block = True
                node.has_heading |= tag in HEADINGS

    def _end_implied(self, tag: str) -> None:
        """Close what a start tag of `tag` ends."""
        if tag in BREAKS_OUT and (self._count["svg"] or self._count["math"]):
            self._close(FOREIGN, HTML_INSIDE_FOREIGN)
        if tag in ENDS_PARAGRAPH and self._count["p"]:
            self._close({"p"}, HOLDS["p"])
        if tag in HEADINGS and self._open[-1].tag in HEADINGS:
            self._pop()
        elif tag in IMPLIED:
            self._close_outermost(IMPLIED[tag], HOLDS.get(tag, _ONLY_TABLE))
        elif tag == "a" and self._count["a"]:
            self._close({"a"}, INLINE_ENDS)

    def _in_foreign(self, tag: str) -> bool:
        return tag in FOREIGN or (
            bool(self._count["svg"] or self._count["math"]) and self._find(FOREIGN, HTML_INSIDE_FOREIGN) > 0
        )

    def _find(self, tags: frozenset[str] | set[str], borders: frozenset[str]) -> int:
        """Index of the innermost open element among `tags`, not across any of `borders`; 0: there is none."""
        for index in range(len(self._open) - 1, 0, -1):
            if self._open[index].tag in tags:
                return index
            if self._open[index].tag in borders:
                return 0
        return 0

    def _close(self, tags: frozenset[str] | set[str], borders: frozenset[str]) -> None:
        """Close the innermost open element among `tags` and all in it."""
        index = self._find(tags, borders)
        while index and len(self._open) > index:
            self._pop()

    def _close_outermost(self, tags: frozenset[str], borders: frozenset[str]) -> None:
        """Close every open element among `tags` inside the innermost of `borders`."""
        while index := self._find(tags, borders):
            while len(self._open) > index:
                self._pop()

    def _pop(self) -> None:
        self._count[self._open.pop().tag] -= 1
