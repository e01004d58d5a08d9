"""The characters of a page, in the order they are drawn, as pieces of text."""

import ctypes
import math
import re
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pypdfium2.raw as raw  # type: ignore[import-untyped]

from indexing.parsers.pdf.document import Page
from indexing.parsers.pdf.frame import framed, framed_rect
from indexing.parsers.pdf.sheet import Piece, Rect, Style
from indexing.parsers.pdf.spacing import are_tight, is_wide, spaced_out

_BOLD: Final = re.compile(
    r"bold|black|heavy|semibd|demi|-medi\b|cmbx|cmssbx|[-,]bd|simhei|黑体|stheiti|heiti|ptb|ugq", re.IGNORECASE
)
_MONO: Final = re.compile(
    r"courier|mono|consol|cmtt|cmsltt|lmtt|sftt|typewriter|menlo|ectt|txtt|letter ?gothic|ocrb|zi4", re.IGNORECASE
)
_FIXED_PITCH: Final = 1
_FORCE_BOLD: Final = 1 << 18
"""Flags of a font (ISO 32000-1, table 123)."""

_GAP: Final = 0.75
"""In sizes of the text: a wider gap separates pieces. A space has 0.25 to 0.35; the narrowest gutters have 1."""

_HAN_SPACE: Final = 0.18
"""In sizes of the text: a gap wider by this than others between Han characters is a space, of which fonts have 0.2 up.
Kerning and justified lines stay below."""

_SHIFT: Final = 0.6
"""In sizes of the text: how far the baseline of a superscript may be off. Lines are 1 or more apart."""

_SYMBOLS: Final = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf06e": "■", "\uf075": "◆"}
"""Bullets of the fonts Symbol and Wingdings, which PDF writers leave in the private use area."""

_HYPHEN: Final = 2
"""The library's code for a hyphen at the end of a line."""

_NEARLY_ALL: Final = 0.85
"""Share of the characters of a piece that make it bold, or code."""

_UNMAPPED: Final = "\ufffd"
_NO_WIDTH: Final = 0.05
_MAX_SIZE: Final = 2_000.0


class _Look(NamedTuple):
    style: Style
    quarter: int
    """Quarter turns anticlockwise."""


class _Glyph(NamedTuple):
    char: str
    left: float
    right: float
    base: float
    look: _Look
    spaced: str
    """The blank drawn before it; `~`: one the library saw in a gap; empty: none."""


def pieces_of(page: Page) -> tuple[dict[int, list[Piece]], int]:
    """The pieces of a page by the quarter turns of their text, each list in its frame; and how many characters had no
    meaning in Unicode: they are U+FFFD, or nothing where they take no place."""
    pieces: dict[int, list[Piece]] = {}
    glyphs: list[_Glyph] = []
    unmapped = 0
    for glyph in _glyphs(page):
        if glyph is not None and glyph.char == _UNMAPPED:
            unmapped += 1
            if glyph.right - glyph.left < _NO_WIDTH * glyph.look.style.size:
                continue
        if glyphs and (glyph is None or _parts(glyphs[-1], glyph)):
            pieces.setdefault(glyphs[0].look.quarter, []).append(_piece(glyphs))
            glyphs = []
        if glyph is not None:
            glyphs.append(glyph)
    if glyphs:
        pieces.setdefault(glyphs[0].look.quarter, []).append(_piece(glyphs))
    return pieces, unmapped


def _glyphs(page: Page) -> Iterator[_Glyph | None]:
    """The visible characters of a page; None where a line ends."""
    box, x, y = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    looks = _Looks(page.text)
    blank, high = "", 0
    for index in range(raw.FPDFText_CountChars(page.text)):
        code = raw.FPDFText_GetUnicode(page.text, index)
        if 0xD800 <= code < 0xDC00 and not high:
            high = code
            continue
        char = _char(_paired(high, code))
        high = 0
        if char in "\r\n":
            blank = ""
            yield None
            continue
        if char.isspace():
            blank = blank or ("~" if raw.FPDFText_IsGenerated(page.text, index) == 1 else char)
            continue
        look = looks.of(index)
        raw.FPDFText_GetLooseCharBox(page.text, index, box)
        raw.FPDFText_GetCharOrigin(page.text, index, x, y)
        yield _Glyph(char, *_placed(box, x.value, y.value, page.bounds, look.quarter), look, blank)
        blank = ""


def _placed(box: Any, x: float, y: float, bounds: Rect, quarter: int) -> tuple[float, float, float]:
    """Left, right and baseline of a character in its frame."""
    if quarter == 0:
        return box.left - bounds[0], box.right - bounds[0], bounds[3] - y
    left, _, right, _ = framed_rect((box.left, box.bottom, box.right, box.top), bounds, quarter)
    return left, right, framed(x, y, bounds, quarter)[1]


def _paired(high: int, code: int) -> int:
    """The character of two surrogates (The Unicode Standard, 3.9): the library gives each half a place of its own."""
    if not high:
        return code
    return 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if 0xDC00 <= code < 0xE000 else 0


def _char(code: int) -> str:
    """A character by its code; U+FFFD for what has none."""
    if code == _HYPHEN:
        return "-"
    if (
        (code < 0x20 and code not in (9, 10, 13))
        or 0xD800 <= code < 0xE000
        or code > 0x10FFFF
        or code in (0xFFFE, 0xFFFF)
    ):
        return _UNMAPPED
    return _SYMBOLS.get(chr(code), chr(code))


class _Looks:
    """How the characters of a page look, asked once for each object that draws text."""

    def __init__(self, text: Any) -> None:
        self._text = text
        self._of_object: dict[int, _Look] = {}
        self._of_font: dict[int, tuple[bool, bool]] = {}
        self._last = _Look(Style(10.0), 0)

    def of(self, index: int) -> _Look:
        """The look of a character; of one that no object draws that of the one before."""
        drawn = raw.FPDFText_GetTextObject(self._text, index)
        if drawn:
            address = ctypes.addressof(drawn.contents)
            if address not in self._of_object:
                self._of_object[address] = self._read(index, drawn)
            self._last = self._of_object[address]
        return self._last

    def _read(self, index: int, drawn: Any) -> _Look:
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(self._text, index, matrix)
        scale = math.hypot(matrix.c, matrix.d) or 1.0
        size = raw.FPDFText_GetFontSize(self._text, index) * scale
        size = min(max(size, 1.0), _MAX_SIZE) if math.isfinite(size) else 10.0
        angle = math.atan2(matrix.b, matrix.a) if math.isfinite(matrix.a + matrix.b) else 0.0
        bold, mono = self._font(raw.FPDFTextObj_GetFont(drawn))
        return _Look(Style(round(size * 2) / 2, bold, mono), round(angle / (math.pi / 2)) % 4)

    def _font(self, font: Any) -> tuple[bool, bool]:
        """Whether a font is bold, and of a fixed pitch: by its name, as the weight it states is a guess of writers."""
        if not font:
            return False, False
        address = ctypes.addressof(font.contents)
        if address not in self._of_font:
            buffer = ctypes.create_string_buffer(256)
            raw.FPDFFont_GetBaseFontName(font, buffer, 256)
            name, flags = buffer.value.decode("utf-8", "replace"), max(0, raw.FPDFFont_GetFlags(font))
            bold = bool(flags & _FORCE_BOLD) or _BOLD.search(name) is not None
            self._of_font[address] = bold, bool(flags & _FIXED_PITCH) or _MONO.search(name) is not None
        return self._of_font[address]


def _parts(before: _Glyph, glyph: _Glyph) -> bool:
    """Whether a new piece begins with `glyph`."""
    size = max(before.look.style.size, glyph.look.style.size)
    return (
        before.look.quarter != glyph.look.quarter
        or abs(glyph.base - before.base) > _SHIFT * size
        or glyph.left - before.right > _GAP * size
        or glyph.left < before.left - 0.5 * size
    )


def _piece(glyphs: list[_Glyph]) -> Piece:
    """The piece of `glyphs`, with the spaces between words."""
    chars, edges = [glyphs[0].char], [glyphs[0].left]
    usual = _usual_gap(glyphs)
    for before, glyph in pairwise(glyphs):
        if _has_space(before, glyph, usual):
            chars.append(" ")
            edges.append(before.right)
        chars.append(glyph.char)
        edges.append(glyph.left)
    text = "".join(chars)
    if spaced_out(text):
        kept = [i for i, char in enumerate(text) if not (char == " " and is_wide(text[i - 1]) and is_wide(text[i + 1]))]
        text, edges = "".join(text[i] for i in kept), [edges[i] for i in kept]
    style = _style(glyphs)
    base = next(glyph.base for glyph in glyphs if glyph.look.style.size == style.size)
    top, bottom = base - 0.85 * style.size, base + 0.2 * style.size
    right = max(glyph.right for glyph in glyphs)
    return Piece(text, glyphs[0].left, top, right, bottom, base, style, array("f", edges))


def _style(glyphs: list[_Glyph]) -> Style:
    """The size of most glyphs; bold or of a fixed pitch only if nearly all are, as a few such words are in any text."""
    styles = [glyph.look.style for glyph in glyphs]
    size = Counter(style.size for style in styles).most_common(1)[0][0]
    bold, mono = sum(style.bold for style in styles), sum(style.mono for style in styles)
    return Style(size, bold >= _NEARLY_ALL * len(styles), mono >= _NEARLY_ALL * len(styles))


def _usual_gap(glyphs: list[_Glyph]) -> float:
    """The median of the gaps between characters that are set without spaces: more than nothing in a justified line."""
    gaps = sorted(b.left - a.right for a, b in pairwise(glyphs) if are_tight(a.char, b.char))
    return max(0.0, gaps[len(gaps) // 2]) if gaps else 0.0


def _has_space(before: _Glyph, glyph: _Glyph, usual: float) -> bool:
    """Whether words end between two characters. Han characters have a space between them where one is drawn, or where
    the library sees one in a line that leaves only `usual` elsewhere."""
    size, gap = glyph.look.style.size, glyph.left - before.right
    if are_tight(before.char, glyph.char):
        return glyph.spaced not in ("", "~") or (glyph.spaced == "~" and gap - usual > _HAN_SPACE * size)
    return glyph.spaced != "" or gap > 0.25 * size
