"""Word documents of a few lines of XML, for what libraries can not write."""

import zipfile
from io import BytesIO

NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    }.items()
)
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def paragraph(*inside: str, style: str = "", list_: tuple[int, int] | None = None, properties: str = "") -> str:
    """A paragraph of runs (text without markup becomes one); `list_` is the number of its list and its level."""
    runs = "".join(one if one.startswith("<") else run(one) for one in inside)
    stated = f'<w:pStyle w:val="{style}"/>' if style else ""
    if list_ is not None:
        stated += f'<w:numPr><w:ilvl w:val="{list_[1]}"/><w:numId w:val="{list_[0]}"/></w:numPr>'
    return f"<w:p><w:pPr>{stated}{properties}</w:pPr>{runs}</w:p>"


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def field(mark: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{mark}"/></w:r>'


def instruction(text: str) -> str:
    return f"<w:r><w:instrText>{text}</w:instrText></w:r>"


def style(style_id: str, name: str, inside: str = "", kind: str = "paragraph") -> str:
    return f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>{inside}</w:style>'


def level(number: int, text: str, kind: str = "decimal", inside: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>{inside}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def definition(number: int, *levels: str) -> str:
    return f'<w:abstractNum w:abstractNumId="{number}">{"".join(levels)}</w:abstractNum>'


def list_(number: int, definition: int, inside: str = "") -> str:
    return f'<w:num w:numId="{number}"><w:abstractNumId w:val="{definition}"/>{inside}</w:num>'


def cell(*inside: str, properties: str = "") -> str:
    content = "".join(one if one.startswith("<") else paragraph(one) for one in inside)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    inside = "".join(one if one.startswith("<w:tc>") else cell(one) for one in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inside}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(rows)}</w:tbl>"


def word_file(
    *body: str, styles: str = "", numbering: str = "", parts: dict[str, str] | None = None, encoding: str = "utf-8"
) -> bytes:
    """A document; `parts` are further ones by type (`footnotes`), their content without the root."""
    inside = {"styles": styles, "numbering": numbering, **(parts or {})}
    files = {
        "_rels/.rels": relations({"d": ("officeDocument", "word/document.xml"), "c": ("core-properties", "core.xml")}),
        "word/_rels/document.xml.rels": relations({name: (name, f"{name}.xml") for name in inside}),
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{''.join(body)}</w:body></w:document>",
    }
    for name, content in inside.items():
        files[f"word/{name}.xml"] = (
            content if content.startswith("<c:") else f"<w:{name} {NAMESPACES}>{content}</w:{name}>"
        )
    return archive(
        {name: f'<?xml version="1.0" encoding="{encoding}"?>{text}'.encode(encoding) for name, text in files.items()}
    )


def relations(targets: dict[str, tuple[str, str]]) -> str:
    """The relations of a part, by id: type and target."""
    inside = "".join(
        f'<Relationship Id="{key}" Type="http://example.org/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{RELATIONS}">{inside}</Relationships>'


def archive(files: dict[str, bytes]) -> bytes:
    """A zip archive."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name, content)
    return packed.getvalue()


def rewritten(content: bytes, old: bytes, new: bytes) -> bytes:
    """An archive in whose members `old` is `new`."""
    with zipfile.ZipFile(BytesIO(content)) as source:
        return archive({name: source.read(name).replace(old, new) for name in source.namelist()})
