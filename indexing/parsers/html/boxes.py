"""Parts of a page that hang together: quotes, notes, figures with captions, details with their summary."""

from typing import Final

from indexing.parsers.html.admonition import is_admonition, is_title
from indexing.parsers.html.entries import is_rubric
from indexing.parsers.html.headings import heading
from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.writer import HtmlWriter, Place

_OWN_BLOCKS: Final = frozenset({"table", "pre", "ul", "ol", "dl", "blockquote"})
_MATHS: Final = frozenset({"math", "math-block"})


def quote(writer: HtmlWriter, node: HtmlNode) -> None:
    """A quote: its text as one block, and what else is in it."""
    if is_admonition(node):
        box(writer, node)
        return
    writer.flush()
    writer.inside(Place("quote", writer.place.context, joins=True), *node.children)
    writer.wrote()


def box(writer: HtmlWriter, node: HtmlNode) -> None:
    """An element that is a block by its tag alone, unless its classes tell more."""
    words = node.words
    if node.get("role") == "heading":
        heading(writer, node)
    elif words and is_admonition(node):
        writer.flush()
        follows = not writer.is_first
        writer.inside(Place(writer.place.kind, writer.place.context, joins=True, follows=follows), *node.children)
        writer.wrote()
    elif is_rubric(node) and writer.place.has_sections:
        heading(writer, node)
    elif words & _MATHS and not node.has_block:
        writer.content(node)
        writer.flush_as("formula")
    else:
        writer.content(node)
        if is_title(node):
            writer.text.tie()


def figure(writer: HtmlWriter, node: HtmlNode) -> None:
    """A figure: image and caption together; of a listing or table the caption is context, or follows it."""
    captions = [child for child in node.elements() if child.tag == "figcaption"]
    writer.flush()
    around = writer.place
    if not captions or not _has_own_blocks(node):
        writer.inside(Place(around.kind, around.context, joins=True), *node.children)
    elif _is_first(node, captions[0]):
        _captioned(writer, node, captions[0])
    else:
        writer.inside(Place(context=around.context), *(child for child in node.children if child is not captions[0]))
        writer.inside(Place(context=around.context, follows=True), captions[0])
    writer.wrote()


def details(writer: HtmlWriter, node: HtmlNode) -> None:
    """What a click opens: the summary, and the rest with it as context."""
    summaries = [child for child in node.elements() if child.tag == "summary" and not child.dropped]
    writer.flush()
    if summaries and not summaries[0].has_heading:
        _captioned(writer, node, summaries[0])
        writer.wrote()
    else:
        writer.content(node)


def _captioned(writer: HtmlWriter, node: HtmlNode, caption: HtmlNode) -> None:
    """`caption` as a paragraph, then the rest of `node`, which follows it and has it as context."""
    context = writer.place.context
    said = writer.inside(Place(context=context), caption).first
    rest = Place(context=context + (said.opening() if said else ()), follows=said is not None)
    writer.inside(rest, *(child for child in node.children if child is not caption))


def _has_own_blocks(node: HtmlNode) -> bool:
    return any(isinstance(child, HtmlNode) and child.tag in _OWN_BLOCKS for child in node.descendants())


def _is_first(node: HtmlNode, child: HtmlNode) -> bool:
    """Whether nothing to see stands before `child` in `node`."""
    for other in node.children:
        if other is child:
            return True
        if not isinstance(other, HtmlText) or other.visible:
            return False
    return False
