r"""Display maths, `$$ … $$` or `\[ … \]`, as a block rule of the Markdown parser: its lines are opaque, `#` in them
heads nothing.

A bare opening mark opens a block that the next line ending in the closing one closes. `$$ x` with more on its line must
close on that line or before a blank one. A line that goes on after the closing mark is ordinary text, and so is an
opener that nothing closes: prices and process ids stay what they are, and so do brackets that are escaped in a text.
"""

import re
from bisect import bisect_left

from markdown_it.rules_block import StateBlock
from msgspec import Struct

MATHS_TOKEN = "maths_block"
"""Type of the token this rule makes."""

_ONE_LINE = {
    "$$": re.compile(r"\$\$(?!\$)(?:(?!\$\$).)+\$\$\s*(?:\([^()$]*\)\s*|[.,;]\s*)?$"),
    "\\[": re.compile(r"\\\[(?=.*[=^_+<>]|.*\\[A-Za-z]{2})(?:(?!\\\]).)+\\\]\s*(?:\([^()$]*\)\s*|[.,;]\s*)?$"),
}
"""`$$ x $$`, possibly with an equation number or the sentence's mark behind it; in brackets, with a sign of maths."""
_CLOSING = {"$$": "$$", "\\[": "\\]"}


class _MathsLines(Struct, frozen=True):
    """Line numbers of a whole text, rising: looked up, so that many openers that nothing closes stay linear."""

    closing: dict[str, list[int]]
    """Lines that end in the closing mark, by the opening one."""
    blank: list[int]


def display_maths(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Block rule for markdown-it: consumes display maths that begins at `start_line`."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    mark = state.src[start : start + 2]
    if mark not in _CLOSING or state.is_code_block(start_line):
        return False
    last = _last_line(state, mark, start_line, end_line)
    if last is None:
        return False
    if not silent:
        token = state.push(MATHS_TOKEN, "math", 0)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


def _last_line(state: StateBlock, mark: str, start_line: int, end_line: int) -> int | None:
    """The line that closes the maths that `mark` opens at `start_line`, None when it opens nothing."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    opener = state.src[start : state.eMarks[start_line]].rstrip()
    if _ONE_LINE[mark].match(opener):
        return start_line
    if "$" in opener[2:] or _CLOSING[mark] in opener[2:]:
        return None
    lines = _lines(state)
    closing = _first_at_least(lines.closing[mark], start_line + 1, end_line)
    if opener != mark and _first_at_least(lines.blank, start_line, end_line) < closing:
        return None
    return closing if closing < end_line and _stays_inside(state, start_line, closing) else None


def _lines(state: StateBlock) -> _MathsLines:
    """The closing and the blank lines of the whole text, found once per parse."""
    found = state.env.get("maths_lines")
    if found is None:
        stripped = [line.rstrip() for line in state.src.split("\n")]
        closing = {
            mark: [number for number, line in enumerate(stripped) if line.endswith(close)]
            for mark, close in _CLOSING.items()
        }
        blank = [number for number, line in enumerate(stripped) if not line]
        found = state.env["maths_lines"] = _MathsLines(closing, blank)
    return found


def _first_at_least(numbers: list[int], least: int, default: int) -> int:
    """The first of the rising `numbers` that is not below `least`, `default` when there is none."""
    place = bisect_left(numbers, least)
    return numbers[place] if place < len(numbers) else default


def _stays_inside(state: StateBlock, first: int, last: int) -> bool:
    """Whether no line in `[first, last]` is outdented from the container (list item) the maths begins in.

    The first outdented line is remembered per container, so that many openers in one item cost one scan.
    """
    key = f"maths_outdent {state.level} {state.blkIndent}"
    since, outdent = state.env.get(key, (0, 0))
    if not since <= first < outdent:
        outdent = first
        while outdent <= last and (state.isEmpty(outdent) or state.sCount[outdent] >= state.blkIndent):
            outdent += 1
        if outdent <= last:
            state.env[key] = (first, outdent)
    return bool(outdent > last)
