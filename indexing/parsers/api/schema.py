"""Schemas of an API description to fields: each, with its type, whether it is required, and what it means.

References are followed inside the document only. What refers to itself, or goes too deep, is named and not unfolded.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

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
    variant: str = ""
    """The one of several schemas that it is of; empty: of all."""

    @property
    def facts(self) -> tuple[str, str, str]:
        """Its type, that it is required if it is, and of which variant it is."""
        return self.type, "required" if self.required else "", f"only {self.variant}" if self.variant else ""


class _Around(Struct, frozen=True):
    """What the schemas around say of the one that is read."""

    prefix: str = ""
    """The field it is in."""
    names: tuple[str, ...] = ()
    """Of the schemas it is in."""
    needed: frozenset[str] = frozenset()
    """Fields that are required of it besides those it requires itself."""
    variant: str = ""


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
        for field in self._fields(schema, _Around(), whole):
            if len(found) == MAX_FIELDS:
                self.cut += 1
                break
            found.append(field)
        return found

    def is_larger(self, schema: Any, fields: int) -> bool:
        """Whether `schema` has more than so many fields, those of the objects in it included."""
        self._visits = 0
        return next(islice(self._fields(schema, _Around(), frozenset()), fields, None), None) is not None

    def type_of(self, schema: Any, depth: int = 0) -> str:
        """What a value is, in words: `array of Pet`, `string (date)`, `Cat or Dog`, `string or null`."""
        words = self._type_of(schema, depth)
        return f"{words} or null" if words and is_true(self.resolve(schema).get("nullable")) else words

    def discriminator(self, schema: Any) -> str:
        """The field that says which of several schemas a value is of; empty: none does."""
        described = self.resolve(schema).get("discriminator")
        named = described.get("propertyName") if isinstance(described, dict) else described
        return named if isinstance(named, str) else ""

    def _type_of(self, schema: Any, depth: int) -> str:
        """What a value is that is there."""
        name = name_of(schema)
        if name or depth > 2:
            return name or "…"
        schema = self.resolve(schema)
        variants = self._variants(schema, ("oneOf", "anyOf"))
        if variants:
            return " or ".join(dict.fromkeys(self.type_of(one, depth + 1) for one in variants))
        parts = [name_of(one) for one in self._variants(schema, ("allOf",))]
        if any(parts):
            more = ["more"] if "" in parts or "properties" in schema else []
            return " and ".join([*filter(None, parts), *more])
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

    def _fields(self, schema: Any, around: _Around, whole: frozenset[str]) -> Iterator[Field]:
        """The fields of an object or of the items of an array."""
        name = name_of(schema)
        if name and (name in around.names or (name in whole and around.names)):
            return
        self._visits += 1
        if len(around.names) > MAX_DEPTH or self._visits > MAX_VISITS:
            self.cut += not name and not _INNER.isdisjoint(self.resolve(schema))
            return
        schema = self.resolve(schema)
        inside = replace(around, names=(*around.names, name), needed=around.needed | _required(schema))
        yield from self._composed(schema, inside, whole)
        if "items" in schema:
            items = replace(inside, prefix=f"{around.prefix}[]", needed=frozenset())
            yield from self._fields(schema["items"], items, whole)
        yield from self._members(schema, inside, whole)

    def _composed(self, schema: dict[str, Any], inside: _Around, whole: frozenset[str]) -> Iterator[Field]:
        """The fields of the schemas that `schema` is made of, those of alternatives with the one they are of."""
        for part in self._variants(schema, ("allOf",)):
            yield from self._fields(part, inside, whole)
        alternatives = self._variants(schema, ("oneOf", "anyOf"))
        for number, part in enumerate(alternatives, 1):
            title = self.resolve(part).get("title")
            named = name_of(part) or (title if isinstance(title, str) else f"variant {number}")
            variant = named if len(alternatives) > 1 else inside.variant
            yield from self._fields(part, replace(inside, variant=variant), whole)

    def _members(self, schema: dict[str, Any], inside: _Around, whole: frozenset[str]) -> Iterator[Field]:
        """The fields that an object has itself, each with those in it."""
        properties = schema.get("properties")
        named = [(str(key), value) for key, value in properties.items()] if isinstance(properties, dict) else []
        more = schema.get("additionalProperties")
        named += [("*", more)] if isinstance(more, dict) and more else []
        for key, value in named:
            full = f"{inside.prefix}.{key}" if inside.prefix else key
            yield Field(full, self.type_of(value), key in inside.needed, self.describe(value), inside.variant)
            yield from self._fields(value, replace(inside, prefix=full, needed=frozenset()), whole)

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


def _required(schema: dict[str, Any]) -> frozenset[str]:
    """The names of the fields that an object must have."""
    required = schema.get("required")
    return frozenset(one for one in required if isinstance(one, str)) if isinstance(required, list) else frozenset()


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
