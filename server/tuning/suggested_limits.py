"""Suggested limits: what the lengths of natural units say a chunk, a table and a parent should hold.

They keep whole what authors wrote as one thing. Whether they find better only an evaluation tells.

    limit         so much that 95 of 100 paragraphs, list items and the like stay whole and 75 of 100 sections are one
                  chunk; for a kind of document that has units of its own (NATURAL), that 95 of 100 of those stay whole
    table_limit   so much that 90 of 100 tables and blocks of code stay whole; at least `limit`
    parent_limit  so much that 75 of 100 sections that are more than one chunk are read whole, with the sections inside
                  them; at least twice `limit`, at most MOST_PARENT

Each is rounded up to STEP; `limit` is at least LEAST_LIMIT; neither it nor `table_limit` is above the model's window.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from msgspec import Struct

from indexing.chunkers.limits import of_kind
from indexing.config import ChunkerConfig
from indexing.model import DocumentKind
from server.tuning.distribution import percentile
from server.tuning.unit_lengths import SECTION_UNITS, TREE, UnitLength

STEP: Final = 16
LEAST_LIMIT: Final = 128
"""Titles may take half of a smaller embed text."""
MOST_PARENT: Final = 2_000
"""Tokens: a few results of this size fill what a language model is given."""
FEWEST_UNITS: Final = 20
"""Of fewer units a 95th percentile is just the longest."""

RUNNING: Final = frozenset({"paragraph", "list item", "quote", "HTML block", "formula", "turn", "clause", "table row"})
"""Units of running text, and rows: what a chunk should hold at least one of."""
NATURAL: Final[dict[str, frozenset[str]]] = {
    "faq": frozenset({"question"}),
    "api": frozenset({"operation"}),
    "legal": frozenset({"clause"}),
    "chat": frozenset({"turn"}),
    "code": frozenset({"definition", "code"}),
    "table": frozenset({"table row"}),
}
"""By kind of document the units that a chunk should hold whole."""
WIDE: Final = frozenset({"table", "code", "definition"})
SECTIONS: Final = frozenset({"section"})
READ: Final = frozenset({"section", TREE, "definition", "clause", *SECTION_UNITS.values()})
"""What a parent should hold whole."""


class Suggestion(Struct, frozen=True, kw_only=True):
    """One limit and why."""

    name: str
    """`limit`, `table_limit` or `parent_limit`."""
    value: int | None
    """None: there are too few units to tell."""
    now: int
    rule: str

    def __str__(self) -> str:
        """A line of TOML."""
        stated = f"# {self.name} = {self.now}" if self.value is None else f"{self.name} = {self.value}"
        return f"{stated}  # now {self.now}; {self.rule}"


def toml_lines(units: Sequence[UnitLength], config: ChunkerConfig, window: int) -> Iterator[str]:
    """The suggestions as TOML to paste into config.toml: for documents of kinds without units of their own, then for
    each kind that would have other limits.
    """
    usual = suggestions([u for u in units if u.document_kind not in NATURAL], config, window, RUNNING)
    yield from _table("indexing.chunker", config, usual)
    for kind in get_args(DocumentKind):
        now = of_kind(config, kind)
        of = [unit for unit in units if unit.document_kind == kind]
        found = suggestions(of, now, window, NATURAL.get(kind, RUNNING))
        if any(_differs(own, general) for own, general in zip(found, usual, strict=True)):
            yield ""
            yield from _table(f"indexing.chunker.kinds.{kind}", now, found)


def _differs(own: Suggestion, general: Suggestion) -> bool:
    """Whether a kind needs a limit of its own: it should have another one, or has another one now."""
    return own.value is not None and (own.value != general.value or own.now != general.now)


def suggestions(
    units: Sequence[UnitLength], config: ChunkerConfig, window: int, natural: frozenset[str]
) -> tuple[Suggestion, Suggestion, Suggestion]:
    """The three limits for documents with these units, whose limits are `config` now."""
    running, sections = _lengths(units, natural), _lengths(units, SECTIONS)
    enough = {f"p95 of {len(running):,} units": percentile(running, 95)}
    if natural == RUNNING and len(sections) >= FEWEST_UNITS:
        enough |= {f"p75 of {len(sections):,} sections": percentile(sections, 75)}
    limit = _suggested("limit", config.limit, running, enough, (LEAST_LIMIT, window))
    base = limit.value or min(config.limit, window)
    wide = _lengths(units, WIDE)
    enough = {f"p90 of {len(wide):,} tables and blocks of code": percentile(wide, 90)}
    table = _suggested("table_limit", config.table_limit, wide, enough, (base, window))
    read = [tokens for tokens in _lengths(units, READ) if tokens > base]
    enough = {f"p75 of {len(read):,} sections above limit": percentile(read, 75)}
    most = max(MOST_PARENT, base)
    return limit, table, _suggested("parent_limit", config.parent_limit, read, enough, (min(2 * base, most), most))


def _lengths(units: Sequence[UnitLength], names: frozenset[str]) -> list[int]:
    return sorted(unit.whole for unit in units if unit.unit in names)


def _suggested(
    name: str, now: int, lengths: Sequence[int], enough: Mapping[str, int], bounds: tuple[int, int]
) -> Suggestion:
    """The highest of what is `enough`, rounded up, within `bounds`, the upper of which is stronger."""
    if len(lengths) < FEWEST_UNITS:
        return Suggestion(name=name, value=None, now=now, rule=f"{len(lengths)} are too few to tell")
    least, most = bounds
    rounded = -(-max(enough.values()) // STEP) * STEP
    value = min(max(rounded, least), most)
    bound = {least: f"at least {least}", most: f"at most {most}", rounded: f"rounded up to {STEP}"}[value]
    measured = ", ".join(f"{what} is {tokens}" for what, tokens in enough.items())
    whole = sum(length <= now for length in lengths) / len(lengths)
    return Suggestion(name=name, value=value, now=now, rule=f"{measured}; {bound}; {whole:.0%} are whole now")


def _table(name: str, config: ChunkerConfig, found: Sequence[Suggestion]) -> Iterator[str]:
    """A table of TOML; with an overlap where the configured one would be too much for the limit."""
    yield f"[{name}]"
    for each in found:
        yield str(each)
        if each.name == "limit" and each.value is not None and config.overlap > each.value // 2:
            yield f"overlap = {each.value // 2}  # now {config.overlap}; at most half of limit"
