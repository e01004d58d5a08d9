"""DOCX to blocks: what a reader of the printed document sees, with the headings, lists and numbers that styles make.

The body is read element by element and never held as a whole. Numbers that Word computes become labels; notes stand
behind the paragraph that refers to them; page headers, comments, deletions and hidden text are left out and counted.
"""

from typing import Final

from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.bold_headings import with_bold_headings
from indexing.parsers.docx.body import Body
from indexing.parsers.docx.notes import Notes
from indexing.parsers.docx.numbering import Numbering
from indexing.parsers.docx.paragraph import ParagraphReader
from indexing.parsers.docx.styles import Styles
from indexing.parsers.docx.text import texts_of
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import W
from indexing.parsers.ooxml.package import Package
from indexing.parsers.ooxml.page_facts import page_facts
from indexing.parsers.ooxml.properties import read_properties
from indexing.parsers.original import Original
from indexing.parsers.surroundings import with_surroundings

_PAGE_FURNITURE: Final = frozenset({"header", "footer"})
_NOTES: Final = {"footnotes": "footnote", "endnotes": "endnote"}


def parse_docx(original: Original) -> ParsedText:
    """The text and blocks of a Word document.

    Raises DocumentRejected (`no_text`, `corrupt`, `encrypted`, `too_large`).
    """
    package, left_out = Package(original), LeftOut()
    part = package.main_part()
    body = _body(package, part, left_out)
    try:
        for element in package.children(part, W + "body"):
            body.read(element)
        body.finish()
    except RecursionError as exc:
        raise DocumentRejected("corrupt", "the elements of the document are nested too deeply to be read") from exc
    for relation in package.relations(part).values():
        if relation.type in _PAGE_FURNITURE and (root := package.root(relation.part)) is not None:
            for text in texts_of(root):
                left_out.text("page headers and footers", text)
    return _parsed(package, body, left_out)


def _body(package: Package, part: str, left_out: LeftOut) -> Body:
    """The body of the main part, not read yet."""
    relations = package.relations(part)
    parts = {relation.type: relation.part for relation in relations.values()}
    styles = Styles(package.root(parts.get("styles", "")))
    numbering = Numbering(package.root(parts.get("numbering", "")), styles)
    notes = Notes({kind: package.root(parts.get(name, "")) for name, kind in _NOTES.items()})
    return Body(
        ParagraphReader(styles, numbering, left_out),
        notes,
        lambda figure: package.root(relations[figure.relation].part) if figure.relation in relations else None,
        left_out,
    )


def _parsed(package: Package, body: Body, left_out: LeftOut) -> ParsedText:
    """What was read, with the context that blocks take from each other."""
    text = body.builder.text()
    if not body.builder.blocks:
        raise DocumentRejected("no_text", "the document has no text; pictures of text have to be recognised first")
    blocks = with_bold_headings(text, body.builder.blocks, body.bold)
    blocks = with_surroundings(text, blocks, body.captions)
    title, attributes = read_properties(package)
    pages = body.pages.starts(text)
    return ParsedText(
        text=text,
        blocks=blocks,
        title=title,
        attributes=attributes,
        warnings=left_out.warnings(),
        layout=replace(body.builder.layout(), pages=pages),
        pages=page_facts(pages, text) if pages else (),
    )
