"""What was said of a document's type, by its media type or else by its name, in the words that parsers are found by."""

from typing import Final

from indexing.languages import language_named
from indexing.parsers.detect import media_type_of
from indexing.parsers.original import Original
from indexing.parsers.recognition.containers import DOCX, PPTX, XLSX
from indexing.parsers.recognition.signatures import PDF

MARKDOWN: Final = "text/markdown"
PLAIN: Final = "text/plain"
HTML: Final = "text/html"
XHTML: Final = "application/xhtml+xml"
CSV: Final = "text/csv"
TSV: Final = "text/tab-separated-values"
SOURCE: Final = "text/x-source"
OPENAPI: Final = "application/vnd.oai.openapi"
VTT: Final = "text/vtt"
SRT: Final = "application/x-subrip"
MAIL: Final = "message/rfc822"
CHAT: Final = "application/x-chat+json"

TEXTS: Final = frozenset({MARKDOWN, PLAIN, HTML, XHTML, CSV, TSV, SOURCE, OPENAPI, VTT, SRT, MAIL, CHAT})
"""Formats that are texts: any text may be declared as any of them."""

IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/tiff", "image/webp", "image/bmp", "image/gif"})
BINARIES: Final = IMAGES | {PDF, DOCX, PPTX, XLSX}
"""Formats that are read and are no texts."""

_ALIASES: Final = {
    "text/x-markdown": MARKDOWN,
    "text/x-web-markdown": MARKDOWN,
    "text/x-gfm": MARKDOWN,
    "text/mdx": MARKDOWN,
    "text/x-rst": PLAIN,
    "text/x-log": PLAIN,
    "text/x-tex": PLAIN,
    "text/x-latex": PLAIN,
    "text/x-asciidoc": PLAIN,
    "text/x-org": PLAIN,
    "text/x-csv": CSV,
    "application/csv": CSV,
    "text/comma-separated-values": CSV,
    "text/x-comma-separated-values": CSV,
    "text/tsv": TSV,
    "text/srt": SRT,
    "text/x-srt": SRT,
    "application/srt": SRT,
    "application/openapi+json": OPENAPI,
    "application/openapi+yaml": OPENAPI,
    "application/vnd.oai.openapi+json": OPENAPI,
    "application/vnd.oai.openapi+yaml": OPENAPI,
    "application/x-pdf": PDF,
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/tif": "image/tiff",
    "image/x-tiff": "image/tiff",
    "image/x-png": "image/png",
    "image/x-bmp": "image/bmp",
    "image/x-ms-bmp": "image/bmp",
}
"""Other names of media types."""

_CODE: Final = frozenset(
    {
        "text/css",
        "text/javascript",
        "text/ecmascript",
        "text/typescript",
        "text/json",
        "text/yaml",
        "text/xml",
        "application/ecmascript",
        "application/javascript",
        "application/json",
        "application/ld+json",
        "application/sql",
        "application/toml",
        "application/typescript",
        "application/xml",
        "application/yaml",
    }
)
"""Media types of code in one language; so is every `text/x-…`, and the `application/x-…` below."""

_CODE_X: Final = frozenset(
    {"httpd-php", "javascript", "ndjson", "perl", "php", "python", "python-code", "ruby", "sh", "shellscript", "yaml"}
)

_SAYS_NOTHING: Final = frozenset(
    {
        "application/octet-stream",
        "application/unknown",
        "application/x-unknown",
        "binary/octet-stream",
        "unknown/unknown",
        "application/vnd.ms-excel",  # browsers under Windows with Excel say it of CSV files
        "video/mp2t",  # and of TypeScript files, by their ending `.ts`
    }
)


def stated_type(original: Original) -> str:
    """The media type that was declared, else the one of the name; empty when neither says anything."""
    return declared_type(original.media_type) or media_type_of(original.name) or ""


def declared_type(media_type: str) -> str:
    """A declared media type, lower case, without parameters, by its usual name; empty when it says nothing.

    >>> declared_type("Text/X-Markdown; charset=utf-8"), declared_type("application/json"), declared_type("text/any")
    ('text/markdown', 'text/x-source', '')
    """
    named = media_type.partition(";")[0].strip().lower()
    named = _ALIASES.get(named, named)
    if named in _SAYS_NOTHING:
        return ""
    if named in TEXTS or named in BINARIES:
        return named
    if _is_code(named):
        return SOURCE
    return "" if named.startswith("text/") else named


def declared_language(media_type: str) -> str:
    """The programming language that a declared media type names; empty when it names none.

    >>> declared_language("text/x-go"), declared_language("application/json"), declared_language("text/x-source")
    ('go', 'json', '')
    """
    _, _, word = media_type.partition(";")[0].strip().lower().partition("/")
    return language_named(word.removeprefix("x-")) or ""


def _is_code(named: str) -> bool:
    if named in _CODE or named.startswith("text/x-") or named.endswith(("+json", "+xml", "+yaml")):
        return True
    return named.removeprefix("application/x-") in _CODE_X
