"""Lines of nothing but tags, as a block rule of the Markdown parser: each is a token of its own, so that what stands
between an opening and a closing line is read as Markdown; or as code, or left out, where the tag says so.
"""

import re
from typing import Final

from markdown_it.rules_block import StateBlock

from indexing.parsers.markdown.tags import MAX_LINE, Closed, Tag, tags_of

TAG_TOKEN: Final = "tag_line"
"""Type of the token of such a line; its `meta` has the `tags`, and the `mark` they begin with."""
COMMENT_TOKEN: Final = "tag_comment"
"""Type of the token of text between tags that nobody is to read."""

_MARKS: Final = frozenset("{:<")
_DRAWN: Final = frozenset({"mermaid", "highlight", "katex", "chart"})
"""Tags around code."""
_LANGUAGE: Final = re.compile(r"(?:codelang|language|lang)[ ]*=[ ]*[\"']?([\w+-]+)|highlight[ ]+\"?([\w+-]+)")
_SINGLES: Final = re.compile(r"(?:\{\{[<%][^\n{}]*+(?<=[>%])\}\}\s*+)++")


def tag_lines(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """Block rule for markdown-it: a line of tags, or all lines that a tag makes code or a comment.

    `state.env` has what is `closed` in the text, and whether it may have `components`.
    """
    start = state.bMarks[start_line] + state.tShift[start_line]
    if state.src[start : start + 1] not in _MARKS or state.is_code_block(start_line):
        return False
    tags = _tags(state, start_line)
    if tags and not silent:
        _push(state, tags, start_line, end_line)
    return bool(tags)


def single_tags(paragraph: str) -> bool:
    """Whether a paragraph is nothing but shortcodes: included files, figures.

    >>> single_tags('{{< codenew file="a.yaml" >}}'), single_tags("{{< figure >}} shows"), single_tags("a")
    (True, False, False)
    """
    return _SINGLES.fullmatch(paragraph) is not None


def _tags(state: StateBlock, line: int) -> tuple[Tag, ...]:
    """The tags that a line consists of."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    closed: Closed = state.env["closed"]
    if end - start > MAX_LINE:
        return ()
    return tags_of(state.src[start:end].rstrip(), closed, components=state.env["components"])


def _push(state: StateBlock, tags: tuple[Tag, ...], first: int, end: int) -> None:
    """Add the token of a line of `tags`, or of all that is between it and the line that closes it."""
    language = _language(state, tags, first)
    hidden = len(tags) == 1 and tags[0].opens and tags[0].name == "comment"
    last = _closing_line(state, tags[0], first, end) if language or hidden else None
    token = state.push(TAG_TOKEN if last is None else COMMENT_TOKEN if hidden else "fence", "", 0)
    if last is None:
        start = state.bMarks[first] + state.tShift[first]
        token.meta = {"tags": tags, "mark": state.src[start : start + 2]}
    elif not hidden:
        token.info, token.content = language, state.getLines(first + 1, last, state.blkIndent, True)
    token.map = [first, (first if last is None else last) + 1]
    state.line = token.map[1]


def _language(state: StateBlock, tags: tuple[Tag, ...], line: int) -> str:
    """The language of the code that a line of tags opens; empty when it opens none."""
    if len(tags) > 1 or not tags[0].opens or tags[0].syntax not in ("shortcode", "liquid"):
        return ""
    found = _LANGUAGE.search(state.src, state.bMarks[line], state.eMarks[line])
    if tags[0].name in _DRAWN:
        return (found[1] or found[2]) if found else tags[0].name
    return found[1] or "" if found and "codelang" in found[0] else ""


def _closing_line(state: StateBlock, tag: Tag, first: int, end: int) -> int | None:
    """The line that closes `tag`, None when none does: what was searched in vain is remembered, so that many openers
    cost one search.
    """
    key = f"unclosed {state.level} {tag.name}"
    for line in range(max(first + 1, state.env.get(key, 0)), end):
        if state.src.startswith("{", state.bMarks[line] + state.tShift[line]):
            tags = _tags(state, line)
            if tags and tags[0].closes and tags[0].name == tag.name:
                return line
    state.env[key] = end
    return None
