"""Definitions: what a node of a grammar is, by the tables of its language: its role, names, body and signature."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from tree_sitter import Node

from indexing.model import Span
from indexing.parsers.code.names import call_name, names_of, own_name
from indexing.parsers.code.nodes import children_of
from indexing.parsers.code.parts import Part, Role
from indexing.parsers.code.positions import Positions
from indexing.parsers.code.syntax import Syntax
from indexing.parsers.lines import trimmed

SIGNATURE_CHARACTERS: Final = 300
"""Of a longer signature the first line is taken."""

LEAST_DOCUMENTED: Final = 4
"""Lines, comment included, from which a one-line definition is a unit of its own."""

_WRAPS: Final = 8
"""Wrappers around each other that are looked through."""

_NAMES: Final = 8
"""Names that a wrapper of several definitions gives."""

_CALLBACKS: Final = 2
"""The last arguments of a call among which a function is looked for."""

_REQUIRE: Final = re.compile(r"(?:(?:const|let|var|local)\s[^=]{1,200}=\s*)?(?:require(?:_relative)?|import)\b")
_ATTRIBUTE: Final = re.compile(r"decorator|attribute|annotation$")


class Definitions:
    """Reads the nodes of one source as definitions."""

    def __init__(self, positions: Positions, language: str, syntax: Syntax) -> None:
        self._positions = positions
        self._text = positions.text
        self._language = language
        self._syntax = syntax
        self._defining = syntax.units | syntax.containers | syntax.spaces
        self._leading = self._defining | syntax.wrappers | syntax.calls

    def defines(self, node: Node) -> bool:
        """Whether a node is a unit or container without being wrapped."""
        return node.type in self._defining

    def unwrapped(self, node: Node) -> list[Node]:
        """`node` and what it wraps, down to a unit or container; `node` alone where there is none."""
        return self._path(node, _WRAPS) or [node]

    def _path(self, node: Node, steps: int) -> list[Node]:
        """From `node` down to what it wraps; empty where it wraps nothing. A call wraps its last function."""
        if node.type in self._defining:
            return [node]
        if not steps or node.type not in self._syntax.wrappers | self._syntax.calls:
            return []
        inside = (child for child in children_of(node) if child.type in self._leading)
        is_call = node.type in self._syntax.calls
        for child in reversed(deque(inside, maxlen=_CALLBACKS)) if is_call else islice(inside, 1):
            path = self._path(child, steps - 1)
            if path:
                return [node, *path]
        return []

    def role(self, nodes: Sequence[Node], span: Span) -> Role:
        """What the innermost of `nodes`, unwrapped, is; `span` is that of the outermost."""
        syntax, core = self._syntax, nodes[-1]
        if core.type in syntax.imports or _REQUIRE.match(self._text, span.start, span.end):
            return "import"
        if core.type in syntax.spaces:
            return "space"
        if core.type in syntax.containers or self._call(nodes) is not None:
            return "container"
        return "unit" if core.type in syntax.units or self._is_prototype(core) else "statement"

    def _call(self, nodes: Sequence[Node]) -> int | None:
        """Which of `nodes` is the call that takes the innermost as a function."""
        return next((i for i, node in enumerate(nodes[:-1]) if node.type in self._syntax.calls), None)

    def _is_prototype(self, node: Node | None) -> bool:
        """Whether a declaration is that of a function."""
        for _ in range(_WRAPS if self._syntax.declarators else 0):
            node = node.child_by_field_name("declarator") if node is not None else None
            if node is not None and node.type in self._syntax.declarators:
                return True
        return False

    def part(self, nodes: Sequence[Node], role: Role, span: Span, start: int) -> Part:
        """The part of `nodes`, wrapped around each other, whose `span` begins at `start` with what is attached."""
        known = role in ("unit", "container", "space")
        nameless = role == "import" or (not known and nodes[0].type in self._syntax.nameless)
        part = Part(start=start, own=span.start, end=span.end, role=role, node=nodes[0])
        part.names = () if nameless else self._names(nodes)
        part.body = self._body(nodes[-1]) if known else None
        part.signature = self._signature(nodes, part.body) if known else None
        if role == "space" and part.body is None:  # the namespace of a whole file
            part.role, part.names = "statement", ()
            return part
        part.is_unit = self._is_unit(part, span, known=known)
        return part

    def _names(self, nodes: Sequence[Node]) -> tuple[str, ...]:
        """The name that a wrapper gives to what is in it, else what that calls itself."""
        call = self._call(nodes)
        given = next(filter(None, map(own_name, nodes[: len(nodes) - 1 if call is None else call])), "")
        if not given and call is not None:
            given = call_name(nodes[call], nodes[-1])
        if given:
            return (given,)
        cores = filter(self.defines, children_of(nodes[-2])) if len(nodes) > 1 else nodes
        return tuple(name for core in islice(cores, _NAMES) for name in names_of(core, self._language))

    def _body(self, core: Node) -> Node | None:
        for child in core.named_children:
            if child.type in self._syntax.bodies:
                return child
            if child.type in self._syntax.wrappers:
                inner = _first(child.named_children, self._syntax.bodies)
                if inner is not None:
                    return inner
        return None

    def _signature(self, nodes: Sequence[Node], body: Node | None) -> Span | None:
        """From the first word of a definition, decorators apart, to its body."""
        if body is None:
            return None
        first = next((each for each in _words(nodes[0]) if not _ATTRIBUTE.search(each.type)), nodes[0])
        if first.start_byte >= body.start_byte:
            return None
        last = first
        for child in nodes[-1].children:
            if child.start_byte >= body.start_byte:
                break
            last = last if child.type in self._syntax.attached else child
        span = trimmed(self._text, self._positions.at(first.start_byte), self._positions.at(last.end_byte))
        if span.end - span.start > SIGNATURE_CHARACTERS:
            line = self._text.find("\n", span.start, span.start + SIGNATURE_CHARACTERS)
            span = trimmed(self._text, span.start, max(line, span.start))
        return span if any(map(str.isalnum, span.slice(self._text))) else None

    def _is_unit(self, part: Part, span: Span, *, known: bool) -> bool:
        if not part.names:
            return known and not self._syntax.entry_size and "\n" in span.slice(self._text)
        if self._syntax.entry_size:
            is_record = part.node is not None and part.node.type in self._syntax.records
            return known and (is_record or part.size >= self._syntax.entry_size)
        if known and "\n" in span.slice(self._text):
            return True
        return part.start < span.start and self._text.count("\n", part.start, part.end) + 1 >= LEAST_DOCUMENTED


def _first(nodes: Iterable[Node], types: frozenset[str]) -> Node | None:
    return next((node for node in nodes if node.type in types), None)


def _words(node: Node) -> Iterator[Node]:
    """What a definition begins with; modifiers one by one."""
    for child in node.children:
        yield from child.children if child.type == "modifiers" else (child,)
