"""The tree of a Markdown text: the parser's flat tokens as nodes with what they enclose."""

from collections.abc import Iterator, Sequence
from typing import Final

from markdown_it.token import Token
from msgspec import Struct

LISTS: Final = frozenset({"bullet_list_open", "ordered_list_open"})
TEXTS: Final = frozenset({"paragraph_open", "heading_open"})
TERM: Final = "dt_open"
OWN: Final = TEXTS | {TERM}
"""What is an item's own text."""


class Node(Struct, frozen=True):
    """A token, what it encloses, and its lines `[first, end)`."""

    token: Token
    children: "tuple[Node, ...]"
    first: int
    end: int

    @property
    def is_text(self) -> bool:
        """Whether it is a paragraph, a heading, or a quote of these only."""
        return self.token.type in TEXTS or (
            self.token.type == "blockquote_open" and all(child.is_text for child in self.children)
        )

    def texts(self) -> "Iterator[Node]":
        """The paragraphs and headings inside a quote, in order."""
        for child in self.children:
            yield from (child,) if child.token.type in TEXTS else child.texts()


def tree_of(tokens: Sequence[Token]) -> tuple[Node, ...]:
    """The nodes of a token stream; tokens without lines (inline text, table parts) are left out."""
    levels: list[list[Node]] = [[]]
    opened: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            opened.append(token)
            levels.append([])
            continue
        if token.nesting == -1:
            children, token = tuple(levels.pop()), opened.pop()
        else:
            children = ()
        if token.map:
            levels[-1].append(Node(token, children, token.map[0], token.map[1]))
    return tuple(levels[0])


def runs_of(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """The children of an item: paragraphs that follow each other together, everything else alone."""
    run: list[Node] = []
    for node in nodes:
        if node.token.type in OWN:
            run.append(node)
            continue
        if run:
            yield run
            run = []
        yield [node]
    if run:
        yield run


def definitions_of(node: Node) -> Iterator[tuple[Node, Node]]:
    """Each term of a definition list with one of its definitions; the first one has the term as its first paragraph."""
    term = node
    fresh = False
    for child in node.children:
        if child.token.type == TERM:
            term, fresh = Node(child.token, (), child.first, child.first + 1), True
        elif fresh:
            yield term, Node(child.token, (term, *child.children), term.first, child.end)
            fresh = False
        else:
            yield term, child
