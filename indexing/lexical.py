"""Lexical search: BM25 over the postings of one tenant's snapshot.

A `LexicalCorpus` is what a snapshot searches: its segments and which rows are alive. Document frequencies, the number
of rows and their mean length count alive rows only, at the time of the query: a row that died an instant ago moves no
score, and scores are those of a corpus that never had it.

A row matches when it is alive and shares a term with the query. The caller masks by rights and filter (`top`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from indexing.postings import DocumentTerms, Segment, Vocabulary, append, build_segment, count_terms

__all__ = [
    "DocumentTerms",
    "LexicalCorpus",
    "LexicalHits",
    "Segment",
    "SegmentedBM25",
    "Vocabulary",
    "append",
    "build_segment",
    "count_terms",
    "lexical_corpus",
    "row_lengths",
    "top",
]

SCORE_DECIMALS: Final = 6
"""Scores are rounded to so many before they are ordered, so that ties do not hang on the order of additions."""


class LexicalCorpus(Struct, frozen=True, kw_only=True, eq=False):
    """What one snapshot searches."""

    vocabulary: Vocabulary
    segments: tuple[Segment, ...]
    """Of rows 0 to n, in order, without gaps."""
    alive: NDArray[np.bool_]
    """Shape (n,): rows that count and may match."""
    n_alive: int
    """Rows alive: `alive.sum()`."""
    total_length: int
    """Sum of the lengths of the rows alive."""


def lexical_corpus(vocabulary: Vocabulary, segments: tuple[Segment, ...], alive: NDArray[np.bool_]) -> LexicalCorpus:
    """The corpus with its sums counted. `alive` has shape (n,), n being the rows of `segments`."""
    return LexicalCorpus(
        vocabulary=vocabulary,
        segments=segments,
        alive=alive,
        n_alive=int(np.count_nonzero(alive)),
        total_length=int(row_lengths(segments)[alive].sum()),
    )


def row_lengths(segments: tuple[Segment, ...]) -> NDArray[np.int32]:
    """Shape (n,): terms of each row of `segments`, repetitions included."""
    return np.concatenate([np.empty(0, np.int32), *(segment.lengths for segment in segments)])


class LexicalHits(Struct, frozen=True, kw_only=True, eq=False):
    """Rows with their scores."""

    rows: NDArray[np.int32]
    """Shape (n,): distinct catalog rows; rising from a search, best first from `top`."""
    scores: NDArray[np.float64]
    """Shape (n,): BM25, always positive, without an upper bound."""


class SegmentedBM25(BM25Okapi):  # type: ignore[misc]  # rank_bm25 has no types
    """Okapi BM25 with the formula, k1 and b of `rank_bm25`, over postings, with an idf that is never zero or negative.

    Made anew for each snapshot, which costs a copy of the row lengths. Immutable: any number of threads may search.
    """

    def __init__(self, corpus: LexicalCorpus, *, k1: float = 1.5, b: float = 0.75) -> None:
        super().__init__(corpus, k1=k1, b=b)

    def search(self, query_terms: Iterable[str]) -> LexicalHits:
        """The alive rows that share a term with the query, and no others, by row."""
        scores = self.get_scores(query_terms)
        rows = np.flatnonzero(scores > 0)
        return LexicalHits(rows=rows.astype(np.int32), scores=scores[rows])

    def get_scores(self, query: Iterable[str]) -> NDArray[np.float64]:
        """Shape (n,): the score of each row, positive where it is alive and shares a term with `query`, else zero.

        A term counts once however often the query has it. Robertson, Zaragoza (2009), The Probabilistic Relevance
        Framework: BM25 and Beyond, equation 3.8.
        """
        numbers = self._corpus.vocabulary.find(query)
        rows, counts, slices = self._matches(np.array(list(numbers.values()), np.int32))
        if not len(rows) or not self.avgdl:
            return np.zeros(len(self._corpus.alive))
        asked, sizes = slices.T
        alive = np.add.reduceat(self._corpus.alive.take(rows), np.cumsum(sizes) - sizes, dtype=np.int64)
        frequencies = np.bincount(asked, alive, len(numbers))
        idf = self._calc_idf(dict(zip(numbers, frequencies.tolist(), strict=True)))
        weights = np.array(list(idf.values())) * (self.k1 + 1)
        tf = counts.astype(np.float64)
        tf /= tf + self._norms.take(rows)
        tf *= np.repeat(weights[asked], sizes)
        scores = np.bincount(rows, tf, len(self._corpus.alive)).astype(np.float64, copy=False)
        scores[~self._corpus.alive] = 0.0
        return scores

    def get_batch_scores(self, query: Iterable[str], doc_ids: Sequence[int]) -> list[float]:
        """The scores of some rows, in the order of `doc_ids`."""
        return [float(score) for score in self.get_scores(query)[np.array(doc_ids, np.intp)]]

    def _initialize(self, corpus: LexicalCorpus) -> dict[str, int]:
        """Takes the sums of `corpus`; document frequencies wait in its postings until a query asks for them."""
        self._corpus = corpus
        self.corpus_size = corpus.n_alive
        self.avgdl = corpus.total_length / corpus.n_alive if corpus.n_alive else 0.0
        self.doc_len = row_lengths(corpus.segments)
        self._norms = self.k1 * (1 - self.b + self.b * self.doc_len / (self.avgdl or 1.0))
        return {}

    def _calc_idf(self, nd: Mapping[str, float]) -> dict[str, float]:
        """ln(1 + (N - n + ½) / (n + ½)) of each term, n being the number of alive rows that have it.

        Always positive for n ≤ N, as in Lucene's BM25Similarity; plain Okapi is zero at half of the rows.
        """
        return {term: float(np.log1p((self.corpus_size - n + 0.5) / (n + 0.5))) for term, n in nd.items()}

    def _matches(self, numbers: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.uint16], NDArray[np.int64]]:
        """Rows and counts of the postings of terms `numbers`; and, shape (n_slices, 2), whose they are and how many."""
        rows, counts, slices = [np.empty(0, np.int32)], [np.empty(0, np.uint16)], []
        for segment in self._corpus.segments:
            for asked, start, end in segment.find(numbers):
                rows.append(segment.rows[start:end])
                counts.append(segment.counts[start:end])
                slices.append((asked, end - start))
        return np.concatenate(rows), np.concatenate(counts), np.array(slices, np.int64).reshape(-1, 2)


def top(hits: LexicalHits, mask: NDArray[np.bool_], depth: int) -> LexicalHits:
    """The best `depth` of the hits that `mask`, shape (n,) over catalog rows, admits; scores rounded to 6 decimals.

    Best first, equal scores by row. Fewer when there are fewer.
    """
    admitted = mask[hits.rows]
    rows, scores = hits.rows[admitted], np.round(hits.scores[admitted], SCORE_DECIMALS)
    if 0 < depth < len(rows):
        least = np.partition(scores, -depth)[-depth]
        rows, scores = rows[scores >= least], scores[scores >= least]
    order = np.lexsort((rows, -scores))[: max(depth, 0)]
    return LexicalHits(rows=rows[order], scores=scores[order])
