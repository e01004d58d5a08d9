"""Lists and lists of terms: each item, or term with its definition, is a block with what introduces its list."""

from collections.abc import Iterator, Sequence
from typing import Final

from indexing.model import Span
from indexing.parsers.html.tree import HtmlNode, HtmlText
from indexing.parsers.html.writer import HtmlWriter, Place

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def bullets(writer: HtmlWriter, node: HtmlNode) -> None:
    """A list, its items numbered as a browser does."""
    _list(writer, node, ordered=node.tag == "ol")


def terms(writer: HtmlWriter, node: HtmlNode) -> None:
    """A list of terms with their definitions."""
    writer.flush()
    around = writer.place
    context = around.context + around.lead_in()
    level = (around.level or writer.level) + 1
    if not around.has_sections or not writer.entries.are_sections(node, level):
        level = 0
    for group in _groups(node):
        if any(isinstance(child, HtmlNode) and child.has_heading for child in group):
            writer.inside(Place(), *group)
        else:
            _definition(writer, group, Place("list_item", () if level else context, joins=True, level=level))
    writer.wrote()


def item(writer: HtmlWriter, node: HtmlNode) -> None:
    """An item that no list encloses."""
    writer.inside(_item_place(node, writer.place.context, "- "), *node.children)
    writer.wrote()


def _list(writer: HtmlWriter, node: HtmlNode, *, ordered: bool) -> None:
    """The items of a list; a list directly in it belongs to the item before it."""
    writer.flush()
    around = writer.place
    context = around.context + around.lead_in()
    number = _integer(node.get("start"), 1)
    before: Place | None = None
    for child in node.children:
        if isinstance(child, HtmlNode) and child.tag == "li" and not child.dropped:
            number = _integer(child.get("value"), number)
            mark = f"{_numeral(number, node.get('type'))}. " if ordered else "- "
            number += 1
            writer.anchor(child)
            before = writer.inside(_item_place(child, context, mark), *child.children)
        else:
            inner = before.context if before and before.joins else context
            writer.inside(Place("list_item", inner, joins=True), child)
    writer.wrote()


def _item_place(node: HtmlNode, context: tuple[Span, ...], mark: str) -> Place:
    """The place of an item; one with headings in it is a part of the page, not an item."""
    return Place() if node.has_heading else Place("list_item", context, joins=True, mark=mark)


def _groups(node: HtmlNode) -> Iterator[list[HtmlNode | HtmlText]]:
    """The children of a list of terms: terms that follow each other with all up to the next term."""
    group: list[HtmlNode | HtmlText] = []
    defined = False
    for child in _children(node):
        is_term = isinstance(child, HtmlNode) and child.tag == "dt"
        if is_term and defined:
            yield group
            group, defined = [], False
        group.append(child)
        defined = defined or (isinstance(child, HtmlNode) and child.tag == "dd")
    if group:
        yield group


def _children(node: HtmlNode) -> Iterator[HtmlNode | HtmlText]:
    """The children of a list of terms, those of `div`s around groups of them included."""
    for child in node.children:
        if isinstance(child, HtmlNode) and child.tag == "div" and any(one.tag == "dt" for one in child.elements()):
            yield from child.children
        else:
            yield child


def _definition(writer: HtmlWriter, group: Sequence[HtmlNode | HtmlText], place: Place) -> None:
    """Terms, each on its line, with what defines them."""
    writer.flush()
    around, writer.place = writer.place, place
    for child in group:
        is_term = isinstance(child, HtmlNode) and child.tag == "dt"
        writer.child(child)
        if is_term and writer.text.length:
            writer.text.opening = writer.text.length
            writer.text.tie()
    writer.flush()
    writer.place = around


def _integer(text: str, default: int) -> int:
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() and len(text) < 10 else default


def _numeral(number: int, style: str) -> str:
    """A list's number as its style has it: decimal unless the page says letters.

    >>> _numeral(3, ""), _numeral(3, "a"), _numeral(28, "A"), _numeral(0, "a")
    ('3', 'c', 'AB', '0')
    """
    if style not in ("a", "A") or number < 1:
        return str(number)
    letters = ""
    while number:
        number, index = divmod(number - 1, len(_LETTERS))
        letters = _LETTERS[index] + letters
    return letters.upper() if style == "A" else letters
