"""Our measures beside the formulas of Smith and Troynikov's published code, written down range by range.

Theirs work on `(start, end)` of one corpus at a time. Ranges that only touch share an empty range, which counts as
being shared: it brings its chunk below the line of precision Ω.
"""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.measures import iou, precision, precision_omega, recall
from evaluation.model import DocumentSpan
from evaluation.span_index import SpanIndex

Range = tuple[int, int]

K = 5
CHUNK = st.tuples(st.sampled_from("ab"), st.integers(0, 60), st.integers(1, 25)).map(
    lambda made: DocumentSpan(made[0], made[1], made[1] + made[2])
)


@st.composite
def evidence_ranges(draw: st.DrawFn) -> list[DocumentSpan]:
    """Disjoint spans of the document `a`, in order."""
    borders = sorted(draw(st.lists(st.integers(0, 80), min_size=2, max_size=8, unique=True)))
    return [DocumentSpan("a", start, end) for start, end in zip(borders[::2], borders[1::2], strict=False)]


def total(ranges: Iterable[Range]) -> int:
    return sum(end - start for start, end in ranges)


def joined(ranges: Iterable[Range]) -> list[Range]:
    found: list[Range] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def common(one: Range, other: Range) -> Range | None:
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return (start, end) if start <= end else None


def left_of(ranges: Iterable[Range], taken: Range) -> list[Range]:
    found = []
    for start, end in ranges:
        if end < taken[0] or start > taken[1]:
            found.append((start, end))
            continue
        if start < taken[0]:
            found.append((start, taken[0]))
        if end > taken[1]:
            found.append((taken[1], end))
    return found


class Counted:
    """What the published loops over chunks and references leave behind."""

    def __init__(self, references: Sequence[Range], chunks: Iterable[Range]) -> None:
        self.covered: list[Range] = []
        self.touched: list[Range] = []
        self.missed = list(references)
        for chunk in chunks:
            for reference in references:
                shared = common(chunk, reference)
                if shared is not None:
                    self.missed = left_of(self.missed, shared)
                    self.covered = joined([shared, *self.covered])
                    self.touched = joined([chunk, *self.touched])


def published(evidence: Sequence[DocumentSpan], retrieved: Sequence[DocumentSpan]) -> tuple[float, float, float]:
    """Recall, precision and IoU."""
    references = [(span.start, span.end) for span in evidence]
    counted = Counted(references, ((span.start, span.end) for span in retrieved if span.document_id == "a"))
    covered, size = total(counted.covered), total((span.start, span.end) for span in retrieved)
    return (
        covered / total(references),
        covered / size if size else 0.0,
        covered / (size + total(counted.missed)),
    )


def published_omega(evidence: Sequence[DocumentSpan], chunks: Iterable[DocumentSpan]) -> float:
    counted = Counted(
        [(span.start, span.end) for span in evidence],
        ((span.start, span.end) for span in chunks if span.document_id == "a"),
    )
    return total(counted.covered) / total(joined([*counted.touched, *counted.missed]))


@given(evidence_ranges(), st.lists(CHUNK, max_size=K))
def test_recall_precision_and_iou_are_those_of_the_published_code(
    evidence: list[DocumentSpan], retrieved: list[DocumentSpan]
) -> None:
    passages = [[span] for span in retrieved]
    ours = tuple(measure(evidence, passages, K) for measure in (recall, precision, iou))
    assert ours == pytest.approx(published(evidence, retrieved), abs=1e-12)


@given(evidence_ranges(), st.lists(CHUNK, max_size=12))
def test_precision_omega_is_that_of_the_published_code(
    evidence: list[DocumentSpan], chunks: list[DocumentSpan]
) -> None:
    ours = precision_omega(evidence, SpanIndex(chunks), bordering=True)
    assert ours == pytest.approx(published_omega(evidence, chunks), abs=1e-12)


def test_a_chunk_that_only_touches_evidence_lowers_the_published_precision_omega() -> None:
    evidence, chunks = [DocumentSpan("a", 10, 20)], [DocumentSpan("a", 0, 10), DocumentSpan("a", 10, 25)]
    assert published_omega(evidence, chunks) == 10 / 25
    assert precision_omega(evidence, SpanIndex(chunks)) == 10 / 15
