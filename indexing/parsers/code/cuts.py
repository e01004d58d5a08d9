"""Where a long piece of source may be cut inside: between statements, entries and arguments, the outermost first.

What is short is not cut; strings and comments are cut between paragraphs where they are longer than a chunk. What
stands on a line of its own is cut from what is before it, and on long lines (minified code, data on one line) what
follows a separator.
"""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node, TreeCursor

from indexing.parsers.code.nodes import size_of

SHORT: Final = 400
"""Bytes of what is never cut inside: 100 to 150 tokens of code."""

LONG_LINE: Final = 300
"""Bytes of a line on which separators count as borders."""

LONG_TEXT: Final = 1200
"""Bytes of a string or comment that is cut between its paragraphs: it is longer than a chunk."""

_WHOLE: Final = re.compile(r"string|comment|heredoc|char_?data|regex|^text$|scalar$", re.IGNORECASE)
"""Types of nodes that are text: their lines are no statements."""

_PARAGRAPH: Final = re.compile(rb"\n[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(?=\S)")

_BODY: Final = re.compile(
    r"body|block(?!_mapping_pair|_sequence_item)|suite|compound_statement|declaration_list|table_constructor"
)
"""Types of nodes that belong to the signature before them."""

_COMMENT: Final = re.compile(r"comment", re.IGNORECASE)
_ATTACHED: Final = re.compile(r"comment|decorator|attribute_|annotation|modifier", re.IGNORECASE)
"""Types of nodes that belong to what is behind them."""

_SEPARATORS: Final = b",;{}[]()>"


def inner_cuts(node: Node, source: bytes) -> Iterator[int]:
    """Byte offsets in `node` before which it may be cut, rising; none when it is short.

    Iterative, so that no nesting is too deep; each node is visited once.
    """
    cursor = node.walk()
    if not _is_long(node) or not cursor.goto_first_child():
        return
    levels = [_Level()]
    while levels:
        child = _node(cursor)
        if child.is_named:
            yield from levels[-1].borders(child, source)
        if _is_text(child):
            yield from _paragraphs(child, source)
        elif _is_long(child) and cursor.goto_first_child():
            levels.append(_Level())
            continue
        while levels and not cursor.goto_next_sibling():
            yield from levels.pop().rest()
            cursor.goto_parent()


class _Level:
    """The children of one node, as far as they were visited."""

    def __init__(self) -> None:
        self._before: Node | None = None
        self._waiting: int | None = None
        """A border before comments; there is none if they only lead to a body."""

    def borders(self, child: Node, source: bytes) -> Iterator[int]:
        """The borders that the next child decides upon, rising."""
        is_comment = _COMMENT.search(child.type) is not None
        if not is_comment and self._waiting is not None:
            if not _BODY.search(child.type):
                yield self._waiting
            self._waiting = None
        if _is_border(child, self._before, source):
            if is_comment:
                self._waiting = child.start_byte
            else:
                yield child.start_byte
        self._before = child

    def rest(self) -> Iterator[int]:
        """The border before comments that nothing follows."""
        if self._waiting is not None:
            yield self._waiting


def _is_border(node: Node, before: Node | None, source: bytes) -> bool:
    """Whether a cut before `node` leaves whole what it and its sibling `before` mean."""
    if before is None or _ATTACHED.search(before.type) or _BODY.search(node.type):
        return False
    start = node.start_byte
    if source[start : start + 1] in b"{([":
        follows = source[max(0, start - LONG_LINE) : start].rstrip()[-1:]
        return bool(follows) and follows in b",;}]" and _may_split(start, source)
    return _may_split(start, source)


def _may_split(start: int, source: bytes) -> bool:
    """Whether `start` is the first of its line, or behind a separator on a long one."""
    head = source[max(0, start - LONG_LINE) : start]
    line = head[head.rfind(b"\n") + 1 :]
    if b"\n" in head and not line.strip():
        return True
    is_long = b"\n" not in head and b"\n" not in source[start : start + LONG_LINE]
    return is_long and line.rstrip()[-1:] in _SEPARATORS


def _paragraphs(node: Node, source: bytes) -> Iterator[int]:
    """Where the paragraphs of a long text begin, but for the first."""
    if size_of(node) > LONG_TEXT:
        yield from (found.end() for found in _PARAGRAPH.finditer(source, node.start_byte, node.end_byte))


def _is_text(node: Node) -> bool:
    return _WHOLE.search(node.type) is not None


def _is_long(node: Node) -> bool:
    return size_of(node) > SHORT


def _node(cursor: TreeCursor) -> Node:
    node = cursor.node
    assert node is not None  # a cursor inside a tree is on a node
    return node
