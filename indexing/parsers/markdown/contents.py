"""Tables of contents of a Markdown text: lists of links to its own headings, and marks that a program puts one for.

One would answer every question with a title and no text, so it is left out of reading and search, and declared. A list
of links to other pages is content, and so is one to headings in the middle of the text.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from indexing.layout import Mark
from indexing.model import Block, Removal, Span

REASON: Final = "table_of_contents"

_MARK: Final = re.compile(
    r"\[TOC\]|\[\[_?TOC_?\]\]|@\[TOC\](?:\([^)\n]*\))?|\$\{toc\}|\{\{[<%][ ]*toc[ ]*[>%]\}\}"
    r"|(?:[*+-][ ]+\w+[ ]*\r?\n)?\{:toc[^}\n]*\}",
    re.IGNORECASE,
)
_NAME: Final = re.compile(
    r"[#*_\s]*(?:(?:本文|文章|页面)?目\s*[录錄次]|本页内容|内容导航|(?:table[ ]of[ ])?contents|toc|on[ ]this[ ]page)"
    r"[#*_\s:：]*",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]\(\s*<?#([^()\s<>]*)>?(?:\s+[\"'][^\n]*?[\"'])?\s*\)")
_BESIDE_LINKS: Final = re.compile(r"(?:[\s\W_]|\b\d+(?:\.\d+)*\b)+")
"""What an entry has besides its link: its mark, its number."""
_OPENS: Final = re.compile(r"<!--\s*(?:START doctoc|toc\b|TOC\b|begin[- ]toc)", re.IGNORECASE)
_CLOSES: Final = re.compile(r"<!--\s*(?:END doctoc|/\s*toc\b|toc\s?stop|end[- ]toc|tocstop)", re.IGNORECASE)
_SHARE: Final = 0.8
"""Of the items of a list that are links to headings."""
_FEWEST: Final = 3
"""Entries of a table of contents without a heading of its own."""
_MOST: Final = 600
"""Entries."""


def without_contents(
    text: str, blocks: Sequence[Block], removed: Sequence[Removal], anchors: Sequence[Mark]
) -> tuple[tuple[Block, ...], tuple[Removal, ...]]:
    """`blocks` and `removed` where tables of contents are removals; as they were when nothing else would be left."""
    gone = set(_marked(text, blocks, removed)) | set(_listed(text, blocks, {mark.name for mark in anchors}))
    gone |= set(_names(text, blocks, gone))
    kept = tuple(block for index, block in enumerate(blocks) if index not in gone)
    if not gone or not kept:
        return tuple(blocks), tuple(removed)
    contents = [Removal(span, REASON) for span in _runs(blocks, removed, sorted(gone))]
    return kept, tuple(sorted([*removed, *contents], key=lambda removal: removal.span))


def _marked(text: str, blocks: Sequence[Block], removed: Sequence[Removal]) -> Iterator[int]:
    """Blocks that are a mark, or that lie between two comments that enclose a table of contents."""
    for index, block in enumerate(blocks):
        if block.span.end - block.span.start < 80 and _MARK.fullmatch(text, block.span.start, block.span.end):
            yield index
    opened: int | None = None
    for removal in removed:
        if _OPENS.match(text, removal.span.start, removal.span.end):
            opened = removal.span.end
        elif opened is not None and _CLOSES.match(text, removal.span.start, removal.span.end):
            yield from _between(blocks, opened, removal.span.start, text)
            opened = None


def _between(blocks: Sequence[Block], start: int, end: int, text: str) -> Iterator[int]:
    """The blocks in `[start, end)`; none when there is a section among them."""
    inside = [index for index, block in enumerate(blocks) if start <= block.span.start < end]
    titled = (index for index in inside if blocks[index].level and not _is_name(text, blocks[index]))
    if len(inside) <= _MOST and next(titled, None) is None:
        yield from inside


def _listed(text: str, blocks: Sequence[Block], names: set[str]) -> Iterator[int]:
    """Items of lists that are tables of contents: below a heading that says so, or before any other."""
    index = 0
    at_beginning = True
    while index < len(blocks):
        block = blocks[index]
        if block.level > 1 and not _is_name(text, block):
            at_beginning = False
        if block.kind not in ("list_item", "paragraph") or text.find("](#", block.span.start, block.span.end) < 0:
            index += 1
            continue
        end = _list_end(blocks, index)
        named = index > 0 and _is_name(text, blocks[index - 1])
        if (named or at_beginning) and _is_contents(text, blocks[index:end], names, least=1 if named else _FEWEST):
            yield from range(index, end)
        index = end


def _list_end(blocks: Sequence[Block], index: int) -> int:
    """The index behind the last item of the list, or behind the paragraph, at `index`."""
    if blocks[index].kind == "paragraph":
        return index + 1
    while index < len(blocks) and blocks[index].kind == "list_item":
        index += 1
    return index


def _is_contents(text: str, items: Sequence[Block], names: set[str], *, least: int) -> bool:
    """Whether nearly all `items` are links to headings and nothing else, most of which exist."""
    links = 0
    known = 0
    entries = 0
    for item in items:
        source = item.span.slice(text)
        targets = _LINK.findall(source)
        only = _BESIDE_LINKS.fullmatch(_LINK.sub(" ", source) + " ") is not None
        entries += bool(targets) and only
        links += len(targets)
        known += sum(target.lower() in names or target in names for target in targets)
    enough = links >= least and entries >= _SHARE * len(items)
    return enough and len(items) <= _MOST and known >= _SHARE * links


def _is_name(text: str, block: Block) -> bool:
    """Whether a block says that a table of contents follows."""
    return (
        block.span.end - block.span.start < 40 and _NAME.fullmatch(text, block.span.start, block.span.end) is not None
    )


def _names(text: str, blocks: Sequence[Block], gone: set[int]) -> Iterator[int]:
    """Headings and lines that say so, with nothing left below them."""
    for index in gone:
        if index and index - 1 not in gone and _is_name(text, blocks[index - 1]):
            last = index
            while last + 1 in gone:
                last += 1
            below = blocks[last + 1] if last + 1 < len(blocks) else None
            if blocks[index - 1].level == 0 or below is None or 0 < below.level <= blocks[index - 1].level:
                yield index - 1


def _runs(blocks: Sequence[Block], removed: Sequence[Removal], gone: Sequence[int]) -> Iterator[Span]:
    """The spans of the blocks `gone`: in one where nothing else lies between them."""
    borders = sorted(removal.span.start for removal in removed)
    first = gone[0]
    for index, following in zip(gone, [*gone[1:], -1], strict=True):
        apart = following != index + 1 or any(
            blocks[index].span.end <= border < blocks[following].span.start for border in borders
        )
        if apart:
            yield Span(blocks[first].span.start, blocks[index].span.end)
            first = following
