"""Ranges: a section cut into consecutive stretches of text at the borders that a chunker names, each within its room.

A stretch that is too long is cut at the last sentence that fits, else at a blank, else between visible characters. What
a range repeats of the text before it (overlap) is a context span of its own section behind the heading, never own text.
Time is linear in the section.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.chunkers.atoms import atom_around, atoms_in
from indexing.chunkers.context import context_tokens
from indexing.chunkers.graphemes import is_border, last_border
from indexing.chunkers.section_text import SectionText
from indexing.chunkers.source import Source
from indexing.model import Span

LONGEST_ATOM: Final = 2000
"""Characters that an atom may go on behind a border: above what `atoms.py` lets any of them have."""

_VISIBLE: Final = re.compile(r"\S")


class Borders(Struct, frozen=True, kw_only=True):
    """Where a section may be cut: positions behind what they end, rising."""

    always: Sequence[int] = ()
    """A range ends at each of them."""
    coarse: Sequence[int] = ()
    """What is too long is cut here, unless that leaves more than half of the room unused."""
    sentences: Sequence[int] = ()
    """Else here. Overlap is then of whole sentences; where there are none, it is of tokens."""


class Range(Struct, frozen=True, kw_only=True):
    """A stretch of a section that becomes one chunk. Begins and ends with a visible character."""

    text: SectionText
    borders: Borders
    span: Span
    context: tuple[Span, ...]
    """The overlap: one span before it, or none."""

    @property
    def tokens(self) -> int:
        """Of context and own text, as planned."""
        return self.text.count(self.span) + context_tokens(self.text.source, self.context)


def ranges_of(text: SectionText, borders: Borders) -> Iterator[Range]:
    """The ranges of a whole section, in order."""
    known: list[int] = []
    start = text.span.start
    for stop in [*borders.always, text.span.end]:
        stretch = text.source.trim(start, stop)
        yield from _filled(text, borders, stretch, text.room.limits.usual, known)
        start = stop


def smaller(whole: Range, tokens: int) -> list[Range]:
    """`whole` in ranges of at most `tokens` planned tokens (>= 1); one, as it is, for a single visible character."""
    known = [min(span.start for span in (*whole.context, whole.span))]
    parts = list(_filled(whole.text, whole.borders, whole.span, tokens, known))
    if len(parts) > 1:
        return parts
    source, start, end = whole.text.source, whole.span.start, whole.span.end
    middle = last_border(source.plain, start, (start + end) // 2, end=end)
    halves = [source.trim(start, middle), source.trim(middle, end)]
    return [replace(whole, span=half, context=()) for half in halves if half.start < half.end]


def with_less_context(whole: Range, tokens: int) -> Range:
    """`whole` with at most `tokens` tokens of context, fewer than it has: what is farthest goes first."""
    known = [whole.context[0].start]
    return replace(whole, context=_overlap(whole.text, whole.borders, whole.span.start, tokens, known))


def reach_back(source: Source, end: int, tokens: int) -> int:
    """Where the last `tokens` tokens before `end` begin: the position behind the token before them, or 0."""
    first = bisect_left(source.marks, end) - tokens
    return source.marks[first - 1] + 1 if first > 0 else 0


def _filled(text: SectionText, borders: Borders, stretch: Span, most: int, known: list[int]) -> Iterator[Range]:
    """The ranges of `stretch`, each as long as its room and `most` tokens let it be.

    `known` are borders of visible characters so far, rising: overlap does not begin before the first.
    """
    source, start = text.source, stretch.start
    while start < stretch.end:
        known.append(start)
        room = min(most, text.room.first if start == text.room.begin else text.room.later)
        context = _overlap(text, borders, start, min(text.room.limits.overlap, room // 2 - 1), known)
        capacity = max(1, room - context_tokens(source, context))
        stop = _stop(source, borders, Span(start, stretch.end), capacity)
        yield Range(text=text, borders=borders, span=source.trim(start, stop), context=context)
        following = _VISIBLE.search(source.plain, stop, stretch.end)
        start = following.start() if following else stretch.end


def _stop(source: Source, borders: Borders, rest: Span, capacity: int) -> int:
    """Where the range that begins `rest` ends."""
    if source.count(rest.start, rest.end) <= capacity:
        return rest.end
    limit = min(source.reach(rest.start, capacity), rest.end)
    coarse = _last(borders.coarse, rest.start, limit)
    if coarse is not None and source.count(rest.start, coarse) * 2 >= capacity:
        return coarse
    sentence = _last(borders.sentences, rest.start, limit)
    return sentence if sentence is not None else _window_end(source.plain, rest, limit)


def _last(borders: Sequence[int], start: int, limit: int) -> int | None:
    """The last of `borders` in `(start, limit]`."""
    index = bisect_right(borders, limit) - 1
    return borders[index] if index >= 0 and borders[index] > start else None


def _window_end(plain: str, rest: Span, limit: int) -> int:
    """The last blank before `limit` if it leaves at least half of the room used, else a border of visible characters;
    before an atom that would be cut, unless the range begins with it.
    """
    border = _blank_or_border(plain, rest, limit)
    atom = atom_around(atoms_in(plain, rest.start, min(rest.end, border + LONGEST_ATOM)), border)
    return atom.start if atom is not None and atom.start > rest.start else border


def _blank_or_border(plain: str, rest: Span, limit: int) -> int:
    if limit < rest.end and plain[limit].isspace() and is_border(plain, limit):
        return limit
    words = plain[rest.start : limit].rsplit(None, 1)
    if len(words) == 2 and len(words[0]) * 2 >= limit - rest.start:
        return rest.start + len(words[0])
    return last_border(plain, rest.start, limit, end=rest.end)


def _overlap(text: SectionText, borders: Borders, start: int, tokens: int, known: Sequence[int]) -> tuple[Span, ...]:
    """At most `tokens` tokens before `start`: whole sentences, or, without borders of sentences, whole words if that
    uses half of them.
    """
    if tokens < 1:
        return ()
    source = text.source
    earliest = max(text.room.body, known[0], reach_back(source, start, tokens))
    if borders.sentences:
        span = _sentences_before(text, borders.sentences, start, earliest)
    else:
        span = source.trim(_word_start(source.plain, earliest, start, known), start)
    return (span,) if span.start < span.end else ()


def _sentences_before(text: SectionText, sentences: Sequence[int], start: int, earliest: int) -> Span:
    """The whole sentences between `earliest` and `start`; empty when the text just before is not a whole sentence."""
    last = bisect_right(sentences, start) - 1
    plain = text.source.plain
    if last < 0 or (not plain[sentences[last] : start].isspace() and sentences[last] < start):
        return Span(start, start)
    begin = earliest if earliest == text.room.body else sentences[bisect_left(sentences, earliest)]
    return text.source.trim(min(begin, start), start)


def _word_start(plain: str, begin: int, start: int, known: Sequence[int]) -> int:
    """The beginning of a word at or behind `begin` that leaves at least half of `[begin, start)`; else the first border
    of visible characters from there on.
    """
    if begin >= start or begin == known[0] or plain[begin].isspace() or plain[begin - 1].isspace():
        return min(begin, start)
    words = plain[begin:start].split(None, 1)
    if len(words) == 2 and len(words[1]) * 2 >= start - begin:
        return start - len(words[1])
    near = known[bisect_right(known, begin) - 1]
    border = near if near == begin else last_border(plain, near, begin, end=start)
    return border if border >= begin else last_border(plain, border, border, end=start)
