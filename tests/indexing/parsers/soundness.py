"""What holds of every parsed text, checked from the outside."""

from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

from indexing.errors import DocumentRejected
from indexing.model import Block, ParsedText, Span

T = TypeVar("T")


def refusal(parse: Callable[[T], ParsedText], content: T) -> str:
    """The code that `content` is refused with; empty when it is parsed."""
    try:
        parse(content)
    except DocumentRejected as exc:
        return exc.code
    return ""


def assert_sound(parsed: ParsedText) -> None:
    """Blocks and removals are disjoint, in order and trimmed, and own every visible character; inner spans fit."""
    text = parsed.text
    owned = sorted([block.span for block in parsed.blocks] + [removal.span for removal in parsed.removed])
    assert [block.span for block in parsed.blocks] == sorted(block.span for block in parsed.blocks)
    assert all(first.end <= second.start for first, second in pairwise(owned))
    ends = [0, *(edge for span in owned for edge in (span.start, span.end)), len(text)]
    assert "".join(text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)).strip() == ""
    for block in parsed.blocks:
        _assert_block(text, block)


def _assert_block(text: str, block: Block) -> None:
    assert block.span.slice(text) == block.span.slice(text).strip() != ""
    assert bool(block.level) == bool(block.title)
    assert all(block.span.start < cut < block.span.end for cut in block.cuts)
    assert list(block.cuts) == sorted(set(block.cuts))
    assert all(block.span.start <= span.start < span.end <= block.span.end for span in block.header)
    assert all(span.start < span.end <= block.span.start for span in block.context)


def of(parsed: ParsedText, *fields: str) -> list[tuple[object, ...]]:
    """Those fields of each block and its text; spans as their texts."""
    return [
        (*(_shown(parsed.text, getattr(block, field)) for field in fields), block.span.slice(parsed.text))
        for block in parsed.blocks
    ]


def _shown(text: str, value: object) -> object:
    return (
        [span.slice(text) if isinstance(span, Span) else span for span in value] if isinstance(value, tuple) else value
    )
