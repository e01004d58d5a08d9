"""Lines of tags find their place: each belongs to what it encloses, so that none is a unit of its own.

What opens goes to the block behind it, what closes to the block before. A table or code stays as it is: what opens
before it is a paragraph that the block follows, what closes behind it is left out and declared, as colons always are.
What is in a note follows the text before it, and what is in a box that says something (a tab's name) has that as
context.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, Removal, Span
from indexing.parsers.markdown.tags import Tag


class TagLine(Struct, frozen=True):
    """A line of tags; without any: of tags that enclose nothing."""

    span: Span
    tags: tuple[Tag, ...] = ()
    at: int = 0
    """Where the first of the tags begins."""

    @property
    def said(self) -> tuple[Span, ...]:
        """What the tags say to people."""
        return tuple(Span(self.at + tag.said[0], self.at + tag.said[1]) for tag in self.tags if tag.said)

    @property
    def closes(self) -> bool:
        """Whether it only closes."""
        return bool(self.tags) and not any(tag.opens for tag in self.tags)

    @property
    def opens(self) -> bool:
        """Whether it opens something."""
        return any(tag.opens for tag in self.tags)


class _Box(Struct):
    """What is open where the text is read."""

    tag: Tag
    said: tuple[Span, ...]
    fresh: bool = True
    """Nothing was in it yet."""


Item = Block | Removal | TagLine


def placed(items: Iterable[Item]) -> tuple[list[Block], list[Removal]]:
    """The blocks and removals among `items`, in order, with all lines of tags in one of them."""
    place = _Place()
    for item in items:
        place.add(item)
    place.end()
    return place.blocks, place.removed


class _Place:
    """The text as far as it was read."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.removed: list[Removal] = []
        self._pending: list[TagLine] = []
        self._boxes: list[_Box] = []
        self._last: Block | Removal | None = None

    def add(self, item: Item) -> None:
        """Goes on with the next thing of the text."""
        if isinstance(item, TagLine):
            self._pending.append(item)
            return
        if isinstance(item, Removal):
            self.end()
            self.removed.append(item)
            self._last = item
            return
        if not (self._pending or self._boxes):
            self._append(item)
            return
        opening = self._close_before()
        block = self._boxed(item, opening)
        if opening and not _takes(item):
            self._append(Block(kind="paragraph", span=_hull(opening)))
            block = replace(block, follows=block.level == 0)
        elif opening:
            block = replace(block, span=Span(opening[0].span.start, block.span.end))
        self._append(block)

    def end(self) -> None:
        """No block follows."""
        opening = self._close_before()
        self._open(opening)
        if opening:
            self._append(Block(kind="paragraph", span=_hull(opening)))

    def _append(self, block: Block) -> None:
        self.blocks.append(block)
        self._last = block

    def _close_before(self) -> list[TagLine]:
        """Give the block before what closes behind it; what is left is for the block that follows.

        Tags that enclose nothing belong to the text before, if there is one.
        """
        pending, self._pending = self._pending, []
        count = next((index for index, line in enumerate(pending) if line.opens), len(pending))
        closing, opening = pending[:count], pending[count:]
        self._shut(tag for line in closing for tag in line.tags)
        if not closing:
            return opening
        if isinstance(self._last, Block) and _takes(self._last) and not any(map(_is_colons, closing)):
            self._last = replace(self._last, span=Span(self._last.span.start, closing[-1].span.end))
            self.blocks[-1] = self._last
            return opening
        return self._left(closing) + opening

    def _left(self, closing: list[TagLine]) -> list[TagLine]:
        """What of `closing` lines, which no block before takes, the next one may: those that close nothing."""
        left: list[TagLine] = []
        for line in closing:
            if not line.closes:
                left.append(line)
                continue
            if left:
                self._append(Block(kind="paragraph", span=_hull(left)))
                left = []
            self._last = Removal(line.span, _reason(line))
            self.removed.append(self._last)
        return left

    def _boxed(self, block: Block, opening: list[TagLine]) -> Block:
        """`block` with what the boxes around it make of it."""
        if block.level:
            self._open(opening)
            self._boxes.clear()
            return block
        self._open(opening)
        said = {span for box in self._boxes for span in box.said if span.end <= block.span.start} - {*block.context}
        notes = [box for box in self._boxes if box.tag.note]
        follows = bool(notes) and (block.kind != "list_item" or any(box.fresh for box in notes))
        for box in notes:
            box.fresh = False
        if opening and _takes(block):
            said -= {span for line in opening for span in line.said}
        return replace(block, follows=block.follows or follows, context=tuple(sorted({*block.context, *said})))

    def _open(self, lines: Iterable[TagLine]) -> None:
        """The boxes that `lines` open, and shut."""
        for line in lines:
            for tag in () if line.closes else line.tags:  # what only closes was shut before
                if tag.closes:
                    self._shut((tag,))
                elif tag.opens:
                    said = (Span(line.at + tag.said[0], line.at + tag.said[1]),) if tag.said else ()
                    self._boxes.append(_Box(tag, said))

    def _shut(self, tags: Iterable[Tag]) -> None:
        """Each of `tags` shuts the innermost box of its name, and those inside that."""
        for tag in tags:
            for index in range(len(self._boxes) - 1, -1, -1):
                if (
                    tag.closes
                    and self._boxes[index].tag.syntax == tag.syntax
                    and tag.name in ("", self._boxes[index].tag.name)
                ):
                    del self._boxes[index:]
                    break


def _takes(block: Block) -> bool:
    """Whether tags may be part of the block."""
    return not block.atomic and block.level == 0


def _is_colons(line: TagLine) -> bool:
    """Whether a line closes a container: at the end of a text its colons would announce something."""
    return any(tag.syntax == "container" for tag in line.tags)


def _hull(lines: list[TagLine]) -> Span:
    return Span(lines[0].span.start, lines[-1].span.end)


def _reason(line: TagLine) -> str:
    """Why a line of closing tags is left out."""
    return {"component": "mdx", "html": "html_tag", "container": "container"}.get(line.tags[0].syntax, "shortcode")
