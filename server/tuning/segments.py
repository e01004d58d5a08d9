"""Segments: a text cut at every border of several tracks of spans, so that overlapping ranges can be shown as nested
ones.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from indexing.model import Span


class Segment(NamedTuple):
    """A range of text without a border inside."""

    start: int
    end: int
    owners: tuple[int | None, ...]
    """For each track the index of its span that holds the range."""


def segments(length: int, *tracks: Sequence[Span]) -> Iterator[Segment]:
    """The segments of a text, in order; together they are all of it. The spans of a track are disjoint and in order.

    >>> [(s.start, s.end, s.owners) for s in segments(6, [Span(0, 4)], [Span(2, 6)])]
    [(0, 2, (0, None)), (2, 4, (0, 0)), (4, 6, (None, 0))]
    """
    borders = {0, length}
    for track in tracks:
        borders.update(border for span in track for border in (span.start, span.end) if 0 <= border <= length)
    starts = [[span.start for span in track] for track in tracks]
    start = 0
    for end in sorted(borders - {0}):
        owners = tuple(_owner(track, first, start) for track, first in zip(tracks, starts, strict=True))
        yield Segment(start, end, owners)
        start = end


def _owner(track: Sequence[Span], starts: Sequence[int], position: int) -> int | None:
    index = bisect_right(starts, position) - 1
    return index if index >= 0 and position < track[index].end else None
