"""Containers: which document a ZIP archive or an OLE compound file holds, by the names inside it.

Nothing is unpacked here.
"""

import zipfile
from io import BytesIO
from typing import Final

from indexing.errors import DocumentRejected

DOCX: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_MEMBERS: Final = 100_000
"""An archive with more is refused: listing them would take seconds, and no office document has a hundredth of it."""

_MAIN_PARTS: Final = (("word/document", DOCX), ("ppt/presentation", PPTX), ("xl/workbook", XLSX))
"""How the name of the main part begins: some writers number it (`word/document2.xml`)."""

_OTHER_ZIPS: Final = (
    ("xl/workbook.bin", "binary workbook (XLSB)", "save it as XLSX"),
    ("content.xml", "OpenDocument file", "save it as DOCX, PPTX, XLSX or PDF"),
    ("meta-inf/container.xml", "EPUB book", "unpack it and give the HTML files in it"),
    ("index/document.iwa", "Apple iWork document", "export it as DOCX, PPTX, XLSX or PDF"),
    ("meta-inf/manifest.mf", "Java archive", "unpack it and give the files in it"),
)
"""A member, lower case, what an archive with it is, and the way out."""

_OLE_STREAMS: Final = (
    ("WordDocument", "Word document (DOC)", "DOCX"),
    ("PowerPoint Document", "PowerPoint presentation (PPT)", "PPTX"),
    ("Workbook", "Excel workbook (XLS)", "XLSX"),
    ("Book", "Excel workbook (XLS)", "XLSX"),
    ("__properties_version1.0", "Outlook message (MSG)", "EML"),
)
"""A stream, what a compound file with it is, and what to save it as."""

_OLE_NAME_BYTES: Final = 64
"""Of a directory entry: the name in UTF-16, filled up with zeros; its length follows ([MS-CFB], section 2.6.1)."""


def zip_type(content: bytes) -> str:
    """The media type of the office document in a ZIP archive.

    Raises DocumentRejected: `corrupt` when the list of members is damaged or cut off, `too_large` when it is endless,
    `unsupported_type` for any other archive, which it names.
    """
    names = {name.replace("\\", "/").lower() for name in _members(content)}
    for start, media_type in _MAIN_PARTS:
        if any(name.startswith(start) and name.endswith(".xml") for name in names):
            return media_type
    for member, what, way_out in _OTHER_ZIPS:
        if member in names:
            raise DocumentRejected(
                "unsupported_type", f"the document is in a format that can not be read ({what}): {way_out}"
            )
    raise DocumentRejected(
        "unsupported_type", "the document is a ZIP archive, which can not be read: unpack it and give the files in it"
    )


def ole_refusal(content: bytes) -> DocumentRejected:
    """Why an OLE compound file is refused: `encrypted` for an office document with a password, else by what it is."""
    if _has_stream(content, "EncryptedPackage"):
        return DocumentRejected("encrypted", "the document is protected by a password: save a copy without it")
    for stream, what, better in _OLE_STREAMS:
        if _has_stream(content, stream):
            return DocumentRejected(
                "unsupported_type", f"the document is an old {what}, which can not be read: save it as {better}"
            )
    return DocumentRejected(
        "unsupported_type",
        "the document is an OLE compound file, as old office programs write: save it as DOCX, PPTX or XLSX",
    )


def _members(content: bytes) -> list[str]:
    if content.count(b"PK\x01\x02") > MAX_MEMBERS:
        raise DocumentRejected("too_large", f"the document is an archive of more than {MAX_MEMBERS:,} members")
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError) as exc:
        raise DocumentRejected(
            "corrupt", f"the document is a ZIP container (as DOCX, PPTX, XLSX are) that is damaged or cut off: {exc}"
        ) from exc


def _has_stream(content: bytes, name: str) -> bool:
    """Whether the directory has an entry of this name: searched for as bytes, so no damaged chain can mislead."""
    encoded = name.encode("utf-16-le")
    length = len(encoded) + 2  # with the zero at its end
    return encoded.ljust(_OLE_NAME_BYTES, b"\0") + length.to_bytes(2, "little") in content
