"""The Markdown grammar: CommonMark 0.31 with GFM tables, as markdown-it-py reads it, and the extensions a text shows.

Only blocks are parsed, inline markup just where a heading's title needs it: that doubles the speed of ingest. Likewise
a rule costs time at every line, so each extension is on only in texts that have its marks.
Containers nest to a depth that real documents stay far below; what is deeper is text, so no input exhausts the stack.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, fence, heading, hr, html_block, list_block, reference
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote.index import footnote_def

from indexing.parsers.markdown.admonitions import indented_box
from indexing.parsers.markdown.maths import display_maths
from indexing.parsers.markdown.mdx import is_mdx, mdx_comment, mdx_script
from indexing.parsers.markdown.tag_lines import tag_lines
from indexing.parsers.markdown.tags import closed_in

MAX_DEPTH: Final = 32
"""Nesting of tokens up to which quotes and lists open: 32 quotes or 16 lists in one another."""

MAX_TITLE: Final = 2000
"""Characters of a heading that are its title. A longer one is not parsed for inline markup, either: emphasis and links
cost more than linear time, and so would a title of any length in the path of each chunk."""

_HEADING_ATTRIBUTES = re.compile(r"\{[ \t]*[#.:][^{}]*\}")
"""`{#anchor .class}` at the end of a heading (kramdown, Pandoc, Hugo)."""

_CLOSING_HASHES = re.compile(r"(?<=[ \t])#+")

_DEFINITION = re.compile(r"\n[ \t>]*+:[ \t]")
_MARKS: Final[dict[str, tuple[str, ...]]] = {
    "maths": ("$$", "\\["),
    "footnotes": ("[^",),
    "boxes": ("!!! ", "??? ", "???+ ", '=== "', '===! "', '===+ "'),
    "tags": ("{{<", "{{%", "{%", ":::"),
}
"""Extensions, and what a text has, somewhere, that needs them."""


class Blocks:
    """The blocks of one Markdown text."""

    def __init__(self, source: str, name: str = "") -> None:
        """Parses `source`, whose line ends are all LF, of a document called `name`.

        Raises RecursionError on a stack that is nearly full already.
        """
        components = is_mdx(name, source)
        extensions = _extensions(source, components=components)
        grammar = _grammar(extensions)
        closed = closed_in(source) if "tags" in extensions else None
        self._env: dict[Any, Any] = {"closed": closed, "components": components}
        self.tokens: list[Token] = []
        grammar.block.parse(source, grammar, self._env, self.tokens)

    def title(self, content: str) -> str:
        """The plain text of a heading's `content`: without emphasis, links, code marks, HTML and attributes.

        Of a heading above MAX_TITLE it is the beginning, with its markup.
        """
        content = without_attributes(content)
        if len(content) > MAX_TITLE:
            return " ".join(content[:MAX_TITLE].split())
        inline: list[Token] = []
        try:
            _GRAMMAR.inline.parse(content, _GRAMMAR, self._env, inline)
        except RecursionError:  # hundreds of images, each the description of the next
            return " ".join(content.split())
        return " ".join(_plain(inline).split())


def _extensions(source: str, *, components: bool) -> frozenset[str]:
    """The extensions of the grammar that a text needs."""
    found = {extension for extension, marks in _MARKS.items() if any(mark in source for mark in marks)}
    if _DEFINITION.search(source):
        found.add("definitions")
    return frozenset(found | {"tags", "mdx"} if components else found)


def without_attributes(heading: str) -> str:
    """The source of a heading without attributes at its end, and without closing hashes before these.

    >>> without_attributes("Set up {#set-up}"), without_attributes("Set up ## {#set-up}"), without_attributes("C {x}")
    ('Set up', 'Set up', 'C {x}')
    """
    heading = heading.rstrip()
    start = heading.rfind("{")
    if start < 0 or not _HEADING_ATTRIBUTES.fullmatch(heading, start):
        return heading
    heading = heading[:start].rstrip()
    hashes = _CLOSING_HASHES.fullmatch(heading, len(heading.rstrip("#")))
    return heading[: hashes.start()].rstrip() if hashes else heading


def _plain(inline: Sequence[Token]) -> str:
    """The text of inline tokens, an image standing for its description."""
    parts = []
    for token in inline:
        if token.type in {"text", "text_special", "code_inline"}:
            parts.append(token.content)
        elif token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif token.type == "image":
            parts.append(_plain(token.children or ()))
    return "".join(parts)


def _beginning(marks: str, rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """`rule` where a line begins with one of `marks`, as all that it reads does: to ask it is what costs most."""
    first = frozenset(marks)

    def rule_at_marks(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        start = state.bMarks[start_line] + state.tShift[start_line]
        return state.src[start : start + 1] in first and rule(state, start_line, end_line, silent)

    return rule_at_marks


def _bounded(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """A container's `rule` that opens nothing beyond MAX_DEPTH: there its marks are text."""

    def bounded_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        return state.level < MAX_DEPTH and rule(state, start_line, end_line, silent)

    return bounded_rule


@cache
def _grammar(extensions: frozenset[str]) -> MarkdownIt:
    """The parser with these extensions. It keeps no state between texts, so all threads share one."""
    grammar = MarkdownIt("commonmark", {"maxNesting": 4 * MAX_DEPTH}).enable(["table", "strikethrough"])
    rules = grammar.block.ruler
    always: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    often: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}
    rules.at("fence", _beginning("`~", fence), always)
    rules.at("blockquote", _beginning(">", _bounded(blockquote)), always)
    rules.at("hr", _beginning("*-_", hr), always)
    rules.at("list", _beginning("*-+0123456789", _bounded(list_block)), often)
    rules.at("reference", _beginning("[", reference), {"alt": []})
    rules.at("html_block", _beginning("<", html_block), often)
    rules.at("heading", _beginning("#", heading), often)
    if "maths" in extensions:
        rules.before("fence", "display_maths", _beginning("$\\", display_maths), always)
    if "boxes" in extensions:
        rules.before("fence", "indented_box", _beginning("!?=", _bounded(indented_box)), always)
    if "tags" in extensions:
        rules.before("fence", "tag_lines", _beginning("{:<", tag_lines), always)
    if "footnotes" in extensions:
        footnotes = _beginning("[", _bounded(footnote_def))
        rules.before("reference", "footnote_def", footnotes, {"alt": ["paragraph", "reference"]})
    if "definitions" in extensions:
        deflist_plugin(grammar)
    if "mdx" in extensions:
        rules.before("fence", "mdx_script", _beginning("ie", mdx_script))
        rules.before("fence", "mdx_comment", _beginning("{", mdx_comment), always)
        grammar.disable("code")
    grammar.parse("warm *up*")  # rules are compiled on first use, which two threads must not do at once
    return grammar


_GRAMMAR: Final = _grammar(frozenset())
"""What reads titles."""
