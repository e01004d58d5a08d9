"""Formulas of a page: TeX where the page has it, else MathML in one line, its structure kept (`x^2`, `a/(b+1)`)."""

from collections.abc import Sequence
from typing import Final

from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.writer import Handler, HtmlWriter

_TEX: Final = frozenset({"application/x-tex", "tex", "latex"})
_SIMPLE: Final = frozenset({"mi", "mn", "mo", "mtext", "ms"})
"""Elements that are one sign, number or word (MathML Core, 3.2)."""
_SIGNS: Final = {
    "msub": ("", "_"),
    "munder": ("", "_"),
    "msup": ("", "^"),
    "mover": ("", "^"),
    "msubsup": ("", "_", "^"),
    "munderover": ("", "_", "^"),
    "mfrac": ("", "/"),
    "msqrt": ("√",),
}
"""What stands before each operand."""


def mathml(writer: HtmlWriter, node: HtmlNode) -> None:
    """A formula as TeX where the page has that, else as its MathML says it."""
    if node.parent is not None and node.parent.tag == "math":
        writer.content(node)
        return
    display = node.get("display") == "block" or node.get("mode") == "display"
    source = _annotation(node)
    if source:
        formula(writer, source.text, (source.start, source.end), display=display)
    elif node.get("alttext").strip():
        formula(writer, node.get("alttext"), (node.start, node.end), display=display)
    else:
        writer.content(node)


def formula(writer: HtmlWriter, tex: str, source: tuple[int, int], *, display: bool) -> None:
    """TeX between dollar signs: in the text, or, of display maths, as a block."""
    mark = "$$" if display else "$"
    stripped = tex.strip()
    if not stripped:
        return
    first = source[0] + tex.index(stripped) if len(tex) == source[1] - source[0] else source[0]
    place = (first, first + len(stripped)) if first > source[0] or stripped == tex else source
    block = display and not writer.is_flat
    if block:
        writer.flush()
    writer.text.write(mark)
    writer.text.write(stripped, place)
    writer.text.write(mark)
    if block:
        writer.flush_as("formula")


def _structure(writer: HtmlWriter, node: HtmlNode) -> None:
    """An element whose children are operands."""
    signs = _SIGNS[node.tag]
    operands: list[Sequence[HtmlNode | HtmlText]] = [[child] for child in node.elements()]
    if node.tag == "msqrt":
        operands = [node.children]
    for index, operand in enumerate(operands):
        if index < len(signs) and signs[index]:
            writer.text.write(signs[index])
        _operand(writer, operand)


def _root(writer: HtmlWriter, node: HtmlNode) -> None:
    """A root with its degree: `√(3&x)`, as in UnicodeMath."""
    base, *degree = node.elements()
    writer.text.write("√(")
    for child in degree:
        writer.child(child)
        writer.text.write("&")
    writer.child(base)
    writer.text.write(")")


def _operand(writer: HtmlWriter, children: Sequence[HtmlNode | HtmlText]) -> None:
    """An operand, in brackets where it is more than one sign."""
    leaves = [leaf for child in children for leaf in _leaves(child)]
    if len(leaves) > 1:
        writer.text.write("(")
    for child in children:
        writer.child(child)
    if len(leaves) > 1:
        writer.text.write(")")


def _leaves(node: HtmlNode | HtmlText) -> list[HtmlNode]:
    """The signs in an operand, two at most."""
    found: list[HtmlNode] = []
    if isinstance(node, HtmlText):
        return found
    for inner in (node, *node.descendants()):
        if isinstance(inner, HtmlNode) and inner.tag in _SIMPLE:
            found.append(inner)
            if len(found) > 1:
                break
    return found


def _semantics(writer: HtmlWriter, node: HtmlNode) -> None:
    """What is shown of a formula that also says what it means: the first element."""
    for child in list(node.elements())[:1]:
        writer.child(child)


def _annotation(node: HtmlNode) -> HtmlText | None:
    """The TeX that MathML carries, if it is one piece of text."""
    for child in node.descendants():
        if isinstance(child, HtmlNode) and child.tag == "annotation" and child.get("encoding").lower() in _TEX:
            texts = [piece for piece in child.children if isinstance(piece, HtmlText)]
            return texts[0] if len(texts) == 1 else None
    return None


MATHML: Final[dict[str, Handler]] = {
    **dict.fromkeys(_SIGNS, _structure),
    "math": mathml,
    "mroot": _root,
    "semantics": _semantics,
}
"""What to do at elements of MathML that are more than their text."""
