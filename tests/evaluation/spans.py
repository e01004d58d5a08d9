"""Spans for tests, and sets of characters to check against: the plainest way to say what measures count."""

from collections.abc import Iterable

from hypothesis import strategies as st

from evaluation.model import DocumentSpan, Returned

Characters = set[tuple[str, int]]


def span(start: int, end: int, document_id: str = "d") -> DocumentSpan:
    return DocumentSpan(document_id, start, end)


def characters(spans: Iterable[DocumentSpan]) -> Characters:
    return {(one.document_id, at) for one in spans for at in range(one.start, one.end)}


def returned(*spans: DocumentSpan, tokens: int, truncated: bool = False) -> Returned:
    return Returned(spans=spans, tokens=tokens, score=1.0, truncated=truncated)


def _span(document_id: str, start: int, size: int) -> DocumentSpan:
    return DocumentSpan(document_id, start, start + size)


def spans_of(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[DocumentSpan]:
    """Spans of two small documents, so that they often meet."""
    return st.builds(_span, st.sampled_from(["d", "e"]), st.integers(0, 30), sizes)


any_spans = st.lists(spans_of(st.integers(0, 12)), max_size=6)
"""In any order, overlapping, some of them empty."""
evidence_spans = st.lists(spans_of(st.integers(1, 12)), min_size=1, max_size=4)
passages_of_spans = st.lists(any_spans, max_size=7)
