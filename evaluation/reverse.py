"""The reverse check: whether chunks are found by queries made from their own text.

    indexed chunks → a sample → queries by rule → search → rank of the chunk → what was not found, with the reason

It needs no questions and no gold evidence: it shows which chunks nobody can find, whatever is asked.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct

from evaluation.reverse_chunks import Frequencies, IndexedChunk
from evaluation.reverse_queries import RULES, ReverseQuery, Rule, queries_of
from evaluation.reverse_reasons import Passage, Reason, Reasons, excerpt
from indexing.analyze import Analyzer, analyzer_of
from indexing.config import AnalyzerConfig

DEPTH: Final = 10
"""Passages that are looked at: what is not among them is not read by anybody."""

Search = Callable[[str, int], Sequence[Passage]]
"""`search(text, k)`: what the best k passages show, best first."""


class RuleResult(Struct, frozen=True, kw_only=True):
    """What the queries of one rule found."""

    rule: Rule
    asked: int
    """Chunks that the rule made a query of."""
    found: int
    """Of these, those that are whole in one of the first DEPTH passages."""
    mrr: float
    """Mean of 1 / rank of that passage, 0 for those not found, over those asked; 0 when none was."""

    @property
    def share(self) -> float:
        """Found of asked, 0 to 1; 0 when none was asked."""
        return self.found / self.asked if self.asked else 0.0


class Miss(Struct, frozen=True, kw_only=True):
    """A chunk that a query of its own did not find."""

    chunk: IndexedChunk
    excerpt: str
    """The beginning of what it says, on one line."""
    queries: tuple[ReverseQuery, ...]
    """Those that did not find it."""
    by_all: bool
    """Whether none found it."""
    reason: Reason
    """Of the first of `queries`."""


class ReverseReport(Struct, frozen=True, kw_only=True):
    """What the reverse check found."""

    n_chunks: int
    """Indexed chunks, of which the sample was taken."""
    n_asked: int
    """Chunks of the sample that a query could be made of."""
    n_mute: int
    """Chunks of the sample that no rule could make a query of."""
    rules: tuple[RuleResult, ...]
    """In the order of RULES."""
    misses: tuple[Miss, ...]
    """Those that nothing found first, then by document and position."""

    @property
    def lost(self) -> tuple[Miss, ...]:
        """The chunks that none of their queries found."""
        return tuple(miss for miss in self.misses if miss.by_all)


class _Trial(Struct, frozen=True, kw_only=True):
    """One query of one chunk, asked."""

    chunk: IndexedChunk
    query: ReverseQuery
    rank: int
    """Of the passage that holds the chunk, from 1; 0: none does."""
    passages: tuple[Passage, ...]


def reverse_check(
    chunks: Sequence[IndexedChunk], search: Search, *, n: int, seed: int = 0, analyzer: Analyzer | None = None
) -> ReverseReport:
    """Ask for `n` of `chunks` by their own words. `chunks` are all of the index that `search` searches.

    The same chunks and seed give the same sample; a document more or less leaves most of it as it was.
    `analyzer` is the index's; by default the default one.
    """
    frequencies = Frequencies(chunks, analyzer or analyzer_of(AnalyzerConfig()))
    reasons = Reasons(chunks, frequencies)
    sample = sampled(chunks, n=n, seed=seed)
    trials = [tuple(_trials(chunk, queries_of(chunk, frequencies), search)) for chunk in sample]
    misses = [_miss(asked, reasons) for asked in trials if any(trial.rank == 0 for trial in asked)]
    return ReverseReport(
        n_chunks=len(chunks),
        n_asked=sum(1 for asked in trials if asked),
        n_mute=sum(1 for asked in trials if not asked),
        rules=tuple(_result(rule, trials) for rule in RULES),
        misses=tuple(sorted(misses, key=lambda miss: not miss.by_all)),
    )


def sampled(chunks: Sequence[IndexedChunk], *, n: int, seed: int) -> list[IndexedChunk]:
    """`n` of `chunks`, or all, drawn by a hash of seed and name; by document and position."""

    def lot(chunk: IndexedChunk) -> bytes:
        return hashlib.sha256(f"{seed}:{chunk.chunk_id}".encode()).digest()

    return sorted(sorted(chunks, key=lot)[:n], key=lambda chunk: (chunk.document_id, chunk.ordinal))


def rank_of(chunk: IndexedChunk, passages: Sequence[Passage]) -> int:
    """The place, from 1, of the first passage that shows all of `chunk`; 0 if none does."""
    return next((place for place, passage in enumerate(passages, start=1) if _shows(passage, chunk)), 0)


def _shows(passage: Passage, chunk: IndexedChunk) -> bool:
    return all(
        any(
            shown.document_id == own.document_id and shown.start <= own.start and own.end <= shown.end
            for shown in passage
        )
        for own in chunk.spans
    )


def _trials(chunk: IndexedChunk, queries: Sequence[ReverseQuery], search: Search) -> Iterator[_Trial]:
    for query in queries:
        passages = tuple(search(query.text, DEPTH))[:DEPTH]
        yield _Trial(chunk=chunk, query=query, rank=rank_of(chunk, passages), passages=passages)


def _miss(asked: Sequence[_Trial], reasons: Reasons) -> Miss:
    failed = [trial for trial in asked if trial.rank == 0]
    first = failed[0]
    return Miss(
        chunk=first.chunk,
        excerpt=excerpt(first.chunk),
        queries=tuple(trial.query for trial in failed),
        by_all=len(failed) == len(asked),
        reason=reasons.why(first.chunk, first.query.text, first.passages),
    )


def _result(rule: Rule, trials: Sequence[Sequence[_Trial]]) -> RuleResult:
    ranks = [trial.rank for asked in trials for trial in asked if trial.query.rule == rule]
    return RuleResult(
        rule=rule,
        asked=len(ranks),
        found=sum(1 for rank in ranks if rank),
        mrr=fmean(1 / rank if rank else 0.0 for rank in ranks) if ranks else 0.0,
    )
