"""An index of spans: which of them hold or meet a given span, found by bisection."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

from evaluation.model import DocumentSpan


class SpanIndex:
    """Spans of any documents, which may overlap. Immutable."""

    def __init__(self, spans: Iterable[DocumentSpan]) -> None:
        by_document: dict[str, list[DocumentSpan]] = {}
        for span in sorted(spans):
            by_document.setdefault(span.document_id, []).append(span)
        self._documents = {name: _Column(ordered) for name, ordered in by_document.items()}

    def holds(self, span: DocumentSpan) -> bool:
        """Whether one of the spans has all of `span`.

        >>> index = SpanIndex([DocumentSpan("d", 0, 10), DocumentSpan("d", 10, 20)])
        >>> index.holds(DocumentSpan("d", 0, 10)), index.holds(DocumentSpan("d", 9, 11))
        (True, False)
        """
        column = self._documents.get(span.document_id)
        return column is not None and column.reach(span.start) >= span.end

    def meeting(self, span: DocumentSpan, *, bordering: bool = False) -> list[DocumentSpan]:
        """The spans that have a character of `span`, in order; with `bordering`, also those that end where it begins or
        begin where it ends.

        >>> index = SpanIndex([DocumentSpan("d", 0, 10), DocumentSpan("d", 10, 20)])
        >>> index.meeting(DocumentSpan("d", 10, 12))
        [DocumentSpan(document_id='d', start=10, end=20)]
        """
        column = self._documents.get(span.document_id)
        if column is None:
            return []
        return column.between(span.start - 1, span.end + 1) if bordering else column.between(span.start, span.end)


class _Column:
    """The spans of one document by their starts, and how far those up to each of them reach."""

    def __init__(self, spans: list[DocumentSpan]) -> None:
        self._spans = spans
        self._starts = [span.start for span in spans]
        self._reaches = list(accumulate((span.end for span in spans), max))

    def reach(self, start: int) -> int:
        """The greatest end of a span that begins at `start` or before; -1 if none does."""
        after = bisect_right(self._starts, start)
        return self._reaches[after - 1] if after else -1

    def between(self, start: int, end: int) -> list[DocumentSpan]:
        """The spans that end after `start` and begin before `end`."""
        first = bisect_right(self._reaches, start)
        return [span for span in self._spans[first : bisect_left(self._starts, end)] if span.end > start]
