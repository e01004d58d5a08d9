"""Declared attributes: their types, the check on every write, and the values filters compare."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from math import isfinite
from typing import Any

from indexing.config import AttributeType
from indexing.errors import InvalidAttribute


def check(attributes: Mapping[str, Any], types: Mapping[str, AttributeType]) -> None:
    """Raise InvalidAttribute for a declared attribute of another type, or a value no attribute may have."""
    for name, value in attributes.items():
        items = value if isinstance(value, list) else [value]
        if not all(_is_scalar(item) for item in items):
            raise InvalidAttribute(name, "a string, number, boolean or a list of these")
        if name in types:
            comparable(name, value, types[name])


def comparable(name: str, value: Any, kind: AttributeType) -> Any:
    """`value` as filters compare it: dates become aware datetimes, the rest stays. Raises InvalidAttribute.

    >>> comparable("from", "2024-05-01", "date")
    datetime.datetime(2024, 5, 1, 0, 0, tzinfo=datetime.timezone.utc)
    """
    if kind == "list" and isinstance(value, list):
        return value
    if kind == "string" and isinstance(value, str):
        return value
    if kind == "bool" and isinstance(value, bool):
        return value
    if kind == "number" and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if kind == "date" and isinstance(value, str) and (moment := _moment(value)) is not None:
        return moment
    raise InvalidAttribute(name, "an ISO 8601 date" if kind == "date" else f"a {kind}")


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value))


def _moment(text: str) -> datetime | None:
    try:
        if len(text) == len("2024-05-01"):
            day = date.fromisoformat(text)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
