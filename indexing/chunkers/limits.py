"""Limits: what a chunk may hold in documents of a kind, and in sections whose titles match a pattern.

The chunker's own values count for everything; a kind's replace them in its documents, and a section's replace both in
that section and those inside it.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import asdict, replace

from indexing.config import ChunkerConfig, KindLimits, SectionLimits
from indexing.errors import InvalidConfig
from indexing.model import DocumentKind, Outline, Section

_LIMITS: Final = ("limit", "parent_limit", "table_limit")


def validate(config: ChunkerConfig) -> None:
    """Raises InvalidConfig for limits that no chunk can keep, an overlap above half of its limit, or a bad pattern."""
    _check("indexing.chunker", config)
    for kind, limits in asdict(config.kinds).items():
        _check(f"indexing.chunker.kinds.{kind}", _over(config, limits))
    for section in config.sections:
        name = f"indexing.chunker.sections, match {section.match!r}"
        try:
            everything = re.compile(section.match).search("")
        except re.error as exc:
            raise InvalidConfig(f"{name}: not a regular expression ({exc})") from exc
        if everything:
            raise InvalidConfig(f"{name}: it matches every title; name the sections that are meant")
        _check(name, _over(config, section))


def of_kind(config: ChunkerConfig, kind: DocumentKind | None) -> ChunkerConfig:
    """`config` with the limits of documents of `kind`.

    >>> of_kind(ChunkerConfig(limit=200), "faq").limit == (ChunkerConfig().kinds.faq.limit or 200)
    True
    """
    return config if kind is None else _over(config, getattr(config.kinds, kind))


def of_sections(config: ChunkerConfig, sections: Sequence[Section]) -> list[SectionLimits | None]:
    """For each section what the configuration says of it: of its own title, else of the section around it."""
    found: list[SectionLimits | None] = []
    for section in sections:
        around = found[section.parent] if section.parent >= 0 else None
        found.append(_own(config, section) or around)
    return found


def with_keys(outline: Outline, config: ChunkerConfig, visible: Callable[[int, int], bool]) -> Outline:
    """`outline` with the chunks in key sections marked, for ranking.

    `visible(chunk's section, other)` says whether all readers of the one may read the other: what a title says may not
    rank a chunk for readers who may not read that title.
    """
    if not any(limits.key for limits in config.sections):
        return outline
    keys = {section.index for section in outline.sections if (own := _own(config, section)) is not None and own.key}

    def is_key(section: int) -> bool:
        around = section
        while around >= 0:
            if around in keys and visible(section, around):
                return True
            around = outline.sections[around].parent
        return False

    return replace(outline, chunks=tuple(replace(chunk, key=is_key(chunk.section)) for chunk in outline.chunks))


def in_section(config: ChunkerConfig, limits: SectionLimits | None) -> ChunkerConfig:
    """`config` as it counts in a section."""
    return config if limits is None else _over(config, limits)


def _own(config: ChunkerConfig, section: Section) -> SectionLimits | None:
    """What the configuration says of a section by its own title."""
    return next((limits for limits in config.sections if _pattern(limits.match).search(section.title)), None)


def _over(config: ChunkerConfig, limits: KindLimits | SectionLimits) -> ChunkerConfig:
    """`config` with what `limits` say; an overlap they do not state is at most half of a lower limit."""
    names = ("overlap", *_LIMITS)
    given = {name: value for name in names if (value := getattr(limits, name, None)) is not None}
    if "limit" in given and "overlap" not in given:
        given["overlap"] = min(config.overlap, given["limit"] // 2)
    return replace(config, **given) if given else config


def _check(name: str, config: ChunkerConfig) -> None:
    for limit in _LIMITS:
        if getattr(config, limit) < 1:
            raise InvalidConfig(f"{name}.{limit} is {getattr(config, limit)}; it must be at least 1")
    if not 0 <= config.overlap <= config.limit // 2:
        most = config.limit // 2
        raise InvalidConfig(f"{name}.overlap is {config.overlap}; it must be 0 to half of limit ({most})")


@lru_cache(maxsize=256)
def _pattern(match: str) -> re.Pattern[str]:
    return re.compile(match, re.IGNORECASE)
