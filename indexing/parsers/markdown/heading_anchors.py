"""The names that a URL's fragment has in a Markdown text: those it states, and of other headings those GitHub makes."""

import re
from collections.abc import Sequence
from typing import Final

from indexing.layout import Mark
from indexing.model import Block

_IN_HEADING: Final = re.compile(
    r"\{:?[ \t]*#([^\s{}]+)[^{}]*\}[ \t#]*(?:\r|\n|\Z)|<a\s[^<>]*?(?:id|name)=[\"']([^\"'<>]+)[\"']"
)
_AT_START: Final = re.compile(r"<(?:a|span|div)\s[^<>]*?\b(?:id|name)=[\"']([^\"'<>]+)[\"']")
_REACH: Final = 1000
"""Characters of a block that are searched."""
_LEFT_OUT: Final = re.compile(r"[^\w\- ]")
"""What GitHub leaves out of a heading: all but letters, digits, `_`, `-` and blanks, of any script."""


def anchors_of(text: str, blocks: Sequence[Block]) -> tuple[Mark, ...]:
    """The anchors of `blocks`, each where its block begins: of each heading, and those that text states at its start.

    >>> from indexing.model import Span
    >>> text = "# A & b\\n# A & b\\n# 费用 {#fees}"
    >>> spans = {Span(0, 7): "A & b", Span(8, 15): "A & b", Span(16, 28): "费用"}
    >>> blocks = [Block(kind="heading", span=span, level=1, title=title) for span, title in spans.items()]
    >>> [mark.name for mark in anchors_of(text, blocks)]
    ['a--b', 'a--b-1', 'fees']
    """
    seen: dict[str, int] = {}
    marks = []
    for block in blocks:
        name = _stated(text, block)
        if block.kind == "heading" and not name:
            name = _numbered(slug(block.title), seen)
        if name:
            marks.append(Mark(block.span.start, name))
    return tuple(marks)


def _stated(text: str, block: Block) -> str:
    """The anchor that a block states: in the source of a heading, or with the element that a text begins with."""
    start, end = block.span.start, min(block.span.end, block.span.start + _REACH)
    if block.kind == "heading":
        if text.find("{", start, end) < 0 and text.find("<a", start, end) < 0:
            return ""
        found = _IN_HEADING.search(text, start, end)
        return (found[1] or found[2]) if found else ""
    found = _AT_START.match(text, start, end) if text.startswith("<", start) else None
    return found[1] if found else ""


def slug(title: str) -> str:
    """A title as GitHub writes it in a fragment.

    >>> slug("Set up: the `key`"), slug("一、费用（月）")
    ('set-up-the-key', '一费用月')
    """
    return _LEFT_OUT.sub("", title.lower()).replace(" ", "-")


def _numbered(name: str, seen: dict[str, int]) -> str:
    """`name`, with a number if another heading has it."""
    numbered = name
    while numbered in seen:
        seen[name] += 1
        numbered = f"{name}-{seen[name]}"
    seen[numbered] = 0
    return numbered if name else ""
