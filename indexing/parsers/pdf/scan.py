"""Images of pages to blocks: photographs, scans and faxes, read by tesseract.

A file of several pages (TIFF) is one document. What is animated (GIF, PNG, WebP) is read by its first picture.
"""

import io
import warnings
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.original import Original
from indexing.parsers.pdf.ocr import read_image, why_not
from indexing.parsers.pdf.paged import parsed_sheets
from indexing.parsers.pdf.sheet import Sheet

_FORMATS: Final = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
_MAX_PIXELS: Final = 100_000_000
"""Of one picture: A2 at 400 dpi has 62 million. More is refused before it is unpacked."""

_SMALL: Final = 1_000
"""Pixels of the shorter side: pictures of the screen are doubled, letters of 10 pixels are not recognised."""

_MAX_DPI: Final = 1_200
_SCREEN_DPI: Final = 72
"""Where a picture does not state its own: then a pixel is a point."""


def parse_image(original: Original) -> ParsedText:
    """The text of an image. Raises DocumentRejected: `corrupt`, `too_large`, `no_text`."""
    config = original.config
    with warnings.catch_warnings(), _opened(original.content) as image:
        _check(image, config)
        way_out = why_not(config)
        if way_out is not None:
            raise DocumentRejected("no_text", f"an image has no text of its own; {way_out}")
        sheets = [_sheet(page, number, config) for number, page in enumerate(_pages(image), 1)]
    parsed = parsed_sheets(sheets, low_confidence=config.ocr_low_confidence)
    if not parsed.blocks:
        raise DocumentRejected("no_text", "no text could be recognised in the image")
    return parsed


def _opened(content: bytes) -> Image.Image:
    warnings.simplefilter("ignore")  # damage that matters raises; the rest is about tags nobody reads
    try:
        return Image.open(io.BytesIO(content), formats=_FORMATS)
    except Image.DecompressionBombError as error:
        raise _too_large() from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise _damaged() from error


def _check(image: Image.Image, config: ParserConfig) -> None:
    """Raises DocumentRejected (`too_large`) for too many pixels or pages, before any is unpacked."""
    if image.width * image.height > _MAX_PIXELS:
        raise _too_large()
    if _frames(image) > config.max_pages:
        raise DocumentRejected(
            "too_large", f"the image has more pages than `indexing.parser.max_pages` ({config.max_pages:,}) allows"
        )


def _frames(image: Image.Image) -> int:
    """Pages of the file; 1 for what is animated."""
    try:
        return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
    except (OSError, ValueError, EOFError, SyntaxError) as error:
        raise _damaged() from error


def _pages(image: Image.Image) -> Iterator[Image.Image]:
    """The pages of the file, unpacked one at a time, upright."""
    for index in range(_frames(image)):
        try:
            image.seek(index)
            _check_size(image)
            yield _flat(ImageOps.exif_transpose(image))
        except (OSError, ValueError, EOFError, SyntaxError, Image.DecompressionBombError) as error:
            raise _damaged() from error


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > _MAX_PIXELS:
        raise _too_large()


def _flat(image: Image.Image) -> Image.Image:
    """An image in shades of gray, what is transparent as white."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        seen = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", seen.size, "white"), seen)
    return image.convert("L")


def _sheet(image: Image.Image, number: int, config: ParserConfig) -> Sheet:
    dpi = _dpi(image)
    scale = 2 if min(image.size) < _SMALL else 1
    shown = image.resize((image.width * scale, image.height * scale), Image.Resampling.LANCZOS) if scale > 1 else image
    reading = read_image(shown, dpi * scale, config)
    bounds = (0.0, 0.0, image.width * 72 / dpi, image.height * 72 / dpi)
    return Sheet(number=number, bounds=bounds, pieces=reading.pieces, confidence=reading.confidence)


def _dpi(image: Image.Image) -> int:
    stated = image.info.get("dpi")
    dpi = int(stated[0]) if isinstance(stated, tuple) and stated and stated[0] == stated[0] else 0
    return dpi if _SCREEN_DPI <= dpi <= _MAX_DPI else _SCREEN_DPI


def _too_large() -> DocumentRejected:
    return DocumentRejected("too_large", f"the image has more than {_MAX_PIXELS:,} pixels; send a smaller copy")


def _damaged() -> DocumentRejected:
    return DocumentRejected(
        "corrupt", "the image can not be read: it is damaged, or of another type than its bytes say"
    )
