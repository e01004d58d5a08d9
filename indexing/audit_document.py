"""The audit of one document in one generation: what its rows promise each other.

Each check takes the rows and returns its findings, one sentence each; none means that all is well.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.embedders import EmbedderManifest
from indexing.format import OutlineColumns, columns, decode
from indexing.late import vector_hashes
from indexing.lexical import DocumentTerms
from indexing.library.documents import Document
from indexing.library.inventory import TextPage
from indexing.library.outlines import StoredOutline, accesses, vectors
from indexing.library.texts import PAGE
from indexing.prepare import embed_texts, resolve_rules

NORM_TOLERANCE = 1e-3
"""How far from 1 the length of a normalised vector may be: float32 rounds to 1e-6, half precision to less than this."""


class Rows(Struct, frozen=True, kw_only=True):
    """All that is stored of one document in one generation."""

    document: Document
    content: bytes | None
    """None: gone, which is a finding about the document, not about this generation."""
    stored: StoredOutline
    pages: Sequence[TextPage]
    embedder: EmbedderManifest
    current: bool
    """Whether the outline stands for the document's live version and was cut by today's rules."""

    @property
    def text(self) -> str:
        """The canonical text."""
        return "".join(page.content for page in self.pages)


def text_findings(rows: Rows) -> Iterator[str]:
    """The text is there, whole, in pages of the right size, and is the one the outline was made of."""
    if not rows.pages:
        yield f"text {rows.stored.text_id} is gone"
        return
    lines = 0
    for number, page in enumerate(rows.pages):
        last = number == len(rows.pages) - 1
        where = f"page {page.page} of text {rows.stored.text_id}"
        if page.page != number or (len(page.content) != PAGE and not last) or len(page.content) > PAGE:
            yield f"{where} stands in the wrong place or has the wrong size"
        if page.lines_before != lines:
            yield f"{where} counts {page.lines_before} lines before it, not {lines}"
        lines += page.content.count("\n")
    if hashlib.sha256(rows.text.encode()).digest() != rows.stored.text_hash:
        yield f"text {rows.stored.text_id} is not the one the outline was made of"
    if rows.content is not None and hashlib.sha256(rows.content).hexdigest() != rows.document.content_hash:
        yield "the stored bytes are not the ones that were put"


def outline_findings(rows: Rows) -> Iterator[str]:
    """Spans lie in the text and in their sections, in order and apart; parents partition the chunks."""
    table, stored = columns(rows.stored.outline), rows.stored
    n_chunks = len(table.chunks["section"])
    if n_chunks != stored.n_chunks or int(table.chunks["indexed"].sum()) != stored.n_indexed:
        yield f"the outline has {n_chunks} chunks, the library counts {stored.n_chunks}"
        return
    yield from _section_findings(table, len(rows.text))
    yield from _chunk_findings(table, rows.text)
    yield from _parent_findings(table)


def vector_findings(rows: Rows) -> Iterator[str]:
    """One finite vector of the model's dimension for each chunk, of length 1 when the model normalises."""
    stored, dimension = rows.stored, rows.embedder.dimension
    if len(stored.vectors) != stored.n_chunks * dimension * np.dtype(np.float32).itemsize:
        yield f"{len(stored.vectors)} bytes of vectors for {stored.n_chunks} chunks of {dimension} dimensions"
        return
    if not stored.n_chunks:
        return
    matrix, indexed = vectors(stored), columns(stored.outline).chunks["indexed"].astype(np.bool_)
    broken = np.flatnonzero(~np.isfinite(matrix))
    if len(broken):
        yield f"the vector of chunk {broken[0] // dimension} is not finite"
        return
    lengths: NDArray[np.float32] = np.sqrt(np.square(matrix[indexed]).sum(axis=1))
    wrong = np.abs(lengths - 1) > NORM_TOLERANCE if rows.embedder.normalize else ~lengths.astype(np.bool_)
    if wrong.any():
        yield f"vectors of chunks {_few(wrong, np.flatnonzero(indexed))} have lengths no vector of the model has"


def term_findings(rows: Rows) -> Iterator[str]:
    """A run of postings for each chunk, each naming a term there is."""
    terms = msgspec.msgpack.decode(rows.stored.terms, type=DocumentTerms)
    ends, counts = np.frombuffer(terms.chunk_ends, "<i4"), np.frombuffer(terms.counts, "<u2")
    term_of = np.frombuffer(terms.term_of, "<u4")
    fits = len(ends) == rows.stored.n_chunks and len(term_of) == len(counts)
    rises = not len(ends) or (bool((np.diff(ends, prepend=0) >= 0).all()) and int(ends[-1]) == len(counts))
    if not (fits and rises):
        yield f"terms of {len(ends)} chunks with {len(counts)} postings do not fit {rows.stored.n_chunks} chunks"
    elif len(term_of) and (int(term_of.max()) >= len(terms.terms) or not counts.all()):
        yield "postings name terms there are not, or count none"


def rights_findings(rows: Rows) -> Iterator[str]:
    """Rules on sections are the document's own, and no embed text holds a heading its readers may not read."""
    if not rows.current:
        return
    outline, resolved = decode(rows.stored.outline), accesses(rows.stored)
    if resolve_rules(outline.sections, rows.document.section_access) != resolved:
        yield "the rules on sections are not the ones the document states"
        return
    texts = embed_texts(rows.text, outline, frozenset(rows.document.access), resolved)
    if rows.stored.hashes != b"".join(vector_hashes(texts, outline.chunks, rows.embedder)):
        yield "vectors were made of other texts than the document and its rights give today"


CHECKS: dict[str, Callable[[Rows], Iterator[str]]] = {
    "texts": text_findings,
    "outlines": outline_findings,
    "vectors": vector_findings,
    "terms": term_findings,
    "rights": rights_findings,
}
"""Name to check, in the order they run."""


def findings(rows: Rows, name: str) -> list[str]:
    """What one of CHECKS finds; rows that can not even be read are a finding too."""
    try:
        return list(CHECKS[name](rows))
    except Exception as exc:  # noqa: BLE001 - damaged bytes may raise anything; the audit has to go on
        return [f"can not be read ({type(exc).__name__}: {exc})"]


def _section_findings(table: OutlineColumns, length: int) -> Iterator[str]:
    parent, start, end = (table.sections[name] for name in ("parent", "start", "end"))
    if (
        len(parent) != len(table.titles)
        or not len(parent)
        or parent[0] != -1
        or (int(start[0]), int(end[0])) != (0, length)
    ):
        yield "the first section is not the whole text"
        return
    own = np.arange(1, len(parent))
    if not ((parent[1:] >= 0) & (parent[1:] < own)).all():
        yield "a section stands before the one around it"
        return
    outside = (start[1:] < start[parent[1:]]) | (end[1:] > end[parent[1:]]) | (start[1:] >= end[1:])
    if outside.any():
        yield f"sections {_few(outside, own)} are empty or reach out of the section around them"


def _chunk_findings(table: OutlineColumns, text: str) -> Iterator[str]:
    start, end, section = (table.chunks[name] for name in ("start", "end", "section"))
    if not ((start >= 0) & (start < end) & (end <= len(text))).all():
        yield f"chunks {_few((start < 0) | (start >= end) | (end > len(text)))} are empty or reach out of the text"
        return
    if (start[1:] < end[:-1]).any():
        yield f"chunks {_few(start[1:] < end[:-1], np.arange(1, len(start)))} overlap the one before"
    if not ((section >= 0) & (section < len(table.titles))).all():
        yield "a chunk names a section there is not"
        return
    around = table.sections["start"][section], table.sections["end"][section]
    outside = (start < around[0]) | (end > around[1])
    if outside.any():
        yield f"chunks {_few(outside)} reach out of their sections"
    blank = np.array([text[a:b].isspace() for a, b in zip(start.tolist(), end.tolist(), strict=True)], dtype=np.bool_)
    if blank.any():
        yield f"chunks {_few(blank)} are blank"


def _parent_findings(table: OutlineColumns) -> Iterator[str]:
    first, end = table.parents["first_chunk"], table.parents["end_chunk"]
    n_chunks = len(table.chunks["parent"])
    bounds = np.concatenate([first, [n_chunks]])
    if not np.array_equal(bounds[1:], end) or (len(first) and first[0] != 0) or (first >= end).any():
        yield "parents do not partition the chunks"
    elif not np.array_equal(np.repeat(np.arange(len(first)), end - first), table.chunks["parent"]):
        yield "chunks name other parents than those that hold them"


def _few(mask: NDArray[np.bool_], names: NDArray[np.int64] | None = None) -> str:
    """The first few of the positions (or `names`) where `mask` holds.

    >>> _few(np.array([True, False, True])), _few(np.ones(9, np.bool_))
    ('0, 2', '0, 1, 2, 3, 4 and 4 more')
    """
    found = np.flatnonzero(mask) if names is None else names[mask]
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(map(str, found[:5].tolist())) + more
