"""One operation of an API as a section: what is sent, what comes back, and which errors."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from indexing.parsers.api.schema import is_true, name_of, sentences
from indexing.parsers.api.writing import Writing, described, members, objects, words

_IN_BODY: Final = frozenset({"body", "formData"})
"""Where Swagger 2 has what OpenAPI 3 calls the request body (Swagger 2.0, Parameter Object)."""


_ERRORS: Final = ("4", "5")
"""First digits of the codes of errors (RFC 9110, section 15)."""


class Place(Struct, frozen=True, kw_only=True):
    """An operation and what counts for it."""

    method: str
    path: str
    operation: dict[str, Any]
    shared: Any
    """Parameters of all operations of its path."""
    about: Any
    """What is said of its path."""
    security: Any
    """Of the whole API."""
    source: tuple[int, int] | None
    """Where it stands in the source; None: not known."""


class OperationWriter:
    """Writes the operations of one API."""

    def __init__(self, writing: Writing, large: frozenset[str]) -> None:
        """`large` names the schemas that are not unfolded in operations."""
        self._writing = writing
        self._schemas = writing.schemas
        self._large = large
        self.unfolded: set[str] = set()
        """Names of the schemas whose fields are written."""

    def write(self, place: Place, *, level: int) -> None:
        """The section of an operation."""
        self._writing.source = place.source
        operation = place.operation
        self._writing.heading(f"{place.method.upper()} {place.path} {words(operation.get('summary'))}", level)
        self._writing.markdown(operation.get("description"), below=None)
        self._writing.markdown(place.about, below=None)
        self._writing.paragraph(" ".join(_facts(place)), follows=True)
        parameters = list(self._parameters(place))
        self._listed([one for one in parameters if one.get("in") not in _IN_BODY])
        shown: set[str] = set()
        self._body(operation, [one for one in parameters if one.get("in") in _IN_BODY], shown)
        self._responses(operation, shown)
        self._leave_out(operation, parameters)
        self._writing.source = None

    def _parameters(self, place: Place) -> Iterator[dict[str, Any]]:
        """The parameters of the operation and those of its path that it does not state anew."""
        own = [self._schemas.resolve(one) for one in objects(place.operation.get("parameters"))]
        stated = {(words(one.get("name")), words(one.get("in"))) for one in own}
        for one in map(self._schemas.resolve, objects(place.shared)):
            if (words(one.get("name")), words(one.get("in"))) not in stated:
                yield one
        yield from own

    def _leave_out(self, operation: dict[str, Any], parameters: list[dict[str, Any]]) -> None:
        """Note what of an operation is not in the text."""
        responses = [self._schemas.resolve(one) for one in members(operation.get("responses")).values()]
        bodies = [self._schemas.resolve(operation.get("requestBody")), *responses]
        contents = [list(members(body.get("content")).values()) for body in bodies]
        described = [*parameters, *(members(media) for content in contents for media in content)]
        self._writing.left_out.piece("examples", sum("example" in one or "examples" in one for one in described))
        self._writing.left_out.piece(
            "other media types of bodies", sum(max(0, len(content) - 1) for content in contents)
        )
        self._writing.left_out.piece("callbacks", len(members(operation.get("callbacks"))))
        self._writing.left_out.piece("documentation links", int(bool(operation.get("externalDocs"))))
        self._writing.left_out.piece("servers of single operations", len(objects(operation.get("servers"))))
        self._writing.left_out.piece("links", sum(len(members(one.get("links"))) for one in responses))
        self._writing.left_out.piece("extensions", sum(str(key).startswith("x-") for key in operation))

    def _listed(self, parameters: list[dict[str, Any]]) -> None:
        """What is sent besides the body."""
        items = []
        for one in parameters:
            schema = one.get("schema") or _first_media(one.get("content"))[1] or {**one, "description": ""}
            description = sentences(words(one.get("description")), self._schemas.describe(schema))
            required = "required" if is_true(one.get("required")) else ""
            facts = (words(one.get("in")), self._schemas.type_of(schema), required)
            items.append(described(words(one.get("name")), facts, description))
        if items:
            self._writing.items("Parameters:", items)

    def _body(self, operation: dict[str, Any], parameters: list[dict[str, Any]], shown: set[str]) -> None:
        """What is sent, of OpenAPI 3 or of Swagger 2."""
        body = self._schemas.resolve(operation.get("requestBody"))
        media, schema = _first_media(body.get("content"))
        for one in parameters:
            if one.get("in") == "body":
                body, schema = one, one.get("schema")
        form = [one for one in parameters if one.get("in") == "formData"]
        if form:
            properties = {words(one.get("name")): {k: v for k, v in one.items() if k != "required"} for one in form}
            needed = [words(one.get("name")) for one in form if is_true(one.get("required"))]
            media, schema = "form data", {"type": "object", "properties": properties, "required": needed}
        if schema is None and not body:
            return
        facts = ", ".join(filter(None, (media, "required" if is_true(body.get("required")) else "")))
        lead_in = f"Request body{f' ({facts})' if facts else ''}: {self._schemas.type_of(schema)}"
        decides = self._schemas.discriminator(schema)
        which = f"Which one it is: {decides}" if decides else ""
        self._unfold(schema, sentences(lead_in, words(body.get("description")), which), shown)

    def _responses(self, operation: dict[str, Any], shown: set[str]) -> None:
        """A list of all responses, then the fields of each that has any.

        What all errors have in common is in the section of its schema, not in each operation.
        """
        items, bodies = [], []
        for code, response in members(operation.get("responses")).items():
            response = self._schemas.resolve(response)
            media, schema = _first_media(response.get("content"))
            schema = schema or response.get("schema")
            kind = self._schemas.type_of(schema) if schema else ""
            named = ", ".join(self._headers(response))
            description = sentences(words(response.get("description")), f"Headers: {named}" if named else "")
            items.append(described(str(code), (kind, "" if media.endswith("json") else media), description))
            if not (name_of(schema) and str(code)[:1] in _ERRORS):
                bodies.append((f"Fields of response {code}{f' ({kind})' if kind else ''}:", schema))
        if items:
            self._writing.items("Responses:", items)
        for lead_in, schema in bodies:
            self._unfold(schema, lead_in, shown, quiet=True)

    def _headers(self, response: dict[str, Any]) -> Iterator[str]:
        """The header fields of a response, each with what it says."""
        for name, header in members(response.get("headers")).items():
            meaning = words(self._schemas.resolve(header).get("description")).rstrip(".。")
            yield f"{name} ({meaning})" if meaning else str(name)

    def _unfold(self, schema: Any, lead_in: str, shown: set[str], *, quiet: bool = False) -> None:
        """The fields of a body, once in an operation, unless its schema has a section; `quiet`: else nothing."""
        name = name_of(schema) or name_of(self._schemas.resolve(schema).get("items"))
        fields = [] if name in shown or name in self._large else self._schemas.fields(schema, whole=self._large)
        shown.update({name} if name else ())
        if fields:
            self.unfolded.update({name} if name else ())
            self._writing.fields(lead_in, fields)
        elif not quiet:
            self._writing.paragraph(lead_in, follows=True)


def _facts(place: Place) -> Iterator[str]:
    """What else there is to say of an operation, in sentences."""
    operation = place.operation
    if is_true(operation.get("deprecated")):
        yield "Deprecated."
    tags = operation.get("tags")
    if isinstance(tags, list) and len(tags) > 1:
        yield f"Tags: {', '.join(filter(None, map(words, tags)))}."
    if words(operation.get("operationId")):
        yield f"Operation: {words(operation.get('operationId'))}."
    security = operation.get("security", place.security)
    if isinstance(security, list):
        ways = [" and ".join(_with_scopes(name, scopes) for name, scopes in one.items()) for one in objects(security)]
        yield f"Security: {', or '.join(way or 'none' for way in ways) or 'none'}."


def _with_scopes(name: Any, scopes: Any) -> str:
    listed = ", ".join(map(words, scopes)) if isinstance(scopes, list) else ""
    return f"{name} ({listed})" if listed else str(name)


def _first_media(content: Any) -> tuple[str, Any]:
    """The first media type of a body and its schema."""
    media, described = next(iter(members(content).items()), ("", None))
    return str(media), members(described).get("schema")
