"""Attribute filters: Chroma's `where` grammar as a checked tree.

    {"lang": "zh", "year": {"$gte": 2024, "$lt": 2026}, "$or": [{"kind": "table"}, {"tags": {"$contains": "tax"}}]}

Fields are the declared attributes, `document_id`, `document_kind` (what the document is read as), `kind` (of the block)
and `language` (of code, under any of its usual names). Several fields, or several operators of one field, must all
hold. Every comparison of a missing attribute is false, negative ones too; only `{"$exists": false}` holds. Dates are
ISO 8601: a date is its midnight, a time without a zone is UTC. A filter can only narrow what the caller's rights admit.
Nothing is ignored: what has no meaning is an error that names its place.
"""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, Final, get_args

from msgspec import Struct

from indexing.attributes import comparable
from indexing.config import AttributeType
from indexing.errors import InvalidAttribute
from indexing.format import KINDS
from indexing.languages import language_id
from indexing.model import DocumentKind
from retrieval.config import MAX_FILTER_COMPARISONS, MAX_FILTER_DEPTH, MAX_FILTER_VALUES
from retrieval.errors import InvalidFilter

DOCUMENT_ID: Final = "document_id"
DOCUMENT_KIND: Final = "document_kind"
KIND: Final = "kind"
LANGUAGE: Final = "language"
BUILT_IN: Final[Mapping[str, AttributeType]] = {
    DOCUMENT_ID: "string",
    DOCUMENT_KIND: "string",
    KIND: "string",
    LANGUAGE: "string",
}
"""Fields every tenant has; they hide declared attributes of the same name."""
BLOCK_FIELDS: Final = frozenset({KIND, LANGUAGE})
"""Fields of a chunk; all others are its document's."""

_EQUALITY: Final = frozenset({"$eq", "$ne", "$in", "$nin", "$exists"})
_ORDER: Final = frozenset({"$gt", "$gte", "$lt", "$lte"})
_CONTAINMENT: Final = frozenset({"$contains", "$not_contains", "$exists"})
OPERATORS: Final[Mapping[AttributeType, frozenset[str]]] = {
    "string": _EQUALITY,
    "bool": _EQUALITY,
    "number": _EQUALITY | _ORDER,
    "date": _EQUALITY | _ORDER,
    "list": _CONTAINMENT,
}
_EXPECTED: Final[Mapping[AttributeType, str]] = {
    "string": "must be a string",
    "bool": "must be true or false",
    "number": "must be a number",
    "date": "must be an ISO 8601 date or time, as 2024-05-31",
}


_WORDS: Final[Mapping[str, tuple[str, ...]]] = {KIND: KINDS, DOCUMENT_KIND: get_args(DocumentKind)}
"""The only values some fields have."""


class Comparison(Struct, frozen=True):
    """One operator on one field."""

    field: str
    type: AttributeType
    operator: str
    value: Any
    """A checked operand; of `$in` and `$nin` a tuple of them, of `$exists` a bool. Dates are aware `datetime`s."""


class Every(Struct, frozen=True):
    """All parts hold."""

    parts: tuple["Filter", ...]


class Some(Struct, frozen=True):
    """At least one part holds."""

    parts: tuple["Filter", ...]


Filter = Comparison | Every | Some


def parse_filter(where: Mapping[str, Any] | None, attributes: Mapping[str, AttributeType]) -> Filter | None:
    """The checked filter, None for one without a condition. `attributes` are the declared ones.

    Raises InvalidFilter with the path of what is wrong (`filter.year.$gte`, `filter.$or[0].tenant`).

    >>> parse_filter({"year": {"$gte": 2024}}, {"year": "number"})
    Comparison(field='year', type='number', operator='$gte', value=2024)
    """
    if where is None or where == {}:
        return None
    parsed = _condition(where, {**attributes, **BUILT_IN}, "filter", depth=1)
    if sum(1 for _ in comparisons(parsed)) > MAX_FILTER_COMPARISONS:
        raise InvalidFilter("filter", f"has more than {MAX_FILTER_COMPARISONS} comparisons")
    return parsed


def comparisons(parsed: Filter) -> Iterator[Comparison]:
    """The leaves of a filter, in order."""
    if isinstance(parsed, Comparison):
        yield parsed
    else:
        for part in parsed.parts:
            yield from comparisons(part)


def _condition(where: Any, fields: Mapping[str, AttributeType], path: str, *, depth: int) -> Filter:
    if not isinstance(where, Mapping) or not where:
        raise InvalidFilter(path, "must be an object with at least one condition")
    if depth > MAX_FILTER_DEPTH:
        raise InvalidFilter(path, f"is nested more than {MAX_FILTER_DEPTH} deep")
    parts: list[Filter] = []
    for key, value in where.items():
        place = f"{path}.{key}"
        if key in ("$and", "$or"):
            parts.append(_combination(key, value, fields, place, depth))
        elif key in fields:
            parts.extend(_field(key, fields[key], value, place))
        else:
            raise InvalidFilter(place, f"is not a field; fields are {', '.join(sorted(fields))}, $and and $or")
    return parts[0] if len(parts) == 1 else Every(tuple(parts))


def _combination(key: str, value: Any, fields: Mapping[str, AttributeType], path: str, depth: int) -> Filter:
    if not isinstance(value, list) or not value:
        raise InvalidFilter(path, "must be a list of at least one condition")
    parts = tuple(_condition(part, fields, f"{path}[{i}]", depth=depth + 1) for i, part in enumerate(value))
    return Every(parts) if key == "$and" else Some(parts)


def _field(name: str, kind: AttributeType, value: Any, path: str) -> list[Filter]:
    if not isinstance(value, Mapping):
        if kind == "list":
            raise InvalidFilter(path, 'is a list; write {"$contains": value}')
        return [Comparison(name, kind, "$eq", _operand(name, kind, value, path))]
    if not value:
        raise InvalidFilter(path, "must have at least one operator")
    return [_operation(name, kind, operator, operand, f"{path}.{operator}") for operator, operand in value.items()]


def _operation(name: str, kind: AttributeType, operator: str, operand: Any, path: str) -> Comparison:
    if operator not in OPERATORS[kind]:
        known = ", ".join(sorted(OPERATORS[kind]))
        raise InvalidFilter(path, f"is not an operator of a {kind}; operators are {known}")
    if operator == "$exists":
        if not isinstance(operand, bool):
            raise InvalidFilter(path, "must be true or false")
        return Comparison(name, kind, operator, operand)
    if operator in ("$in", "$nin"):
        return Comparison(name, kind, operator, _operands(name, kind, operand, path))
    return Comparison(name, kind, operator, _operand(name, kind, operand, path))


def _operands(name: str, kind: AttributeType, values: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(values, list) or not values:
        raise InvalidFilter(path, "must be a list of at least one value")
    if len(values) > MAX_FILTER_VALUES:
        raise InvalidFilter(path, f"has more than {MAX_FILTER_VALUES} values")
    return tuple(_operand(name, kind, value, f"{path}[{i}]") for i, value in enumerate(values))


def _operand(name: str, kind: AttributeType, value: Any, path: str) -> Any:
    if isinstance(value, float) and not isfinite(value):
        raise InvalidFilter(path, "must be a finite number")
    if kind == "list":
        if not isinstance(value, str | int | float):
            raise InvalidFilter(path, "must be a string, number or bool")
        return value
    try:
        operand = comparable(name, value, kind)
    except InvalidAttribute as exc:
        raise InvalidFilter(path, _EXPECTED[kind]) from exc
    if name in _WORDS and value not in _WORDS[name]:
        raise InvalidFilter(path, f"must be one of {', '.join(_WORDS[name])}{_elsewhere(name, value)}")
    return language_id(operand) if name == LANGUAGE else operand


def _elsewhere(name: str, value: Any) -> str:
    """Where a word that is none of this field's belongs."""
    other = DOCUMENT_KIND if name == KIND else KIND
    return f"; {value!r} is a word of {other!r}" if value in _WORDS[other] else ""
