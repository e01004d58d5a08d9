"""A parsed text inside another: the description of an API in Markdown, the HTML of a message."""

from bisect import bisect_right
from typing import Any

from msgspec.structs import asdict

from indexing.model import Block, ParsedText, Span
from indexing.parsers.builder import TextBuilder


def graft(
    builder: TextBuilder,
    parsed: ParsedText,
    *,
    below: int | None,
    context: tuple[Span, ...] = (),
    source: tuple[int, int] | None = None,
) -> None:
    """Write the blocks of `parsed`, each with `context` before its own.

    Sections come below the level `below`; None: headings open none and are paragraphs.
    """
    moves: list[tuple[int, int]] = []
    for block in parsed.blocks:
        start = builder.begin()
        moves.append((block.span.start, start - block.span.start))
        builder.write(block.span.slice(parsed.text), source)
        builder.close(start=start, **_moved(block, moves, below, context))


def _moved(block: Block, moves: list[tuple[int, int]], below: int | None, context: tuple[Span, ...]) -> dict[str, Any]:
    """The fields of `block` in the other text; `moves` say from which position on a text goes how far."""
    fields = asdict(block)
    del fields["span"]
    fields["context"] = (*context, *(_span(span, moves) for span in block.context))
    fields["header"] = tuple(_span(span, moves) for span in block.header)
    fields["cuts"] = tuple(cut + moves[-1][1] for cut in block.cuts)
    if below is None and block.level:
        fields |= {"kind": "paragraph" if block.kind == "heading" else block.kind, "level": 0, "title": ""}
    elif block.level:
        fields["level"] = block.level + (below or 0)
    return fields


def _span(span: Span, moves: list[tuple[int, int]]) -> Span:
    distance = moves[max(0, bisect_right(moves, span.start, key=lambda move: move[0]) - 1)][1]
    return Span(span.start + distance, span.end + distance)
