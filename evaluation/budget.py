"""Measures at a token budget: what a reader finds who reads from the top until the budget is spent.

`top_k` alone rewards long passages; at a budget each token has its price. A reply that was asked for with the budget
keeps to it. Of one that was not, no passage is skipped: the one that crosses the budget counts with the share of its
characters that fits, from its beginning.
"""

from collections.abc import Sequence

from evaluation.coverage import Spans
from evaluation.measures import recall, whole
from evaluation.model import DocumentSpan, Returned


def recall_within(evidence: Spans, passages: Sequence[Returned], budget: int) -> float:
    """`recall@{budget}tok` = evidence characters among those that fit / evidence characters.

    Raises ValueError without evidence or for a `budget` below 1.

    >>> page = Returned(spans=(DocumentSpan("d", 0, 100),), tokens=50, score=1.0, truncated=False)
    >>> recall_within([DocumentSpan("d", 40, 60)], [page], 25)
    0.5
    """
    shown = readable(passages, budget)
    return recall(evidence, shown, max(1, len(shown)))


def whole_within(evidence: Spans, passages: Sequence[Returned], budget: int) -> float:
    """`whole@{budget}tok`: the share of evidence spans that one passage shows without a gap in what fits.

    Raises ValueError without evidence or for a `budget` below 1.
    """
    shown = readable(passages, budget)
    return whole(evidence, shown, max(1, len(shown)))


def readable(passages: Sequence[Returned], budget: int) -> list[Spans]:
    """The spans of each passage that `budget` tokens pay for; a passage's characters all cost the same.

    Raises ValueError for a `budget` below 1.
    """
    if budget < 1:
        raise ValueError(f"a budget is a number of tokens, at least 1: {budget}")
    shown: list[Spans] = []
    left = budget
    for passage in passages:
        if left <= 0:
            break
        shown.append(passage.spans if passage.tokens <= left else _beginning(passage, left))
        left -= passage.tokens
    return shown


def _beginning(passage: Returned, tokens: int) -> list[DocumentSpan]:
    """As many of the passage's first characters as `tokens` of its tokens pay for, rounded down."""
    left = sum(span.end - span.start for span in passage.spans) * tokens // passage.tokens
    kept: list[DocumentSpan] = []
    for span in passage.spans:
        end = min(span.end, span.start + left)
        if span.start < end:
            kept.append(DocumentSpan(span.document_id, span.start, end))
            left -= end - span.start
    return kept
