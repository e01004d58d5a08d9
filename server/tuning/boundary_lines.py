"""Boundaries as lines for a terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from indexing.render import SEPARATOR
from server.tuning.boundaries import EDGE, Boundary, Facts, quoted
from server.tuning.boundary_csv import ranges
from server.tuning.distribution import distribution

LEFT = "    "


def document_lines(facts: Facts) -> Iterator[str]:
    """What became of a document."""
    kind = facts.kind or "no kind"
    counts = f"{facts.sections:,} sections, {facts.parents:,} parents, {facts.chunks:,} chunks"
    covered = f"{facts.characters:,} characters, coverage {percent(facts.coverage)}"
    yield f"{facts.document_id}: {kind}, {covered}, {counts}; tokens {facts.spread}; flags: {shares(facts)}"
    if facts.removed:
        removed = (f"{reason} {characters:,} characters" for reason, characters in facts.removed.items())
        yield f"{LEFT}removed: {', '.join(removed)}"
    yield from (f"{LEFT}warning: {' '.join(warning.split())}" for warning in facts.warnings)


def chunk_lines(row: Boundary) -> Iterator[str]:
    """A chunk: what it is, where it stands, how it begins and how it ends."""
    yield f"  #{row.ordinal} {summary(row)}"
    yield f"{LEFT}path   {path(row)}"
    if row.context:
        yield f"{LEFT}needs  {ranges(row.context)}"
    if row.span.end - row.span.start <= EDGE:
        yield f"{LEFT}whole  {quoted(row.first)}"
        return
    yield f"{LEFT}first  {quoted(row.first)}"
    yield f"{LEFT}last   {quoted(row.last)}"


def summary(row: Boundary) -> str:
    """A chunk's span, tokens, method, kind, parent and flags."""
    kind = f"{row.kind} {row.language}".strip()
    marks = [f"{row.span.start}..{row.span.end}", f"{row.tokens} tokens", row.method, kind, f"parent {row.parent}"]
    marks += ["key"] * row.key + ["not indexed"] * (not row.indexed)
    return "  ".join([*marks, *([f"flags: {', '.join(row.flags)}"] if row.flags else [])])


def path(row: Boundary) -> str:
    """Its titles on one line; `-` before the first heading."""
    return SEPARATOR.join(quoted(title)[1:-1] for title in row.path) or "-"


def total_line(documents: Sequence[Facts]) -> str:
    """All documents together."""
    flags: Counter[str] = Counter()
    for facts in documents:
        flags.update(facts.flags)
    chunks, parents = sum(facts.chunks for facts in documents), sum(facts.parents for facts in documents)
    spread = distribution(tokens for facts in documents for tokens in facts.tokens)
    counts = f"{len(documents):,} documents, {parents:,} parents, {chunks:,} chunks"
    return f"total: {counts}; tokens {spread}; flags: {flag_shares(flags, chunks)}"


def shares(facts: Facts) -> str:
    """The flags of a document's chunks."""
    return flag_shares(facts.flags, facts.chunks)


def flag_shares(flags: Mapping[str, int], chunks: int) -> str:
    """How many chunks have which flag.

    >>> flag_shares({"short": 1}, 8), flag_shares({}, 8)
    ('short 1 (12%)', 'none')
    """
    return ", ".join(f"{flag} {count:,} ({count / chunks:.0%})" for flag, count in sorted(flags.items())) or "none"


def percent(share: float) -> str:
    """A share, rounded down: what is not whole does not look whole.

    >>> percent(1.0), percent(0.99999)
    ('100%', '99.9%')
    """
    tenths = int(share * 1000)
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10:.1f}%"
