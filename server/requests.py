"""What is read from a request: its body, its parameters, the document it names, the version it expects.

Nothing is ignored and nothing guessed: an unknown field or parameter, or one of another type, is an InvalidRequest that
names it. Decoding is work for a lane's thread; only `read_body` is for the event loop.
"""

import re
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote_to_bytes

import msgspec
from litestar import Request
from litestar.exceptions import HTTPException

from server.errors import ClientGone, InvalidRequest, NothingHere, UnsupportedBody

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

JSON: Final = "application/json"
MERGE_PATCH: Final = "application/merge-patch+json"
MULTIPART: Final = "multipart/form-data"

_PLACE: Final = re.compile(r" - at `\$(.*)`$")
_NAME: Final = re.compile(r"(?:unknown|required) field `([^`]*)`")
_ETAG: Final = re.compile(r'"?([0-9]{1,18})"?')
_REPEATED: Final = frozenset({"principal"})
"""Parameters that may come more than once."""


async def read_body(request: AnyRequest) -> bytes:
    """The whole body. Raises ClientGone when it does not arrive, and litestar's 413 when it is too large."""
    try:
        return await request.body()
    except HTTPException as exc:
        if exc.status_code == 500:  # litestar's word for a client that hung up
            raise ClientGone from exc
        raise


def media_type(request: AnyRequest) -> str:
    """The body's media type, lower case, without parameters; empty if none is stated."""
    return request.content_type[0].strip().lower()


def require_json(request: AnyRequest) -> None:
    """Raise UnsupportedBody for a body that says it is not JSON."""
    if media_type(request) not in {"", JSON}:
        raise UnsupportedBody(media_type(request), JSON)


def decode_json(body: bytes, kind: type[T], *, field: str = "body") -> T:
    """The body as `kind`, strictly. Raises InvalidRequest with the place of what is wrong.

    >>> decode_json(b'{"a": 5.0}', dict[str, int])
    Traceback (most recent call last):
    server.errors.InvalidRequest: [...]: Expected `int`, got `float`
    """
    if not body:
        raise InvalidRequest(field, "is empty; send a JSON object")
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as exc:
        raise _invalid(exc, field) from exc
    except (msgspec.DecodeError, UnicodeError) as exc:
        raise InvalidRequest(field, f"is not JSON in UTF-8: {exc}") from exc
    except RecursionError as exc:
        raise InvalidRequest(field, "is nested too deeply") from exc


def parameters(request: AnyRequest, kind: type[T]) -> T:
    """The query string as `kind`. Raises InvalidRequest, for a parameter that comes twice too."""
    given: dict[str, Any] = {}
    for name, value in parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True):
        if name in _REPEATED:
            given.setdefault(name, []).append(value)
        elif name in given:
            raise InvalidRequest(name, "is given twice")
        else:
            given[name] = value
    try:
        return msgspec.convert(given, type=kind, strict=False)
    except msgspec.ValidationError as exc:
        raise _invalid(exc, "query string") from exc


def document_id(request: AnyRequest) -> str:
    """The document id in the address, exactly as sent: slashes that a router would fold count.

    Raises NothingHere for what no document is called.
    """
    try:
        name = new_document_id(request)
    except InvalidRequest as exc:
        raise NothingHere from exc
    if not name.isprintable():
        raise NothingHere
    return name


def new_document_id(request: AnyRequest) -> str:
    """As `document_id`, for a document that may not be there yet. Raises InvalidRequest for what is not UTF-8."""
    raw = request.scope.get("raw_path") or request.scope["path"].encode()
    try:
        path = unquote_to_bytes(raw.partition(b"?")[0]).decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InvalidRequest("document id", "is not UTF-8") from exc
    return path.lstrip("/").partition("/")[2]


def expected_version(request: AnyRequest) -> int | None:
    """The version `If-Match` names; 0, which is that of no document, for `If-None-Match: *`; None without either.

    Raises InvalidRequest for anything but one version.
    """
    absent, wanted = request.headers.get("if-none-match"), request.headers.get("if-match")
    if absent is not None:
        if absent.strip() != "*" or wanted is not None:
            raise InvalidRequest("If-None-Match", "only * is understood here, and not together with If-Match")
        return 0
    if wanted is None:
        return None
    found = _ETAG.fullmatch(wanted.strip())
    if found is None:
        raise InvalidRequest("If-Match", 'must be one version in quotes, as "3"')
    return int(found[1])


def _invalid(exc: msgspec.ValidationError, whole: str) -> InvalidRequest:
    message = str(exc)
    place, name = _PLACE.search(message), _NAME.search(message)
    reason = message[: place.start()] if place else message
    field = place[1].lstrip(".") if place else ""
    if name:
        field = f"{field}.{name[1]}".lstrip(".")
    return InvalidRequest(field or whole, reason)
