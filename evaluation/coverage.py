"""Coverage: which characters spans have, counted exactly.

What every measure over spans is made of. Lists that are called disjoint are in order, without overlaps.
"""

from collections.abc import Iterable, Sequence

from evaluation.model import DocumentSpan

Spans = Sequence[DocumentSpan]
Passages = Sequence[Spans]
"""The spans of each passage, best passage first."""


def length(spans: Iterable[DocumentSpan]) -> int:
    """Characters of `spans` together; what lies in two of them counts twice.

    >>> length([DocumentSpan("d", 0, 10), DocumentSpan("d", 5, 10)])
    15
    """
    return sum(span.end - span.start for span in spans)


def union(spans: Iterable[DocumentSpan]) -> list[DocumentSpan]:
    """The disjoint spans that have the characters of `spans`: those that overlap or touch are one, empty ones none.

    >>> union([DocumentSpan("d", 8, 20), DocumentSpan("d", 0, 10), DocumentSpan("d", 20, 25)])
    [DocumentSpan(document_id='d', start=0, end=25)]
    """
    joined: list[DocumentSpan] = []
    for span in sorted(spans):
        if span.start >= span.end:
            continue
        last = joined[-1] if joined else None
        if last is None or last.document_id != span.document_id or span.start > last.end:
            joined.append(span)
        elif span.end > last.end:
            joined[-1] = DocumentSpan(last.document_id, last.start, span.end)
    return joined


def shared(some: Spans, others: Spans) -> int:
    """Characters that two disjoint lists have in common; linear in their lengths.

    >>> shared([DocumentSpan("d", 0, 10)], [DocumentSpan("d", 2, 4), DocumentSpan("d", 8, 20)])
    4
    """
    found = i = j = 0
    while i < len(some) and j < len(others):
        mine, other = some[i], others[j]
        if mine.document_id == other.document_id:
            found += max(0, min(mine.end, other.end) - max(mine.start, other.start))
        if (mine.document_id, mine.end) <= (other.document_id, other.end):
            i += 1
        else:
            j += 1
    return found


def without(some: Spans, others: Spans) -> list[DocumentSpan]:
    """The characters of `some` that `others` have not; both disjoint, and so is the result. Linear in their lengths.

    >>> without([DocumentSpan("d", 0, 10)], [DocumentSpan("d", 2, 4), DocumentSpan("d", 8, 20)])
    [DocumentSpan(document_id='d', start=0, end=2), DocumentSpan(document_id='d', start=4, end=8)]
    """
    left: list[DocumentSpan] = []
    first = 0
    for span in some:
        while first < len(others) and _before(others[first], span):
            first += 1
        start, at = span.start, first
        while at < len(others) and others[at].document_id == span.document_id and others[at].start < span.end:
            left.append(DocumentSpan(span.document_id, start, others[at].start))
            start, at = others[at].end, at + 1
        left.append(DocumentSpan(span.document_id, start, span.end))
    return [span for span in left if span.start < span.end]


def _before(span: DocumentSpan, other: DocumentSpan) -> bool:
    """Whether `span` ends before `other` begins."""
    return (span.document_id, span.end) <= (other.document_id, other.start)
