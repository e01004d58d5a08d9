"""Contracts, statutes and policies: the sections, clauses and labels that their formats do not mark.

    blocks → lines that begin clauses → table of contents left out → titles above articles → tree of clauses → sections
    → lead-ins, provisos

A clause that is cited (an article, a titled clause) opens a section with its first paragraph. The items of an
enumeration stay in it, with the words that introduce them. Works on the blocks of any running text.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from indexing.model import Block, ParsedText, Removal, Span, own_spans
from indexing.parsers.enumeration import with_lead_ins
from indexing.parsers.legal.clause_lines import clause_blocks
from indexing.parsers.legal.clause_numbers import ARTICLE_RANK, CLOSING, label_number, number_at
from indexing.parsers.legal.clause_sections import opened
from indexing.parsers.legal.clause_titles import first_line, is_bare, is_named, title_of
from indexing.parsers.legal.clause_tree import Clause, Mark, nest
from indexing.parsers.legal.contents_list import without_contents
from indexing.parsers.legal.dates import stated_dates
from indexing.parsers.legal.group_titles import with_group_titles
from indexing.parsers.legal.language import is_legal
from indexing.parsers.legal.legal_title import title_line
from indexing.parsers.legal.origin import stated_origin
from indexing.parsers.legal.qualifiers import qualifies
from indexing.parsers.lines import trimmed

_NUMBERED: Final = frozenset({"paragraph", "list_item", "heading"})


def looks_like(parsed: ParsedText) -> bool:
    """Whether the text is a contract, a statute or a policy; when in doubt it is not."""
    return is_legal(parsed)


def read_legal(parsed: ParsedText) -> ParsedText:
    """`parsed` with a section for each article, and items and provisos with what they need."""
    text = parsed.text
    blocks, contents = without_contents(text, _titled(text, clause_blocks(parsed)))
    blocks = with_group_titles(text, blocks)
    clauses = nest(_marks(text, blocks))
    sectioned = _sectioned(text, blocks, clauses)
    return replace(
        parsed,
        blocks=_qualified(text, with_lead_ins(text, sectioned)),
        removed=_removals(parsed, contents),
        attributes={**stated_dates(text), **stated_origin(text), **parsed.attributes},
    )


def _removals(parsed: ParsedText, contents: Sequence[Span]) -> tuple[Removal, ...]:
    """The removals of `parsed` and tables of contents, those that have another inside cut there."""
    removals = list(parsed.removed)
    for span in contents:
        parts = (trimmed(parsed.text, part.start, part.end) for part in own_spans(span, parsed.removed))
        removals += [Removal(part, "table_of_contents") for part in parts if part.start < part.end]
    return tuple(sorted(removals, key=lambda removal: removal.span))


def _titled(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` with the title of the text as a heading, where it is a line of its own and no heading is unnumbered."""
    line = title_line(text, blocks)
    has_own = any(block.kind == "heading" and not block.label for block in blocks)
    if line is None or has_own or blocks[-1].span.end == line.end:
        return tuple(blocks)
    at = next(index for index, block in enumerate(blocks) if line.start < block.span.end)
    block = blocks[at]
    title = " ".join(line.slice(text).split())
    heading = replace(block, span=line, kind="heading", level=1, title=title, context=())
    around = (trimmed(text, block.span.start, line.start), trimmed(text, line.end, block.span.end))
    before, rest = ([replace(block, span=span)] if span.start < span.end else [] for span in around)
    return (*blocks[:at], *before, heading, *rest, *blocks[at + 1 :])


def _marks(text: str, blocks: Sequence[Block]) -> list[Mark]:
    """The blocks that may open a clause."""
    marks = []
    for index, block in enumerate(blocks):
        if block.kind not in _NUMBERED:
            continue
        number = number_at(text, _content_start(text, block), block.span.end) or (
            label_number(block) if block.label else None
        )
        if number or block.level:
            titled = number is not None and is_bare(text, block.span, number)
            named = number is not None and is_named(text, block.span, number)
            marks.append(Mark(block=index, number=number, heading=block.level, titled=titled, named=named))
    return marks


_HASHES: Final = re.compile(r"[ ]{0,3}#{1,6}[ \t]*")


def _content_start(text: str, block: Block) -> int:
    """Where the content of a block begins: behind the marks of a heading."""
    found = _HASHES.match(text, block.span.start, block.span.end) if block.level else None
    return found.end() if found else block.span.start


def _sectioned(text: str, blocks: Sequence[Block], clauses: Sequence[Clause]) -> list[Block]:
    """`blocks` where those of clauses that open a section say so; all enumerations are to be found anew."""
    result = [replace(block, context=()) if block.kind == "paragraph" else block for block in blocks]
    opens = opened(text, blocks, clauses)
    levels: list[int] = []
    for index, clause in enumerate(clauses):
        above = levels[clause.parent] if clause.parent >= 0 else 0
        levels.append(above + opens[index])
        if opens[index]:
            alone = _is_alone(clauses, opens, index)
            result[clause.mark.block] = _opening(text, blocks[clause.mark.block], clause, levels[index], alone=alone)
    return list(_within_sections(result))


def _is_alone(clauses: Sequence[Clause], opens: Sequence[bool], index: int) -> bool:
    """Whether a clause is a number and a title with a section right below it: `Article 1 Premises`, `1.1 …`."""
    if not clauses[index].mark.titled or index + 1 == len(clauses):
        return False
    below = clauses[index + 1]
    return below.parent == index and opens[index + 1] and below.mark.block == clauses[index].mark.block + 1


def _within_sections(blocks: Sequence[Block]) -> Iterator[Block]:
    """`blocks` with no more context than their sections have, of a paragraph that was cut its last part."""
    begin = 0
    starts = [block.span.start for block in blocks]
    for block in blocks:
        begin = block.span.start if block.level else begin
        if block.context:
            last = [
                Span(max(span.start, starts[bisect_left(starts, span.end) - 1]), span.end) for span in block.context
            ]
            block = replace(block, context=tuple(span for span in last if span.start >= begin))
        yield block


def _opening(text: str, block: Block, clause: Clause, level: int, *, alone: bool) -> Block:
    """The block of a clause that opens a section of `level`; `alone`: there is nothing but its title in it."""
    number = clause.number
    if number is None or block.kind == "heading":
        return replace(block, level=level, label=block.label or (number.label if number else ""))
    above = clause.mark.titled and number.style != CLOSING and number.rank is not None and number.rank < ARTICLE_RANK
    return replace(
        block,
        kind="heading" if above or alone else "paragraph",
        level=level,
        title=title_of(text, block.span, number),
        label=block.label or number.label,
        context=(),
    )


def _qualified(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    return tuple(_with_provisos(text, blocks))


def _with_provisos(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """`blocks` where a proviso or note follows what it qualifies."""
    before: Block | None = None
    for block in blocks:
        line = first_line(text, block.span).slice(text)
        attached = before is not None and before.kind != "heading" and block.level == 0 and qualifies(line)
        yield replace(block, follows=True) if attached and block.kind in ("paragraph", "list_item") else block
        before = block
