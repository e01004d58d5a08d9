"""Schemas of an API description to fields: each, with its type, whether it is required, and what it means.

References are followed inside the document only. What refers to itself, or goes too deep, is named and not unfolded.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from msgspec import Struct

MAX_DEPTH: Final = 4
"""Of objects in one another that are unfolded."""

MAX_FIELDS: Final = 200
"""Of one list: a longer one is not read."""

MAX_HOPS: Final = 16
"""References that refer to references."""

MAX_VALUES: Final = 30
"""Of an enumeration that are listed."""

MAX_VARIANTS: Final = 20
"""Of `oneOf`, `anyOf`, `allOf` that are read."""

MAX_VISITS: Final = 2000
"""Of schemas for one list: those without fields of their own cost time as well."""


_INNER: Final = frozenset({"properties", "items", "allOf", "oneOf", "anyOf"})
"""What has fields of its own, or in it."""


class Field(Struct, frozen=True):
    """One field of an object, a parameter or a part of a body."""

    name: str
    """With the fields around it: `owner.address[].city`."""
    type: str
    required: bool
    description: str

    @property
    def facts(self) -> tuple[str, str]:
        """Its type, and that it is required if it is."""
        return self.type, "required" if self.required else ""


class Schemas:
    """Reads the schemas of one document."""

    def __init__(self, root: dict[str, Any]) -> None:
        self._root = root
        self.external: set[str] = set()
        """References to other documents, which are not followed."""
        self.missing: set[str] = set()
        """References to nothing."""
        self.cut = 0
        """What without a name is not unfolded: it goes too deep, or is too much."""
        self._visits = 0

    def resolve(self, value: Any) -> dict[str, Any]:
        """`value`, or what it refers to; empty when that is no object."""
        for _ in range(MAX_HOPS):
            if not isinstance(value, dict):
                return {}
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return value
            value = self._target(reference)
        return {}

    def fields(self, schema: Any, *, whole: frozenset[str] = frozenset()) -> list[Field]:
        """The fields of `schema` and of the objects in it, but not of the schemas named in `whole`."""
        found: list[Field] = []
        self._visits = 0
        for field in self._fields(schema, "", (), whole):
            if len(found) == MAX_FIELDS:
                self.cut += 1
                break
            found.append(field)
        return found

    def is_larger(self, schema: Any, fields: int) -> bool:
        """Whether `schema` has more than so many fields, those of the objects in it included."""
        self._visits = 0
        return next(islice(self._fields(schema, "", (), frozenset()), fields, None), None) is not None

    def type_of(self, schema: Any, depth: int = 0) -> str:
        """What a value is, in words: `array of Pet`, `string (date)`, `Cat or Dog`."""
        name = name_of(schema)
        if name or depth > 2:
            return name or "…"
        schema = self.resolve(schema)
        variants = self._variants(schema, ("oneOf", "anyOf"))
        if variants:
            return " or ".join(dict.fromkeys(self.type_of(one, depth + 1) for one in variants))
        parts = [name_of(one) for one in self._variants(schema, ("allOf",)) if name_of(one)]
        if parts:
            return " and ".join(parts)
        kind = schema.get("type")
        kinds = [str(one) for one in kind] if isinstance(kind, list) else [str(kind)] if kind else []
        if "array" in kinds or "items" in schema:
            return f"array of {self.type_of(schema.get('items'), depth + 1) or 'values'}"
        words = " or ".join(kinds) or ("object" if "properties" in schema else "")
        return f"{words} ({schema['format']})" if isinstance(schema.get("format"), str) else words

    def _target(self, reference: str) -> Any:
        """What a reference refers to (RFC 6901); None for another document, or for nothing."""
        if not reference.startswith("#"):
            self.external.add(reference)
            return None
        value: Any = self._root
        for part in unquote(reference[1:]).split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and key.isdecimal() and int(key) < len(value):
                value = value[int(key)]
            elif isinstance(value, dict) and key in value:
                value = value[key]
            else:
                self.missing.add(reference)
                return None
        return value

    def _fields(self, schema: Any, prefix: str, around: tuple[str, ...], whole: frozenset[str]) -> Iterator[Field]:
        """The fields of an object or of the items of an array; `around` are the names of the schemas it is in."""
        name = name_of(schema)
        if name and (name in around or (name in whole and around)):
            return
        self._visits += 1
        if len(around) > MAX_DEPTH or self._visits > MAX_VISITS:
            self.cut += not name and not _INNER.isdisjoint(self.resolve(schema))
            return
        inside = (*around, name)
        schema = self.resolve(schema)
        for part in self._variants(schema, ("allOf", "oneOf", "anyOf")):
            yield from self._fields(part, prefix, inside, whole)
        if "items" in schema:
            yield from self._fields(schema["items"], f"{prefix}[]", inside, whole)
        required = schema.get("required")
        needed = {one for one in required if isinstance(one, str)} if isinstance(required, list) else set()
        properties = schema.get("properties")
        for key, value in properties.items() if isinstance(properties, dict) else ():
            full = f"{prefix}.{key}" if prefix else str(key)
            yield Field(full, self.type_of(value), key in needed, self.describe(value))
            yield from self._fields(value, full, inside, whole)
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and more:
            full = f"{prefix}.*" if prefix else "*"
            yield Field(full, self.type_of(more), False, self.describe(more))
            yield from self._fields(more, full, inside, whole)

    def describe(self, schema: Any) -> str:
        """What a value means: its description, its possible values, its limits."""
        own = schema if isinstance(schema, dict) else {}
        resolved = self.resolve(schema)
        description = own.get("description") or resolved.get("description")
        parts = [description.strip() if isinstance(description, str) else ""]
        values = resolved.get("enum")
        if not isinstance(values, list):
            values = self.resolve(resolved.get("items")).get("enum")
        if isinstance(values, list) and values:
            listed = ", ".join(map(_word, values[:MAX_VALUES]))
            parts.append(f"One of: {listed}{', …' if len(values) > MAX_VALUES else ''}.")
        for key, word in _LIMITS.items():
            if isinstance(resolved.get(key), str | int | float) and resolved[key] != "":
                parts.append(f"{word}: {_word(resolved[key])}.")
        parts += [words for key, words in _MARKS.items() if is_true(resolved.get(key))]
        return sentences(*parts)

    def _variants(self, schema: dict[str, Any], keys: tuple[str, ...]) -> list[Any]:
        """The schemas that `schema` is made of, at most MAX_VARIANTS."""
        found = [one for key in keys if isinstance(schema.get(key), list) for one in schema[key]]
        self.cut += max(0, len(found) - MAX_VARIANTS)
        return found[:MAX_VARIANTS]


_LIMITS: Final = {
    "default": "Default",
    "const": "Always",
    "minimum": "Least",
    "maximum": "Most",
    "minLength": "Least characters",
    "maxLength": "Most characters",
    "pattern": "Pattern",
}
_MARKS: Final = {"deprecated": "Deprecated.", "readOnly": "Read only.", "writeOnly": "Write only."}


def is_true(value: Any) -> bool:
    """Whether a value is true: as JSON has it, or as YAML writes it."""
    return value is True or value in ("true", "True")


def name_of(schema: Any) -> str:
    """The name of the schema that is referred to; empty for one that stands where it is used.

    >>> name_of({"$ref": "#/components/schemas/Pet"}), name_of({"type": "object"})
    ('Pet', '')
    """
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    return unquote(reference.rpartition("/")[2]) if isinstance(reference, str) else ""


def _word(value: Any) -> str:
    """A value as it is written in JSON, strings without quotes."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)[:200]


def sentences(*parts: str) -> str:
    """`parts` behind each other, each but the last ended as a sentence; empty ones left out.

    >>> sentences("Which pet", "", "Default: 1.")
    'Which pet. Default: 1.'
    """
    said = [part for part in parts if part]
    ended = [part if part[-1] in ".:。：!?！？" else f"{part}." for part in said[:-1]]
    return " ".join([*ended, *said[-1:]])
