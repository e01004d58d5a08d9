"""Parsers: a document's bytes to blocks with exact spans.

    recognize (what the bytes are) → parser of that media type (text, blocks) → reader of the document's kind (sections,
    units and labels that the format does not mark) → notes that stay with what they qualify

A parser module is imported when its first document comes: no format costs those who do not use it.
"""

import importlib
from typing import Any, Final, Protocol

from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.model import DocumentKind, ParsedText
from indexing.parsers.notes import with_notes
from indexing.parsers.original import Original as Original
from indexing.parsers.recognition.declared import declared_language
from indexing.parsers.recognition.recognize import recognize

PARSERS_VERSION: Final = 3
"""Raised when any parser makes other blocks of the same bytes: outlines made with another version are stale."""


class Parser(Protocol):
    """Turns a document's bytes into its canonical text and the blocks in it."""

    def __call__(self, original: Original) -> ParsedText:
        """The text and blocks of `original`, whose media type is one the parser is registered for.

        Raises DocumentRejected (`unknown_encoding`, `no_text`, `encrypted`, `corrupt`, `too_large`, …); never anything
        else, whatever the bytes.
        """
        ...


class Reader(Protocol):
    """Finds the sections and units of one kind in a text that its format did not mark."""

    def __call__(self, parsed: ParsedText) -> ParsedText:
        """`parsed` with other blocks over the same text; every character that had an owner has one."""
        ...


PARSERS: Final[dict[str, str]] = {
    "text/markdown": "markdown.document:parse_markdown",
    "text/plain": "plain:parse_plain",
    "text/html": "html.page:parse_html",
    "application/xhtml+xml": "html.page:parse_html",
    "application/pdf": "pdf.reader:parse_pdf",
    "image/png": "pdf.scan:parse_image",
    "image/jpeg": "pdf.scan:parse_image",
    "image/tiff": "pdf.scan:parse_image",
    "image/webp": "pdf.scan:parse_image",
    "image/bmp": "pdf.scan:parse_image",
    "image/gif": "pdf.scan:parse_image",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx.document:parse_docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx.presentation:parse_pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx.spreadsheet:parse_xlsx",
    "text/csv": "delimited:parse_csv",
    "text/tab-separated-values": "delimited:parse_tsv",
    "text/x-source": "code.source:parse_code",
    "application/vnd.oai.openapi": "api.openapi:parse_openapi",
    "text/vtt": "chat.subtitles:parse_subtitles",
    "application/x-subrip": "chat.subtitles:parse_subtitles",
    "message/rfc822": "chat.mail:parse_mail",
    "application/x-chat+json": "chat.messages:parse_chat_json",
}
"""Media type, lower case and without parameters, to `module:function` of the parser that reads it. `text/x-source` is
code in any language; `application/vnd.oai.openapi` an API description in JSON or YAML; `application/x-chat+json` the
messages of a chat as JSON."""

READERS: Final[dict[DocumentKind, str]] = {
    "legal": "legal.clauses:read_legal",
    "faq": "faq.answers:read_faq",
    "api": "api.reference:read_api",
    "chat": "chat.log:read_chat",
}
"""Kinds that may come in any format of running text, to `module:function` of what reads them. The module also has
`looks_like(parsed) -> bool`, asked in this order when the kind is not declared."""

KINDS: Final[dict[str, DocumentKind]] = {
    "text/markdown": "markdown",
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/pdf": "pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "slides",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "table",
    "text/csv": "table",
    "text/tab-separated-values": "table",
    "text/x-source": "code",
    "application/vnd.oai.openapi": "api",
    "text/vtt": "chat",
    "application/x-subrip": "chat",
    "message/rfc822": "chat",
    "application/x-chat+json": "chat",
}
"""What a document of a media type is when nothing else is declared or found: `scan` for images, else `plain`."""

RUNNING_TEXT: Final[frozenset[DocumentKind]] = frozenset({"markdown", "html", "pdf", "docx", "plain", "scan"})
"""Kinds whose text may turn out to be of one of READERS."""


def parse(original: Original) -> ParsedText:
    """The text and blocks of `original`, its kind found out.

    Raises DocumentRejected: `unsupported_type` for bytes of no known type, else as the type's parser does.

    >>> parse(Original(content=b"# Rent", media_type="text/markdown")).blocks[0].title
    'Rent'
    """
    media_type, kind = recognize(original)
    parser = PARSERS.get(media_type)
    if parser is None:
        known = ", ".join(sorted(PARSERS))
        raise DocumentRejected("unsupported_type", f"{media_type!r} documents can not be read; supported are {known}")
    parsed: ParsedText = _load(parser)(
        replace(original, media_type=media_type, language=declared_language(original.media_type))
    )
    kind = kind or parsed.kind or _kind_of(parsed, media_type)
    read = _load(READERS[kind])(parsed) if kind in READERS and parsed.kind != kind else parsed
    noted = with_notes(read.text, read.blocks) if kind in RUNNING_TEXT or kind in READERS else read.blocks
    said = tuple(name for name in read.attributes if name not in parsed.attributes)
    return replace(read, blocks=noted, kind=kind, media_type=media_type, said=said)


def _kind_of(parsed: ParsedText, media_type: str) -> DocumentKind:
    """The kind that the text of a document shows."""
    usual = KINDS.get(media_type, "scan" if media_type.startswith("image/") else "plain")
    if usual in RUNNING_TEXT:
        for kind, reader in READERS.items():
            if _load(f"{reader.partition(':')[0]}:looks_like")(parsed):
                return kind
    return usual


def _load(name: str) -> Any:
    """The function `module:function` of this package."""
    module, _, function = name.partition(":")
    return getattr(importlib.import_module(f"{__name__}.{module}"), function)
