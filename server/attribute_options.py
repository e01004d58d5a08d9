"""`--attribute NAME=VALUE`: values of the types the configuration declares."""

from collections.abc import Mapping, Sequence
from typing import Any

from indexing.attributes import comparable
from indexing.config import AttributeType
from indexing.errors import InvalidAttribute


def attribute_values(pairs: Sequence[str], types: Mapping[str, AttributeType]) -> dict[str, Any]:
    """Attributes by name. A list takes one value each time it is named; what is not declared is a string.

    Raises InvalidAttribute.

    >>> attribute_values(["year=2025", "tag=a", "tag=b", "by=Li"], {"year": "number", "tag": "list"})
    {'year': 2025, 'tag': ['a', 'b'], 'by': 'Li'}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise InvalidAttribute(name or pair, "given as NAME=VALUE")
        kind = types.get(name, "string")
        if kind == "list":
            found.setdefault(name, []).append(text)
        elif name in found:
            raise InvalidAttribute(name, "given once: it is not declared as a list")
        else:
            found[name] = _value(name, text, kind)
    return found


def _value(name: str, text: str, kind: AttributeType) -> str | int | float | bool:
    if kind == "number":
        return _number(name, text)
    if kind == "bool":
        meant = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(text.lower())
        if meant is None:
            raise InvalidAttribute(name, "true or false")
        return meant
    comparable(name, text, kind)
    return text


def _number(name: str, text: str) -> int | float:
    """An int where the text is one, so that 2025 stays 2025."""
    for read in (int, float):
        try:
            number = read(text)
        except ValueError:
            continue
        if abs(number) < 2**63:
            return number
    raise InvalidAttribute(name, "a finite number")
