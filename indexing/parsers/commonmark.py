"""The Markdown grammar: CommonMark 0.31 with GFM tables and display maths, as markdown-it-py reads it.

Only blocks are parsed, inline markup just where a heading's title needs it: that doubles the speed of ingest.
Containers nest to a depth that real documents stay far below; what is deeper is text, so no input exhausts the stack.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote, list_block
from markdown_it.token import Token

from indexing.parsers.maths import display_maths

MAX_DEPTH: Final = 32
"""Nesting of tokens up to which quotes and lists open: 32 quotes or 16 lists in one another."""

MAX_TITLE: Final = 2000
"""Characters of a heading that are its title. A longer one is not parsed for inline markup, either: emphasis and links
cost more than linear time, and so would a title of any length in the path of each chunk."""

_HEADING_ATTRIBUTES = re.compile(r"\{[ \t]*[#.:][^{}]*\}")
"""`{#anchor .class}` at the end of a heading (kramdown, Pandoc, Hugo)."""

_CLOSING_HASHES = re.compile(r"(?<=[ \t])#+")


class Blocks:
    """The blocks of one Markdown text."""

    def __init__(self, source: str) -> None:
        """Parses `source`, whose line ends are all LF. Raises RecursionError on a stack that is nearly full already."""
        self._env: dict[Any, Any] = {}
        self.tokens: list[Token] = []
        _GRAMMAR.block.parse(source, _GRAMMAR, self._env, self.tokens)

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


def _bounded(rule: RuleFuncBlockType) -> RuleFuncBlockType:
    """A container's `rule` that opens nothing beyond MAX_DEPTH: there its marks are text."""

    def bounded_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        return state.level < MAX_DEPTH and rule(state, start_line, end_line, silent)

    return bounded_rule


def _grammar() -> MarkdownIt:
    """The parser. It keeps no state between texts, so all threads share one."""
    grammar = MarkdownIt("commonmark", {"maxNesting": 4 * MAX_DEPTH}).enable(["table", "strikethrough"])
    interrupted: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    grammar.block.ruler.at("blockquote", _bounded(blockquote), interrupted)
    grammar.block.ruler.at("list", _bounded(list_block), {"alt": ["paragraph", "reference", "blockquote"]})
    grammar.block.ruler.before("fence", "display_maths", display_maths, interrupted)
    grammar.parse("warm *up*")  # rules are compiled on first use, which two threads must not do at once
    return grammar


_GRAMMAR: Final = _grammar()
