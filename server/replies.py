"""How replies are made: bytes, encoded in the thread that made their content."""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Response

Reply = Response[bytes]

_encoder = msgspec.json.Encoder()


def json_reply(content: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """`content`, a Struct of `server.schema`, as JSON. Equal contents give equal bytes."""
    return Response(
        _encoder.encode(content),
        status_code=status,
        media_type="application/json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def etag(version: int) -> dict[str, str]:
    """The header that names a document's version (RFC 9110, 8.8.3)."""
    return {"ETag": f'"{version}"'}
