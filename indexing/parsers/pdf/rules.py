"""The straight lines drawn on a page, from which ruled tables are recognised."""

import ctypes
import math
from collections.abc import Iterator
from typing import Any, Final

import pypdfium2.raw as raw  # type: ignore[import-untyped]

from indexing.parsers.pdf.document import Page
from indexing.parsers.pdf.frame import framed_rect
from indexing.parsers.pdf.sheet import Rect, Rule

_THIN: Final = 2.5
"""Points: a filled rectangle up to this is a rule."""

_MIN_LENGTH: Final = 6.0
"""Points: shorter ones are parts of glyphs and drawings."""

_MAX_RULES: Final = 4_000
"""A page with more is a drawing; its lines are not looked at, so that time stays bounded."""

_MAX_SEGMENTS: Final = 2_000
"""Of a path; longer ones are curves of drawings."""

_MAX_OBJECTS: Final = 50_000
_MAX_DEPTH: Final = 4
"""Of forms in forms: what producers nest, not what a hostile file can."""

_UNIT: Final = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Matrix = tuple[float, float, float, float, float, float]


def rules_of(page: Page, quarter: int) -> list[Rule]:
    """The rules of a page in the frame of `quarter`; none for a page with very many, which is a drawing."""
    rules: list[Rule] = []
    for rect in _rects(page):
        left, top, right, bottom = framed_rect(rect, page.bounds, quarter)
        thin, long = sorted((right - left, bottom - top))
        if thin <= _THIN and long >= _MIN_LENGTH:
            rules.append(Rule(left, top, right, bottom))
            if len(rules) > _MAX_RULES:
                return []
    return rules


def _rects(page: Page) -> Iterator[Rect]:
    """The boxes of all straight strokes, in the page's own coordinates."""
    count = raw.FPDFPage_CountObjects(page.handle)
    left = [_MAX_OBJECTS]
    for index in range(min(count, _MAX_OBJECTS)):
        yield from _object_rects(raw.FPDFPage_GetObject(page.handle, index), _UNIT, 0, left)


def _object_rects(drawn: Any, matrix: Matrix, depth: int, left: list[int]) -> Iterator[Rect]:
    """The strokes of one object; `left` is how many objects may still be looked at."""
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
    """A thin filled shape as a whole; of a stroked path each straight part."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, fill, stroke)
    if fill.value and not stroke.value:
        corners = [ctypes.c_float() for _ in range(4)]
        if raw.FPDFPageObj_GetBounds(path, *corners):
            a, b, c, d = (corner.value for corner in corners)
            yield (*_point(a, b, matrix), *_point(c, d, matrix))
    elif stroke.value and raw.FPDFPath_CountSegments(path) <= _MAX_SEGMENTS:
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
