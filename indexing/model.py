"""The nouns of the index: spans, blocks, sections, parents and chunks of one document version.

Everything here is made of spans of one canonical text, never of copied strings. Invariants (property tests hold them):
own spans of a document's chunks are disjoint, in order, lie within one section each and cover all non-blank text
except declared removals; parents partition the chunks.
"""

from typing import Any, Literal

from msgspec import Struct

from indexing.layout import Layout
from indexing.span import Span as Span

BlockKind = Literal["heading", "paragraph", "list_item", "table", "code", "quote", "html", "formula", "turn"]
"""What a block is; `turn`: what one speaker says at once. Append only: `indexing.format` keeps the codes on disk."""

DocumentKind = Literal[
    "markdown", "html", "pdf", "scan", "docx", "slides", "table", "code", "legal", "faq", "api", "chat", "plain"
]
"""What a document is read as: where its sections, units and labels come from."""

TableRendering = Literal["rows", "pairs"]
"""How rows of tables stand in embed texts: as they are with their header, or each cell with the name of its column."""

Flag = Literal["reference", "no_sentence", "noise", "short"]
"""Why a chunk may be hard to find or to understand: it starts with a reference to something before it, has no sentence,
is mostly noise (as bad OCR gives), or is very short. Append only: `indexing.format` keeps the codes on disk."""


class Block(Struct, frozen=True, kw_only=True):
    """The smallest structural unit a parser reports."""

    kind: BlockKind
    """What the block is."""
    span: Span
    """Its characters, without surrounding blank lines. Blocks are disjoint and in order."""
    level: int = 0
    """From 1: the block opens a section of this depth, as headings, definitions of code and numbered clauses do. 0: it
    lies in the section opened before."""
    title: str = ""
    """With a level: the plain text of the section's title. Others: empty."""
    label: str = ""
    """Its number (`1.2`, `（一）`, `第三条`) where it has one."""
    follows: bool = False
    """It qualifies the block before it (a note, an exception, a short answer): they stay together if they can."""
    context: tuple[Span, ...] = ()
    """What the block needs and does not own, in order: the lead-in of its list or enumeration, the lines of the items
    around it."""
    header: tuple[Span, ...] = ()
    """Inside `span`: what every piece but the first needs as context. Of a table the header rows, of a turn the
    speaker, of a class its signature."""
    cuts: tuple[int, ...] = ()
    """Preferred inner borders, strictly rising, inside `span`: between table rows, before a definition or after a blank
    line of code, between the paragraphs of a quote or list item."""
    atomic: bool = False
    """Tables, code: only `cuts` may cut it, or, in one piece that is too long by itself, a grapheme border."""
    language: str = ""
    """Code: the first word of the info string, or the language it was read in, lower case."""


class Removal(Struct, frozen=True, array_like=True):
    """A range the parser leaves out of search and reading, and says so."""

    span: Span
    reason: str
    """`front_matter`, `html_comment`, …"""


class PageFacts(Struct, frozen=True, kw_only=True):
    """What became of one page or slide."""

    number: int
    """From 1."""
    characters: int
    """Visible ones on the page, those that were left out on purpose (a table of contents) included; 0: the page has no
    text, or no more than its number."""
    confidence: float | None = None
    """Of recognised text, 0 to 1: the mean over its words. None: the page had its own text, or none."""
    doubtful: bool = False
    """Its text was recognised with less confidence than the configuration accepts without a word."""


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
    said: tuple[str, ...] = ()
    """Names of the attributes that its running text says (the day it takes effect), not what describes it: whoever may
    not read all of the text may not be told them. Set by whoever parses."""
    warnings: tuple[str, ...] = ()
    """One sentence each."""
    charset: str = "utf-8"
    """How the bytes were decoded (Python codec name); of formats that are no text files `utf-8`."""
    media_type: str = ""
    """What the bytes were parsed as; set by whoever parses."""
    kind: DocumentKind | None = None
    """What the format alone tells of the kind; None: whoever parses decides."""
    layout: Layout = Layout()
    """Where the text stands in its source; nothing for formats whose text is the source."""
    pages: tuple[PageFacts, ...] = ()
    """Of paged formats, in order."""


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
    """The block that opens it (a heading, or a clause or definition with its content); None for section 0."""
    label: str = ""
    """Its number (`1.2`, `第三条`) where it has one."""


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
    """What it needs to be understood and does not own, in order, from its own section or one around it."""
    kind: BlockKind
    """The kind of the block that has most of its characters."""
    language: str
    """Code language if `kind` is code."""
    tokens: int
    """Tokens of the whole embed text, special tokens and passage prefix included."""
    own_tokens: int
    """Tokens of the own spans alone, without special tokens."""
    method: str
    """How its borders were found: `blocks`, `rows`, `lines`, `sentences`, `graphemes`, `heading`; of the other chunkers
    their name."""
    indexed: bool = True
    """False for the heading of a section that has nothing else: readable, not searched."""
    flags: tuple[Flag, ...] = ()
    """What may be wrong with it, in the order of `Flag`."""
    key: bool = False
    """It lies in a section that the configuration names as a key section."""


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
    layout: Layout = Layout()
    tables: TableRendering = "rows"
    """How rows of tables stand in embed texts."""
    heading_depth: int | None = None
    """How many titles of a heading path, the innermost ones, stand in embed texts; None: all."""


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
