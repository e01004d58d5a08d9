"""Nodes of a syntax tree, walked one at a time: a file of data may have a million side by side."""

from collections.abc import Iterator

from tree_sitter import Node


def children_of(node: Node) -> Iterator[Node]:
    """The named children of a node, in order."""
    cursor = node.walk()
    more = cursor.goto_first_child()
    while more:
        child = cursor.node
        if child is not None and child.is_named:
            yield child
        more = cursor.goto_next_sibling()


def size_of(node: Node) -> int:
    """Its bytes."""
    return node.end_byte - node.start_byte
