"""The nodes of a Markdown text to blocks, removals and lines of tags, with exact spans of the untouched source.

Each line belongs to one of them. A quote of nothing but text is whole. Of a list, each item's own text is a block, and
so is each listing, table or quote inside it, with the lines it needs to be understood as context; likewise of a quote.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.languages import language_id
from indexing.model import Block, BlockKind, Removal, Span
from indexing.parsers.lead_in import closing_of, opening_of
from indexing.parsers.lines import Lines
from indexing.parsers.listing import listing_cuts
from indexing.parsers.markdown import mdx
from indexing.parsers.markdown.admonitions import BOX_TOKEN
from indexing.parsers.markdown.commonmark import Blocks
from indexing.parsers.markdown.html_blocks import html_borders, html_rows, is_comment, is_header, is_wordless
from indexing.parsers.markdown.maths import MATHS_TOKEN
from indexing.parsers.markdown.note_words import begins_note
from indexing.parsers.markdown.tag_lines import COMMENT_TOKEN, TAG_TOKEN, single_tags
from indexing.parsers.markdown.tag_places import TagLine
from indexing.parsers.markdown.tags import Tag
from indexing.parsers.markdown.tree import LISTS, OWN, Node, definitions_of, runs_of, tree_of

Item = Block | Removal | TagLine

_REMOVED: Final = {mdx.SCRIPT_TOKEN: "mdx", mdx.COMMENT_TOKEN: "mdx_comment", COMMENT_TOKEN: "shortcode"}
"""Tokens of what nobody is to read, and the reason that is declared."""
_FORMULA_LANGUAGES: Final = frozenset({"math", "latex-math", "asciimath"})


class MarkdownReader:
    """Reads the nodes of one text."""

    def __init__(self, lines: Lines, parsed: Blocks) -> None:
        self._lines = lines
        self._text = lines.text
        self._parsed = parsed

    def document(self) -> Iterator[Item]:
        """What the nodes that nothing encloses are, in order. Only their headings are headings."""
        before: Node | None = None
        for node in tree_of(self._parsed.tokens):
            is_list = node.token.type in LISTS
            items = list(self._list(node, self._lead_in(before)) if is_list else self._leaf(node, ()))
            yield from items
            before = before if _is_transparent(items) else node

    def _list(self, node: Node, context: tuple[Span, ...]) -> Iterator[Item]:
        """The items of a list, whose `context` is its lead-in and the items around it."""
        for item in node.children:
            yield from self._inside("list_item", item, context)

    def _definitions(self, node: Node, context: tuple[Span, ...]) -> Iterator[Item]:
        """The definitions of a list of terms; each behind the first of its term has that as context."""
        for term, item in definitions_of(node):
            inside = item.first < term.end
            needed = () if inside else opening_of(self._text, self._lines.span(term.first, term.end))
            yield from self._inside("list_item", item, context + needed)

    def _inside(self, kind: BlockKind, node: Node, context: tuple[Span, ...]) -> Iterator[Item]:
        """The own text of an item, quote or box, run by run, and the blocks inside it, in order."""
        before: Node | None = None
        for run in runs_of(node.children):
            opens = kind == "list_item" and run[0] is node.children[0]
            items = list(self._run(kind, run, node.first if opens else run[0].first, context, before))
            yield from items
            if opens and run[0].token.type in OWN:
                context += opening_of(self._text, self._lines.span(node.first, run[0].end))
            if not _is_transparent(items):
                before = None if opens and len(run) == 1 else run[-1]

    def _run(
        self, kind: BlockKind, run: Sequence[Node], first: int, context: tuple[Span, ...], before: Node | None
    ) -> Iterator[Item]:
        """What a run of children, which begins on line `first`, is; the child `before` it may introduce it."""
        if run[0].token.type in LISTS:
            return self._list(run[0], context + self._lead_in(before))
        if run[0].token.type not in OWN:
            return self._leaf(run[0], context)
        return self._own_text(kind, run, first, context)

    def _quote(self, node: Node, span: Span, context: tuple[Span, ...]) -> Iterator[Item]:
        """A quote as one block if it has nothing but text, else each thing in it."""
        items: Iterable[Item]
        if node.is_text:
            cuts = self._cuts(span, sorted({text.first for text in node.texts()}))
            items = [Block(kind="quote", span=span, context=context, cuts=cuts)]
        else:
            items = self._inside("quote", node, context)
        note = begins_note(self._text, span.start, span.end, quoted=True)
        return _following(items) if note else iter(items)

    def _box(self, node: Node, span: Span, context: tuple[Span, ...]) -> Iterator[Item]:
        """An indented box: a note follows what is before it; what is in a tab is not understood without its name."""
        if node.token.info == "note":
            return _following(self._inside("paragraph", node, context))
        title = self._lines.span(node.first, node.first + 1)
        return _in_tab(self._inside("paragraph", node, context), title)

    def _lead_in(self, before: Node | None) -> tuple[Span, ...]:
        """The end of the paragraph directly before a list, comments between them apart."""
        if before is None or before.token.type != "paragraph_open":
            return ()
        return closing_of(self._text, self._lines.span(before.first, before.end))

    def _own_text(self, kind: BlockKind, run: Sequence[Node], first: int, context: tuple[Span, ...]) -> Iterator[Item]:
        """Paragraphs of an item or quote that follow each other, from line `first` on, as one block."""
        span = self._lines.span(first, run[-1].end)
        if span.start == span.end:
            return
        if len(run) == 1 and self._text.startswith("{{", span.start) and single_tags(span.slice(self._text)):
            yield TagLine(span)
        else:
            yield Block(kind=kind, span=span, context=context, cuts=self._cuts(span, (node.first for node in run[1:])))

    def _leaf(self, node: Node, context: tuple[Span, ...]) -> Iterator[Item]:
        """What a node is that is no list; nothing for a thematic break."""
        span = self._lines.span(node.first, node.end)
        if span.start == span.end:
            return
        match node.token.type:
            case "heading_open":
                yield self._heading(node, span)
            case "paragraph_open":
                yield self._paragraph(span, context)
            case "blockquote_open":
                yield from self._quote(node, span, context)
            case "table_open":
                yield self._table(node, span, context)
            case "fence" | "code_block":
                yield self._listing(node, context)
            case "html_block":
                yield self._html(node, span, context)
            case "dl_open":
                yield from self._definitions(node, context)
            case "footnote_reference_open":
                yield from self._inside("paragraph", node, context)
            case token if token == MATHS_TOKEN:
                yield Block(kind="formula", span=span, context=context, atomic=True)
            case token if token == BOX_TOKEN:
                yield from self._box(node, span, context)
            case token if token == TAG_TOKEN:
                at = self._text.index(node.token.meta["mark"], span.start)
                yield TagLine(span, node.token.meta["tags"], at)
            case token if token in _REMOVED:
                yield Removal(span, _REMOVED[token])

    def _heading(self, node: Node, span: Span) -> Block:
        title = self._parsed.title(node.children[0].token.content)
        return Block(kind="heading", span=span, level=int(node.token.tag[1:]), title=title)

    def _paragraph(self, span: Span, context: tuple[Span, ...]) -> Item:
        if self._text.startswith("{{", span.start) and single_tags(span.slice(self._text)):
            return TagLine(span)
        if self._text.startswith("<", span.start) and is_wordless(span.slice(self._text)):
            return TagLine(span, (_html_tag(span.slice(self._text)),))
        note = begins_note(self._text, span.start, span.end)
        return Block(kind="paragraph", span=span, context=context, follows=note)

    def _table(self, node: Node, span: Span, context: tuple[Span, ...]) -> Block:
        """A table: its header is two lines, the delimiter row included; every later line is a row."""
        header = Span(span.start, self._lines.span(node.first, node.first + 2).end)
        cuts = self._cuts(span, range(node.first + 3, node.end))
        return Block(kind="table", span=span, context=context, header=(header,), cuts=cuts, atomic=True)

    def _listing(self, node: Node, context: tuple[Span, ...]) -> Block:
        """Fenced code, fences included, or indented code, the first line's indent included; maths in a fence."""
        fenced = node.token.type == "fence"
        span = self._lines.span(node.first, node.end) if fenced else self._lines.block(node.first, node.end)
        language = _language(node.token.info)
        if language in _FORMULA_LANGUAGES:
            return Block(kind="formula", span=span, context=context, atomic=True)
        first = node.first + fenced
        cuts = self._cuts(span, (first + line for line in listing_cuts(node.token.content.split("\n"))))
        return Block(kind="code", span=span, context=context, cuts=cuts, atomic=True, language=language)

    def _html(self, node: Node, span: Span, context: tuple[Span, ...]) -> Item:
        """Raw HTML; a removal when it is comments only, a table when it begins as one with several rows."""
        html = node.token.content.strip()
        if is_comment(html):
            return Removal(Span(self._text.index("<!--", span.start), span.end), "html_comment")
        if is_wordless(html):
            return TagLine(span, (_html_tag(html),))
        rows = html_rows(node)
        if len(rows) < 2:
            return Block(kind="html", span=span, context=context, cuts=self._cuts(span, html_borders(node)))
        first = self._lines.span(node.first, rows[1])
        header = (first,) if is_header(first.slice(self._text)) else ()
        cuts = self._cuts(span, rows[1 + len(header) :])
        return Block(kind="table", span=span, context=context, header=header, cuts=cuts, atomic=True)

    def _cuts(self, span: Span, lines: Iterable[int]) -> tuple[int, ...]:
        """The beginnings of rising `lines`, as far as they are inside `span`."""
        starts = (self._lines.start(line) for line in lines)
        return tuple(start for start in starts if span.start < start < span.end)


def _is_transparent(items: Sequence[Item]) -> bool:
    """Whether `items` are comments or tags, and only these."""
    return bool(items) and not any(isinstance(item, Block) for item in items)


def _following(items: Iterable[Item]) -> Iterator[Item]:
    """`items` of a note: all follow what is before them, of a list the first item."""
    first = True
    for item in items:
        if isinstance(item, Block) and (first or item.kind != "list_item"):
            item = replace(item, follows=True)
        first = False
        yield item


def _in_tab(items: Iterable[Item], title: Span) -> Iterator[Item]:
    """`items` with the `title` of their tab as context."""
    for item in items:
        if isinstance(item, Block) and item.span.start >= title.end and title not in item.context:
            item = replace(item, context=tuple(sorted((*item.context, title))))
        yield item


def _html_tag(html: str) -> Tag:
    """Tags without words as one that opens or closes what is between it and another."""
    closes = html.startswith(("</", "<br"))
    return Tag(syntax="html", name="", opens=not closes, closes=closes)


def _language(info: str) -> str:
    """The language that the first word of a fence's info string names, which may be in braces as an attribute.

    >>> _language("Py title=x"), _language("{.yaml .numbered}"), _language("")
    ('python', 'yaml', '')
    """
    words = info.split()
    return language_id(words[0].strip("{}").lstrip(".")) if words else ""
