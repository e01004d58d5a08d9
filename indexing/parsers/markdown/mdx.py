"""MDX: Markdown with components, imports and comments of JavaScript (mdxjs.com, "What is MDX?").

Only a text that shows it is read as such: its name ends in `.mdx`, it begins with an import, or a component is opened
and closed on lines of its own. In MDX an indent makes no code.
"""

import re
from typing import Final

from markdown_it.rules_block import StateBlock

SCRIPT_TOKEN: Final = "mdx_script"
"""Type of the token of imports and exports."""
COMMENT_TOKEN: Final = "mdx_comment"
"""Type of the token of a comment in braces."""

_IMPORT: Final = re.compile(
    r"import\s+(?:(?:[\w$]+\s*,?\s*)?(?:\{[^{}]*\}|\*\s+as\s+[\w$]+)?\s*\bfrom\s+)?['\"][^'\"]+['\"];?\s*\Z"
)
_SCRIPT: Final = re.compile(
    r"import\s+(?:['\"]|[\w*{][^\n]*?(?:\bfrom\s*['\"]|[{,][ \t]*$))"
    r"|export\s+(?:const|let|var|function|default|async|\{|\*)",
)
_OPENED: Final = re.compile(r"^[ \t]*+<([A-Z]\w*[a-z][\w.]*+)(?=[\s/>])[^<>\n]*+>[ \t]*+$", re.MULTILINE)
_CLOSED: Final = re.compile(r"^[ \t]*+</([A-Z]\w*[a-z][\w.]*+)>[ \t]*+$", re.MULTILINE)
_MAX_LINES: Final = 500
"""Of one import or export."""
_MAX_COMMENT: Final = 20_000
"""Characters: so many openers that nothing closes stay linear."""


def is_mdx(name: str, source: str) -> bool:
    """Whether the Markdown `source` of a document called `name` is MDX.

    >>> is_mdx("a.mdx", ""), is_mdx("a.md", "<Tabs>\\n\\na\\n\\n</Tabs>")
    (True, True)
    >>> is_mdx("a.md", "import Tabs from '@theme/Tabs';\\n\\n# A")
    True
    >>> is_mdx("a.md", "<TABLE>\\n</TABLE>"), is_mdx("a.md", "import a text from 'there'")
    (False, False)
    """
    if name.lower().endswith(".mdx") or begins_with_import(source):
        return True
    return "</" in source and not {*_CLOSED.findall(source)}.isdisjoint(_OPENED.findall(source))


def begins_with_import(source: str) -> bool:
    """Whether the first line that is not blank imports something."""
    return _IMPORT.match(source.lstrip()[:300].partition("\n")[0]) is not None


def mdx_script(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Block rule for markdown-it: an import or export, from the margin to a blank line with all braces shut."""
    start = state.bMarks[start_line]
    if silent or state.level or state.sCount[start_line] or not state.src.startswith(("import", "export"), start):
        return False
    if not _SCRIPT.match(state.src, start, state.eMarks[start_line]):
        return False
    last, depth = start_line, 0
    for line in range(start_line, min(end_line, start_line + _MAX_LINES)):
        if depth <= 0 and state.isEmpty(line):
            break
        depth += _opened(state.src[state.bMarks[line] : state.eMarks[line]])
        last = line
    token = state.push(SCRIPT_TOKEN, "", 0)
    token.map = [start_line, last + 1]
    state.line = last + 1
    return True


def mdx_comment(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Block rule for markdown-it: `{/* … */}`, which begins and ends with its lines."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("{/*", start):
        return False
    close = state.src.find("*/}", start, min(start + _MAX_COMMENT, state.eMarks[end_line - 1]))
    if close < 0:
        return False
    last = start_line
    while state.eMarks[last] < close:
        last += 1
    if state.src[close + 3 : state.eMarks[last]].strip():
        return False
    if not silent:
        token = state.push(COMMENT_TOKEN, "", 0)
        token.map = [start_line, last + 1]
        state.line = last + 1
    return True


def _opened(line: str) -> int:
    """How many braces and brackets a line opens more than it shuts."""
    return sum(line.count(opening) for opening in "{[(") - sum(line.count(closing) for closing in "}])")
