"""PDF to blocks: what stands on its pages, put back into the order and units it is read in.

characters → pieces → ruled tables → pages without text recognised → the stages of `paged`

Nothing is dropped but running heads and feet, tables of contents and what is said twice because a page ended; each is
declared.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.original import Original
from indexing.parsers.pdf.aligned import open_tables
from indexing.parsers.pdf.bookmarks import attributes_of, bookmarks_of, title_of
from indexing.parsers.pdf.bullets import with_bullets
from indexing.parsers.pdf.document import opened, page_of
from indexing.parsers.pdf.glyphs import pieces_of
from indexing.parsers.pdf.grid import ruled_tables
from indexing.parsers.pdf.ocr import read_image, why_not
from indexing.parsers.pdf.paged import parsed_sheets
from indexing.parsers.pdf.render import rendered
from indexing.parsers.pdf.rules import Drawn, drawn_of
from indexing.parsers.pdf.sheet import Piece, Sheet


def parse_pdf(original: Original) -> ParsedText:
    """The text of a PDF, its pages and boxes.

    Raises DocumentRejected: `encrypted`, `corrupt`, `too_large`, `no_text`.
    """
    config = original.config
    with opened(original.content, config.max_pages) as document:
        read = [_sheet(document, index) for index in range(len(document))]
        sheets = [sheet for sheet, _ in read]
        unmapped = sum(count for _, count in read)
        _recognise(document, sheets, config)
        bookmarks, title, attributes = bookmarks_of(document), title_of(document), attributes_of(document)
    parsed = parsed_sheets(sheets, bookmarks=bookmarks, low_confidence=config.ocr_low_confidence)
    if not parsed.blocks:
        raise DocumentRejected("no_text", _why_empty(len(sheets), config))
    warnings = [*parsed.warnings]
    if unmapped:
        warnings.append(f"{unmapped:,} characters whose meaning the PDF does not state are U+FFFD")
    return replace(parsed, title=title, attributes=attributes, warnings=tuple(warnings))


def _sheet(document: Any, index: int) -> tuple[Sheet, int]:
    """Page `index`, its ruled tables found; and how many of its characters have no meaning."""
    with page_of(document, index) as page:
        pieces, unmapped = pieces_of(page)
        quarter = max(pieces, key=lambda turn: sum(len(piece.text) for piece in pieces[turn]), default=page.rotation)
        drawn = drawn_of(page, quarter) if pieces else Drawn([], [])
    main = with_bullets(pieces.pop(quarter, []), drawn.dots)
    tables = open_tables(ruled_tables(main, drawn.rules), drawn.rules)
    sheet = Sheet(
        number=index + 1,
        bounds=page.bounds,
        rotation=page.rotation,
        quarter=quarter,
        pieces=_uncut(tables),
        asides=[(turn, _uncut(pieces[turn])) for turn in sorted(pieces)],
    )
    return sheet, unmapped


def _uncut(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces without the edges of their characters, which only tables need."""
    return [piece._replace(edges=()) for piece in pieces]


def _recognise(document: Any, sheets: Sequence[Sheet], config: ParserConfig) -> None:
    """Reads the images of pages that have no text, where that is possible."""
    empty = [sheet for sheet in sheets if not sheet.pieces and not sheet.asides]
    if not empty or why_not(config) is not None:
        return
    for sheet in empty:
        image, dpi = rendered(document, sheet.number - 1)
        reading = read_image(image, dpi, config)
        if reading.pieces:
            sheet.pieces, sheet.confidence, sheet.quarter = reading.pieces, reading.confidence, sheet.rotation


def _why_empty(pages: int, config: ParserConfig) -> str:
    """What to do about a PDF without text."""
    way_out = why_not(config)
    none = f"none of the PDF's {pages:,} pages has text: they are blank or images of text"
    return f"{none}; {way_out}" if way_out else f"{none} that can not be read"
