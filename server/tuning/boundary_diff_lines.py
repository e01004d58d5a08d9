"""Differences between two sets of boundaries as lines for a terminal, in the manner of diff(1)."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from indexing.model import Span
from server.table import columns
from server.tuning.boundaries import Boundary, flag_counts, quoted
from server.tuning.boundary_csv import ranges
from server.tuning.boundary_diff import Change, Difference
from server.tuning.boundary_lines import LEFT, path, summary
from server.tuning.cut_files import Cut
from server.tuning.distribution import distribution

SHOWN: Final = 50
"""Characters of each end of a chunk: enough to know it by."""


class Line(Struct, frozen=True):
    """A line and the mark that tells its colour: `-`, `+`, `~`, or none."""

    mark: str
    text: str


def difference_lines(found: Difference) -> Iterator[Line]:
    """What differs in a document: chunks of one side, and under `~` those of both that are not alike."""
    counts = f"{found.count('only_a')} only in A, {found.count('only_b')} only in B, {found.count('changed')} changed"
    yield Line("", f"{found.before.document_id}: {counts}, {found.count('alike')} alike")
    if not found.same_text:
        yield Line("", f"{LEFT}the two configurations read different texts from this document")
    for change in found.changes:
        yield from _change_lines(change)


def total_rows(found: Sequence[Difference]) -> list[tuple[str, str, str, str]]:
    """Both sides beside each other: what is counted, A, B, the change."""
    sides = _totals([each.before for each in found]), _totals([each.after for each in found])
    labels = dict.fromkeys([*sides[0], *sides[1]])
    return [(label, *_pair(sides[0].get(label, 0), sides[1].get(label, 0))) for label in labels]


def total_lines(found: Sequence[Difference], names: tuple[str, str]) -> Iterator[str]:
    """The same for a terminal."""
    yield from columns(("", *names, "change"), total_rows(found))


def _pair(before: int, after: int) -> tuple[str, str, str]:
    return f"{before:,}", f"{after:,}", f"{after - before:+,}" if after != before else "="


def _change_lines(change: Change) -> Iterator[Line]:
    before, after = change.before, change.after
    if change.fate == "only_a" and before is not None:
        yield from _chunk("-", before)
    elif change.fate == "only_b" and after is not None:
        yield from _chunk("+", after)
    elif change.fate == "changed" and before is not None and after is not None:
        yield Line("~", f"~ {before.span.start}..{before.span.end}  {path(after)}")
        for field in change.fields:
            yield Line("~", f"~ {LEFT}{_field(field, change, before, after)}")


def _chunk(mark: str, row: Boundary) -> Iterator[Line]:
    yield Line(mark, f"{mark} {summary(row)}  {path(row)}")
    if row.context:
        yield Line(mark, f"{mark} {LEFT}needs {ranges(row.context)}")
    yield Line(mark, f"{mark} {LEFT}{quoted(row.first[:SHOWN])} … {quoted(row.last[-SHOWN:])}")


def _field(name: str, change: Change, before: Boundary, after: Boundary) -> str:
    """What a field was and is."""
    if name == "embed text":
        return "embed text: other words are seen by the model"
    if name == "parent":
        return f"parent: read in {' → '.join(ranges([span]) for span in change.parents)}"
    return f"{name}: {_shown(getattr(before, name))} → {_shown(getattr(after, name))}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        spans = [each for each in value if isinstance(each, Span)]
        return ranges(spans) if spans else ", ".join(map(str, value)) or "none"
    return "yes" if value is True else "no" if value is False else str(value) or "none"


def _totals(cuts: Sequence[Cut]) -> dict[str, int]:
    """One side in numbers, in the order they are shown."""
    chunks = [chunk for cut in cuts for chunk in cut.outline.chunks]
    tokens = distribution(chunk.tokens for chunk in chunks if chunk.indexed)
    read = distribution(
        sum(chunk.own_tokens for chunk in cut.outline.chunks[parent.first_chunk : parent.end_chunk])
        for cut in cuts
        for parent in cut.outline.parents
    )
    return {
        "chunks": len(chunks),
        "not indexed": sum(not chunk.indexed for chunk in chunks),
        "tokens, median": tokens.median,
        "tokens, p95": tokens.p95,
        "tokens, max": tokens.max,
        "tokens, all": sum(chunk.tokens for chunk in chunks if chunk.indexed),
        "parents": read.count,
        "parent tokens, median": read.median,
        "parent tokens, p95": read.p95,
        **{f"flag {flag}": count for flag, count in flag_counts(chunks).items()},
    }
