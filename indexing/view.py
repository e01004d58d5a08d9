"""A document as one scope sees it: which sections, chunks and characters it may read.

Reads by id go through here and nowhere else. A character belongs to the innermost section around it (a heading to its
own section, what is before the first heading to section 0), and is visible exactly when that section is readable.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from indexing.access import Access, Scope
from indexing.access_classes import effective_access
from indexing.model import Chunk, Outline, Section, Span


class View(Struct, frozen=True, kw_only=True):
    """What a scope may read of one document's text. Made only when that is not nothing: see `view`."""

    outline: Outline
    readable: tuple[bool, ...]
    """By section index."""
    visible: tuple[Span, ...]
    """The characters the scope may read: disjoint, in order, not touching each other."""

    def sections(self) -> list[Section]:
        """The readable sections, in reading order."""
        return [section for section in self.outline.sections if self.readable[section.index]]

    def path(self, section: Section) -> tuple[str | None, ...]:
        """The section's path; None in place of the title of a section the scope may not read."""
        return masked_path(self.outline.sections, self.readable, section.index)

    def chunks(self, *, after: int) -> Iterator[Chunk]:
        """The readable chunks with ordinals above `after`, in order."""
        for chunk in self.outline.chunks[max(0, after + 1) :]:
            if self.readable[chunk.section] and self.shows(chunk.span):
                yield chunk

    def shows(self, span: Span) -> bool:
        """Whether every character of `span` is visible."""
        at = bisect_right(self.visible, span.start, key=_start) - 1
        return at >= 0 and span.end <= self.visible[at].end

    def segments(self, start: int, end: int) -> list[Span]:
        """The visible parts of `[start, end)`, in order."""
        cut = (Span(max(start, seen.start), min(end, seen.end)) for seen in self.visible)
        return [span for span in cut if span.start < span.end]


def view(
    outline: Outline, characters: int, *, access: Access, rules: Mapping[int, Access], scope: Scope
) -> View | None:
    """What `scope` may read of a text of `characters` code points; None if it may read no section of it.

    `access` is the document's, `rules` are the resolved ones by section index. The document must be of the scope's
    tenant.
    """
    parents = [section.parent for section in outline.sections]
    readable = tuple(scope.admits(readers) for readers in effective_access(parents, access, rules))
    if not any(readable):
        return None
    visible = tuple(visible_spans(outline.sections, readable, characters))
    return View(outline=outline, readable=readable, visible=visible)


def owned_spans(sections: Sequence[Section], characters: int) -> Iterator[tuple[Span, int]]:
    """Cuts `[0, characters)` into spans with the index of the innermost section around each, in order.

    `sections` are an outline's; section 0 owns what no other does.
    """
    position, around = 0, [0]
    for section in sections[1:]:
        while around[-1] != section.parent:
            index = around.pop()
            end = sections[index].span.end
            if position < end:
                yield Span(position, end), index
                position = end
        if position < section.span.start:
            yield Span(position, section.span.start), around[-1]
            position = section.span.start
        around.append(section.index)
    for index in reversed(around):
        end = sections[index].span.end if index else characters
        if position < end:
            yield Span(position, end), index
            position = end


def visible_spans(sections: Sequence[Section], readable: Sequence[bool], characters: int) -> Iterator[Span]:
    """The spans of readable sections' own characters, in order, those that touch joined."""
    held: Span | None = None
    for span, index in owned_spans(sections, characters):
        if not readable[index]:
            continue
        if held is not None and held.end == span.start:
            held = Span(held.start, span.end)
            continue
        if held is not None:
            yield held
        held = span
    if held is not None:
        yield held


def masked_path(sections: Sequence[Section], readable: Sequence[bool], index: int) -> tuple[str | None, ...]:
    """Titles from the outermost heading to section `index`; None for each that is not readable. Section 0: empty."""
    titles: list[str | None] = []
    while index > 0:
        titles.append(sections[index].title if readable[index] else None)
        index = sections[index].parent
    return tuple(reversed(titles))


def _start(span: Span) -> int:
    return span.start
