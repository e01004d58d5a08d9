"""Needs: which ranges of a text other chunks have as context."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from indexing.model import Chunk, Span

NAMED: Final = 12
"""Chunks that a title names: the header of a long table is context of hundreds."""


class Need(Struct, frozen=True, kw_only=True):
    """A range that some chunks need."""

    span: Span
    chunks: tuple[int, ...]
    """Their ordinals, rising."""

    @property
    def title(self) -> str:
        """Which chunks, in words."""
        named = ", ".join(map(str, self.chunks[:NAMED]))
        more = f" and {len(self.chunks) - NAMED} more" if len(self.chunks) > NAMED else ""
        return f"context of chunk{'s' * (len(self.chunks) > 1)} {named}{more}"


def needs_of(chunks: Sequence[Chunk]) -> list[Need]:
    """The context spans of all chunks, in order; those that overlap as one."""
    needed: dict[Span, list[int]] = {}
    for chunk in chunks:
        for span in chunk.context:
            needed.setdefault(span, []).append(chunk.ordinal)
    found: list[tuple[Span, list[int]]] = []
    for span in sorted(needed):
        if found and span.start < found[-1][0].end:
            before, ordinals = found.pop()
            found.append((Span(before.start, max(before.end, span.end)), [*ordinals, *needed[span]]))
        else:
            found.append((span, needed[span]))
    return [Need(span=span, chunks=tuple(sorted(set(ordinals)))) for span, ordinals in found]
