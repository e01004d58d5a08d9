"""The lengths of natural units as a table."""

from collections.abc import Iterator, Sequence

from server.table import columns
from server.tuning.distribution import distribution
from server.tuning.unit_lengths import UnitLength

HEAD = ("kind", "unit", "count", "median", "p95", "max", "limit", "over")


def unit_rows(units: Sequence[UnitLength]) -> Iterator[tuple[object, ...]]:
    """A row for each kind of document and of unit, by name: lengths by themselves, the limit that counts, and how many
    units are longer than it with what an embed text has besides.
    """
    groups: dict[tuple[str, str], list[UnitLength]] = {}
    for unit in units:
        groups.setdefault((unit.document_kind, unit.unit), []).append(unit)
    for (kind, name), group in sorted(groups.items()):
        lengths = distribution(unit.own for unit in group)
        limits = sorted({unit.limit for unit in group})
        limit = str(limits[0]) if len(limits) == 1 else f"{limits[0]}-{limits[-1]}"
        over = sum(unit.whole > unit.limit for unit in group)
        yield kind or "-", name, lengths.count, lengths.median, lengths.p95, lengths.max, limit, over


def unit_lines(units: Sequence[UnitLength]) -> Iterator[str]:
    """The table for a terminal."""
    yield from columns(HEAD, list(unit_rows(units)))
