"""The main part of a page, and what outside it is content all the same: the page's own heading, and prose."""

import re
from collections.abc import Sequence
from typing import Final

from indexing.parsers.html.measure import Measures, text_of
from indexing.parsers.html.tree import HtmlNode, HtmlText

OUTSIDE: Final = "text outside the main content"

_BODY_CLASSES: Final = frozenset({"body", "markdown-body", "rst-content", "mw-parser-output"})
"""Of `div`s: what documentation tools without `main` call it (Sphinx, GitHub, Read the Docs, MediaWiki)."""

_SENTENCE: Final = re.compile(r"[.!?](?:\s|$)|[。！？；]")
_PROSE_CHARACTERS: Final = 40
"""Visible ones: a shorter text outside the main part is a label, a date or a slogan. One Han character counts two."""
_HAN: Final = re.compile("[\u3400-\u9fff]")


def main_region(root: HtmlNode, measures: Measures) -> Sequence[HtmlNode]:
    """The outermost elements that are the page's main part; none when it names none that has most of its text.

    `main` is believed with a quarter of the text, an `article` or a class with half of it.
    """
    kinds = ((_is_main, 4), (_is_article, 2), (_is_body, 2))
    total = measures.of(root).characters
    for is_kind, share in kinds:
        found = [node for node in measures.elements if is_kind(node) and measures.of(node).characters]
        outermost = _outermost(found)
        characters = sum(measures.of(node).characters for node in outermost)
        if characters and characters * share >= total:
            return outermost
    return ()


def drop_outside(root: HtmlNode, region: Sequence[HtmlNode], measures: Measures) -> None:
    """Mark what is outside `region`, but its headings of level 1 if the region has none, and prose."""
    inside = {id(node) for node in region}
    around = {id(ancestor) for node in region for ancestor in node.ancestors()}
    has_title = any(isinstance(node, HtmlNode) and node.tag == "h1" for one in region for node in one.descendants())
    stack: list[HtmlNode] = [root]
    while stack:
        node = stack.pop()
        for child in node.children:
            if id(child) in inside or child.dropped:
                continue
            if isinstance(child, HtmlNode) and (id(child) in around or child.has_block):
                stack.append(child)
            elif not _is_content(child, has_title, measures):
                child.dropped = OUTSIDE


def _is_main(node: HtmlNode) -> bool:
    return node.tag == "main" or node.get("role").lower() == "main"


def _is_article(node: HtmlNode) -> bool:
    return node.tag == "article" or node.get("role").lower() == "article"


def _is_body(node: HtmlNode) -> bool:
    return node.tag == "div" and bool(node.words & _BODY_CLASSES)


def _outermost(nodes: Sequence[HtmlNode]) -> list[HtmlNode]:
    """Those of `nodes` (in order of the page) that are not inside another."""
    known = {id(node) for node in nodes}
    return [node for node in nodes if not any(id(around) in known for around in node.ancestors())]


def _is_content(child: HtmlNode | HtmlText, has_title: bool, measures: Measures) -> bool:
    """Whether something outside that has no blocks in it is the page's heading or prose."""
    if isinstance(child, HtmlText):
        return _is_prose(child.text)
    if child.tag == "h1":
        return not has_title
    of = measures.of(child)
    return of.linked * 3 <= of.characters and _is_prose(text_of(child))


def _is_prose(text: str) -> bool:
    """Whether a text has a sentence long enough to say something.

    >>> _is_prose("Last updated on Monday."), _is_prose("All pages describe release 4 unless they say another.")
    (False, True)
    """
    return len("".join(text.split())) + len(_HAN.findall(text)) >= _PROSE_CHARACTERS and bool(_SENTENCE.search(text))
