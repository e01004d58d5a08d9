"""Measures of what a question brought: pure functions over its evidence spans with the spans that were returned.

Evidence is given as spans of documents, passages as the spans each of them shows, best first. Characters are counted
as integers, so a measure depends on neither order nor rounding. All raise ValueError for a question without evidence
or a `k` below 1; a question that brought nothing scores 0. Recall, precision, IoU and precision Ω are those of
Smith and Troynikov 2024, "Evaluating Chunking Strategies for Retrieval" (Chroma), as their code counts them.
"""

from itertools import chain

from evaluation.coverage import Passages, Spans, length, shared, union, without
from evaluation.model import DocumentSpan
from evaluation.ranking import ndcg, reciprocal_rank, success
from evaluation.span_index import SpanIndex


def recall(evidence: Spans, passages: Passages, k: int) -> float:
    """`recall@k` = evidence characters in the first `k` passages / evidence characters. Each counts once.

    >>> recall([DocumentSpan("d", 0, 10)], [[DocumentSpan("d", 5, 20)]], 5)
    0.5
    """
    wanted = checked(evidence)
    return shared(wanted, _shown(passages, k)) / length(wanted)


def precision(evidence: Spans, passages: Passages, k: int) -> float:
    """`precision@k` = evidence characters in the first `k` passages / their characters.

    Above the line each character counts once; below it passages count in full, whether they overlap, repeat or are of
    other documents.

    >>> precision([DocumentSpan("d", 0, 10)], [[DocumentSpan("d", 5, 20)], [DocumentSpan("e", 0, 10)]], 5)
    0.2
    """
    returned = length(chain.from_iterable(first(passages, k)))
    covered = shared(checked(evidence), _shown(passages, k))
    return covered / returned if returned else 0.0


def iou(evidence: Spans, passages: Passages, k: int) -> float:
    """`iou@k` = evidence characters in the first `k` passages / (their characters + evidence characters missed).

    Intersection over union, but that passages count in full as in `precision`.

    >>> iou([DocumentSpan("d", 0, 10)], [[DocumentSpan("d", 5, 20)]], 5)
    0.25
    """
    wanted = checked(evidence)
    returned = length(chain.from_iterable(first(passages, k)))
    covered = shared(wanted, _shown(passages, k))
    return covered / (returned + length(wanted) - covered)


def precision_omega(evidence: Spans, chunks: SpanIndex, *, bordering: bool = False) -> float:
    """`precision_omega`: the best precision this cutting allows, when just the chunks with evidence are returned.

    = evidence characters in chunks / characters of the union of the chunks with evidence and the evidence itself.
    `bordering` also counts chunks below the line that only end where evidence begins, or begin where it ends: the
    published code does.

    >>> precision_omega([DocumentSpan("d", 0, 10)], SpanIndex([DocumentSpan("d", 0, 25), DocumentSpan("d", 25, 50)]))
    0.4
    """
    wanted = checked(evidence)
    met = union(chain.from_iterable(chunks.meeting(span, bordering=bordering) for span in wanted))
    return shared(wanted, met) / length(union([*wanted, *met]))


def hit(evidence: Spans, passages: Passages, k: int) -> float:
    """`hit@k`: 1 if any evidence character is in the first `k` passages, else 0.

    >>> hit([DocumentSpan("d", 0, 10)], [[DocumentSpan("e", 0, 9)], [DocumentSpan("d", 9, 20)]], 5)
    1.0
    """
    return success([gain > 0 for gain in _gains(evidence, passages, k)], k)


def mrr(evidence: Spans, passages: Passages, k: int) -> float:
    """`mrr@k`: 1 / rank of the first of the first `k` passages with evidence; 0 if there is none.

    Over many questions its mean is the mean reciprocal rank.

    >>> mrr([DocumentSpan("d", 0, 10)], [[DocumentSpan("e", 0, 9)], [DocumentSpan("d", 9, 20)]], 5)
    0.5
    """
    return reciprocal_rank([gain > 0 for gain in _gains(evidence, passages, k)], k)


def ndcg_of_spans(evidence: Spans, passages: Passages, k: int) -> float:
    """`ndcg@k`: a passage's gain is the share of the evidence characters that it is the first to bring.

    Ideal is all evidence at rank 1, so a passage that repeats an earlier one gains nothing.

    >>> ndcg_of_spans([DocumentSpan("d", 0, 10)], [[DocumentSpan("d", 0, 5)], [], [DocumentSpan("d", 0, 10)]], 5)
    0.75
    """
    return ndcg(_gains(evidence, passages, k), [length(checked(evidence))], k)


def whole(evidence: Spans, passages: Passages, k: int) -> float:
    """`whole@k`: the share of evidence spans that one of the first `k` passages shows without a gap.

    Spans of a passage that touch are one. Blanks at the ends of an evidence span are part of it.

    >>> whole([DocumentSpan("d", 0, 5), DocumentSpan("d", 8, 12)], [[DocumentSpan("d", 0, 10)]], 5)
    0.5
    """
    return whole_in(evidence, SpanIndex(chain.from_iterable(union(passage) for passage in first(passages, k))))


def complete(evidence: Spans, passages: Passages, k: int) -> float:
    """`complete@k`: 1 if every evidence span is whole in one of the first `k` passages, else 0.

    >>> complete([DocumentSpan("d", 0, 5), DocumentSpan("d", 8, 12)], [[DocumentSpan("d", 0, 10)]], 5)
    0.0
    """
    return float(whole(evidence, passages, k) == 1)


def whole_in(evidence: Spans, pieces: SpanIndex) -> float:
    """`whole_chunk`, `whole_parent`: the share of evidence spans that lie whole in one of `pieces`.

    >>> whole_in([DocumentSpan("d", 8, 12)], SpanIndex([DocumentSpan("d", 0, 10), DocumentSpan("d", 10, 20)]))
    0.0
    """
    checked(evidence)
    return sum(pieces.holds(span) for span in evidence) / len(evidence)


def checked(evidence: Spans) -> list[DocumentSpan]:
    """The union of `evidence`. Raises ValueError if there is none, or a span of it is empty."""
    if not evidence or any(span.start >= span.end for span in evidence):
        raise ValueError(f"a question needs evidence of at least one character in each span: {list(evidence)}")
    return union(evidence)


def first(passages: Passages, k: int) -> Passages:
    """The first `k` of `passages`, or all there are. Raises ValueError for a `k` below 1."""
    if k < 1:
        raise ValueError(f"k is a number of passages, at least 1: {k}")
    return passages[:k]


def _shown(passages: Passages, k: int) -> list[DocumentSpan]:
    return union(chain.from_iterable(first(passages, k)))


def _gains(evidence: Spans, passages: Passages, k: int) -> list[int]:
    """How many evidence characters each of the first `k` passages is the first to bring."""
    missed, gains = checked(evidence), []
    for passage in first(passages, k):
        left = without(missed, union(passage))
        gains.append(length(missed) - length(left))
        missed = left
    return gains
