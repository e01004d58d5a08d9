"""Inline elements that are more than their text: images, line breaks, superscripts, formulas."""

import re
from typing import Final

from indexing.parsers.html.mathml import MATHML, formula
from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.visibility import is_maths_script
from indexing.parsers.html.writer import Handler, HtmlWriter

_FILE_NAME: Final = re.compile(r"\S+\.(?:png|jpe?g|gif|svg|webp|bmp)", re.IGNORECASE)
_EXPONENT: Final = re.compile(r"[-−+]?\d+")
_BOLD_STYLE: Final = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_ALTERNATIVES: Final = 10
"""Children of a listing that has the same code in several languages; in a longer one each may be a line."""


def image(writer: HtmlWriter, node: HtmlNode) -> None:
    """The text that stands for an image, set off by blanks; an empty one says that it means nothing (HTML, 4.8.4.4)."""
    alternative = " ".join(node.get("alt").split())
    if "alt" not in node.attributes or _FILE_NAME.fullmatch(alternative):
        writer.left_out.piece("pictures")
    elif alternative:
        writer.text.space()
        writer.text.write(alternative, (node.start, node.end))
        writer.text.space()


def line_break(writer: HtmlWriter, node: HtmlNode) -> None:
    """A line end; of two in a row the second ends the paragraph."""
    if writer.verbatim:
        writer.text.add_verbatim("\n", node.start, node.end)
    elif not writer.text.line((node.start, node.end)):
        writer.edge()


def code(writer: HtmlWriter, node: HtmlNode) -> None:
    """Code in running text is text. In a listing, code that touches other code begins a line: they are alternatives."""
    if writer.verbatim and node.parent is not None:
        siblings = node.parent.children
        place = siblings.index(node) if len(siblings) <= _ALTERNATIVES else 0
        before = siblings[place - 1] if place else None
        if isinstance(before, HtmlNode) and before.tag == "code":
            writer.text.end_line()
    writer.content(node)


def superscript(writer: HtmlWriter, node: HtmlNode) -> None:
    """A number raised behind a letter or digit is an exponent: `10^6`, not `106`. Others are text."""
    texts = [child.text for child in node.children if isinstance(child, HtmlText)]
    before = writer.text.last
    if len(texts) == len(node.children) and _EXPONENT.fullmatch("".join(texts)) and (before.isalnum() or before == ")"):
        writer.text.write("^")
    writer.content(node)


def bold(writer: HtmlWriter, node: HtmlNode) -> None:
    """Text in bold type."""
    writer.bold += 1
    writer.content(node)
    writer.bold -= 1


def span(writer: HtmlWriter, node: HtmlNode) -> None:
    """Text whose type its style may say."""
    if _BOLD_STYLE.search(node.get("style")):
        bold(writer, node)
    else:
        writer.content(node)


def script(writer: HtmlWriter, node: HtmlNode) -> None:
    """The formula that a script is the source of: all others are dropped."""
    if is_maths_script(node):
        for child in node.children:
            if isinstance(child, HtmlText):
                formula(writer, child.text, (child.start, child.end), display="mode=display" in node.get("type"))


INLINE: Final[dict[str, Handler]] = {
    "img": image,
    "br": line_break,
    "code": code,
    "b": bold,
    "strong": bold,
    "span": span,
    "font": span,
    "sup": superscript,
    "script": script,
    **MATHML,
}
"""What to do at inline elements; all others are their text."""
