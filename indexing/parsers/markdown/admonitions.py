"""Boxes with indented content, as a block rule of the Markdown parser: `!!! note "Title"`, `??? warning`, `=== "Tab"`
(Python-Markdown and Material for MkDocs). What is indented below is read as Markdown.
"""

import re
from typing import Final

from markdown_it.rules_block import StateBlock

from indexing.parsers.markdown.note_words import is_note_word

BOX_TOKEN: Final = "box_open"
"""Type of the token around a box; its `info` is `note` or `tab`. The first line is a paragraph inside it."""

_OPENER: Final = re.compile(
    r"(?:!!!|\?\?\?\+?)[ \t]+(?:inline[ \t]+(?:end[ \t]+)?)?(?P<type>[A-Za-z][\w-]*)[^\n]*\Z"
    r"|===[!+]?[ \t]+\"[^\"\n]+\"[ \t]*\Z"
)
_INDENT: Final = 4


def indented_box(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Block rule for markdown-it: a box with its content."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith(("!!!", "???", "==="), start) or state.is_code_block(start_line):
        return False
    found = _OPENER.match(state.src[start : state.eMarks[start_line]])
    end = _end(state, start_line, end_line)
    if found is None or (end == start_line + 1 and found["type"] is None):
        return False
    if not silent:
        _read(state, start_line, end, "note" if found["type"] and is_note_word(found["type"].lower()) else "tab")
    return True


def _end(state: StateBlock, start_line: int, end_line: int) -> int:
    """The line behind the last one that is indented enough."""
    end = start_line + 1
    for line in range(start_line + 1, end_line):
        if state.isEmpty(line):
            continue
        if state.sCount[line] < state.blkIndent + _INDENT:
            break
        end = line + 1
    return end


def _read(state: StateBlock, start_line: int, end: int, kind: str) -> None:
    """Add the tokens of a box and of what is in it."""
    opening = state.push(BOX_TOKEN, "div", 1)
    opening.map, opening.info = [start_line, end], kind
    state.push("paragraph_open", "p", 1).map = [start_line, start_line + 1]
    state.push("paragraph_close", "p", -1)
    around = state.blkIndent, state.parentType, state.lineMax
    state.blkIndent, state.parentType, state.lineMax = state.blkIndent + _INDENT, "container", end
    if end > start_line + 1:
        state.md.block.tokenize(state, start_line + 1, end)
    state.blkIndent, state.parentType, state.lineMax = around
    state.push("box_close", "div", -1)
    state.line = end
