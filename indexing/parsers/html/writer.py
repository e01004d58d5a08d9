"""Writing a page's tree as text with blocks: one walk in document order, with a border only where a block has its edge.

What to do at an element is looked up by its tag in a table of handlers; whatever has none is text, or the edges of a
block. Where text goes (a paragraph, a list item, a quote) is the *place* the walk is in.
"""

from collections.abc import Callable, Mapping
from typing import Any

from indexing.model import Block, BlockKind, Span
from indexing.parsers.builder import TextBuilder
from indexing.parsers.html.entries import EntrySections
from indexing.parsers.html.noise import PERMALINKS
from indexing.parsers.html.tags import BLOCKS
from indexing.parsers.html.text import RunningText, Written
from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.visibility import TITLE
from indexing.parsers.left_out import LeftOut

BLOCK_BREAK = "\n\n"
"""What the builder writes between blocks."""

Handler = Callable[["HtmlWriter", HtmlNode], None]


class Place:
    """What the text between two block edges becomes here."""

    def __init__(
        self,
        kind: BlockKind = "paragraph",
        context: tuple[Span, ...] = (),
        *,
        joins: bool = False,
        mark: str = "",
        follows: bool = False,
        level: int = 0,
    ) -> None:
        self.kind = kind
        self.context = context
        """What its blocks need; from its first text on, an item's, quote's or note's own beginning too."""
        self.joins = joins
        """Paragraphs that follow each other are one block: of an item, a quote, a note."""
        self.mark = mark
        """Before its first text, our own."""
        self.follows = follows
        """Its first block qualifies the one before."""
        self.level = level
        """Its first text opens a section of this level, unless 0."""
        self.first: Written | None = None
        """Its first running text."""
        self.last: Written | None = None
        """Its last, if nothing else came after it: what may introduce a list."""

    @property
    def has_sections(self) -> bool:
        """Whether what is in it may open sections."""
        return not self.joins or self.level > 0

    def lead_in(self) -> tuple[Span, ...]:
        """What introduces a list that begins here, besides the context."""
        if self.last is None or (self.joins and self.last is self.first and self.first.is_one_paragraph):
            return ()
        return self.last.closing()


class HtmlWriter:
    """A page's text while it is being written."""

    def __init__(self, handlers: Mapping[str, Handler], inline_handlers: Mapping[str, Handler]) -> None:
        """`handlers` of block elements; `inline_handlers` also count inside headings, cells and listings."""
        self.builder = TextBuilder()
        self.left_out = LeftOut()
        self.place = Place()
        self.text = RunningText()
        self._handlers = handlers
        self._inline_handlers = inline_handlers
        self._flat = False
        """Only text is wanted: block edges are blanks."""
        self.verbatim = False
        """Blanks count: block edges are line ends."""
        self._names: list[str] = []
        """Anchors whose block has not begun."""
        self.bold = 0
        """Elements for bold type around."""
        self.bold_blocks: set[int] = set()
        """Where paragraphs begin that are bold as a whole."""
        self.level = 0
        """Of the last heading."""
        self.entries = EntrySections()

    @property
    def is_flat(self) -> bool:
        """Only text is wanted: no blocks."""
        return self._flat

    @property
    def is_first(self) -> bool:
        """Nothing was written yet."""
        return not self.builder.blocks

    def content(self, node: HtmlNode) -> None:
        """Write what is inside an element."""
        for child in node.children:
            self.child(child)

    def child(self, child: HtmlNode | HtmlText) -> None:
        """Write an element or text."""
        if isinstance(child, HtmlNode):
            self.element(child)
        elif child.dropped:
            self.left_out.text(child.dropped, child.text)
        elif self.verbatim:
            self.text.add_verbatim(child.text, child.start, child.end)
        else:
            self.text.add(child.text, child.start, child.end)
            self.text.bold += child.visible if self.bold else 0
            self.text.plain += 0 if self.bold else child.visible

    def element(self, node: HtmlNode) -> None:
        """Write an element, or say what of it is left out."""
        if node.dropped:
            self.leave_out(node)
            return
        handler = self._inline_handlers.get(node.tag)
        if handler is None and not self._flat:
            handler = self._handlers.get(node.tag)
        is_block = node.tag in BLOCKS
        if is_block:
            self.edge()
        self.anchor(node)
        if handler:
            handler(self, node)
        else:
            self.content(node)
        if is_block:
            self.edge()

    def edge(self) -> None:
        """The edge of a block: what was read so far is a block, or in an item, quote or note a paragraph of it."""
        if self.verbatim:
            self.text.end_line()
        elif self._flat:
            self.text.space()
        elif self.place.joins:
            self.text.paragraph()
        else:
            self.flush()

    def inside(self, place: Place, *nodes: HtmlNode | HtmlText) -> Place:
        """Write nodes in a place of their own; the place, with what was written."""
        self.flush()
        around, self.place = self.place, place
        for node in nodes:
            self.child(node)
        self.flush()
        self.place = around
        return place

    def collect(self, node: HtmlNode, *, verbatim: bool = False) -> RunningText:
        """The text inside an element, without writing it."""
        outer = self.text, self._flat, self.verbatim
        self.text, self._flat, self.verbatim = RunningText(), True, verbatim
        self.content(node)
        found = self.text
        self.text, self._flat, self.verbatim = outer
        return found

    def flush(self) -> Written | None:
        """Write the text read so far as a block of the place; None when there is nothing to see in it."""
        text, self.text = self.text, RunningText()
        place = self.place
        if text.is_blank():
            self.keep_names(text)
            return None
        mark, place.mark = place.mark, ""
        opens = {} if place.first or not place.level else {"level": place.level, "title": text.title()}
        block = self.write(text, place.kind, prefix=mark, context=place.context, follows=place.follows, **opens)
        if text.bold and not text.plain:
            self.bold_blocks.add(block.span.start)
        place.follows = False
        place.last = written = Written(text, mark, block.span.start)
        if place.first is None:
            place.first = written
            place.context = () if place.level else place.context + (written.opening() if place.joins else ())
        return written

    def flush_as(self, kind: BlockKind) -> None:
        """Write the text read so far as an atomic block of another kind than the place's."""
        text, self.text = self.text, RunningText()
        if text.is_blank():
            self.keep_names(text)
        else:
            self.write(text, kind, context=self.place.context, atomic=True)
            self.wrote()

    def write(self, text: RunningText, kind: BlockKind, *, prefix: str = "", **more: Any) -> Block:
        """The block of `text`, in which there is something to see, with its anchors; `more` are fields of Block."""
        start = self.builder.begin()
        self.settle(start)
        self.builder.write(prefix)
        offset = self.builder.position
        for fragment in text.fragments:
            self.builder.write(fragment.text, fragment.source)
        for at, name in text.anchors:
            self.builder.anchor(name, offset + at)
        cuts = tuple(offset + cut for cut in text.cuts)
        block = self.builder.close(kind, start, cuts=cuts, **more)
        if block is None:  # a caller asks for text that is not blank
            raise ValueError("a block needs something to see")
        return block

    def wrote(self) -> None:
        """A block that is no running text was written: it introduces no list, and no mark is due any more."""
        self.place.last = None
        self.place.mark = ""
        self.place.follows = False

    def anchor(self, node: HtmlNode) -> None:
        """Note the names of an element: for the block that begins next, or the place in the text being read."""
        names = [node.get("id"), node.get("name") if node.tag == "a" else ""]
        for name in dict.fromkeys(filter(None, names)):
            if self.text.length or self._flat:
                self.text.anchors.append((self.text.length, name))
            else:
                self._names.append(name)

    def keep_names(self, text: RunningText) -> None:
        """Note the names in a text that is not written as a block of its own."""
        self._names += [name for _, name in text.anchors]

    def settle_next(self) -> None:
        """The names noted so far belong to the block that the builder begins next."""
        at = self.builder.position
        self.settle(at + len(BLOCK_BREAK) if at else at)

    def settle(self, at: int) -> None:
        """The names noted so far belong to the block at `at`."""
        for name in self._names:
            self.builder.anchor(name, at)
        self._names.clear()

    def leave_out(self, node: HtmlNode) -> None:
        """Count the text of a dropped element, each part under what it is itself."""
        if node.tag in BLOCKS:
            self.edge()
        if node.dropped == PERMALINKS:
            self.anchor(node)
        stack: list[tuple[HtmlNode | HtmlText, str]] = [(node, node.dropped)]
        while stack:
            item, reason = stack.pop()
            reason = item.dropped or reason
            if isinstance(item, HtmlNode):
                stack.extend((child, reason) for child in reversed(item.children))
            elif reason != TITLE:
                self.left_out.text(reason, item.text)
