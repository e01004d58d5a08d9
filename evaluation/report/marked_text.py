"""Texts of documents with the evidence in them marked: what was returned of it, and what was missed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from evaluation.report.markup import element, escaped
from evaluation.report.model import Excerpt, ShownPassage

Ranges = Sequence[tuple[int, int]]
"""`[start, end)` in one document."""

LEAD: Final = 200
"""Characters kept before the first evidence of a text that is too long."""


class _Stretch(NamedTuple):
    text: str
    is_evidence: bool
    is_returned: bool


def returned_ranges(passages: Iterable[ShownPassage]) -> dict[str, list[tuple[int, int]]]:
    """By document, what passages show of it."""
    found: dict[str, list[tuple[int, int]]] = {}
    for passage in passages:
        for shown in passage.excerpts:
            found.setdefault(shown.document_id, []).append((shown.start, shown.start + len(shown.text)))
    return found


def marked(excerpt: Excerpt, returned: Mapping[str, Ranges], *, room: int) -> str:
    """The text, at most some `room` characters of it, evidence marked as found or missed."""
    text, start, end = excerpt.text, *_window(excerpt, room)
    cut = Excerpt(
        document_id=excerpt.document_id,
        start=excerpt.start + start,
        text=text[start:end],
        evidence=excerpt.evidence,
    )
    inner = "".join(_drawn(stretch) for stretch in _stretches(cut, returned.get(excerpt.document_id, ())))
    gap = element("span", "…", class_="gap", title="not shown")
    return (gap if start else "") + inner + (gap if end < len(text) else "")


def _window(excerpt: Excerpt, room: int) -> tuple[int, int]:
    """What of the text is shown: from a little before the first evidence."""
    if len(excerpt.text) <= room:
        return 0, len(excerpt.text)
    first = min((start - excerpt.start for start, _ in excerpt.evidence), default=0)
    start = min(max(0, first - LEAD), len(excerpt.text) - room)
    return start, start + room


def _stretches(excerpt: Excerpt, returned: Ranges) -> Iterator[_Stretch]:
    """The text cut at every end of evidence or of what was returned, blank stretches included."""
    start, end = excerpt.start, excerpt.start + len(excerpt.text)
    borders = {start, end, *(b for each in (*excerpt.evidence, *returned) for b in each if start < b < end)}
    ordered = sorted(borders)
    for low, high in pairwise(ordered):
        text = excerpt.text[low - start : high - start]
        yield _Stretch(text, _holds(excerpt.evidence, low), _holds(returned, low))


def _holds(ranges: Ranges, position: int) -> bool:
    return any(start <= position < end for start, end in ranges)


def _drawn(stretch: _Stretch) -> str:
    if not stretch.is_evidence:
        return escaped(stretch.text)
    if stretch.is_returned:
        return element("mark", escaped(stretch.text), class_="found")
    return element("mark", escaped(stretch.text), class_="missed")
