"""Signatures: what bytes that are no text are, by the marks such files begin with.

A mark of letters alone (`BM` of bitmaps, `ID3` of MP3) begins texts too ("BM25 is …"), so a weak mark counts only with
control bytes behind it, which no text has. libmagic's successors in Python take such texts for images and music.
"""

import re
from typing import Final, NamedTuple

from indexing.errors import DocumentRejected
from indexing.parsers.recognition.containers import ole_refusal, zip_type

PDF: Final = "application/pdf"
PDF_REACH: Final = 1024
"""Bytes within which readers accept the header of a PDF (ISO 32000-1, annex H, implementation note 13)."""

_PDF_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*%PDF-\d")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_WEAK_REACH: Final = 32
"""Bytes in which a file with a weak mark has a control byte: all these formats have small numbers in their headers."""


class Signature(NamedTuple):
    """The mark of a format."""

    mark: bytes
    what: str
    """The media type of a format that is read, the name of one that is not."""
    offset: int = 0
    weak: bool = False
    """The mark could begin a text."""


_READ: Final = (
    Signature(b"\x89PNG\r\n\x1a\n", "image/png"),
    Signature(b"\xff\xd8\xff", "image/jpeg"),
    Signature(b"II*\0", "image/tiff"),
    Signature(b"MM\0*", "image/tiff"),
    Signature(b"II+\0", "image/tiff"),
    Signature(b"MM\0+", "image/tiff"),
    Signature(b"GIF87a", "image/gif", weak=True),
    Signature(b"GIF89a", "image/gif", weak=True),
    Signature(b"WEBPVP8", "image/webp", offset=8, weak=True),
    Signature(b"BM", "image/bmp", weak=True),
)

_NOT_READ: Final = (
    Signature(b"\x1f\x8b\x08", "gzip archive"),
    Signature(b"7z\xbc\xaf\x27\x1c", "7z archive"),
    Signature(b"Rar!\x1a\x07", "RAR archive"),
    Signature(b"\xfd7zXZ\0", "xz archive"),
    Signature(b"BZh91AY&SY", "bzip2 archive"),
    Signature(b"\x28\xb5\x2f\xfd", "zstd archive"),
    Signature(b"ustar", "tar archive", offset=257, weak=True),
    Signature(b"MSCF\0", "CAB archive"),
    Signature(b"\x7fELF", "program (ELF)"),
    Signature(b"MZ", "program (Windows)", weak=True),
    Signature(b"\xcf\xfa\xed\xfe", "program (Mach-O)"),
    Signature(b"\xca\xfe\xba\xbe\0", "program (Java class or Mach-O)"),
    Signature(b"\0asm", "program (WebAssembly)"),
    Signature(b"SQLite format 3\0", "SQLite database"),
    Signature(b"PAR1", "Parquet file", weak=True),
    Signature(b"\x89HDF\r\n\x1a\n", "HDF5 file"),
    Signature(b"\x93NUMPY", "NumPy array"),
    Signature(b"{\\rtf", "RTF document"),
    Signature(b"%!PS", "PostScript file"),
    Signature(b"8BPS\0", "Photoshop image"),
    Signature(b"AT&TFORM", "DjVu document"),
    Signature(b"ITSF", "CHM help file", weak=True),
    Signature(b"BOOKMOBI", "Mobipocket book", offset=60),
    Signature(b"ftyp", "video or HEIC image (ISO media)", offset=4, weak=True),
    Signature(b"\x1a\x45\xdf\xa3", "video (Matroska)"),
    Signature(b"\0\0\x01\xba", "video (MPEG)"),
    Signature(b"\0\0\x01\xb3", "video (MPEG)"),
    Signature(b"AVI LIST", "video (AVI)", offset=8, weak=True),
    Signature(b"WAVEfmt ", "sound (WAV)", offset=8, weak=True),
    Signature(b"ID3", "sound (MP3)", weak=True),
    Signature(b"OggS\0", "sound (Ogg)"),
    Signature(b"fLaC\0", "sound (FLAC)"),
    Signature(b"\0\0\x01\0", "icon"),
    Signature(b"\0\x01\0\0\0", "font (TrueType)"),
    Signature(b"OTTO\0", "font (OpenType)"),
    Signature(b"wOFF", "font (WOFF)", weak=True),
    Signature(b"wOF2", "font (WOFF2)", weak=True),
)

_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_TRANSPORT_PACKET: Final = 188
"""Bytes of a packet of MPEG transport streams, each of which begins with `G` (ISO 13818-1, section 2.4.3)."""


def binary_type(content: bytes, expected: str = "") -> str | None:
    r"""The media type of bytes that are no text, by their marks; None when there is none. `expected`: what was said.

    Raises DocumentRejected: `unsupported_type` for a format that is known and not read, `encrypted`, `corrupt`.

    >>> binary_type(b"%PDF-1.7\n"), binary_type(b"BM25 is a formula.")
    ('application/pdf', None)
    """
    if _is_pdf(content, expected):
        return PDF
    if content.startswith(_ZIP):
        return zip_type(content)
    if content.startswith(_OLE):
        raise ole_refusal(content)
    for signature in _READ:
        if _has(content, signature):
            return signature.what
    for signature in _NOT_READ:
        if _has(content, signature):
            raise _refusal(signature.what)
    if _is_transport_stream(content):
        raise _refusal("video (MPEG transport stream)")
    return None


def _is_pdf(content: bytes, expected: str) -> bool:
    """Whether the header of a PDF is at the start, or, if something else speaks for a PDF, a little later."""
    if _PDF_START.match(content):
        return True
    start = content[:PDF_REACH]
    return b"%PDF-" in start and (expected == PDF or _CONTROL.search(start) is not None)


def _has(content: bytes, signature: Signature) -> bool:
    if not content.startswith(signature.mark, signature.offset):
        return False
    return not signature.weak or _CONTROL.search(content, 0, max(_WEAK_REACH, signature.offset)) is not None


def _is_transport_stream(content: bytes) -> bool:
    starts = content[: 3 * _TRANSPORT_PACKET : _TRANSPORT_PACKET]
    return starts == b"GGG" and _CONTROL.search(content, 0, _TRANSPORT_PACKET) is not None


def _refusal(what: str) -> DocumentRejected:
    archive = what.endswith("archive")
    way_out = "unpack it and give the files in it" if archive else "give its text as PDF, DOCX or plain text"
    return DocumentRejected("unsupported_type", f"the document is in a format that can not be read ({what}): {way_out}")
