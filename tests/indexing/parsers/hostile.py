"""Files made to do harm: bombs, deep nests and traps, generated so that their size is in the recipe."""

import struct
import zipfile
import zlib
from io import BytesIO

MEGABYTE = 1_000_000

_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/{part}" ContentType="application/vnd.openxmlformats-officedocument.{type}.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="{part}"/></Relationships>'
)
_OFFICE = {
    "docx": ("word/document.xml", "wordprocessingml.document"),
    "pptx": ("ppt/presentation.xml", "presentationml.presentation"),
    "xlsx": ("xl/workbook.xml", "spreadsheetml.sheet"),
}
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATION_OF = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def office(kind: str, main: bytes, **others: bytes) -> bytes:
    """An office document with these bytes as its main part, and others by name (`/` as `__`, `.xml` added)."""
    part, media_type = _OFFICE[kind]
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", _TYPES.format(part=part, type=media_type))
        archive.writestr("_rels/.rels", _RELATIONS.format(part=part))
        archive.writestr(part, main)
        for name, content in others.items():
            archive.writestr(name.replace("__", "/"), content)
    return buffer.getvalue()


def word(body: str, prologue: str = "") -> bytes:
    """A DOCX with this body."""
    head = f'<?xml version="1.0"?>{prologue}<w:document xmlns:w="{WORD}"><w:body>'
    return office("docx", (head + body + "</w:body></w:document>").encode())


def workbook(rows: str) -> bytes:
    """An XLSX with one sheet of these rows."""
    main = (
        f'<workbook xmlns="{SPREADSHEET}" xmlns:r="{_RELATION_OF}"><sheets><sheet name="S" sheetId="1" r:id="r1"/>'
        "</sheets></workbook>"
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{_RELATION_OF}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    )
    sheet = f'<worksheet xmlns="{SPREADSHEET}"><sheetData>{rows}</sheetData></worksheet>'
    parts = {"xl___rels/workbook.xml.rels": relations.encode(), "xl__worksheets/sheet1.xml": sheet.encode()}
    return office("xlsx", main.encode(), **parts)


def large_word(megabytes: int) -> bytes:
    """A DOCX whose main part is that long, of paragraphs that compress a thousandfold."""
    paragraphs = "<w:p><w:r><w:t>Rent</w:t></w:r></w:p>" * 26_000
    return word(paragraphs * megabytes)


def lying(container: bytes, part: bytes) -> bytes:
    """The container, whose directory says that `part` unpacks to ten bytes."""
    at = container.rindex(part) - 46  # the fixed part of a member's entry in the directory
    return container[: at + 24] + struct.pack("<I", 10) + container[at + 28 :]


def laughs(reference: str = "&l9;") -> str:
    """A document type whose entity `l9` is a thousand million characters long."""
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE x [<!ENTITY l0 "ha">{levels}]>' if reference else ""


def pdf(*objects: bytes, root: int = 1) -> bytes:
    """A PDF of these objects, numbered from 1."""
    body = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, root, len(body))
    return body + table + trailer


def page(stream: bytes, extra: bytes = b"") -> bytes:
    """A PDF of one page with this content stream, Helvetica as F1."""
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(stream), extra, stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )


def inflating_page(megabytes: int) -> bytes:
    """A PDF of one page whose content stream unpacks to that much."""
    return page(zlib.compress(b"q Q " * (megabytes * MEGABYTE // 4), 1), b"/Filter/FlateDecode")


def huge_png(side: int) -> bytes:
    """A PNG that says it is a square of so many pixels a side, and holds nothing."""

    def piece(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", header) + piece(b"IDAT", zlib.compress(b"")) + piece(b"IEND", b"")
