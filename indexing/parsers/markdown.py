"""Markdown to blocks: the tokens of the grammar become blocks with exact spans of the untouched source.

Each line belongs to one block. A quote of nothing but text is whole. Of a list, each item's own text is a block, and
so is each listing, table or quote inside it, with the lines it needs to be understood as context; likewise of a quote.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from markdown_it.token import Token
from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.model import Block, BlockKind, ParsedText, Removal, Span
from indexing.parsers.commonmark import Blocks
from indexing.parsers.coverage import cover
from indexing.parsers.detect import decode
from indexing.parsers.enumeration import with_lead_ins
from indexing.parsers.front_matter import read_front_matter
from indexing.parsers.lead_in import closing_of, opening_of
from indexing.parsers.lines import Lines, lines_of, trimmed, unified
from indexing.parsers.listing import listing_cuts
from indexing.parsers.maths import MATHS_TOKEN
from indexing.parsers.plain import paragraphs_of

_LISTS = frozenset({"bullet_list_open", "ordered_list_open"})
_TEXTS = frozenset({"paragraph_open", "heading_open"})
_NOT_BLANK = re.compile(r"\S")
_HEADER_CELL = re.compile(r"<(?:th|strong|b)[\s>]", re.IGNORECASE)
"""What tells the first row of a table in raw HTML to be its header: header cells, or bold type in their place."""


class _Node(Struct, frozen=True):
    """A token, what it encloses, and its lines `[first, end)`."""

    token: Token
    children: "tuple[_Node, ...]"
    first: int
    end: int


def parse_markdown(content: bytes, charset: str | None) -> ParsedText:
    """The text and blocks of a Markdown document. Raises DocumentRejected (`unknown_encoding`, `no_text`)."""
    decoded = decode(content, charset)
    front = read_front_matter(decoded.text)
    blocks, removed, warnings = _read(decoded.text, front.end)
    if front.end:
        removed = (Removal(trimmed(decoded.text, 0, front.end), "front_matter"), *removed)
    covered = cover(decoded.text, blocks, removed)
    if not covered:
        raise DocumentRejected("no_text", "the document has no text besides front matter and comments")
    return ParsedText(
        text=decoded.text,
        blocks=with_lead_ins(decoded.text, covered),
        removed=removed,
        title=front.title,
        attributes=front.attributes,
        warnings=(*decoded.warnings, *front.warnings, *warnings),
        charset=decoded.charset,
    )


def _read(text: str, start: int) -> tuple[tuple[Block, ...], tuple[Removal, ...], tuple[str, ...]]:
    """The blocks of `text` from `start` on, the removals among them, and warnings."""
    try:
        parsed = Blocks(unified(text[start:]))
        found = tuple(_Reader(lines_of(text, start), parsed).document(_tree(parsed.tokens)))
    except RecursionError:
        return paragraphs_of(text, start), (), ("the Markdown is nested too deeply and was read as plain text",)
    blocks = tuple(item for item in found if isinstance(item, Block))
    return blocks, tuple(item for item in found if isinstance(item, Removal)), ()


def _tree(tokens: Sequence[Token]) -> tuple[_Node, ...]:
    """The nodes of a token stream; tokens without lines (inline text, table parts) are left out."""
    levels: list[list[_Node]] = [[]]
    opened: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            opened.append(token)
            levels.append([])
            continue
        if token.nesting == -1:
            children, token = tuple(levels.pop()), opened.pop()
        else:
            children = ()
        if token.map:
            levels[-1].append(_Node(token, children, token.map[0], token.map[1]))
    return tuple(levels[0])


class _Reader:
    """Reads the nodes of one text into blocks and removals."""

    def __init__(self, lines: Lines, parsed: Blocks) -> None:
        self._lines = lines
        self._text = lines.text
        self._parsed = parsed

    def document(self, nodes: Sequence[_Node]) -> Iterator[Block | Removal]:
        """Blocks and removals of the nodes that nothing encloses, in order. Only their headings are headings."""
        before: _Node | None = None
        for node in nodes:
            if node.token.type in _LISTS:
                yield from self._list(node, self._lead_in(before))
            else:
                yield from self._leaf(node, ())
            before = before if _is_removed(node) else node

    def _list(self, node: _Node, context: tuple[Span, ...]) -> Iterator[Block | Removal]:
        """The items of a list, whose `context` is its lead-in and the items around it."""
        for item in node.children:
            yield from self._inside("list_item", item, context)

    def _inside(self, kind: BlockKind, node: _Node, context: tuple[Span, ...]) -> Iterator[Block | Removal]:
        """The own text of an item or quote, run by run, and the blocks inside it, in order."""
        before: _Node | None = None
        for run in _runs(node.children):
            opens = kind == "list_item" and run[0] is node.children[0]
            if run[0].token.type in _LISTS:
                yield from self._list(run[0], context + self._lead_in(before))
            elif run[0].token.type not in _TEXTS:
                yield from self._leaf(run[0], context)
            else:
                yield from self._own_text(kind, run, node.first if opens else run[0].first, context)
                if opens:
                    context += opening_of(self._text, self._lines.span(node.first, run[0].end))
            if not _is_removed(run[-1]):
                before = None if opens and len(run) == 1 else run[-1]

    def _quote(self, node: _Node, span: Span, context: tuple[Span, ...]) -> Iterator[Block | Removal]:
        """A quote as one block if it has nothing but text, else each thing in it."""
        if _is_text(node):
            cuts = self._cuts(span, sorted({text.first for text in _texts(node)}))
            yield Block(kind="quote", span=span, context=context, cuts=cuts)
        else:
            yield from self._inside("quote", node, context)

    def _lead_in(self, before: _Node | None) -> tuple[Span, ...]:
        """The end of the paragraph directly before a list, comments between them apart."""
        if before is None or before.token.type != "paragraph_open":
            return ()
        return closing_of(self._text, self._lines.span(before.first, before.end))

    def _own_text(
        self, kind: BlockKind, run: Sequence[_Node], first: int, context: tuple[Span, ...]
    ) -> Iterator[Block]:
        """Paragraphs of an item or quote that follow each other, from line `first` on, as one block."""
        span = self._lines.span(first, run[-1].end)
        if span.start < span.end:
            cuts = self._cuts(span, (node.first for node in run[1:]))
            yield Block(kind=kind, span=span, context=context, cuts=cuts)

    def _leaf(self, node: _Node, context: tuple[Span, ...]) -> Iterator[Block | Removal]:
        """The block of a node that is no list; nothing for a thematic break."""
        span = self._lines.span(node.first, node.end)
        if span.start == span.end:
            return
        match node.token.type:
            case "heading_open":
                yield self._heading(node, span)
            case "paragraph_open":
                yield Block(kind="paragraph", span=span, context=context)
            case "blockquote_open":
                yield from self._quote(node, span, context)
            case "table_open":
                yield self._table(node, span, context)
            case "fence" | "code_block":
                yield self._listing(node, context)
            case "html_block":
                yield self._html(node, span, context)
            case token if token == MATHS_TOKEN:
                yield Block(kind="formula", span=span, context=context, atomic=True)

    def _heading(self, node: _Node, span: Span) -> Block:
        title = self._parsed.title(node.children[0].token.content)
        return Block(kind="heading", span=span, level=int(node.token.tag[1:]), title=title)

    def _table(self, node: _Node, span: Span, context: tuple[Span, ...]) -> Block:
        """A table: its header is two lines, the delimiter row included; every later line is a row."""
        header = Span(span.start, self._lines.span(node.first, node.first + 2).end)
        cuts = self._cuts(span, range(node.first + 3, node.end))
        return Block(kind="table", span=span, context=context, header=(header,), cuts=cuts, atomic=True)

    def _listing(self, node: _Node, context: tuple[Span, ...]) -> Block:
        """Fenced code, fences included, or indented code, the first line's indent included."""
        fenced = node.token.type == "fence"
        span = self._lines.span(node.first, node.end) if fenced else self._lines.block(node.first, node.end)
        first = node.first + fenced
        cuts = self._cuts(span, (first + line for line in listing_cuts(node.token.content.split("\n"))))
        language = _language(node.token.info)
        return Block(kind="code", span=span, context=context, cuts=cuts, atomic=True, language=language)

    def _html(self, node: _Node, span: Span, context: tuple[Span, ...]) -> Block | Removal:
        """Raw HTML; a removal when it is comments only, a table when it begins as one with several rows."""
        if _is_removed(node):
            return Removal(Span(self._text.index("<!--", span.start), span.end), "html_comment")
        rows = _html_rows(node)
        if len(rows) < 2:
            return Block(kind="html", span=span, context=context, cuts=self._cuts(span, _html_borders(node)))
        first = self._lines.span(node.first, rows[1])
        header = (first,) if _HEADER_CELL.search(first.slice(self._text)) else ()
        cuts = self._cuts(span, rows[1 + len(header) :])
        return Block(kind="table", span=span, context=context, header=header, cuts=cuts, atomic=True)

    def _cuts(self, span: Span, lines: Iterable[int]) -> tuple[int, ...]:
        """The beginnings of rising `lines`, as far as they are inside `span`."""
        starts = (self._lines.start(line) for line in lines)
        return tuple(start for start in starts if span.start < start < span.end)


def _runs(nodes: Sequence[_Node]) -> Iterator[list[_Node]]:
    """The children of an item: paragraphs that follow each other together, everything else alone."""
    run: list[_Node] = []
    for node in nodes:
        if node.token.type in _TEXTS:
            run.append(node)
            continue
        if run:
            yield run
            run = []
        yield [node]
    if run:
        yield run


def _is_text(node: _Node) -> bool:
    """Whether a quote has paragraphs, headings and quotes of these only."""
    return node.token.type in _TEXTS or (
        node.token.type == "blockquote_open" and all(_is_text(child) for child in node.children)
    )


def _texts(node: _Node) -> Iterator[_Node]:
    """The paragraphs and headings inside a quote, in order."""
    for child in node.children:
        yield from (child,) if child.token.type in _TEXTS else _texts(child)


def _html_rows(node: _Node) -> list[int]:
    """Lines on which the rows of raw HTML that is a table begin; none when it is no table."""
    if not node.token.content.lstrip().lower().startswith("<table"):
        return []
    lines = node.token.content.lower().split("\n")
    return [node.first + index for index, line in enumerate(lines) if line.lstrip().startswith("<tr")]


def _html_borders(node: _Node) -> Iterator[int]:
    """Lines of raw HTML that begin with a tag or follow a blank line."""
    lines = node.token.content.split("\n")
    for index in range(1, len(lines)):
        line = lines[index].lstrip()
        if line and (line.startswith("<") or not lines[index - 1].strip()):
            yield node.first + index


def _language(info: str) -> str:
    """The first word of a fence's info string, lower case, without the braces of attributes.

    >>> _language("Python title=x"), _language("{.yaml .numbered}"), _language("")
    ('python', 'yaml', '')
    """
    words = info.split()
    return words[0].strip("{}").lstrip(".").lower() if words else ""


def _is_removed(node: _Node) -> bool:
    """Whether a node is raw HTML that consists of comments."""
    return node.token.type == "html_block" and is_comment(node.token.content.strip())


def is_comment(html: str) -> bool:
    """Whether `html`, which begins with no blank, is comments and nothing else.

    >>> is_comment("<!-- a --> <!-- b -->"), is_comment("<!-- a --> b"), is_comment("<!-- a")
    (True, False, False)
    """
    start = 0
    while html.startswith("<!--", start):
        end = html.find("-->", start + 2)
        if end < 0:
            return False
        found = _NOT_BLANK.search(html, end + 3)
        start = found.start() if found else len(html)
    return start == len(html)
