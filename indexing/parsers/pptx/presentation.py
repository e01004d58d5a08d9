"""PPTX to blocks: each slide is a page and a section, with what is on it in reading order and the notes to it.

Slides that are hidden in the show are kept, and said to be: whoever opens the file sees them. What stands on every
slide (numbers, dates, footers, texts of layouts) is left out and counted.
"""

from typing import Final

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.builder import TextBuilder
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.names import P, R
from indexing.parsers.ooxml.package import Package
from indexing.parsers.ooxml.page_facts import page_facts
from indexing.parsers.ooxml.properties import read_properties
from indexing.parsers.original import Original
from indexing.parsers.pptx.layouts import Layout, Layouts
from indexing.parsers.pptx.sections import with_sections
from indexing.parsers.pptx.slide import SlideWriter

_OFF: Final = ("0", "false")


def parse_pptx(original: Original) -> ParsedText:
    """The text and blocks of a presentation.

    Raises DocumentRejected (`no_text`, `corrupt`, `encrypted`, `too_large`).
    """
    package, left_out = Package(original), LeftOut()
    slides = _slides(package, original.config.max_pages)
    builder = TextBuilder()
    try:
        first, hidden = _write(package, slides, builder, left_out)
    except RecursionError as exc:
        raise DocumentRejected("corrupt", "the shapes of the presentation are nested too deeply to be read") from exc
    if not builder.blocks:
        raise DocumentRejected("no_text", "the presentation has no text; pictures of text have to be recognised first")
    title, attributes = read_properties(package)
    kept = (f"slides that are hidden in the show were kept: {', '.join(map(str, hidden))}",) if hidden else ()
    text, layout = builder.text(), builder.layout()
    return ParsedText(
        text=text,
        blocks=with_sections(text, builder.blocks, first),
        title=title,
        attributes=attributes,
        warnings=(*left_out.warnings(), *kept),
        layout=layout,
        pages=page_facts(layout.pages, text),
    )


def _slides(package: Package, limit: int) -> list[str]:
    """The parts of the slides in the order of the show."""
    part = package.main_part()
    root, relations = package.root(part), package.relations(part)
    ids = [one.get(R + "id", "") for one in root.iter(P + "sldId")] if root is not None else []
    if len(ids) > limit:
        message = f"the presentation has {len(ids):,} slides: split it or raise parser.max_pages, now {limit:,}"
        raise DocumentRejected("too_large", message)
    return [relations[one].part for one in ids if one in relations]


def _write(package: Package, slides: list[str], builder: TextBuilder, left_out: LeftOut) -> tuple[set[int], list[int]]:
    """Write the slides: the indices of their first blocks, and the numbers of those that are hidden."""
    writer, layouts = SlideWriter(builder, package, left_out), Layouts(package, left_out)
    first, hidden = set(), []
    for number, part in enumerate(slides, 1):
        builder.page()
        first.add(len(builder.blocks))
        relations = package.relations(part)
        layout = next((one.part for one in relations.values() if one.type == "slideLayout"), None)
        if (root := package.root(part)) is not None:
            writer.write(root, relations, layouts.of(layout) if layout else Layout())
            hidden += [number] if root.get("show") in _OFF else []
        for comments in (package.root(one.part) for one in relations.values() if one.type == "comments"):
            left_out.piece("comments", len(comments) if comments is not None else 0)
    return first, hidden
