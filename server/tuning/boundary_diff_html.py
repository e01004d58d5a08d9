"""Two sets of boundaries in one view of each document's text: what is alike stays quiet, what differs has colour."""

from collections.abc import Sequence

from evaluation.report.markup import element
from indexing.model import Chunk, Span
from server.tuning.boundary_diff import Change, Difference
from server.tuning.boundary_html import chunk_data
from server.tuning.boundary_page import Page, data_block, escaped, page_html, table
from server.tuning.outline_tree import outline_tree
from server.tuning.segments import Segment, segments


def draw_difference(found: Difference, number: int) -> tuple[str, str]:
    """The navigation and the article of document `number` of the page, from 0."""
    before, after = found.before, found.after
    counts = f"{found.count('only_a')} only in A, {found.count('only_b')} only in B, {found.count('changed')} changed"
    head = element("h2", escaped(before.document_id), id=f"d{number}")
    head += element("p", f"{counts}, {found.count('alike')} alike", class_="note")
    if found.same_text:
        body = element("div", _both(found, number), class_="text")
    else:
        body = element("p", "The two configurations read different texts from this document.")
    data = data_block({"a": chunk_data(before), "b": chunk_data(after)}, class_="data")
    return outline_tree(before, number), element("article", head + body + data, data_document=number)


def difference_html(
    drawn: Sequence[tuple[str, str]], totals: Sequence[Sequence[object]], names: tuple[str, str]
) -> str:
    """The page of all documents; `totals` are rows of label, A, B and change."""
    head = element("h1", "What a change of rules changes")
    head += element("p", escaped(f"A is {names[0]}, B is {names[1]}"), class_="note")
    head += element("div", table(("", "A", "B", "change"), totals, words={0}), class_="totals")
    legend = (("a even", "only in A"), ("b", "only in B"), ("changed", "of both, changed"), ("same", "of both, alike"))
    shown = " ".join(element("span", text, class_=name) for name, text in legend)
    head += element("p", f"{shown} {element('kbd', 'f')} next difference", class_="help")
    navigation = "".join(each for each, _ in drawn)
    articles = [article for _, article in drawn]
    return page_html(
        Page(title="What a change of rules changes", header=head, navigation=navigation, articles=articles)
    )


def _both(found: Difference, number: int) -> str:
    """The text, cut at the borders of both sides."""
    a, b = found.before.outline, found.after.outline
    by_span = {span: change for change in found.changes for span in _spans(change)}
    removed = [removal.span for removal in a.removed]
    pieces = segments(len(found.before.parsed.text), [c.span for c in a.chunks], [c.span for c in b.chunks], removed)
    return "".join(_piece(found, by_span, piece, number) for piece in pieces)


def _spans(change: Change) -> list[Span]:
    return [row.span for row in (change.before, change.after) if row is not None]


def _piece(found: Difference, by_span: dict[Span, Change], piece: Segment, number: int) -> str:
    """A range that lies in at most one chunk of each side."""
    content = escaped(found.before.parsed.text[piece.start : piece.end])
    a, b, removal = piece.owners
    if removal is not None:
        reason = found.before.outline.removed[removal].reason.replace("_", " ")
        content = element("del", content, data_reason=reason)
    one = None if a is None else found.before.outline.chunks[a]
    two = None if b is None else found.after.outline.chunks[b]
    if one is None and two is None:
        return content
    labels = [_label(side, each) for side, each in (("A", one), ("B", two)) if each and each.span.start == piece.start]
    return element(
        "span",
        content,
        class_=" ".join(["chunk", *_look(by_span, one, two)]),
        id=f"d{number}c{a}" if one is not None and one.span.start == piece.start else None,
        data_label="  ".join(labels) or None,
        data_a="" if a is None else a,
        data_b="" if b is None else b,
        tabindex=0 if piece.start == found.changes[0].span.start else -1,
    )


def _look(by_span: dict[Span, Change], one: Chunk | None, two: Chunk | None) -> list[str]:
    """The classes of a range in these chunks."""
    if one is not None and two is not None and one.span == two.span:
        return ["same"] if by_span[one.span].fate == "alike" else ["changed", "differs"]
    looks = ["differs"]
    looks += ["a", "even" if one.ordinal % 2 == 0 else "odd"] if one is not None else []
    looks += ["b", *(["b-odd"] if two.ordinal % 2 else [])] if two is not None else []
    return looks


def _label(side: str, chunk: Chunk) -> str:
    return f"{side} {chunk.ordinal} · {chunk.tokens}"
