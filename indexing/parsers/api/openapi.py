"""API descriptions (OpenAPI 3, Swagger 2) to text: one section for each operation, with all that a caller needs.

Method, path, parameters, body, responses and errors of an operation stand together, schemas resolved. Operations are in
the sections of their first tags, in the order of the document. Large schemas have sections of their own, once.
"""

from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import quote

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.api.operation import OperationWriter, Place
from indexing.parsers.api.schema import Schemas, sentences
from indexing.parsers.api.source import METHODS, Source, load
from indexing.parsers.api.writing import Writing, described, members, objects, words
from indexing.parsers.builder import TextBuilder
from indexing.parsers.detect import decode
from indexing.parsers.original import Original

INLINE_FIELDS: Final = 12
"""A schema with more is not repeated in each operation that uses it."""


def parse_openapi(original: Original) -> ParsedText:
    """The operations and schemas of an API description.

    Raises DocumentRejected (`corrupt`: neither JSON nor YAML, or no API description; `too_large`; `unknown_encoding`,
    `no_text`).
    """
    decoded = decode(original.content, original.charset)
    source = load(decoded.text)
    root = source.value
    if not isinstance(root, dict) or not ("openapi" in root or "swagger" in root):
        raise DocumentRejected(
            "corrupt", "this is no API description: it has neither `openapi` nor `swagger`; give it as text/plain"
        )
    writing = Writing(TextBuilder(), Schemas(root), limit=20 * len(decoded.text) + 1_000_000)
    _Document(writing, source).write()
    info = members(root.get("info"))
    return ParsedText(
        text=writing.builder.text(),
        blocks=tuple(writing.builder.blocks),
        title=words(info.get("title")) or None,
        attributes={"version": words(info["version"])} if words(info.get("version")) else {},
        warnings=(*decoded.warnings, *writing.warnings()),
        charset=decoded.charset,
        kind="api",
        layout=writing.builder.layout(),
    )


class _Document:
    """Writes one API description."""

    def __init__(self, writing: Writing, source: Source) -> None:
        self._writing = writing
        self._source = source
        self._root: dict[str, Any] = source.value
        self._schemas = dict(_named_schemas(self._root))
        large = {n for n, schema in self._schemas.items() if writing.schemas.is_larger(schema, INLINE_FIELDS)}
        writing.schemas.cut = 0
        self._operation = OperationWriter(writing, frozenset(large))

    def write(self) -> None:
        """All of it, in order."""
        self._info()
        self._security()
        self._operations()
        self._rest()
        if not self._writing.builder.blocks:
            raise DocumentRejected("no_text", "the API description has neither a title, nor operations, nor schemas")

    def _info(self) -> None:
        info = members(self._root.get("info"))
        name, version = words(info.get("title")), words(info.get("version"))
        self._writing.paragraph(f"{name}, version {version}" if name and version else name or version)
        servers = objects(self._root.get("servers"))
        urls = [described(words(one.get("url")), [words(one.get("description"))], "") for one in servers]
        host, base = words(self._root.get("host")), words(self._root.get("basePath"))
        urls += [f"{host}{base}"] if host or base else []
        self._writing.paragraph(f"Servers: {', '.join(filter(None, urls))}" if any(urls) else "")
        self._writing.markdown(info.get("description") or info.get("summary"), below=0)
        self._writing.left_out.piece("variables of servers", sum(len(members(one.get("variables"))) for one in servers))
        unsaid = ("contact", "license", "termsOfService")
        self._writing.left_out.piece("contacts, licences and terms", sum(bool(info.get(key)) for key in unsaid))
        self._writing.left_out.piece("documentation links", int(bool(self._root.get("externalDocs"))))

    def _security(self) -> None:
        """How callers say who they are."""
        schemes = members(self._root.get("components")).get("securitySchemes") or self._root.get("securityDefinitions")
        items = []
        for name, scheme in members(schemes).items():
            scheme = self._writing.schemas.resolve(scheme)
            facts = [words(scheme.get(key)) for key in ("type", "scheme", "in", "name", "flow", "bearerFormat")]
            items.append(described(str(name), facts, sentences(words(scheme.get("description")), *_flows(scheme))))
        if items:
            self._writing.heading("Security", 1)
            self._writing.items("", items)

    def _operations(self) -> None:
        """The operations without a tag, then those of each tag."""
        groups: dict[str, list[Place]] = {"": []}
        described = {words(tag.get("name")): tag for tag in objects(self._root.get("tags"))}
        for name in described:
            groups.setdefault(name, [])
        for place in self._places():
            tags = place.operation.get("tags")
            tag = words(tags[0]) if isinstance(tags, list) and tags else ""
            groups.setdefault(tag, []).append(place)
        for tag, places in groups.items():
            if tag and (places or described.get(tag, {}).get("description")):
                self._writing.heading(tag, 1)
                self._writing.markdown(described.get(tag, {}).get("description"), below=None)
            for place in places:
                self._operation.write(place, level=2 if tag else 1)

    def _places(self) -> Iterator[Place]:
        for section in ("paths", "webhooks"):
            for path, item in members(self._root.get(section)).items():
                item = self._writing.schemas.resolve(item)
                for method, operation in item.items():
                    if method in METHODS and isinstance(operation, dict):
                        yield Place(
                            method=method,
                            path=str(path),
                            operation=operation,
                            shared=item.get("parameters"),
                            about=item.get("description") or item.get("summary"),
                            security=self._root.get("security"),
                            source=self._source.operations.get((str(path), method)),
                        )

    def _rest(self) -> None:
        """The schemas that no operation unfolds."""
        left = {name: schema for name, schema in self._schemas.items() if name not in self._operation.unfolded}
        if left:
            self._writing.heading("Schemas", 1)
        for name, schema in left.items():
            self._writing.heading(name, 2)
            resolved = self._writing.schemas.resolve(schema)
            self._writing.markdown(resolved.get("description"), below=None)
            if not self._writing.fields("Fields:", self._writing.schemas.fields(schema)):
                kind = self._writing.schemas.type_of(resolved)
                limits = self._writing.schemas.describe({**resolved, "description": ""})
                self._writing.paragraph(". ".join(filter(None, (kind, limits))) or "any value")


def _flows(scheme: dict[str, Any]) -> Iterator[str]:
    """How OAuth 2 gives tokens, in sentences: OpenAPI 3 has flows, Swagger 2 is one itself."""
    flows = members(scheme.get("flows")) or ({"": scheme} if scheme.get("scopes") else {})
    for name, flow in flows.items():
        urls = [words(members(flow).get(key)) for key in ("authorizationUrl", "tokenUrl", "refreshUrl")]
        known = members(members(flow).get("scopes"))
        scopes = [described(str(scope), [], words(says)) for scope, says in known.items()]
        listed = f"scopes {'; '.join(scopes)}" if scopes else ""
        yield " ".join(filter(None, [f"{name}:" if name else "", ", ".join(filter(None, [*urls, listed]))]))
    url = words(scheme.get("openIdConnectUrl"))
    if url:
        yield url


def _named_schemas(root: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """References to the schemas that have names, by name."""
    for place in ("components/schemas", "definitions"):
        schemas: Any = root
        for part in place.split("/"):
            schemas = members(schemas).get(part)
        for name in members(schemas):
            pointer = quote(str(name).replace("~", "~0").replace("/", "~1"))
            yield str(name), {"$ref": f"#/{place}/{pointer}"}
