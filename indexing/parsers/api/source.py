"""The source of an API description: JSON or YAML to plain values, and where each operation stands in it.

YAML scalars stay as they are written but for null: a version `1.10` and a code `200` are no numbers here, and a field
`on` is not true.
"""

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec
import yaml
from msgspec import Struct

from indexing.errors import DocumentRejected

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""Of operations (OpenAPI 3.2, Path Item Object)."""

Range = tuple[int, int]

MAX_MERGED: Final = 100_000
"""Entries that merge keys (`<<`) may bring: each use of a mapping brings all of it again."""

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_KEPT: Final = frozenset({"tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"})
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]')


class Source(Struct, frozen=True):
    """A decoded API description."""

    value: Any
    operations: dict[tuple[str, str], Range]
    """By path and method, lower case: from the method to the end of its operation, in code points of the source."""


def load(text: str) -> Source:
    """The value of a JSON or YAML text. Raises DocumentRejected (`corrupt`)."""
    if text.lstrip()[:1] == "{":
        try:
            return Source(msgspec.json.decode(text), dict(_json_operations(text)))
        except RecursionError as exc:
            raise DocumentRejected("corrupt", "the API description is nested too deeply to be read") from exc
        except msgspec.DecodeError as exc:
            failure: Exception = exc
    try:
        return _load_yaml(text)
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError) as exc:
        reason = " ".join(str(getattr(exc, "problem", None) or exc).split())[:200]
        if text.lstrip()[:1] == "{":
            reason = str(failure)
        raise DocumentRejected(
            "corrupt", f"the API description is neither JSON nor YAML ({reason}); check it with an OpenAPI validator"
        ) from exc


class _Loader(_LOADER):  # type: ignore[misc, valid-type]
    """Reads YAML with null as the only scalar that is no string, and bounded merges."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[Any]]] = {
        first: [one for one in resolvers if one[0] in _KEPT]
        for first, resolvers in _LOADER.yaml_implicit_resolvers.items()
    }
    merged = 0

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Put in what merge keys name. Raises yaml.YAMLError when that is too much."""
        for key, value in node.value:
            if key.tag == "tag:yaml.org,2002:merge":
                for part in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                    if isinstance(part, yaml.MappingNode):
                        self.flatten_mapping(part)
                        self.merged += len(part.value)
        if self.merged > MAX_MERGED:
            raise yaml.YAMLError("merge keys (<<) bring too many entries")
        super().flatten_mapping(node)


def _load_yaml(text: str) -> Source:
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return Source(None, {})
        operations = dict(_yaml_operations(node))
        return Source(loader.construct_document(node), operations)
    finally:
        loader.dispose()


def _yaml_operations(root: yaml.Node) -> Iterator[tuple[tuple[str, str], Range]]:
    """Where the operations stand, as the marks of the nodes say."""
    for section, paths in _entries(root):
        if section.value not in ("paths", "webhooks"):
            continue
        for path, item in _entries(paths):
            for method, operation in _entries(item):
                if method.value in METHODS:
                    yield (str(path.value), method.value), (method.start_mark.index, operation.end_mark.index)


def _entries(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    """The scalar keys of a mapping and their values."""
    if not isinstance(node, yaml.MappingNode):
        return []
    return [(key, value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]


def _json_operations(text: str) -> Iterator[tuple[tuple[str, str], Range]]:
    """Where the operations of valid JSON stand: members of members of `paths`."""
    keys: list[str] = []
    starts: list[int] = []
    last = ("", 0)
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark[0] == '"':
            last = (mark, token.start())
        elif mark in "{[":
            keys.append(last[0][1:-1] if mark == "{" else "")
            starts.append(last[1])
        elif mark in "}]":
            key, start = keys.pop(), starts.pop()
            if len(keys) == 3 and key in METHODS and keys[1] in ("paths", "webhooks"):
                yield (_unescaped(keys[2]), key), (start, token.end())


def _unescaped(key: str) -> str:
    return str(msgspec.json.decode(f'"{key}"')) if "\\" in key else key
