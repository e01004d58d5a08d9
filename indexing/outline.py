"""Blocks to the section tree: each block with a level (a heading, a numbered clause, a definition of code) opens a
section that ends where one of its level or above follows.

Third stage of the ingest path. Sections are identified by their position, never by their title, so equal titles stay
two sections.
"""

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct

from indexing.model import Block, ParsedText, Section, Span


class _Open(Struct):
    """A section whose end is not known yet."""

    index: int
    level: int
    path: tuple[str, ...]


def build_sections(parsed: ParsedText) -> tuple[tuple[Section, ...], tuple[int, ...]]:
    """The sections of a text in reading order, and for each of its blocks the index of its section.

    Section 0 is the whole text; what stands before the first heading is in it. A skipped level opens no section of its
    own: a level 3 heading under a level 1 heading is the child of that.

    >>> from indexing.parsers import Original, parse
    >>> parsed = parse(Original(content=b"# A\\n\\n### B\\nx\\n\\n## C\\n", media_type="text/markdown"))
    >>> sections, owners = build_sections(parsed)
    >>> [section.path for section in sections], owners
    ([(), ('A',), ('A', 'B'), ('A', 'C')], (1, 2, 2, 3))
    """
    ends = _section_ends(parsed)
    sections = [_document_section(parsed)]
    owners = []
    stack = [_Open(index=0, level=0, path=())]
    for block in parsed.blocks:
        if block.level:
            while stack[-1].level >= block.level:
                stack.pop()
            section = _heading_section(block, stack[-1], index=len(sections), end=ends[len(sections)])
            sections.append(section)
            stack.append(_Open(index=section.index, level=section.level, path=section.path))
        owners.append(stack[-1].index)
    return tuple(sections), tuple(owners)


def section_at(sections: Sequence[Section], position: int) -> int:
    """The index of the innermost of `sections` (in reading order) that holds the character at `position`."""
    index = bisect_right(sections, position, key=_start) - 1
    while index > 0 and sections[index].span.end <= position:
        index = sections[index].parent
    return index


def _start(section: Section) -> int:
    return section.span.start


def _document_section(parsed: ParsedText) -> Section:
    span = Span(0, len(parsed.text))
    return Section(index=0, parent=-1, level=0, title=parsed.title or "", path=(), span=span, heading=None)


def _heading_section(block: Block, around: _Open, *, index: int, end: int) -> Section:
    return Section(
        index=index,
        parent=around.index,
        level=block.level,
        title=block.title,
        path=(*around.path, block.title),
        span=Span(block.span.start, end),
        heading=block.span,
        label=block.label,
    )


def _section_ends(parsed: ParsedText) -> Sequence[int]:
    """The end of each section: where the next heading of the same or a higher level begins, or the text's end."""
    ends = [len(parsed.text)]
    open_: list[tuple[int, int]] = []
    for block in parsed.blocks:
        if not block.level:
            continue
        while open_ and open_[-1][0] >= block.level:
            ends[open_.pop()[1]] = block.span.start
        open_.append((block.level, len(ends)))
        ends.append(len(parsed.text))
    return ends
