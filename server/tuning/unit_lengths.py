"""Unit lengths: how many of the model's tokens the natural units of a document take.

A natural unit is what an author wrote as one thing: a paragraph, a row of a table, a definition, a clause, a question
with its answer. Each is measured by itself (`own`) and as the embed text it would make alone (`whole`): with the
passage prefix, the special tokens, the titles of its section, and of a row the header of its table.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from indexing.chunkers import limits
from indexing.chunkers.room import Counting
from indexing.chunkers.source import Source, read_source
from indexing.config import ChunkerConfig
from indexing.model import Block, DocumentKind, ParsedText, Section, Span
from indexing.outline import build_sections
from indexing.render import heading_path
from server.tuning.cut_files import Rules

TREE: Final = "section tree"
"""A section with the sections inside it."""
SECTION_UNITS: Final[dict[str, str]] = {"faq": "question", "api": "operation", "slides": "slide"}
"""What a section without sections inside is in documents of a kind; elsewhere a section."""
OPENING_UNITS: Final[dict[str, str]] = {"code": "definition", "paragraph": "clause", "list_item": "clause"}
"""What a block of a kind is that opens a section."""
BLOCK_UNITS: Final[dict[str, str]] = {"list_item": "list item", "html": "HTML block"}
"""What other blocks are called where it is not their kind."""
WIDE_KINDS: Final = frozenset({"table", "code"})
"""Blocks for which the table limit counts."""


class UnitLength(Struct, frozen=True, kw_only=True):
    """One natural unit."""

    document_kind: str
    unit: str
    """`section`, `paragraph`, `table`, `table row`, …"""
    own: int
    """Tokens of its own text."""
    whole: int
    """Tokens of the embed text it would make; of a section tree, which is read and not embedded, `own`."""
    limit: int
    """What counts for it now: limit, table_limit or, of a section tree, parent_limit."""


class _Place(Struct, frozen=True, kw_only=True):
    """Where units stand: a section, what its embed texts have besides, and the limits there."""

    kind: str
    frame: int
    """Tokens of passage prefix, special tokens and titles."""
    limits: ChunkerConfig


def unit_lengths(parsed: ParsedText, rules: Rules) -> Iterator[UnitLength]:
    """The natural units of a document: section by section each with what is in it, in order of the text."""
    source = read_source(parsed, rules.embedder.tokenizer)
    sections, owners = build_sections(parsed)
    inside: dict[int, list[Block]] = {}
    for block, owner in zip(parsed.blocks, owners, strict=True):
        inside.setdefault(owner, []).append(block)
    around = {section.parent for section in sections}
    places = _places(parsed.kind, sections, rules)
    for index, blocks in inside.items():
        if not _is_opening_unit(blocks):
            yield _section(source, blocks, places[index], leaf=index not in around)
        if index in around and index:
            own = source.count(sections[index].span.start, sections[index].span.end)
            yield _unit(places[index], TREE, own, own, limit=places[index].limits.parent_limit)
        for block in blocks:
            yield from _block_units(source, block, places[index])


def _places(kind: DocumentKind | None, sections: Sequence[Section], rules: Rules) -> list[_Place]:
    """Of each section."""
    depth = rules.config.chunker.heading_depth
    titles = [heading_path(sections, section.index, depth=depth) for section in sections]
    paths = [f"{path}\n" if path else "" for path in titles]
    unique = list(dict.fromkeys(paths))
    counting = Counting(tokenizer=rules.embedder.tokenizer, prefix=rules.embedder.manifest.passage_prefix)
    frames = dict(zip(unique, counting.count(unique), strict=True))
    config = limits.of_kind(rules.config.chunker, kind)
    named = limits.of_sections(config, sections)
    return [
        _Place(kind=kind or "", frame=frames[path], limits=limits.in_section(config, own))
        for path, own in zip(paths, named, strict=True)
    ]


def _is_opening_unit(blocks: Sequence[Block]) -> bool:
    """Whether a section is a definition or a clause and nothing else, so that it would count twice."""
    return len(blocks) == 1 and blocks[0].level > 0 and blocks[0].kind != "heading"


def _section(source: Source, blocks: Sequence[Block], place: _Place, *, leaf: bool) -> UnitLength:
    """What a section says before the sections inside it."""
    own = source.count(blocks[0].span.start, blocks[-1].span.end)
    unit = SECTION_UNITS.get(place.kind, "section") if leaf else "section"
    return _unit(place, unit, own, own + place.frame, limit=place.limits.limit)


def _block_units(source: Source, block: Block, place: _Place) -> Iterator[UnitLength]:
    """A block and, of a table, its rows. A heading is no unit: it means nothing without its section."""
    if block.kind == "heading":
        return
    own = source.count(block.span.start, block.span.end)
    names = OPENING_UNITS if block.level else BLOCK_UNITS
    limit = place.limits.table_limit if block.kind in WIDE_KINDS else place.limits.limit
    yield _unit(place, names.get(block.kind, block.kind), own, own + place.frame, limit=limit)
    if block.kind == "table":
        header = sum(source.count(span.start, span.end) for span in block.header)
        for row in _rows(block):
            if own := source.count(row.start, row.end):
                yield _unit(place, "table row", own, place.frame + header + own, limit=place.limits.limit)


def _rows(table: Block) -> Iterator[Span]:
    """The rows of a table below its header."""
    start = max([table.span.start, *(span.end for span in table.header)])
    for low, high in pairwise([start, *(cut for cut in table.cuts if cut > start), table.span.end]):
        yield Span(low, high)


def _unit(place: _Place, unit: str, own: int, whole: int, *, limit: int) -> UnitLength:
    return UnitLength(document_kind=place.kind, unit=unit, own=own, whole=whole, limit=limit)
