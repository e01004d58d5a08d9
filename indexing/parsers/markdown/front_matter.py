"""Front matter: what a Markdown file states about itself at its very beginning.

YAML between `---` lines, TOML between `+++` lines, or a JSON object (Jekyll, Hugo, Docusaurus). It becomes the
document's title and attributes; its characters are removed from reading and search. Only what has the looks of one
counts: a document that merely begins with a thematic break or a brace keeps all its text.
"""

import datetime
import json
import math
import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

import yaml
from msgspec import Struct

_YAML: Final = re.compile(r"---[ \t]*(?:\r\n?|\n)(.*?)(?<![^\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)", re.DOTALL)
_KEY: Final = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*+[\w\"'][^\r\n:]*:(?=\s|\Z)")
"""The first line that is neither blank nor a comment begins with `key:`."""
_TOML: Final = re.compile(r"\+\+\+[ \t]*(?:\r\n?|\n)(.*?)(?<![^\r\n])\+\+\+[ \t]*(?:\r\n?|\n|\Z)", re.DOTALL)
_TOML_KEY: Final = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*+[ \t]*(?:\[|[\w\"'.-][^\r\n=]*=)")
_JSON: Final = re.compile(r"\{[ \t]*[\r\n]\s*\"[^\"\r\n]*\"\s*:")
"""A brace alone on its line, then a key."""
_LINE_END: Final = re.compile(r"[ \t]*(?:\r\n?|\n)")
_IN_C: Final = getattr(yaml, "CSafeLoader", None)
"""Where PyYAML was built with it: eight times as fast."""
_HALF: Final = re.compile("[\ud800-\udfff]")
_MAX_CHARACTERS: Final = 65_536
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
    >>> read_front_matter("+++\nyear = 2024\n+++\n").attributes
    {'year': 2024}
    >>> read_front_matter("---\nA quote.\n---\n").end
    0
    """
    if text.startswith("{"):
        return _read_json(text)
    yaml_found, toml_found = _YAML.match(text), _TOML.match(text)
    if yaml_found is not None and (not yaml_found[1].strip() or _KEY.match(yaml_found[1])):
        return _read(yaml_found[1], yaml_found.end(), _load_yaml)
    if toml_found is not None and (not toml_found[1].strip() or _TOML_KEY.match(toml_found[1])):
        return _read(toml_found[1], toml_found.end(), _load_toml)
    return FrontMatter()


def _read_json(text: str) -> FrontMatter:
    """The JSON object that `text` begins with. One that can not be read has no end: it stays text, with a warning."""
    if not _JSON.match(text):
        return FrontMatter()
    try:
        stated, end = json.JSONDecoder().raw_decode(text[:_MAX_CHARACTERS])
    except (ValueError, RecursionError) as exc:
        return FrontMatter(warnings=(f"the front matter is not JSON and was left in the text: {_reason(exc)}",))
    line_end = _LINE_END.match(text, end)
    if line_end is None or not text[line_end.end() :].strip():
        return FrontMatter()
    return _stated(stated, line_end.end())


def _read(source: str, end: int, load: Callable[[str], dict[Any, Any]]) -> FrontMatter:
    """The front matter of `source`, which ends at `end`: removed as well when it can not be read."""
    if len(source) > _MAX_CHARACTERS:
        longer = f"the front matter is longer than {_MAX_CHARACTERS} characters and was not read"
        return FrontMatter(end=end, warnings=(longer,))
    try:
        return _stated(load(source), end)
    except ValueError as exc:
        return FrontMatter(end=end, warnings=(str(exc),))


def _stated(values: dict[Any, Any], end: int) -> FrontMatter:
    attributes = {key: value for key, value in map(_plain_item, values.items()) if value is not None}
    title = attributes.pop("title") if isinstance(attributes.get("title"), str) else None
    return FrontMatter(end=end, title=title or None, attributes=attributes)


def _load_yaml(source: str) -> dict[Any, Any]:
    """The mapping that YAML `source` states. Raises ValueError when it states none."""
    try:
        stated = _parsed_yaml(source)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as exc:
        raise ValueError(f"the front matter is not YAML and was not read: {_reason(exc)}") from exc
    if stated is None:
        return {}
    if not isinstance(stated, dict):
        raise ValueError("the front matter is not a YAML mapping and was not read")
    return stated


def _parsed_yaml(source: str) -> Any:
    """What YAML `source` says; what the loader in C refuses, the other may read: halves of characters."""
    if _IN_C is not None:
        try:
            return yaml.load(source, _IN_C)  # a safe loader
        except yaml.YAMLError:
            pass
    return yaml.safe_load(source)


def _load_toml(source: str) -> dict[Any, Any]:
    """The table that TOML `source` states. Raises ValueError when it states none."""
    try:
        return tomllib.loads(source.replace("\r\n", "\n").replace("\r", "\n"))
    except (ValueError, RecursionError) as exc:
        raise ValueError(f"the front matter is not TOML and was not read: {_reason(exc)}") from exc


def _reason(exc: Exception) -> str:
    return " ".join(str(getattr(exc, "problem", None) or exc).split())


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
