"""Families of measures: the one table of what is measured, in the order of all outputs.

A family's members differ in a number: `recall@{n}tok` at each token budget, `hit@{n}` at a number of passages.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from evaluation import measures, repetition
from evaluation.budget import recall_within, whole_within
from evaluation.coverage import Passages, Spans
from evaluation.model import Reply
from evaluation.span_index import SpanIndex
from evaluation.statistics import Better

Unit = Literal["share", "passages", "tokens", "ms"]


class Measure(Struct, frozen=True, kw_only=True):
    """What a column of numbers says."""

    name: str
    """`recall@2000tok`; lower case in all outputs."""
    title: str
    """A few words."""
    better: Better
    unit: Unit
    """Shares are from 0 to 1."""
    description: str
    """How it is computed."""


class Case(Struct, frozen=True, kw_only=True):
    """One question with what it brought, and how the documents were cut."""

    evidence: Spans
    reply: Reply
    passages: Passages
    """The spans of the reply's passages."""
    chunks: SpanIndex
    parents: SpanIndex


Value = Callable[[Case, int], float]
"""Measures a case at a number, which families without one ignore."""


class Family(Struct, frozen=True):
    """Measures that differ in a number; `{n}` stands for it in their texts."""

    name: str
    title: str
    description: str
    value: Value
    better: Better = "higher"
    unit: Unit = "share"

    def measure(self, n: int) -> Measure:
        """The one of number `n`."""
        name, title, description = (text.format(n=n) for text in (self.name, self.title, self.description))
        return Measure(name=name, title=title, better=self.better, unit=self.unit, description=description)


def _truncated(case: Case, k: int) -> float:
    returned = case.reply.passages[:k]
    return sum(passage.truncated for passage in returned) / len(returned) if returned else 0.0


AT_BUDGET: Final = (
    Family(
        "recall@{n}tok",
        "evidence in {n} tokens",
        "Share of the evidence's characters in the reply to a caller who asks for {n} tokens at most"
        " (`max_context_tokens`).",
        lambda case, n: recall_within(case.evidence, case.reply.at(n), n),
    ),
    Family(
        "whole@{n}tok",
        "evidence whole in {n} tokens",
        "Share of the evidence spans that one passage of that reply shows without a gap.",
        lambda case, n: whole_within(case.evidence, case.reply.at(n), n),
    ),
)
"""At each token budget."""

AT_K: Final = (
    Family(
        "recall@{n}",
        "evidence returned",
        "Share of the evidence's characters that the first {n} passages show; each counts once.",
        lambda case, k: measures.recall(case.evidence, case.passages, k),
    ),
    Family(
        "precision@{n}",
        "evidence per text returned",
        "Evidence characters shown / all characters of the first {n} passages, those shown twice counted twice.",
        lambda case, k: measures.precision(case.evidence, case.passages, k),
    ),
    Family(
        "iou@{n}",
        "intersection over union",
        "Evidence characters shown / (all characters of the first {n} passages + evidence characters missed).",
        lambda case, k: measures.iou(case.evidence, case.passages, k),
    ),
    Family(
        "hit@{n}",
        "any evidence returned",
        "1 if the first {n} passages show any evidence, else 0.",
        lambda case, k: measures.hit(case.evidence, case.passages, k),
    ),
    Family(
        "mrr@{n}",
        "reciprocal rank",
        "1 / rank of the first of {n} passages that shows evidence, 0 if none does.",
        lambda case, k: measures.mrr(case.evidence, case.passages, k),
    ),
    Family(
        "ndcg@{n}",
        "evidence ranked early",
        "Discounted cumulative gain of the first {n} passages, as a share of having all evidence at rank 1; a passage"
        " gains the share of the evidence that it is the first to show.",
        lambda case, k: measures.ndcg_of_spans(case.evidence, case.passages, k),
    ),
    Family(
        "whole@{n}",
        "evidence whole in a passage",
        "Share of the evidence spans that one of the first {n} passages shows without a gap.",
        lambda case, k: measures.whole(case.evidence, case.passages, k),
    ),
    Family(
        "complete@{n}",
        "all evidence whole",
        "1 if every evidence span is whole in one of the first {n} passages, else 0.",
        lambda case, k: measures.complete(case.evidence, case.passages, k),
    ),
    Family(
        "repetition@{n}",
        "text that repeats or goes on",
        "Share of the first {n} passages' characters in passages that overlap or neighbour an earlier one:"
        " repeated@{n} + neighbouring@{n}.",
        lambda case, k: repetition.repetition(case.passages, k),
        better="lower",
    ),
    Family(
        "repeated@{n}",
        "text that repeats",
        "Share of the first {n} passages' characters that an earlier passage shows too.",
        lambda case, k: repetition.repeated(case.passages, k),
        better="lower",
    ),
    Family(
        "neighbouring@{n}",
        "text that goes on",
        "Share of the first {n} passages' characters that only stand in a passage beside or over an earlier one.",
        lambda case, k: repetition.neighbouring(case.passages, k),
        better="lower",
    ),
    Family(
        "independent@{n}",
        "independent passages",
        "How many the first {n} passages are when those that overlap or neighbour count as one.",
        lambda case, k: repetition.independent(case.passages, k),
        unit="passages",
    ),
    Family(
        "truncated@{n}",
        "passages cut short",
        "Share of the first {n} passages that a budget cut short.",
        _truncated,
        better="lower",
    ),
    Family(
        "tokens@{n}",
        "tokens of a reply",
        "Tokens of the first {n} passages together.",
        lambda case, k: sum(passage.tokens for passage in case.reply.passages[:k]),
        better="lower",
        unit="tokens",
    ),
)
"""At a number of passages."""

OF_CUTTING: Final = (
    Family(
        "precision_omega",
        "best precision possible",
        "Precision if just the chunks with evidence were returned: evidence characters in chunks / characters of those"
        " chunks with evidence that no chunk has.",
        lambda case, _: measures.precision_omega(case.evidence, case.chunks),
    ),
    Family(
        "whole_chunk",
        "evidence whole in a chunk",
        "Share of the evidence spans that lie whole in one chunk of the index.",
        lambda case, _: measures.whole_in(case.evidence, case.chunks),
    ),
    Family(
        "whole_parent",
        "evidence whole in a parent",
        "Share of the evidence spans that lie whole in one parent of the index.",
        lambda case, _: measures.whole_in(case.evidence, case.parents),
    ),
)
"""Whatever is searched for: of the cutting alone. Without a number."""

OF_SEARCH: Final = (
    Family(
        "latency_ms",
        "time of a search",
        "Milliseconds from the question to the reply.",
        lambda case, _: case.reply.latency_ms,
        better="lower",
        unit="ms",
    ),
)
"""Without a number."""


def members(k: int, budgets: Sequence[int]) -> Iterator[tuple[Family, int]]:
    """All families, each with the numbers it is measured at, in the order of tables."""
    yield from ((family, budget) for family in AT_BUDGET for budget in budgets)
    yield from ((family, k) for family in AT_K)
    yield from ((family, 0) for family in (*OF_CUTTING, *OF_SEARCH))
