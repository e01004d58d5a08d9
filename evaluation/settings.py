"""Settings by dotted path: how a command or a sweep says in what a setup differs.

A path leads into `indexing`, `retrieval` or `search`; a value is what TOML makes of it. Each is checked on its own, so
that an error names the path; limits that depend on each other are checked when all have been set.
"""

import tomllib
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from evaluation.model import Setup
from evaluation.setting_paths import paths, type_at
from indexing.chunkers.limits import validate
from indexing.errors import InvalidConfig
from retrieval.errors import InvalidQuery
from retrieval.model import Query
from retrieval.query import validated

_NOT_SET: Final = "none"
"""What takes a setting away that may be absent: TOML has no null."""


class _Value(Struct, frozen=True):
    """A leaf of a tree of settings: a value may be a mapping itself."""

    value: Any


def parse_setting(text: str) -> tuple[str, Any]:
    """`PATH=VALUE` with a TOML value; a bare word is a string. Raises InvalidConfig.

    >>> parse_setting("indexing.chunker.limit=160"), parse_setting("search.mode=dense")
    (('indexing.chunker.limit', 160), ('search.mode', 'dense'))
    """
    path, equals, value = text.partition("=")
    if not equals or not path.strip():
        raise InvalidConfig(f"{text!r} is no setting: write PATH=VALUE, as indexing.chunker.limit=160")
    return path.strip(), _toml(path.strip(), value.strip())


def with_settings(setup: Setup, settings: Mapping[str, Any], *, name: str | None = None) -> Setup:
    """`setup` with values by dotted path, under another name if one is given.

    Raises InvalidConfig for an unknown path, a value of the wrong type or out of range, and limits that contradict.
    """
    try:
        changed: Setup = _replaced(setup, _tree(settings))
    except ValueError as exc:  # of a table whose settings contradict each other
        raise InvalidConfig(f"{label(settings)}: {exc}") from exc
    changed = replace(changed, name=name or setup.name)
    check(changed)
    return changed


def check(setup: Setup) -> None:
    """Raises InvalidConfig for limits that no chunk can keep, and for questions that no search takes."""
    validate(setup.indexing.chunker)
    search = setup.search
    query = Query(
        text="?",
        top_k=search.depth,
        mode=search.mode,
        expand=search.expand,
        window=search.window,
        max_passage_tokens=search.max_passage_tokens,
    )
    deepest = max(setup.retrieval.max_top_k, search.depth)  # an evaluation may look deeper than callers
    try:
        validated(query, replace(setup.retrieval, max_top_k=deepest))
    except InvalidQuery as exc:
        field = "depth" if exc.field == "top_k" else exc.field
        raise InvalidConfig(f"search.{field} {exc.reason}") from exc


def convert(path: str, value: Any) -> Any:
    """`value` as the type of the setting at `path`. Raises InvalidConfig."""
    kind = type_at(path)
    if value == _NOT_SET and type(None) in get_args(kind) and str not in get_args(kind):
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as exc:
        choices = _choices(kind)
        allowed = f"; it is one of {', '.join(map(str, choices))}" if choices else ""
        raise InvalidConfig(f"{path} can not be {_shown(value)}: {exc}{allowed}") from exc


def values(setup: Setup) -> dict[str, Any]:
    """The value of each setting, by path."""
    return {path: value_at(setup, path) for path in paths()}


def value_at(setup: Setup, path: str) -> Any:
    """The value of one setting. Raises InvalidConfig for an unknown path."""
    type_at(path)
    value: Any = setup
    for part in path.split("."):
        value = getattr(value, part)
    return value


def differences(setup: Setup, baseline: Setup) -> dict[str, Any]:
    """The settings of `setup` that are not those of `baseline`.

    >>> differences(with_settings(Setup(name="a"), {"retrieval.rrf_k": 30}), Setup(name="b"))
    {'retrieval.rrf_k': 30}
    """
    before = values(baseline)
    return {path: value for path, value in values(setup).items() if value != before[path]}


def label(settings: Mapping[str, Any]) -> str:
    """What a setup with these settings is called where nobody named it.

    >>> label({"indexing.chunker.limit": 160, "search.expand": "none"})
    'chunker.limit=160 expand=none'
    """
    return " ".join(f"{short(path)}={_shown(value)}" for path, value in settings.items())


def short(path: str) -> str:
    """A path without its root, as tables show it."""
    return path.partition(".")[2]


def _toml(path: str, text: str) -> Any:
    try:
        table = tomllib.loads(f"value = {text}\n")
    except tomllib.TOMLDecodeError as exc:
        if text[:1] not in ("'", '"', "[", "{") and "\n" not in text:
            return text
        raise InvalidConfig(f"{path}={text}: not a TOML value ({exc})") from exc
    if list(table) != ["value"]:
        raise InvalidConfig(f"{path}={text}: one value, please")
    return table["value"]


def _tree(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings by root, table and name, converted. Raises InvalidConfig."""
    tree: dict[str, Any] = {}
    for path, value in settings.items():
        *above, last = path.split(".")
        table = tree
        converted = _Value(convert(path, value))
        for part in above:
            table = table.setdefault(part, {})
        table[last] = converted
    return tree


def _replaced(struct: Any, tree: Mapping[str, Any]) -> Any:
    """`struct` with all of a tree at once: what holds of its settings together need not hold in between."""
    given = {
        name: each.value if isinstance(each, _Value) else _replaced(getattr(struct, name), each)
        for name, each in tree.items()
    }
    return replace(struct, **given)


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


def _shown(value: Any) -> str:
    if value is None:
        return _NOT_SET
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
