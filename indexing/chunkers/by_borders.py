"""Chunks of the ranges between the borders that a chunker names: the path of all chunkers for comparison.

    section texts → borders (the chunker's own part) → ranges → exact counts → chunks, parents

Context is overlap alone: no lead-ins, no headers of tables, and cut code gets no fences. What keeps the comparison fair
is the same as for the default chunker: sections, limits, embed texts, parents.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders, Range, ranges_of, smaller, with_less_context
from indexing.chunkers.room import Counting
from indexing.chunkers.section_text import SectionText
from indexing.chunkers.structure import outline_of, readable_of
from indexing.model import Block, Chunk, Outline, Section
from indexing.render import embed_text


def chunk_at(cutting: Cutting, texts: Sequence[SectionText], borders: Sequence[Borders], *, method: str) -> Outline:
    """The outline of a text whose sections, `texts`, are cut at `borders`, one each. `method`: the chunker's name."""
    ranges = [each for text, at in zip(texts, borders, strict=True) for each in ranges_of(text, at)]
    fitted = _fitted(cutting, ranges, method)
    ranges_in = Counter(each.text.room.section for each, _ in fitted)
    around = {section.parent for section in cutting.sections}
    chunks = []
    for ordinal, (each, tokens) in enumerate(fitted):
        section = cutting.sections[each.text.room.section]
        alone = ranges_in[section.index] == 1 and _is_heading(each.text)
        indexed = tokens <= cutting.window and not (alone and not _says(section, around))
        chunks.append(replace(_chunk(each, method), ordinal=ordinal, tokens=tokens, indexed=indexed))
    return outline_of(cutting, chunks)


def _fitted(cutting: Cutting, ranges: Sequence[Range], method: str) -> list[tuple[Range, int]]:
    """`ranges` with the exact tokens of their embed texts, cut further until each is within its limit or a single
    visible character. Each round takes tokens off every range that exceeds, so it ends.
    """
    counting, seen = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix), readable_of(cutting)
    done: list[tuple[Range, int]] = []
    pending = list(ranges)
    while pending:
        counts = counting.count(embed_text(seen, _chunk(each, method)) for each in pending)
        over: list[Range] = []
        for each, tokens in zip(pending, counts, strict=True):
            parts = list(_less(each, tokens)) if tokens > each.text.room.limits.usual else []
            over += parts
            if not parts:
                done.append((each, tokens))
        pending = over
    return sorted(done, key=lambda fitted: fitted[0].span)


def _less(each: Range, tokens: int) -> list[Range]:
    """`each`, whose embed text has `tokens`, with less context, else cut. Nothing when it can not be less."""
    planned, allowed = each.tokens, each.text.room.limits.usual
    if each.context:
        kept = each.text.count(each.context[0]) - (tokens - allowed)
        return [with_less_context(each, kept)]
    target = planned - (tokens - allowed)
    if target * 2 < planned:  # words that come apart when cut: in proportion
        target = planned * allowed // tokens
    parts = smaller(each, max(1, min(planned - 1, target)))
    return parts if len(parts) > 1 else []


def _chunk(each: Range, method: str) -> Chunk:
    """The chunk of a range; ordinal, parent and exact counts are still to come."""
    block = _main_block(each)
    return Chunk(
        ordinal=0,
        section=each.text.room.section,
        parent=0,
        span=each.span,
        context=each.context,
        kind=block.kind,
        language=block.language if block.kind == "code" else "",
        tokens=0,
        own_tokens=each.text.count(each.span),
        method=method,
    )


def _main_block(each: Range) -> Block:
    """The first block of the kind that most characters of a range are of; of equal kinds the earlier."""
    blocks = each.text.source.blocks
    first = bisect_right(each.text.blocks, each.span.start, key=lambda index: blocks[index].span.end)
    sizes: dict[str, int] = {}
    found: dict[str, Block] = {}
    for index in each.text.blocks[first:]:
        span = blocks[index].span
        if span.start >= each.span.end:
            break
        kind = blocks[index].kind
        found.setdefault(kind, blocks[index])
        sizes[kind] = sizes.get(kind, 0) + min(span.end, each.span.end) - max(span.start, each.span.start)
    return found[max(sizes, key=sizes.__getitem__)]


def _is_heading(text: SectionText) -> bool:
    return all(text.block(position).kind == "heading" for position in range(len(text.blocks)))


def _says(section: Section, around: set[int]) -> bool:
    """Whether a heading alone is worth finding: it is numbered and has no sections inside."""
    return bool(section.label) and section.index not in around
