"""Front matter: the YAML between `---` lines at the very beginning of a Markdown file.

What it states becomes the document's title and attributes; its characters are removed from reading and search. Only
what is YAML by its looks counts: a document that merely begins with a thematic break keeps all its text.
"""

import datetime
import math
import re
from typing import Any

import yaml
from msgspec import Struct

_FRONT_MATTER = re.compile(r"---[ \t]*(?:\r\n?|\n)(.*?)(?<![^\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)", re.DOTALL)
_KEY = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*+[\w\"'][^\r\n:]*:(?=\s|\Z)")
"""The first line that is neither blank nor a comment begins with `key:`."""
_HALF = re.compile("[\ud800-\udfff]")
_MAX_CHARACTERS = 65_536
"""Longer front matter is not read, only removed: PyYAML takes a millisecond for some dozen lines."""


class FrontMatter(Struct, frozen=True, kw_only=True):
    """What the front matter of a text says, and where it ends."""

    end: int = 0
    """First character after it; 0 when there is none."""
    title: str | None = None
    attributes: dict[str, Any] = {}
    """Scalars and lists of scalars, dates as ISO 8601 strings."""
    warnings: tuple[str, ...] = ()


def read_front_matter(text: str) -> FrontMatter:
    r"""The front matter at the beginning of `text`; nothing when there is none.

    >>> read_front_matter("---\ntitle: Rent\ndate: 2024-05-01\n---\n# A\n")
    FrontMatter(end=37, title='Rent', attributes={'date': '2024-05-01'}, warnings=())
    >>> read_front_matter("---\nA quote.\n---\n").end
    0
    """
    found = _FRONT_MATTER.match(text)
    if found is None:
        return FrontMatter()
    source, end = found[1], found.end()
    if source.strip() and not _KEY.match(source):
        return FrontMatter()
    try:
        stated = _load(source)
    except ValueError as exc:
        return FrontMatter(end=end, warnings=(str(exc),))
    attributes = {key: value for key, value in map(_plain_item, stated.items()) if value is not None}
    title = attributes.pop("title") if isinstance(attributes.get("title"), str) else None
    return FrontMatter(end=end, title=title or None, attributes=attributes)


def _load(source: str) -> dict[Any, Any]:
    """The mapping that YAML `source` states. Raises ValueError when it states none."""
    if len(source) > _MAX_CHARACTERS:
        raise ValueError(f"the front matter is longer than {_MAX_CHARACTERS} characters and was not read")
    try:
        stated = yaml.safe_load(source)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as exc:
        reason = " ".join(str(getattr(exc, "problem", None) or exc).split())
        raise ValueError(f"the front matter is not YAML and was not read: {reason}") from exc
    if stated is None:
        return {}
    if not isinstance(stated, dict):
        raise ValueError("the front matter is not a YAML mapping and was not read")
    return stated


def _plain_item(item: tuple[Any, Any]) -> tuple[str, Any]:
    """A key and its value as an attribute; the value is None when it is no attribute."""
    key, value = item
    if isinstance(value, list):
        plain = [_plain_scalar(one) for one in value]
        return _whole(str(key)), None if None in plain else plain
    return _whole(str(key)), _plain_scalar(value)


def _whole(text: str) -> str:
    r"""`text` with halves of characters, which YAML can escape, replaced.

    >>> _whole("a\ud800b")
    'a\ufffdb'
    """
    return _HALF.sub("\ufffd", text)


def _plain_scalar(value: Any) -> str | int | float | bool | None:
    """A value as JSON knows it: dates as ISO 8601 strings, integers beyond 64 bits as digits; None for others."""
    match value:
        case bool():
            return value
        case str():
            return _whole(value.strip())
        case int():
            return value if -(2**63) <= value < 2**63 else str(value)
        case float():
            return value if math.isfinite(value) else None
        case datetime.date():  # a datetime is a date
            return value.isoformat()
        case _:
            return None
