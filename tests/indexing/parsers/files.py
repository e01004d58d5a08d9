"""Small files of binary formats, as bytes: just enough of each to be recognised."""

import struct
import zipfile
from io import BytesIO

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0"
GIF = b"GIF89a\x01\0\x01\0\x80\0\0"
TIFF = b"II*\0\x08\0\0\0"
WEBP = b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0"
BMP = b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"


def zipped(*names: str, content: bytes = b"x") -> bytes:
    """A ZIP archive with members of these names."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, content)
    return buffer.getvalue()


DOCX = zipped("[Content_Types].xml", "_rels/.rels", "word/document.xml")
PPTX = zipped("[Content_Types].xml", "ppt/presentation.xml", "ppt/slides/slide1.xml")
XLSX = zipped("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml")


def compound(*streams: str) -> bytes:
    """The beginning of an OLE compound file and a directory with these streams ([MS-CFB], section 2.6.1)."""
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0")
    entries = [
        name.encode("utf-16-le").ljust(64, b"\0") + struct.pack("<H", 2 * len(name) + 2) for name in ("Root", *streams)
    ]
    return header + b"".join(entry.ljust(128, b"\0") for entry in entries)
