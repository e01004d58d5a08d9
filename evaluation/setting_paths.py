"""Paths of settings: what can be set in a setup, and of which type it is."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import fields

from evaluation.model import Setup
from indexing.errors import InvalidConfig

ROOTS: Final = ("indexing", "retrieval", "search")
"""What paths begin with."""
_FIXED: Final = frozenset({"name", "search.budgets"})
"""What can not be set: measures are named for their budgets."""
_SUGGESTIONS: Final = 3


def paths() -> tuple[str, ...]:
    """All settings, by path, in the order of the configuration."""
    return tuple(path for path in _leaves(Setup) if path not in _FIXED)


def type_at(path: str) -> Any:
    """The type of the setting at `path`. Raises InvalidConfig."""
    kind: Any = Setup
    if path in _FIXED:
        raise _unknown(path)
    for part in path.split("."):
        found = {field.name: field.type for field in fields(kind)} if _is_table(kind) else {}
        if part not in found:
            raise _unknown(path)
        kind = found[part]
    if _is_table(kind):
        inside = ", ".join(field.name for field in fields(kind))
        raise InvalidConfig(f"{path} is a table: name one of its settings ({inside}), as {path}.{fields(kind)[0].name}")
    return kind


def _unknown(path: str) -> InvalidConfig:
    known = paths()
    near = [each for each in known if each.endswith(f".{path.rpartition('.')[2]}")]
    near = get_close_matches(path, known, n=_SUGGESTIONS, cutoff=0.7) or near[:_SUGGESTIONS]
    way_out = f"did you mean {' or '.join(near)}?" if near else f"settings begin with {', '.join(ROOTS)}"
    return InvalidConfig(f"{path} is no setting: {way_out}")


def _leaves(kind: Any, above: str = "") -> Iterator[str]:
    for field in fields(kind):
        if _is_table(field.type):
            yield from _leaves(field.type, f"{above}{field.name}.")
        else:
            yield above + field.name


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
