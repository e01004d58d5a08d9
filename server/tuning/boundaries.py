"""Boundaries: what is shown of a chunk and of a document to whoever tunes the rules that cut them."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct

from indexing.coverage import coverage
from indexing.model import BlockKind, Chunk, Flag, Outline, Span
from server.tuning.cut_files import Cut
from server.tuning.distribution import Distribution, distribution

EDGE: Final = 100
"""Characters shown of each end of a chunk."""

_UNSEEN: Final = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters besides those JSON escapes that take no room, end a line, or turn its direction."""


class Boundary(Struct, frozen=True, kw_only=True):
    """One chunk and where it ends."""

    document_id: str
    ordinal: int
    path: tuple[str, ...]
    """Titles from the outermost heading to its section."""
    span: Span
    context: tuple[Span, ...]
    tokens: int
    """Of the whole embed text, prefix and special tokens included."""
    own_tokens: int
    method: str
    kind: BlockKind
    language: str
    flags: tuple[Flag, ...]
    section: int
    parent: int
    indexed: bool
    key: bool
    first: str
    """Its first EDGE characters, or fewer if it is shorter."""
    last: str
    """Its last EDGE characters."""


class Facts(Struct, frozen=True, kw_only=True):
    """One document in numbers."""

    document_id: str
    kind: str
    characters: int
    coverage: float
    """0 to 1: of its visible characters those that chunks own or that are declared removed."""
    sections: int
    parents: int
    chunks: int
    flags: dict[str, int]
    """Chunks by flag."""
    removed: dict[str, int]
    """Characters by the reason why they were removed."""
    warnings: tuple[str, ...]
    tokens: tuple[int, ...]
    """Of each indexed chunk."""

    @property
    def spread(self) -> Distribution:
        """How long its indexed chunks are."""
        return distribution(self.tokens)


def boundaries(cut: Cut) -> Iterator[Boundary]:
    """The chunks of a document, in order."""
    for chunk in cut.outline.chunks:
        own = chunk.span.slice(cut.parsed.text)
        yield Boundary(
            document_id=cut.document_id,
            ordinal=chunk.ordinal,
            path=cut.outline.sections[chunk.section].path,
            span=chunk.span,
            context=chunk.context,
            tokens=chunk.tokens,
            own_tokens=chunk.own_tokens,
            method=chunk.method,
            kind=chunk.kind,
            language=chunk.language,
            flags=chunk.flags,
            section=chunk.section,
            parent=chunk.parent,
            indexed=chunk.indexed,
            key=chunk.key,
            first=own[:EDGE],
            last=own[-EDGE:],
        )


def facts(cut: Cut) -> Facts:
    """What `cut` made of its document."""
    outline, removed = cut.outline, Counter[str]()
    for removal in outline.removed:
        removed[removal.reason] += removal.span.end - removal.span.start
    return Facts(
        document_id=cut.document_id,
        kind=cut.parsed.kind or "",
        characters=len(cut.parsed.text),
        coverage=coverage(cut.parsed.text, outline),
        sections=len(outline.sections) - 1,
        parents=len(outline.parents),
        chunks=len(outline.chunks),
        flags=flag_counts(outline.chunks),
        removed=dict(sorted(removed.items())),
        warnings=cut.parsed.warnings,
        tokens=tuple(chunk.tokens for chunk in outline.chunks if chunk.indexed),
    )


def flag_counts(chunks: Sequence[Chunk]) -> dict[str, int]:
    """Chunks by flag, by name."""
    return dict(sorted(Counter(flag for chunk in chunks for flag in chunk.flags).items()))


def parent_spans(outline: Outline) -> tuple[Span, ...]:
    """From the first to the last character of each parent's chunks."""
    chunks = outline.chunks
    return tuple(
        Span(chunks[parent.first_chunk].span.start, chunks[parent.end_chunk - 1].span.end) for parent in outline.parents
    )


def quoted(text: Any) -> str:
    r"""`text` as one line of JSON in which every character can be seen; a list of texts likewise.

    >>> print(quoted("租金\n\t“900”\u202e"), quoted(["A", "B"]))
    "租金\n\t“900”\u202e" ["A", "B"]
    """
    return _UNSEEN.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match.group())[1:-1]
