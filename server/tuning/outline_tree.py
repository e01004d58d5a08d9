"""A document's sections as nested lists of links to the chunks they begin with."""

from bisect import bisect_left

from evaluation.report.markup import element
from indexing.model import Outline, Section
from server.tuning.boundary_page import escaped
from server.tuning.cut_files import Cut

DEEPEST = 6
"""Levels of lists: what is deeper stands in the last. Headings of HTML have as many."""


def outline_tree(cut: Cut, number: int) -> str:
    """The navigation of document `number` of the page; closed when it has sections, so that many documents fit."""
    name = element("a", escaped(cut.document_id), href=f"#d{number}")
    starts = [chunk.span.start for chunk in cut.outline.chunks]
    links = "".join(_link(cut.outline, section, starts, number) for section in cut.outline.sections[1:])
    if not links:
        return element("p", name)
    opened = {"open": ""} if number == 0 else {}
    return element("details", element("summary", name) + element("ul", links), **opened)


def _link(outline: Outline, section: Section, starts: list[int], number: int) -> str:
    """An item of the list. Its depth is a class: lists in lists would nest as deeply as a document says."""
    chunk = min(bisect_left(starts, section.span.start), len(starts) - 1)
    title = " ".join([*([section.label] if section.label not in section.title else []), section.title]) or "…"
    depth = min(len(section.path), DEEPEST)
    return element("li", element("a", escaped(title), href=f"#d{number}c{chunk}"), class_=f"level{depth}")
