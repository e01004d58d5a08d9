"""Indexed chunks as the reverse check sees them: what they say, where they stand, which of their terms are rare."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from evaluation.model import DocumentSpan
from indexing.analyze import Analyzer
from indexing.model import BlockKind, Chunk, Flag, Outline, own_spans
from indexing.render import embed_text, readable, visible_text

RARE_SHARE: Final = 0.01
"""A term is rare in at most this share of all chunks: BM25 then weighs it with 4.6 or more, against 0.7 for one in half
of them."""
RARE_CHUNKS: Final = 2
"""In a small index: the chunk and one other."""


class IndexedChunk(Struct, frozen=True, kw_only=True):
    """One chunk of one document."""

    document_id: str
    ordinal: int
    spans: tuple[DocumentSpan, ...]
    """Its own characters in order: without removals, without blanks at the ends. At least one."""
    own_text: str
    """What they say."""
    embed_text: str
    """What the index saw: heading path and context included."""
    heading: str
    """The title of its section, or else of the document; empty where there is none."""
    kind: BlockKind
    flags: tuple[Flag, ...] = ()

    @property
    def chunk_id(self) -> str:
        """As citations name it: `{document_id}#c{ordinal}`."""
        return f"{self.document_id}#c{self.ordinal}"


class Frequencies:
    """In how many chunks each term stands."""

    def __init__(self, chunks: Sequence[IndexedChunk], analyzer: Analyzer) -> None:
        self.analyzer = analyzer
        self.n_chunks = len(chunks)
        self._counts: Counter[str] = Counter()
        for chunk in chunks:
            self._counts.update(set(analyzer.terms(chunk.embed_text)))

    def of(self, term: str) -> int:
        """Chunks that have `term`; 0 for one that none has."""
        return self._counts[term]

    def is_rare(self, term: str) -> bool:
        """Whether `term` tells a chunk from nearly all others."""
        return self._counts[term] <= max(RARE_CHUNKS, RARE_SHARE * self.n_chunks)


def indexed_chunks(document_id: str, text: str, outline: Outline) -> Iterator[IndexedChunk]:
    """The chunks of a document that are searched, in order. `text` is its canonical text."""
    source = readable(text, outline)
    for chunk in outline.chunks:
        spans = tuple(_spans(document_id, text, outline, chunk)) if chunk.indexed else ()
        if not spans:
            continue
        yield IndexedChunk(
            document_id=document_id,
            ordinal=chunk.ordinal,
            spans=spans,
            own_text=visible_text(text, chunk.span, outline.removed),
            embed_text=embed_text(source, chunk),
            heading=outline.sections[chunk.section].title or outline.sections[0].title,
            kind=chunk.kind,
            flags=chunk.flags,
        )


def _spans(document_id: str, text: str, outline: Outline, chunk: Chunk) -> Iterator[DocumentSpan]:
    for span in own_spans(chunk.span, outline.removed):
        said = span.slice(text)
        if said.strip():
            start = span.start + len(said) - len(said.lstrip())
            yield DocumentSpan(document_id, start, start + len(said.strip()))
