"""Scopes: the parts of a file, class or namespace, in order.

Grammar nodes in, spans of the text out. Between the parts of a scope nothing is left but blanks: a separator belongs to
the part before it, a condition of a preprocessor to the part behind it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from tree_sitter import Node

from indexing.model import Span
from indexing.parsers.code.cuts import SHORT
from indexing.parsers.code.definitions import Definitions
from indexing.parsers.code.nodes import children_of, size_of
from indexing.parsers.code.parts import Part
from indexing.parsers.code.positions import Positions
from indexing.parsers.code.syntax import Syntax
from indexing.parsers.lines import trimmed

LARGEST: Final = 0.6
"""Share of a statement that is the body it was written for, as in modules that are one function call."""

BROKEN: Final = 400
"""Bytes from which what does not follow the grammar is looked into for what does; if that defines something, always."""

_CLOSING: Final = re.compile(r"\s*(?:#\s*endif|end\b|[^\w#]+)")
"""What a scope has between its parts and belongs to the part before it."""


class Scopes:
    """Reads the scopes of one source into parts."""

    def __init__(self, positions: Positions, language: str, syntax: Syntax) -> None:
        self._positions = positions
        self._text = positions.text
        self.syntax = syntax
        """The tables it reads by."""
        self._definitions = Definitions(positions, language, syntax)

    def parts(self, scope: Node) -> list[Part]:
        """The parts of `scope`, in order."""
        return self._read(self._flat(scope))

    def members(self, part: Part) -> list[Part]:
        """The parts in the body of a container, with the comments that a grammar leaves before the body."""
        body = part.body
        around = body.parent if body is not None else None
        if body is None or around is None:
            return []
        least = part.signature.end if part.signature else part.own
        comments = (
            node
            for node in children_of(around)
            if node.type in self.syntax.attached
            and node.end_byte <= body.start_byte
            and self._positions.at(node.start_byte) >= least
            and self._begins_line(node)
        )
        return self._read(chain(comments, self._flat(body)))

    def opened(self, part: Part) -> list[Part]:
        """The parts in a statement that is mostly the body of one function or object, or in a container without a name,
        if that has units; else none.
        """
        node = part.node
        while node is not None and node.type not in self.syntax.bodies:
            largest = max(node.named_children, key=size_of, default=None)
            node = largest if largest is not None and size_of(largest) > LARGEST * size_of(node) else None
        if node is None or (node is part.body and part.names):
            return []
        parts = self.parts(node)
        return parts if any(each.is_unit for each in parts) else []

    def _read(self, nodes: Iterable[Node]) -> list[Part]:
        """The parts that `nodes` of one scope make up, in order."""
        parts: list[Part] = []
        waiting: list[Span] = []
        for node in nodes:
            span = self._span(node)
            if span.start == span.end or (parts and span.start < parts[-1].end):
                continue
            if node.type in self.syntax.attached:
                self._attach(span, waiting, parts)
                continue
            if waiting and self._is_apart(waiting[-1].end, span.start):
                self._detach(waiting, parts)
            start = waiting[0].start if waiting else span.start
            wrapped = self._definitions.unwrapped(node)
            role = self._definitions.role(wrapped, span)
            if role == "statement" and not waiting and self._continues(span, parts):
                parts[-1].end = span.end
                continue
            waiting.clear()
            self._fill(self._definitions.part(wrapped, role, span, start), parts)
        self._detach(waiting, parts)
        return parts

    def _flat(self, scope: Node) -> Iterator[Node]:
        """The named children of a scope, in order; instead of transparent ones what is in them.

        Iterative: broken sources nest errors deeply.
        """
        transparent = self.syntax.transparent
        if self.syntax.entry_size and _count(scope, transparent) > 1:
            transparent = frozenset()  # records one after the other are units, not one mapping
        stack: list[Iterator[Node]] = [children_of(scope)]
        while stack:
            node = next(stack[-1], None)
            if node is None:
                stack.pop()
            elif node.type in transparent or (node.is_error and self._is_opened(node)):
                stack.append(self._inside(node))
            else:
                yield node

    def _is_opened(self, error: Node) -> bool:
        """Whether what does not follow the grammar is looked into."""
        return size_of(error) > BROKEN or any(map(self._definitions.defines, children_of(error)))

    def _inside(self, node: Node) -> Iterator[Node]:
        """The children of a transparent node behind its first line, with those of its body."""
        is_directive = node.type.startswith("preproc") or node.type == "linkage_specification"
        first_row = node.start_point.row
        for child in children_of(node):
            if child.type in self.syntax.bodies:
                yield from children_of(child)
            elif not is_directive or child.start_point.row > first_row:
                yield child

    def _attach(self, span: Span, waiting: list[Span], parts: list[Part]) -> None:
        """A comment or decorator: of the part before it on the same line, else of what comes."""
        if parts and not waiting and "\n" not in self._text[parts[-1].end : span.start]:
            parts[-1].end = span.end
            return
        if waiting and self._is_apart(waiting[-1].end, span.start):
            self._detach(waiting, parts)
        waiting.append(span)

    def _detach(self, waiting: list[Span], parts: list[Part]) -> None:
        """What waits becomes a part of its own."""
        if waiting:
            self._fill(Part(start=waiting[0].start, own=waiting[0].start, end=waiting[-1].end, role="statement"), parts)
            waiting.clear()

    def _fill(self, part: Part, parts: list[Part]) -> None:
        """Appends `part`; what is between it and the part before it goes to one of them."""
        if parts:
            gap = self._text[parts[-1].end : part.start]
            line_end = gap.find("\n") if "\n" in gap else len(gap)
            closing = _CLOSING.match(gap)
            taken = max(line_end, closing.end() if closing else 0)
            parts[-1].end += len(gap[:taken].rstrip())
            part.start = trimmed(self._text, parts[-1].end, part.start + 1).start
        parts.append(part)

    def _continues(self, span: Span, parts: Sequence[Part]) -> bool:
        """Whether a statement goes on a line of short ones, as in minified code: together they are one part."""
        if not parts or parts[-1].role != "statement" or span.end - parts[-1].start > SHORT:
            return False
        return "\n" not in self._text[parts[-1].start : span.start]

    def _span(self, node: Node) -> Span:
        start, end = self._positions.at(node.start_byte), self._positions.at(node.end_byte)
        if start < end and not self._text[start].isspace() and not self._text[end - 1].isspace():
            return Span(start, end)
        return trimmed(self._text, start, end)

    def _is_apart(self, end: int, start: int) -> bool:
        """Whether a blank line is between."""
        return self._text.count("\n", end, start) > 1

    def _begins_line(self, node: Node) -> bool:
        start = self._positions.at(node.start_byte)
        return not self._text[self._text.rfind("\n", 0, start) + 1 : start].strip()


def _count(scope: Node, types: frozenset[str]) -> int:
    """How many children of these types a scope has, at most 2."""
    found = 0
    for node in children_of(scope):
        found += node.type in types
        if found > 1:
            break
    return found
