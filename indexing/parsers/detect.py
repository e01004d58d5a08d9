"""What a document's bytes are: the media type its name implies, and its text by declaration, mark, UTF-8 or evidence.

First stage of the ingest path. Nothing is decoded with replacement: a byte sequence either is in the charset or the
document is refused, so no mojibake enters an index unnoticed.
"""

import codecs
import re
from pathlib import PurePosixPath
from typing import Final

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.languages import language_of
from indexing.parsers.charset import rank_charsets, sample_bits

MEDIA_TYPES: Final = {
    "md": "text/markdown",
    "markdown": "text/markdown",
    "mdown": "text/markdown",
    "mkd": "text/markdown",
    "mdx": "text/markdown",
    "txt": "text/plain",
    "text": "text/plain",
    "log": "text/plain",
    "rst": "text/plain",
    "adoc": "text/plain",
    "org": "text/plain",
    "tex": "text/plain",
    "html": "text/html",
    "htm": "text/html",
    "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "docm": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "pptm": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xlsm": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "tab": "text/tab-separated-values",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "tif": "image/tiff",
    "tiff": "image/tiff",
    "webp": "image/webp",
    "bmp": "image/bmp",
    "gif": "image/gif",
    "vtt": "text/vtt",
    "srt": "application/x-subrip",
    "eml": "message/rfc822",
}
"""File name endings, lower case, and the media type they stand for; for code and data see `languages`."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
"""Byte order marks (The Unicode Standard, 23.8). UTF-32 before UTF-16, whose little-endian mark begins the same."""

_NOT_CHARSETS: Final = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape", "utf-7"})
"""Python codecs that are no charsets of files: they rewrite text."""

_SURROGATE_CODECS: Final = frozenset({"utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_ESCAPED: Final = (
    (re.compile(rb"\x1b\$\)C"), "iso2022_kr"),
    (re.compile(rb"\x1b\$(?:[@AB]|\([@ABD])"), "iso2022_jp_2"),
)
"""Marks inside ASCII that switch to another set of characters (ISO/IEC 2022), and the charset of mail that has them."""

_HOW_TO_DECLARE: Final = "declare it with `charset`, for example utf-8, gb18030, big5, shift_jis or windows-1252"


class Decoded(Struct, frozen=True, kw_only=True):
    """The canonical text of a document's bytes."""

    text: str
    """Without a leading byte order mark; newlines untouched; U+0000 and lone surrogates replaced by U+FFFD."""
    charset: str
    """Python codec name the bytes were decoded with."""
    warnings: tuple[str, ...] = ()
    """What was replaced, one sentence each."""


def media_type_of(name: str) -> str | None:
    """The media type the ending of a file name stands for, None when it is not known.

    >>> media_type_of("guide/README.MD"), media_type_of("notes.txt"), media_type_of("a.out")
    ('text/markdown', 'text/plain', None)
    >>> media_type_of("src/app.py"), media_type_of("Dockerfile")
    ('text/x-source', 'text/x-source')
    """
    if language_of(name, b""):
        return "text/x-source"
    return MEDIA_TYPES.get(PurePosixPath(name.replace("\\", "/")).suffix[1:].lower())


def decode(content: bytes, charset: str | None) -> Decoded:
    """The text of `content`: in the declared charset if there is one, else by mark, UTF-8 or a scored choice.

    Raises DocumentRejected: `unknown_encoding` when no charset fits, `no_text` when the text is empty or blank.

    >>> decode("押金".encode("utf-8-sig"), None)
    Decoded(text='押金', charset='utf-8', warnings=())
    """
    text, codec = _declared(content, charset) if charset is not None else _undeclared(content)
    text, warnings = _repaired(text.removeprefix("\ufeff"))
    if not text or text.isspace():
        raise DocumentRejected("no_text", "the document has no text: it is empty or holds blanks only")
    return Decoded(text=text, charset=codec, warnings=warnings)


def _declared(content: bytes, charset: str) -> tuple[str, str]:
    """Text and codec name in exactly the declared charset."""
    try:
        codec = codecs.lookup(charset.strip()).name
    except (LookupError, ValueError):
        codec = "undefined"
    if codec.replace("_", "-") in _NOT_CHARSETS:
        raise DocumentRejected("unknown_encoding", f"{charset!r} is not a known charset; {_HOW_TO_DECLARE}")
    text = _strict(content, codec)
    if text is None:
        raise DocumentRejected("unknown_encoding", f"the document is not in the declared charset {charset!r}")
    return text, codec.removesuffix("-sig")


def _undeclared(content: bytes) -> tuple[str, str]:
    """Text and codec name by byte order mark, then UTF-8, then evidence."""
    for mark, codec in _MARKS:
        if content.startswith(mark) and not (codec.startswith("utf-32") and len(content) % 4):
            return _first_that_fits(content, [codec])
    text = _strict(content, "utf-8")
    if text is None:
        return _first_that_fits(content, rank_charsets(content))
    for escape, codec in _ESCAPED:
        if content.isascii() and escape.search(content):
            return _first_that_fits(content, [codec, "utf-8"])
    if _CONTROL.search(content) is None:
        return text, "utf-8"
    return _first_that_fits(content, _rank_with_controls(content))


def _rank_with_controls(content: bytes) -> list[str]:
    """Charsets of valid UTF-8 that holds control characters: UTF-16 without a mark can look like that.

    >>> _rank_with_controls("rent".encode("utf-16-le")), _rank_with_controls(b"re\\0nt")
    (['utf-16-le'], ['utf-8'])
    >>> _rank_with_controls(b"\\0\\1\\2")
    []
    """
    wide = rank_charsets(content, ("utf-16-le", "utf-16-be"))
    if wide and sample_bits(content, wide[0]) < sample_bits(content, "utf-8"):
        return wide
    return ["utf-8"] if len(_CONTROL.findall(content)) * 2 < len(content) else []


def _first_that_fits(content: bytes, charsets: list[str]) -> tuple[str, str]:
    """Text and codec name of the first of `charsets` that decodes all of `content`."""
    for codec in charsets:
        text = _strict(content, codec)
        if text is not None:
            return text, codec
    raise DocumentRejected("unknown_encoding", f"the document's charset could not be recognised; {_HOW_TO_DECLARE}")


def _strict(content: bytes, codec: str) -> str | None:
    """All of `content` as text, lone surrogates left in, or None when a byte does not fit."""
    try:
        return content.decode(codec)
    except UnicodeDecodeError:
        pass
    except (LookupError, ValueError):  # codecs from bytes to bytes: base64, zlib
        return None
    try:
        return content.decode(codec, "surrogatepass") if codec in _SURROGATE_CODECS else None
    except UnicodeDecodeError:
        return None


def _repaired(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` without U+0000 and surrogates, and one warning for each kind that was replaced by U+FFFD."""
    warnings = []
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        warnings.append("lone surrogates were replaced by U+FFFD")
    if "\0" in text:
        warnings.append(f"{text.count(chr(0))} U+0000 characters were replaced by U+FFFD")
        text = text.replace("\0", "\ufffd")
    return text, tuple(warnings)
