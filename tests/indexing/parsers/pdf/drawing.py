"""PDFs for tests, drawn by code: strings at places, in English and Chinese."""

import io
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from indexing.config import ParserConfig
from indexing.model import Block, ParsedText
from indexing.parsers.original import Original
from indexing.parsers.pdf.reader import parse_pdf

HAN = "STSong-Light"
"""A font that needs no file: PDF readers know its characters."""

WIDTH, HEIGHT = 595.0, 842.0
Draw = Callable[[Any], None]


class Text(NamedTuple):
    """A string at a place: points from the left and from the top."""

    left: float
    top: float
    text: str
    size: float = 11.0
    font: str = "Helvetica"


def drawn(*pages: Sequence[Text | Draw], **options: Any) -> bytes:
    """A PDF of A4 pages."""
    pdfmetrics.registerFont(UnicodeCIDFont(HAN))
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH, HEIGHT), **options)
    for page in pages:
        for item in page:
            if isinstance(item, Text):
                canvas.setFont(item.font, item.size)
                canvas.drawString(item.left, HEIGHT - item.top, item.text)
            else:
                item(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def column(left: float, top: float, *lines: str, size: float = 11.0, font: str = "Helvetica") -> list[Text]:
    """Lines below each other, 1.25 times their size apart."""
    return [Text(left, top + 1.25 * size * index, line, size, font) for index, line in enumerate(lines)]


def grid(left: float, top: float, widths: Sequence[float], rows: Sequence[Sequence[str]]) -> list[Text | Draw]:
    """A ruled table, its rows 20 points high."""
    edges = [left]
    for width in widths:
        edges.append(edges[-1] + width)
    bottom = top + 20 * len(rows)

    def lines(canvas: Any) -> None:
        for index in range(len(rows) + 1):
            canvas.line(left, HEIGHT - top - 20 * index, edges[-1], HEIGHT - top - 20 * index)
        for edge in edges:
            canvas.line(edge, HEIGHT - top, edge, HEIGHT - bottom)

    cells: list[Text | Draw] = [
        Text(edges[at] + 4, top + 20 * index + 14, cell)
        for index, row in enumerate(rows)
        for at, cell in enumerate(row)
    ]
    return [lines, *cells]


def read(content: bytes, **config: Any) -> ParsedText:
    """What the parser makes of a PDF."""
    return parse_pdf(Original(content=content, media_type="application/pdf", config=ParserConfig(**config)))


def texts(parsed: ParsedText, *kinds: str) -> list[str]:
    """The texts of the blocks, of all or of some kinds."""
    return [block.span.slice(parsed.text) for block in parsed.blocks if not kinds or block.kind in kinds]


def block_with(parsed: ParsedText, words: str) -> Block:
    """The one block that has `words`."""
    (found,) = [block for block in parsed.blocks if words in block.span.slice(parsed.text)]
    return found


def pages_of(parsed: ParsedText, block: Block) -> tuple[int, int] | None:
    """First and last page of a block."""
    return parsed.layout.pages_of(block.span.start, block.span.end)


def assert_covered(parsed: ParsedText) -> None:
    """Blocks are disjoint, in order, trimmed, and hold all that is not blank."""
    end = 0
    for block in parsed.blocks:
        piece = block.span.slice(parsed.text)
        assert piece == piece.strip()
        assert not parsed.text[end : block.span.start].strip()
        end = block.span.end
    assert not parsed.text[end:].strip()
