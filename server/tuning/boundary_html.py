"""Boundaries as a page: each document's text with its chunks and parents coloured, what other chunks need of it
underlined, removals struck out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from evaluation.report.markup import element
from indexing.config import ChunkerConfig
from indexing.model import Chunk, Outline, Parent
from server.tuning.boundaries import Facts, facts, parent_spans
from server.tuning.boundary_lines import flag_shares, percent, shares
from server.tuning.boundary_page import Page, data_block, escaped, page_html, table
from server.tuning.cut_files import Cut
from server.tuning.distribution import distribution
from server.tuning.needs import Need, needs_of
from server.tuning.outline_tree import outline_tree
from server.tuning.segments import Segment, segments

PARENT_SHADES: Final = 3
"""Colours of parents, in turn; the style has as many."""


class Drawn(Struct, frozen=True, kw_only=True):
    """One document as parts of the page."""

    facts: Facts
    navigation: str
    article: str


def draw(cut: Cut, number: int) -> Drawn:
    """Document `number` of the page, from 0."""
    found = facts(cut)
    head = element("h2", escaped(cut.document_id), id=f"d{number}") + _notes(found)
    body = element("div", marked_text(cut, number), class_="text")
    article = element("article", head + body + data_block(chunk_data(cut), class_="data"), data_document=number)
    return Drawn(facts=found, navigation=outline_tree(cut, number), article=article)


def boundary_html(drawn: Sequence[Drawn], chunker: ChunkerConfig) -> str:
    """The page of all documents."""
    documents = [each.facts for each in drawn]
    head = (
        "document",
        "kind",
        "characters",
        "coverage",
        "sections",
        "parents",
        "chunks",
        "median",
        "p95",
        "max",
        "flags",
    )
    totals = _total_row(documents)
    rows = [_fact_row(each) for each in documents]
    header = element("h1", "Chunks") + element("p", escaped(_settings(chunker)), class_="note")
    shown = table(head, [totals, *rows] if len(rows) > 1 else rows, words={0, 1, len(head) - 1})
    header += element("div", shown, class_="totals") + _help()
    navigation = "".join(each.navigation for each in drawn)
    return page_html(Page(title="Chunks", header=header, navigation=navigation, articles=[d.article for d in drawn]))


def marked_text(cut: Cut, number: int) -> str:
    """The canonical text, every character once and in order, within its parents, chunks, contexts and removals."""
    outline, text = cut.outline, cut.parsed.text
    needs = needs_of(outline.chunks)
    chunks, removed = [c.span for c in outline.chunks], [r.span for r in outline.removed]
    pieces = segments(len(text), parent_spans(outline), chunks, [need.span for need in needs], removed)
    drawing = _Drawing(cut=cut, needs=needs, number=number)
    parts = []
    for parent, inside in groupby(pieces, key=lambda segment: segment.owners[0]):
        content = "".join(_parent_content(drawing, inside))
        if parent is not None:
            content = _parent(outline, parent, content)
        elif not content.strip():
            content = element("span", content, class_="gap")
        parts.append(content)
    return "".join(parts)


class _Drawing(Struct, frozen=True, kw_only=True):
    """What is marked in one text."""

    cut: Cut
    needs: Sequence[Need]
    number: int
    """Of the document, from 0."""


def _parent(outline: Outline, index: int, content: str) -> str:
    parent = outline.parents[index]
    shade = f"parent shade{index % PARENT_SHADES}"
    return element("div", content, class_=shade, data_label=_parent_label(outline, parent))


def _parent_label(outline: Outline, parent: Parent) -> str:
    part = f" · {parent.part} of {parent.of}" if parent.of > 1 else ""
    tokens = sum(chunk.own_tokens for chunk in outline.chunks[parent.first_chunk : parent.end_chunk])
    return f"parent {parent.index}{part}\n{tokens} tokens"


def _parent_content(drawing: _Drawing, pieces: Iterator[Segment]) -> Iterator[str]:
    for index, inside in groupby(pieces, key=lambda segment: segment.owners[1]):
        content = "".join(_piece(drawing, segment) for segment in inside)
        yield content if index is None else _chunk(drawing.cut.outline.chunks[index], drawing.number, content)


def _piece(drawing: _Drawing, segment: Segment) -> str:
    cut = drawing.cut
    content = escaped(cut.parsed.text[segment.start : segment.end])
    _, _, need, removal = segment.owners
    if removal is not None:
        return element("del", content, data_reason=cut.outline.removed[removal].reason.replace("_", " "))
    return content if need is None else element("span", content, class_="needed", title=drawing.needs[need].title)


def _chunk(chunk: Chunk, number: int, content: str) -> str:
    classes = ["chunk", "even" if chunk.ordinal % 2 == 0 else "odd"]
    classes += ["flagged"] * bool(chunk.flags) + ["bare"] * (not chunk.indexed) + ["key"] * chunk.key
    label = " · ".join([str(chunk.ordinal), str(chunk.tokens), *(flag.replace("_", " ") for flag in chunk.flags)])
    return element(
        "span",
        content,
        class_=" ".join(classes),
        id=f"d{number}c{chunk.ordinal}",
        data_label=label,
        tabindex=-1 if chunk.ordinal else 0,
    )


def chunk_data(cut: Cut) -> list[list[Any]]:
    """What the script shows of each chunk, in the order it expects."""
    outline = cut.outline
    return [
        [
            outline.sections[chunk.section].path,
            [chunk.span.start, chunk.span.end],
            [[span.start, span.end] for span in chunk.context],
            [chunk.tokens, chunk.own_tokens],
            chunk.method,
            f"{chunk.kind} {chunk.language}".strip(),
            chunk.flags,
            _parent_label(outline, outline.parents[chunk.parent]).replace("\n", ", "),
            chunk.indexed,
            chunk.key,
            text,
        ]
        for chunk, text in zip(outline.chunks, cut.embed_texts(), strict=True)
    ]


def _notes(found: Facts) -> str:
    """What to know of a document before its text."""
    removed = (f"{reason.replace('_', ' ')} {count:,}" for reason, count in found.removed.items())
    lines = [f"{found.kind or 'no kind'}, {found.characters:,} characters, flags: {shares(found)}"]
    lines += [f"removed characters: {', '.join(removed)}"] if found.removed else []
    lines += found.warnings
    return element("ul", "".join(element("li", escaped(line)) for line in lines), class_="note")


def _fact_row(found: Facts) -> tuple[object, ...]:
    counts = (found.sections, found.parents, found.chunks, found.spread.median, found.spread.p95, found.spread.max)
    numbers = (f"{found.characters:,}", percent(found.coverage), *(f"{count:,}" for count in counts))
    return found.document_id, found.kind or "-", *numbers, shares(found)


def _total_row(documents: Sequence[Facts]) -> tuple[object, ...]:
    spread = distribution(tokens for each in documents for tokens in each.tokens)
    flags: Counter[str] = Counter()
    for each in documents:
        flags.update(each.flags)
    chunks = sum(each.chunks for each in documents)
    sums = (sum(each.sections for each in documents), sum(each.parents for each in documents), chunks)
    counts = (*sums, spread.median, spread.p95, spread.max)
    least = percent(min((each.coverage for each in documents), default=1.0))
    characters = f"{sum(each.characters for each in documents):,}"
    name = f"{len(documents):,} documents"
    return name, "", characters, least, *(f"{count:,}" for count in counts), flag_shares(flags, chunks)


def _settings(chunker: ChunkerConfig) -> str:
    limits = f"limit {chunker.limit}, overlap {chunker.overlap}, parent_limit {chunker.parent_limit}"
    return f"{chunker.name}: {limits}, table_limit {chunker.table_limit}, tables as {chunker.tables}"


def _help() -> str:
    keys = (("↓ ↑", "next, previous chunk"), ("f", "next chunk with a flag"), ("Esc", "close"))
    shown = " ".join(f"{element('kbd', key)} {what}" for key, what in keys)
    needed = element("span", "Underlined", class_="needed")
    said = f"{needed} text is context of other chunks. Click a chunk to see what the model sees of it. {shown}"
    return element("p", said, class_="help")
