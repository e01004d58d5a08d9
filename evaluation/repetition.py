"""Repetition: how much of a reply says again, or merely goes on with, what an earlier passage showed.

A passage that overlaps an earlier one, or stands right beside it, could have been one passage with it. All measures
raise ValueError for a `k` below 1, and are 0 for a reply without passages.
"""

from itertools import chain

from evaluation.coverage import Passages, Spans, length, shared, union
from evaluation.measures import first
from evaluation.model import DocumentSpan

GAP = 2
"""Characters between neighbours at most: the line feeds around an empty line, which no passage shows at its ends."""


def repeated(passages: Passages, k: int) -> float:
    """`repeated@k` = characters that lie in an earlier passage too / characters of the first `k` passages.

    >>> repeated([[DocumentSpan("d", 0, 10)], [DocumentSpan("d", 5, 15)]], 5)
    0.25
    """
    return _share(_repeated(first(passages, k)), passages, k)


def repetition(passages: Passages, k: int, *, gap: int = GAP) -> float:
    """`repetition@k` = characters of passages that overlap or neighbour an earlier one / characters of the first `k`.

    Neighbours have at most `gap` characters between them.

    >>> repetition([[DocumentSpan("d", 0, 10)], [DocumentSpan("d", 12, 22)], [DocumentSpan("d", 40, 60)]], 5)
    0.25
    """
    return _share(_dependent(first(passages, k), gap), passages, k)


def neighbouring(passages: Passages, k: int, *, gap: int = GAP) -> float:
    """`neighbouring@k`: `repetition@k` less `repeated@k`, which is what only goes on from an earlier passage.

    >>> neighbouring([[DocumentSpan("d", 0, 10)], [DocumentSpan("d", 5, 15)]], 5)
    0.25
    """
    returned = first(passages, k)
    return _share(_dependent(returned, gap) - _repeated(returned), passages, k)


def independent(passages: Passages, k: int, *, gap: int = GAP) -> int:
    """`independent@k`: how many the first `k` passages are when those that overlap or neighbour count as one.

    Passages that a third one links are one, whatever their ranks.

    >>> independent([[DocumentSpan("d", 0, 10)], [DocumentSpan("d", 20, 30)], [DocumentSpan("d", 10, 20)]], 5)
    1
    """
    groups: list[Spans] = []
    for passage in filter(length, first(passages, k)):
        near: list[Spans] = [passage]
        apart: list[Spans] = []
        for group in groups:
            (near if _is_near(passage, group, gap) else apart).append(group)
        groups = [*apart, union(chain.from_iterable(near))]
    return len(groups)


def _repeated(passages: Passages) -> int:
    """Characters of passages that lie in an earlier one too."""
    seen: list[DocumentSpan] = []
    again = 0
    for passage in passages:
        again += shared(union(passage), seen)
        seen = union([*seen, *passage])
    return again


def _dependent(passages: Passages, gap: int) -> int:
    """Characters of passages that overlap or neighbour an earlier one, in full."""
    seen: list[DocumentSpan] = []
    found = 0
    for passage in passages:
        found += length(passage) if _is_near(passage, seen, gap) else 0
        seen = union([*seen, *passage])
    return found


def _is_near(passage: Spans, others: Spans, gap: int) -> bool:
    """Whether a span of `passage` overlaps one of `others`, which are disjoint, or is at most `gap` characters away."""
    margin = gap + 1
    around = union(DocumentSpan(span.document_id, span.start - margin, span.end + margin) for span in passage)
    return shared(around, others) > 0


def _share(characters: int, passages: Passages, k: int) -> float:
    returned = length(chain.from_iterable(first(passages, k)))
    return characters / returned if returned else 0.0
