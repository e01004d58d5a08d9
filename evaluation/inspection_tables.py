"""What an inspection found, as tables for a terminal: causes of missed evidence, chunks that do not find themselves."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from evaluation.diagnosis import Reason
from evaluation.report.model import BadCase
from evaluation.reverse import DEPTH, ReverseReport
from evaluation.table import Table, shown

LISTED: Final = 20
"""Chunks that are listed: a terminal is no place for more; JSON has all."""


def reason_table(cases: Sequence[BadCase], k: int) -> Table:
    """How many questions missed evidence for each reason, by setup."""
    setups = dict.fromkeys(case.setup for case in cases)
    counts = Counter((case.setup, case.reason) for case in cases)
    reasons = [reason for reason in get_args(Reason) if any(counts[setup, reason] for setup in setups)]
    rows = [(reason, *(f"{counts[setup, reason]:,}" for setup in setups)) for reason in reasons]
    total = ("all of them", *(f"{sum(counts[setup, reason] for reason in reasons):,}" for setup in setups))
    title = f"Questions whose evidence is not all in the first {k} passages, by reason"
    return Table(title=title, head=("reason", *setups), rows=(*rows, total))


def reverse_tables(found: Mapping[str, ReverseReport]) -> Iterator[Table]:
    """For each set: what each rule's queries found, why chunks are lost, and which."""
    if not found:
        return
    yield _rules(found)
    if any(report.misses for report in found.values()):
        yield _causes(found)
    for name, report in found.items():
        if report.lost:
            yield _lost(name, report)


def _rules(found: Mapping[str, ReverseReport]) -> Table:
    rows = tuple(
        (name, result.rule, f"{result.asked:,}", shown(result.share, "share"), shown(result.mrr, "share"))
        for name, report in found.items()
        for result in report.rules
    )
    notes = tuple(
        f"{name}: {report.n_asked} of {report.n_chunks} chunks asked; no query could be made of {report.n_mute} more."
        for name, report in found.items()
    )
    title = f"Reverse check: chunks whole in one of the first {DEPTH} passages for a query of their own. In per cent"
    return Table(title=title, head=("set", "rule", "asked", "found", "mrr"), rows=rows, words=2, notes=notes)


def _causes(found: Mapping[str, ReverseReport]) -> Table:
    rows = tuple(
        (name, cause, f"{all_of[cause]:,}", f"{count:,}")
        for name, report in found.items()
        for all_of in [Counter(miss.reason.cause for miss in report.lost)]
        for cause, count in Counter(miss.reason.cause for miss in report.misses).most_common()
    )
    head = ("set", "reason", "lost to all queries", "to any")
    return Table(title="Why chunks do not find themselves", head=head, rows=rows, words=2)


def _lost(name: str, report: ReverseReport) -> Table:
    rows = tuple((miss.chunk.chunk_id, str(miss.reason), miss.excerpt) for miss in report.lost[:LISTED])
    more = len(report.lost) - len(rows)
    notes = (f"{more} more; --json has all.",) if more else ()
    title = f"{name}: chunks that none of their queries finds"
    return Table(title=title, head=("chunk", "reason", "text"), rows=rows, words=3, notes=notes)
