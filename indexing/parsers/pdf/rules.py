"""What is drawn on a page besides text: straight lines, which rule tables, and dots, which are bullets of lists."""

import ctypes
import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pypdfium2.raw as raw  # type: ignore[import-untyped]

from indexing.parsers.pdf.document import Page
from indexing.parsers.pdf.frame import framed_rect
from indexing.parsers.pdf.sheet import Rect, Rule

_THIN: Final = 2.5
"""Points: a filled rectangle up to this is a rule."""

_MIN_LENGTH: Final = 6.0
"""Points: shorter ones are parts of glyphs and drawings."""

_MIN_DOT: Final = 1.5
_MAX_DOT: Final = 9.0
"""Points: sides of a dot."""

_ROUND: Final = 1.25
"""How many times as long the longer side of a dot may be."""

_MAX_RULES: Final = 4_000
"""A page with more, or more dots, is a drawing; they are not looked at, so that time stays bounded."""

_MAX_SEGMENTS: Final = 2_000
"""Of a path; longer ones are curves of drawings."""

_MAX_OBJECTS: Final = 50_000
_MAX_DEPTH: Final = 4
"""Of forms in forms: what producers nest, not what a hostile file can."""

_UNIT: Final = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Matrix = tuple[float, float, float, float, float, float]


class Drawn(NamedTuple):
    """What is drawn on a page."""

    rules: list[Rule]
    dots: list[Rect]
    """Small shapes as wide as high, filled or in outline."""


def drawn_of(page: Page, quarter: int) -> Drawn:
    """What is drawn on a page, in the frame of `quarter`; nothing where it is very much, and thus a drawing."""
    drawn = Drawn([], [])
    for rect in _rects(page):
        left, top, right, bottom = framed_rect(rect, page.bounds, quarter)
        thin, long = sorted((right - left, bottom - top))
        if thin <= _THIN and long >= _MIN_LENGTH:
            drawn.rules.append(Rule(left, top, right, bottom))
        elif _MIN_DOT <= thin <= long <= min(_MAX_DOT, _ROUND * thin):
            drawn.dots.append((left, top, right, bottom))
        if len(drawn.rules) > _MAX_RULES or len(drawn.dots) > _MAX_RULES:
            break
    return drawn if max(len(drawn.rules), len(drawn.dots)) <= _MAX_RULES else Drawn([], [])


def _rects(page: Page) -> Iterator[Rect]:
    """The boxes of all straight strokes and small shapes, in the page's own coordinates."""
    count = raw.FPDFPage_CountObjects(page.handle)
    left = [_MAX_OBJECTS]
    for index in range(min(count, _MAX_OBJECTS)):
        yield from _object_rects(raw.FPDFPage_GetObject(page.handle, index), _UNIT, 0, left)


def _object_rects(drawn: Any, matrix: Matrix, depth: int, left: list[int]) -> Iterator[Rect]:
    """The strokes and shape of one object; `left` is how many objects may still be looked at."""
    left[0] -= 1
    if not drawn or left[0] < 0:
        return
    kind = raw.FPDFPageObj_GetType(drawn)
    if kind == raw.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
        inner = _times(_matrix_of(drawn), matrix)
        for index in range(min(raw.FPDFFormObj_CountObjects(drawn), max(0, left[0]))):
            yield from _object_rects(raw.FPDFFormObj_GetObject(drawn, index), inner, depth + 1, left)
    elif kind == raw.FPDF_PAGEOBJ_PATH:
        yield from _path_rects(drawn, matrix)


def _path_rects(path: Any, matrix: Matrix) -> Iterator[Rect]:
    """A filled or small shape as a whole; of a stroked path each straight part."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, fill, stroke)
    corners = [ctypes.c_float() for _ in range(4)]
    if (fill.value or stroke.value) and raw.FPDFPageObj_GetBounds(path, *corners):
        a, b, c, d = (corner.value for corner in corners)
        if not stroke.value or max(c - a, d - b) <= _MAX_DOT:
            yield (*_point(a, b, matrix), *_point(c, d, matrix))
    if stroke.value and raw.FPDFPath_CountSegments(path) <= _MAX_SEGMENTS:
        yield from _strokes(path, _times(_matrix_of(path), matrix))


def _strokes(path: Any, matrix: Matrix) -> Iterator[Rect]:
    x, y = ctypes.c_float(), ctypes.c_float()
    start = last = (0.0, 0.0)
    for index in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, index)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        point = _point(x.value, y.value, matrix)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == raw.FPDF_SEGMENT_LINETO:
            yield (*last, *point)
        if raw.FPDFPathSegment_GetClose(segment):
            yield (*point, *start)
        last = point


def _matrix_of(drawn: Any) -> Matrix:
    matrix = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(drawn, matrix):
        return _UNIT
    found = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return found if all(map(math.isfinite, found)) else _UNIT


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that applies `inner` first (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _point(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
