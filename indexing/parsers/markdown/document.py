"""Markdown to blocks: the tokens of the grammar become blocks with exact spans of the untouched source.

front matter → grammar (with the extensions the text shows) → nodes to blocks, removals and lines of tags → tags to
their places → table of contents left out → lead-ins of enumerations, captions of tables
"""

from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.layout import Layout
from indexing.model import Block, ParsedText, Removal, Span
from indexing.parsers.captions import with_captions
from indexing.parsers.coverage import cover
from indexing.parsers.detect import decode
from indexing.parsers.enumeration import with_lead_ins
from indexing.parsers.lines import lines_of, trimmed, unified
from indexing.parsers.markdown.commonmark import Blocks
from indexing.parsers.markdown.contents import without_contents
from indexing.parsers.markdown.front_matter import read_front_matter
from indexing.parsers.markdown.heading_anchors import anchors_of
from indexing.parsers.markdown.reader import MarkdownReader
from indexing.parsers.markdown.tag_places import placed
from indexing.parsers.original import Original
from indexing.parsers.plain import paragraphs_of
from indexing.parsers.table_notes import with_table_notes

_TOO_DEEP = "the Markdown is nested too deeply and was read as plain text"


def parse_markdown(original: Original) -> ParsedText:
    """The text and blocks of a Markdown document. Raises DocumentRejected (`unknown_encoding`, `no_text`)."""
    decoded = decode(original.content, original.charset)
    text = decoded.text
    front = read_front_matter(text)
    blocks, removed, warnings = _read(text, front.end, original.name)
    if front.end:
        removed = (Removal(trimmed(text, 0, front.end), "front_matter"), *removed)
    covered = cover(text, blocks, removed)
    if not covered:
        raise DocumentRejected("no_text", "the document has no text besides front matter and comments")
    anchors = anchors_of(text, covered)
    kept, removed = without_contents(text, covered, removed, anchors)
    blocks = with_lead_ins(text, with_table_notes(text, with_captions(text, kept, ())))
    return ParsedText(
        text=text,
        blocks=tuple(_in_order(block) for block in blocks),
        removed=removed,
        title=front.title,
        attributes=front.attributes,
        warnings=(*decoded.warnings, *front.warnings, *warnings),
        charset=decoded.charset,
        layout=Layout(anchors=anchors),
    )


def _read(text: str, start: int, name: str) -> tuple[tuple[Block, ...], tuple[Removal, ...], tuple[str, ...]]:
    """The blocks of `text` from `start` on, the removals among them, and warnings."""
    try:
        parsed = Blocks(unified(text[start:]), name)
        blocks, removed = placed(MarkdownReader(lines_of(text, start), parsed).document())
    except RecursionError:
        return paragraphs_of(text, start), (), (_TOO_DEEP,)
    return tuple(blocks), tuple(removed), ()


def _in_order(block: Block) -> Block:
    """`block` with its context in order, nothing of it twice."""
    if len(block.context) < 2:
        return block
    kept: list[Span] = []
    for span in sorted(block.context, key=lambda span: (span.start, -span.end)):
        if not kept or span.end > kept[-1].end:
            kept.append(span)
    return replace(block, context=tuple(kept)) if tuple(kept) != block.context else block
