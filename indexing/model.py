"""The nouns of the index: spans, blocks, sections, parents and chunks of one document version.

Everything here is made of spans of one canonical text, never of copied strings. Invariants (property tests hold them):
own spans of a document's chunks are disjoint, in order, lie within one section each and cover all non-blank text
except declared removals; parents partition the chunks.
"""

from typing import Any, Literal

from msgspec import Struct


class Span(Struct, frozen=True, order=True, array_like=True):
    """A half-open range `[start, end)` in code points of a document's canonical text."""

    start: int
    end: int

    def slice(self, text: str) -> str:
        """The characters of `text` in this span.

        >>> Span(2, 5).slice("abcdefg")
        'cde'
        """
        return text[self.start : self.end]


BlockKind = Literal["heading", "paragraph", "list_item", "table", "code", "quote", "html", "formula"]


class Block(Struct, frozen=True, kw_only=True):
    """The smallest structural unit a parser reports."""

    kind: BlockKind
    """What the block is."""
    span: Span
    """Its characters, without surrounding blank lines. Blocks are disjoint and in order."""
    level: int = 0
    """Headings: 1 to 6. Others: 0."""
    title: str = ""
    """Headings: the plain text of the title. Others: empty."""
    context: tuple[Span, ...] = ()
    """What the block needs and does not own, in order: the lead-in of its list or enumeration, the lines of the items
    around it."""
    header: tuple[Span, ...] = ()
    """Tables: the header rows, inside `span`, if it has any. Every piece but the first needs them as context."""
    cuts: tuple[int, ...] = ()
    """Preferred inner borders, strictly rising, inside `span`: between table rows, before a definition or after a blank
    line of code, between the paragraphs of a quote or list item."""
    atomic: bool = False
    """Tables, code: only `cuts` may cut it, or, in one piece that is too long by itself, a grapheme border."""
    language: str = ""
    """Code: the first word of the info string, lower case."""


class Removal(Struct, frozen=True, array_like=True):
    """A range the parser leaves out of search and reading, and says so."""

    span: Span
    reason: str
    """`front_matter`, `html_comment`, …"""


class ParsedText(Struct, frozen=True, kw_only=True):
    """What a parser makes of one document's bytes."""

    text: str
    """The canonical text: BOM removed, newlines untouched, U+0000 and lone surrogates replaced by U+FFFD."""
    blocks: tuple[Block, ...]
    """In order, disjoint; with `removed` they cover all non-blank text."""
    removed: tuple[Removal, ...] = ()
    """In order, disjoint from the blocks."""
    title: str | None = None
    """A title the document states about itself outside its headings (front matter)."""
    attributes: dict[str, Any] = {}
    """What the document states about itself (front matter): scalars and lists of scalars."""
    warnings: tuple[str, ...] = ()
    """One sentence each."""
    charset: str = "utf-8"
    """How the bytes were decoded (Python codec name)."""


class Section(Struct, frozen=True, kw_only=True):
    """A node of the heading tree. Its id is its position, never its title."""

    index: int
    """Position in reading order; 0 is the document itself (level 0, empty path)."""
    parent: int
    """Index of the enclosing section; -1 for section 0."""
    level: int
    """Heading level; 0 for section 0."""
    title: str
    """Plain text of the heading. Section 0: the title in the front matter, or empty."""
    path: tuple[str, ...]
    """Titles from the outermost heading to this one, section 0's title not included."""
    span: Span
    """From its heading to the end of its last descendant."""
    heading: Span | None
    """The heading's own block; None for section 0."""


class Chunk(Struct, frozen=True, kw_only=True):
    """The child: the unit of search."""

    ordinal: int
    """Position in the document, from 0."""
    section: int
    """Index of its section."""
    parent: int
    """Index of its parent in `Outline.parents`."""
    span: Span
    """First to last own character. A declared removal inside it is not owned: see `own_spans`."""
    context: tuple[Span, ...]
    """What it needs to be understood and does not own, in order, all from its own section."""
    kind: BlockKind
    """The kind of the block that has most of its characters."""
    language: str
    """Code language if `kind` is code."""
    tokens: int
    """Tokens of the whole embed text, special tokens and passage prefix included."""
    own_tokens: int
    """Tokens of the own spans alone, without special tokens."""
    method: str
    """How the chunker found its borders: `blocks`, `rows`, `lines`, `sentences`, `graphemes`, `heading`."""
    indexed: bool = True
    """False for the heading of a section that has nothing else: readable, not searched."""


class Parent(Struct, frozen=True, kw_only=True):
    """The unit of reading: a section, a part of a long one, or several small siblings under one heading."""

    index: int
    section: int
    """The section whose content this is: of several siblings, the section around them."""
    first_chunk: int
    """Ordinal of its first chunk."""
    end_chunk: int
    """Ordinal after its last chunk."""
    part: int = 1
    """1-based number among the parents of `section`."""
    of: int = 1
    """How many parents `section` has."""


class Outline(Struct, frozen=True, kw_only=True):
    """The structure of one text: what search and expansion need to know of it."""

    sections: tuple[Section, ...]
    parents: tuple[Parent, ...]
    chunks: tuple[Chunk, ...]
    removed: tuple[Removal, ...] = ()


def own_spans(span: Span, removed: tuple[Removal, ...]) -> tuple[Span, ...]:
    """`span` without the removals inside it, in order.

    >>> own_spans(Span(0, 10), (Removal(Span(3, 5), "html_comment"),))
    (Span(start=0, end=3), Span(start=5, end=10))
    """
    spans, start = [], span.start
    for removal in removed:
        if removal.span.end <= start or removal.span.start >= span.end:
            continue
        if removal.span.start > start:
            spans.append(Span(start, removal.span.start))
        start = removal.span.end
    if start < span.end:
        spans.append(Span(start, span.end))
    return tuple(spans)
