"""What a declared kind of document makes of its media type: it chooses between text formats, or it does not fit."""

from typing import Final

from indexing.errors import DocumentRejected
from indexing.model import DocumentKind
from indexing.parsers.recognition.containers import DOCX, PPTX, XLSX
from indexing.parsers.recognition.declared import (
    CHAT,
    CSV,
    HTML,
    IMAGES,
    MAIL,
    MARKDOWN,
    OPENAPI,
    PLAIN,
    SOURCE,
    SRT,
    TEXTS,
    TSV,
    VTT,
    XHTML,
)
from indexing.parsers.recognition.signatures import PDF

_RUNNING: Final = frozenset({MARKDOWN, PLAIN, HTML, XHTML, PDF, DOCX}) | IMAGES
"""Formats of running text, in which statutes, questions, operations and turns may be found."""

_FITTING: Final[dict[DocumentKind, frozenset[str]]] = {
    "markdown": frozenset({MARKDOWN}),
    "html": frozenset({HTML, XHTML}),
    "pdf": frozenset({PDF}),
    "scan": IMAGES | {PDF},
    "docx": frozenset({DOCX}),
    "slides": frozenset({PPTX}),
    "table": frozenset({CSV, TSV, XLSX}),
    "code": frozenset({SOURCE}),
    "legal": _RUNNING,
    "faq": _RUNNING,
    "api": _RUNNING | {OPENAPI},
    "chat": _RUNNING | {VTT, SRT, MAIL, CHAT},
    "plain": frozenset({PLAIN}),
}
"""The media types that documents of each kind may have."""

_CHOSEN: Final[dict[DocumentKind, str]] = {
    "markdown": MARKDOWN,
    "html": HTML,
    "table": CSV,
    "code": SOURCE,
    "plain": PLAIN,
}
"""The kinds that are a way of reading any text, and what it is then parsed as."""


def of_kind(media_type: str, kind: DocumentKind | None, *, guessed: bool) -> str:
    """The media type to parse a document of a declared kind as. `guessed`: nothing was said of the type.

    Raises DocumentRejected (`kind_mismatch`) when a document of this type can not be of that kind.

    >>> of_kind("text/plain", "markdown", guessed=False), of_kind("text/csv", "legal", guessed=True)
    ('text/markdown', 'text/plain')
    """
    if kind is None or media_type in _FITTING[kind]:
        return media_type
    if media_type in TEXTS and kind in _CHOSEN:
        return _CHOSEN[kind]
    if media_type in TEXTS and guessed and PLAIN in _FITTING[kind]:
        return PLAIN
    fitting = ", ".join(sorted({*_FITTING[kind], *(TEXTS if kind in _CHOSEN else ())}))
    raise DocumentRejected(
        "kind_mismatch",
        f"the document is {media_type!r}, which can not be of kind {kind!r}: leave the kind out, or give a document "
        f"of one of the types {fitting}",
    )
