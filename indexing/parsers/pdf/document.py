"""Opening a PDF, and the pages in it: the only place that knows how the library reports what is wrong with a file."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as raw  # type: ignore[import-untyped]

from indexing.errors import DocumentRejected
from indexing.parsers.pdf.sheet import Rect

_OBJECT: Final = re.compile(rb"\d\s+\d+\s+obj\b")
_HEADER_WITHIN: Final = 1024
"""Readers look for `%PDF-` in so many first bytes (ISO 32000-1, annex H.3, note 13)."""

_FLATTENED: Final = frozenset({raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP})
"""Annotations whose text a reader sees on the page: form fields that were filled in, typed notes, stamps."""

_MAX_ANNOTATIONS: Final = 10_000
"""Of a page; more are not looked at, or a file of nothing else would hold the parser for its whole time."""


class Page(NamedTuple):
    """A page while it is open."""

    number: int
    """From 1."""
    handle: Any
    text: Any
    """Handle of its text."""
    bounds: Rect
    """Left, bottom, right, top."""
    rotation: int
    """Quarter turns clockwise."""


@contextmanager
def opened(content: bytes, max_pages: int) -> Iterator[Any]:
    """The document of `content`, closed at the end.

    Raises DocumentRejected: `encrypted`, `corrupt`, `too_large` above `max_pages`.
    """
    _check_whole(content)
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        raise _refusal(error) from error
    try:
        pages = len(document)
        if pages > max_pages:
            raise DocumentRejected(
                "too_large",
                f"the PDF has {pages:,} pages, more than `indexing.parser.max_pages` ({max_pages:,}) allows",
            )
        if pages < 1:
            raise DocumentRejected("corrupt", "the PDF has no pages: it is damaged or was not written to its end")
        yield document
    finally:
        document.close()


@contextmanager
def page_of(document: Any, index: int) -> Iterator[Page]:
    """Page `index`, from 0, with what was filled in and typed on it. Raises DocumentRejected (`corrupt`)."""
    handle = _loaded(document, index)
    try:
        if _has_typed_text(handle) and raw.FPDFPage_Flatten(handle, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS:
            raw.FPDF_ClosePage(handle)
            handle = _loaded(document, index)
        text = raw.FPDFText_LoadPage(handle)
        if not text:
            raise _damaged(index)
        try:
            yield Page(index + 1, handle, text, _bounds(handle), raw.FPDFPage_GetRotation(handle) % 4)
        finally:
            raw.FPDFText_ClosePage(text)
    finally:
        raw.FPDF_ClosePage(handle)


def _check_whole(content: bytes) -> None:
    """Raises DocumentRejected (`corrupt`) for what is no PDF, or ends before its end.

    The library repairs what it can and says nothing of the pages it lost.
    """
    if b"%PDF-" not in content[:_HEADER_WITHIN]:
        raise DocumentRejected("corrupt", "the file is no PDF: it does not begin with %PDF-")
    end = content.rfind(b"%%EOF")
    if end < 0 or _OBJECT.search(content, end):
        raise DocumentRejected("corrupt", "the PDF is cut off: its end is missing; send the whole file")


def _refusal(error: pdfium.PdfiumError) -> DocumentRejected:
    if error.err_code == raw.FPDF_ERR_PASSWORD:
        return DocumentRejected("encrypted", "the PDF opens with a password only; send a copy without one")
    if error.err_code == raw.FPDF_ERR_SECURITY:
        return DocumentRejected("encrypted", "the PDF is encrypted in a way that can not be read; send a copy without")
    return DocumentRejected("corrupt", "the PDF can not be opened: it is damaged or was not written to its end")


def _loaded(document: Any, index: int) -> Any:
    handle = raw.FPDF_LoadPage(document.raw, index)
    if not handle:
        raise _damaged(index)
    return handle


def _damaged(index: int) -> DocumentRejected:
    return DocumentRejected("corrupt", f"page {index + 1} of the PDF is damaged or missing")


def _has_typed_text(handle: Any) -> bool:
    """Whether annotations of the page show text that its content has not."""
    for index in range(min(raw.FPDFPage_GetAnnotCount(handle), _MAX_ANNOTATIONS)):
        annotation = raw.FPDFPage_GetAnnot(handle, index)
        kind = raw.FPDFAnnot_GetSubtype(annotation) if annotation else raw.FPDF_ANNOT_UNKNOWN
        if annotation:
            raw.FPDFPage_CloseAnnot(annotation)
        if kind in _FLATTENED:
            return True
    return False


def _bounds(handle: Any) -> Rect:
    """What is shown of the page, in its own coordinates."""
    box = raw.FS_RECTF()
    raw.FPDF_GetPageBoundingBox(handle, box)
    return box.left, box.bottom, box.right, box.top
