"""Postings: which row has which term how often, from a document's counted terms to immutable segments.

At ingest `count_terms` makes a document's `DocumentTerms`, which the library stores, so that loading never analyses. A
`Segment` holds the postings of a contiguous range of catalog rows. `append` adds one to a tuple of segments and merges
logarithmically into a new tuple, so each snapshot keeps the segments it has.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.analyze import Analyzer

_LARGEST_COUNT: Final = np.iinfo(np.uint16).max


class DocumentTerms(Struct, frozen=True, kw_only=True):
    """The terms of one document version's chunks, in compact columns: what the library stores for the lexical index.

    All arrays are little-endian. Posting `i` says that a chunk has the term `terms[term_of[i]]` `counts[i]` times;
    postings are grouped by chunk, in the order of the chunks, and a chunk has at most one of each term.
    """

    terms: tuple[str, ...]
    """Distinct terms of all chunks."""
    chunk_ends: bytes
    """int32, shape (n_chunks,): the index after each chunk's last posting."""
    term_of: bytes
    """uint32, shape (n_postings,)."""
    counts: bytes
    """uint16, shape (n_postings,): from 1; more than 65,535 repetitions count as 65,535."""


def count_terms(analyzer: Analyzer, texts: Iterable[str]) -> DocumentTerms:
    """The terms of each chunk of a document, `texts` being the chunks' embed texts in order. A chunk may have none."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    ends: list[int] = []
    term_of: list[int] = []
    counts: list[int] = []
    for text in texts:
        counted = Counter(analyzer.terms(text))
        term_of.extend(map(numbers.__getitem__, counted))
        counts.extend(counted.values())
        ends.append(len(counts))
    return DocumentTerms(
        terms=tuple(numbers),
        chunk_ends=np.array(ends, "<i4").tobytes(),
        term_of=np.array(term_of, "<u4").tobytes(),
        counts=np.minimum(np.array(counts, np.int64), _LARGEST_COUNT).astype("<u2").tobytes(),
    )


class Vocabulary:
    """Terms to numbers, append-only. One thread may number while any others find."""

    def __init__(self) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, terms: Sequence[str]) -> NDArray[np.int32]:
        """Shape (n,): the number of each term; new terms get the next ones, from 0."""
        return np.fromiter(map(self._numbers.__getitem__, terms), np.int32, len(terms))

    def find(self, terms: Iterable[str]) -> dict[str, int]:
        """The numbers of those distinct terms that have one, in the order of `terms`.

        >>> vocabulary = Vocabulary()
        >>> vocabulary.number(["a", "b"]).tolist(), vocabulary.find(["b", "c", "b"])
        ([0, 1], {'b': 1})
        """
        found = ((term, self._numbers.get(term)) for term in terms)
        return {term: number for term, number in found if number is not None}


class Segment(Struct, frozen=True, kw_only=True, eq=False):
    """The postings of catalog rows `[first_row, end_row)`, by term. Nothing in it ever changes."""

    first_row: int
    end_row: int
    terms: NDArray[np.int32]
    """Shape (n_terms,): distinct term numbers, rising."""
    offsets: NDArray[np.int64]
    """Shape (n_terms + 1,): the postings of `terms[i]` are `[offsets[i], offsets[i + 1])`."""
    rows: NDArray[np.int32]
    """Shape (n_postings,): catalog rows, rising within a term."""
    counts: NDArray[np.uint16]
    """Shape (n_postings,): how often the row has the term."""
    lengths: NDArray[np.int32]
    """Shape (end_row - first_row,): terms of each row, repetitions included."""

    def find(self, numbers: NDArray[np.int32]) -> Iterable[tuple[int, int, int]]:
        """`(i, start, end)` for each `numbers[i]` that has postings here, in that order."""
        at = np.searchsorted(self.terms, numbers)
        inside = np.flatnonzero(at < len(self.terms))
        found = inside[self.terms[at[inside]] == numbers[inside]]
        at = at[found]
        return zip(found.tolist(), self.offsets[at].tolist(), self.offsets[at + 1].tolist(), strict=True)


def build_segment(vocabulary: Vocabulary, first_row: int, documents: Iterable[DocumentTerms]) -> Segment:
    """The segment of the chunks of `documents`, in order, from `first_row` on. New terms enter `vocabulary`."""
    sizes, numbers, counts = _postings(vocabulary, documents)
    end_row = first_row + len(sizes)
    rows = np.repeat(np.arange(first_row, end_row, dtype=np.int32), sizes)
    ends = np.cumsum(sizes)
    totals = np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])
    # Sorting term number and position as one integer is stable, and several times faster than argsort.
    keys = np.sort(numbers.astype(np.int64) << 32 | np.arange(len(numbers)))
    numbers, order = (keys >> 32).astype(np.int32), keys & 0xFFFFFFFF
    starts = np.flatnonzero(np.diff(numbers, prepend=np.int32(-1)))
    return Segment(
        first_row=first_row,
        end_row=end_row,
        terms=numbers[starts],
        offsets=np.append(starts, len(numbers)),
        rows=rows[order],
        counts=counts[order],
        lengths=(totals[ends] - totals[ends - sizes]).astype(np.int32),
    )


def _postings(
    vocabulary: Vocabulary, documents: Iterable[DocumentTerms]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint16]]:
    """Postings of each chunk, shape (n_chunks,); term number and count of each posting, shape (n_postings,)."""
    sizes, numbers, counts = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [np.empty(0, np.uint16)]
    for document in documents:
        sizes.append(np.diff(np.frombuffer(document.chunk_ends, "<i4"), prepend=np.int32(0)))
        numbers.append(vocabulary.number(document.terms)[np.frombuffer(document.term_of, "<u4")])
        counts.append(np.frombuffer(document.counts, "<u2"))
    return np.concatenate(sizes), np.concatenate(numbers), np.concatenate(counts)


def append(segments: tuple[Segment, ...], new: Segment) -> tuple[Segment, ...]:
    """`segments` with the rows of `new` behind them, each at least twice as large as the next.

    So there are at most log2(rows) + 1 of them, and a posting is copied at most that often, as in a log-structured
    merge tree (O'Neil et al. 1996). Nothing is changed in place. Raises ValueError when rows between them are missing.
    """
    next_row = segments[-1].end_row if segments else 0
    if new.first_row != next_row:
        raise ValueError(f"the next segment begins at row {next_row}, not {new.first_row}")
    if not len(new.lengths):
        return segments
    kept = list(segments)
    while kept and len(kept[-1].lengths) < 2 * len(new.lengths):
        new = _merged(kept.pop(), new)
    return (*kept, new)


def _merged(older: Segment, newer: Segment) -> Segment:
    """One segment of the rows of two neighbours."""
    both = np.sort(np.concatenate([older.terms, newer.terms]), kind="stable")
    terms = both[np.flatnonzero(np.diff(both, prepend=np.int32(-1)))]
    older_at, newer_at = np.searchsorted(terms, older.terms), np.searchsorted(terms, newer.terms)
    older_sizes = np.zeros(len(terms), np.int64)
    older_sizes[older_at] = np.diff(older.offsets)
    sizes = older_sizes.copy()
    sizes[newer_at] += np.diff(newer.offsets)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    rows, counts = np.empty(offsets[-1], np.int32), np.empty(offsets[-1], np.uint16)
    for segment, starts in ((older, offsets[older_at]), (newer, offsets[newer_at] + older_sizes[newer_at])):
        shifts = np.repeat(starts - segment.offsets[:-1], np.diff(segment.offsets))
        to = shifts + np.arange(len(shifts))
        rows[to], counts[to] = segment.rows, segment.counts
    return Segment(
        first_row=older.first_row,
        end_row=newer.end_row,
        terms=terms,
        offsets=offsets,
        rows=rows,
        counts=counts,
        lengths=np.concatenate([older.lengths, newer.lengths]),
    )
