"""HTML source to tokens with exact positions: the only module that knows the tokenizer library.

Positions are code points of the source. Text is cut at character references, so that each token is either the source
itself or what one reference stands for.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

import turbohtml

from indexing.parsers.lines import lines_of, unified

_RAW: Final = "script|style|title|textarea|iframe|noscript|noembed|noframes|xmp"
_EMPTY_RAW: Final = re.compile(rf"<(?:{_RAW})(?:[\s/][^<>]*)?/>", re.IGNORECASE)
"""Elements that HTML never takes as empty: XHTML does."""

_KINDS: Final = {
    turbohtml.TokenType.TEXT: "text",
    turbohtml.TokenType.CHARACTER_REFERENCE: "text",
    turbohtml.TokenType.START_TAG: "start",
    turbohtml.TokenType.END_TAG: "end",
}


class HtmlToken(NamedTuple):
    """A tag, or text between tags and character references."""

    kind: Literal["start", "end", "text", "other"]
    """`other`: comments, declarations, processing instructions."""
    start: int
    """Where it begins in the source."""
    end: int
    name: str
    """Of tags: lower case. Of text: the text; equal to the source unless that has a reference or a fault there."""
    attributes: tuple[tuple[str, str], ...] = ()
    """Of start tags, names in lower case; of equal names the first is meant."""
    closed: bool = False
    """`<x/>`: means an empty element in XHTML and inside `svg` and `math` only."""


def html_tokens(source: str, *, xhtml: bool = False) -> Iterator[HtmlToken]:
    """The tokens of `source` after the HTML standard, section 13.2.5, in order; errors of the page raise nothing.

    >>> [token[:4] for token in html_tokens("<p>5 &lt; 6")]
    [('start', 0, 3, 'p'), ('text', 3, 5, '5 '), ('text', 5, 9, '<'), ('text', 9, 11, ' 6')]
    """
    readable = _EMPTY_RAW.sub(lambda found: " " * len(found.group()), source) if xhtml else source
    starts = lines_of(source).starts
    before: turbohtml.Token | None = None
    before_at = 0
    for token in _library_tokens(readable):
        at = starts[token.line - 1] + token.col
        if before is not None:
            yield _token(readable, before, before_at, at)
        before, before_at = token, at
    if before is not None:
        yield _token(readable, before, before_at, len(source))


def _library_tokens(source: str) -> Iterable[turbohtml.Token]:
    return turbohtml.tokenize(source, resolve_references=False)


def _token(source: str, token: turbohtml.Token, start: int, end: int) -> HtmlToken:
    """`token`, which stands in `[start, end)`."""
    kind = _KINDS.get(token.type, "other")
    if kind == "start":
        attributes = tuple(token.attrs or ())
        return HtmlToken("start", start, end, token.tag or "", attributes, token.self_closing)
    if kind == "end":
        return HtmlToken("end", start, end, token.tag or "")
    if kind == "text":
        return HtmlToken("text", start, end, _source_or(token.data or "", source[start:end]))
    return HtmlToken("other", start, end, "")


def _source_or(data: str, source: str) -> str:
    r"""`source` where it says the same as `data` but for its line ends.

    >>> _source_or("a\nb", "a\r\nb"), _source_or("ef", "e</>f")
    ('a\r\nb', 'ef')
    """
    return source if data == source or data == unified(source) else data
