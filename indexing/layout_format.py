"""A layout on disk and in memory: columns, so that a citation costs its own part and not the whole document's.

Whoever writes this format reads it: `encode_layout` and `decode_layout` are inverse, and `layout_at` gives the few
records that tell of one range, found by bisection in the bytes themselves.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Final

import msgspec
from msgspec import Struct

from indexing.layout import Box, Layout, Mark, Row, Run

EDGES: Final = 4
"""Numbers of a box: left, top, right, bottom."""


class _Marks(Struct, frozen=True, array_like=True):
    """Marks as columns."""

    at: memoryview = memoryview(b"")
    name_ends: memoryview = memoryview(b"")
    """Bytes of `names` up to the end of each name."""
    names: memoryview = memoryview(b"")
    """UTF-8, one behind the other."""


class _Stored(Struct, frozen=True, array_like=True):
    """The msgpack record. Columns are int32, but for `box_edges`: float64, EDGES a box. Append only, with defaults."""

    pages: memoryview = memoryview(b"")
    box_starts: memoryview = memoryview(b"")
    box_ends: memoryview = memoryview(b"")
    box_pages: memoryview = memoryview(b"")
    box_edges: memoryview = memoryview(b"")
    anchors: _Marks = _Marks()
    labels: _Marks = _Marks()
    row_starts: memoryview = memoryview(b"")
    row_numbers: memoryview = memoryview(b"")
    run_starts: memoryview = memoryview(b"")
    run_sources: memoryview = memoryview(b"")
    """Start and end of each run in the source."""


_DECODER: Final = msgspec.msgpack.Decoder(_Stored)


def encode_layout(layout: Layout) -> bytes:
    """The layout as bytes; none for one that says nothing."""
    if layout == Layout():
        return b""
    boxes, rows, runs = layout.boxes, layout.rows, layout.runs
    stored = _Stored(
        pages=_packed(layout.pages),
        box_starts=_packed(box.start for box in boxes),
        box_ends=_packed(box.end for box in boxes),
        box_pages=_packed(box.page for box in boxes),
        box_edges=memoryview(array("d", (edge for box in boxes for edge in box[-EDGES:])).tobytes()),
        anchors=_packed_marks(layout.anchors),
        labels=_packed_marks(layout.labels),
        row_starts=_packed(row.at for row in rows),
        row_numbers=_packed(row.number for row in rows),
        run_starts=_packed(run.start for run in runs),
        run_sources=_packed(end for run in runs for end in run[1:]),
    )
    return msgspec.msgpack.encode(stored)


def decode_layout(data: bytes) -> Layout:
    """The whole layout."""
    return _layout(_DECODER.decode(data), _WHOLE) if data else Layout()


def layout_at(data: bytes, start: int, end: int) -> Layout:
    """What of a layout answers every question about `[start, end)`: its records there, the last anchor up to `start`,
    and all pages.
    """
    if not data:
        return Layout()
    stored = _DECODER.decode(data)
    return _layout(stored, _part(stored, start, end))


class _Part(Struct, frozen=True, kw_only=True):
    """Which records are wanted."""

    boxes: slice = slice(None)
    anchors: slice = slice(None)
    labels: slice = slice(None)
    rows: slice = slice(None)
    runs: slice = slice(None)


_WHOLE: Final = _Part()


def _part(stored: _Stored, start: int, end: int) -> _Part:
    anchors, runs = _column(stored.anchors.at), _column(stored.run_starts)
    anchor = bisect_right(anchors, start)
    return _Part(
        boxes=slice(bisect_right(_column(stored.box_ends), start), bisect_left(_column(stored.box_starts), end)),
        anchors=slice(max(0, anchor - 1), anchor),
        labels=_inside(_column(stored.labels.at), start, end),
        rows=_inside(_column(stored.row_starts), start, end),
        runs=slice(max(0, bisect_right(runs, start) - 1), bisect_left(runs, end) + 1),  # the last says where they end
    )


def _inside(positions: Sequence[int], start: int, end: int) -> slice:
    return slice(bisect_left(positions, start), bisect_left(positions, end))


def _layout(stored: _Stored, part: _Part) -> Layout:
    return Layout(
        pages=tuple(_column(stored.pages)),
        boxes=_boxes(stored, part.boxes),
        anchors=_marks(stored.anchors, part.anchors),
        labels=_marks(stored.labels, part.labels),
        rows=tuple(map(Row, _column(stored.row_starts)[part.rows], _column(stored.row_numbers)[part.rows])),
        runs=_runs(stored, part.runs),
    )


def _boxes(stored: _Stored, part: slice) -> tuple[Box, ...]:
    columns = (_column(column)[part] for column in (stored.box_starts, stored.box_ends, stored.box_pages))
    edges = stored.box_edges.cast("d")
    return tuple(map(Box, *columns, *(edges[side::EDGES][part] for side in range(EDGES))))


def _runs(stored: _Stored, part: slice) -> tuple[Run, ...]:
    sources = _column(stored.run_sources)
    return tuple(map(Run, _column(stored.run_starts)[part], sources[::2][part], sources[1::2][part]))


def _marks(stored: _Marks, part: slice) -> tuple[Mark, ...]:
    ends = _column(stored.name_ends)
    first, last, _ = part.indices(len(ends))
    starts = [ends[first - 1] if first else 0, *ends[first:last]]
    names = (str(stored.names[a:b], "utf-8") for a, b in pairwise(starts))
    return tuple(map(Mark, _column(stored.at)[part], names))


def _packed(numbers: Iterable[int]) -> memoryview:
    return memoryview(array("i", numbers).tobytes())


def _packed_marks(marks: Sequence[Mark]) -> _Marks:
    names = [mark.name.encode() for mark in marks]
    return _Marks(_packed(mark.at for mark in marks), _packed(accumulate(map(len, names))), memoryview(b"".join(names)))


def _column(data: memoryview) -> "memoryview[int]":
    return data.cast("i")
