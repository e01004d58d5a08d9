"""`GET /schema`: the OpenAPI 3.1 description, made of the same Structs that decode and encode. Needs no network."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec
from litestar import get
from msgspec import Struct

from server.problems import MEDIA_TYPE, Problem
from server.replies import Reply
from server.requests import JSON, MERGE_PATCH, MULTIPART
from server.schema import admin, documents, reading, requests, search


class Operation(Struct, frozen=True, kw_only=True):
    """One method of one address."""

    method: str
    path: str
    summary: str
    scope: str | None
    """The scope a key needs; None: no key."""
    body: type[Struct] | None = None
    parameters: type[Struct] = requests.NoParameters
    conditional: bool = False
    """Whether it heeds If-Match and If-None-Match."""
    replies: dict[int, type[Struct]]
    errors: tuple[int, ...] = ()
    """Besides those of every address with a key: 400, 401, 403, 503."""


_LOST: Final = (404,)
_WRITE: Final = (404, 412, 413, 415, 422)

OPERATIONS: Final = (
    Operation(
        method="post",
        path="/search",
        summary="Find passages",
        scope="search",
        body=requests.SearchRequest,
        replies={200: search.SearchReply},
        errors=(413, 415),
    ),
    Operation(
        method="get",
        path="/documents",
        summary="List documents",
        scope="search",
        parameters=requests.ListParameters,
        replies={200: documents.DocumentsReply},
    ),
    Operation(
        method="get",
        path="/documents/{document_id}",
        summary="Describe a document",
        scope="search",
        parameters=requests.DocumentParameters,
        replies={200: documents.DocumentReply},
        errors=_LOST,
    ),
    Operation(
        method="put",
        path="/documents/{document_id}",
        summary="Write a document",
        scope="ingest",
        body=requests.PutRequest,
        conditional=True,
        replies={200: documents.WriteReply, 201: documents.WriteReply},
        errors=_WRITE,
    ),
    Operation(
        method="patch",
        path="/documents/{document_id}",
        summary="Change what is said of a document",
        scope="ingest",
        body=requests.PatchRequest,
        conditional=True,
        replies={200: documents.WriteReply},
        errors=_WRITE,
    ),
    Operation(
        method="delete",
        path="/documents/{document_id}",
        summary="Remove a document",
        scope="ingest",
        conditional=True,
        replies={200: documents.DeleteReply},
        errors=(404, 412),
    ),
    Operation(
        method="get",
        path="/text/{document_id}",
        summary="Read a text",
        scope="search",
        parameters=requests.TextParameters,
        replies={200: reading.TextReply},
        errors=(404, 410),
    ),
    Operation(
        method="get",
        path="/sections/{document_id}",
        summary="List the sections of a document",
        scope="search",
        parameters=requests.ReadParameters,
        replies={200: reading.SectionsReply},
        errors=_LOST,
    ),
    Operation(
        method="get",
        path="/chunks/{document_id}",
        summary="List the chunks of a document",
        scope="search",
        parameters=requests.ChunkParameters,
        replies={200: reading.ChunksReply},
        errors=_LOST,
    ),
    Operation(
        method="post",
        path="/admin/reindex",
        summary="Build a new generation",
        scope="admin",
        replies={202: admin.JobReply},
        errors=(409,),
    ),
    Operation(
        method="get",
        path="/admin/generations",
        summary="List generations",
        scope="admin",
        replies={200: admin.GenerationsReply},
    ),
    Operation(
        method="post",
        path="/admin/generations/{generation}/activate",
        summary="Switch to a generation",
        scope="admin",
        replies={202: admin.JobReply},
        errors=(404, 409),
    ),
    Operation(method="get", path="/admin/jobs", summary="List jobs", scope="admin", replies={200: admin.JobsReply}),
    Operation(
        method="get",
        path="/admin/jobs/{job_id}",
        summary="Describe a job",
        scope="admin",
        replies={200: admin.JobReply},
        errors=_LOST,
    ),
    Operation(
        method="delete",
        path="/admin/jobs/{job_id}",
        summary="Cancel a job",
        scope="admin",
        replies={202: admin.JobReply},
        errors=_LOST,
    ),
    Operation(
        method="post",
        path="/admin/access/check",
        summary="Which sections principals may read",
        scope="admin",
        body=requests.AccessCheckRequest,
        replies={200: admin.AccessCheckReply},
        errors=(404, 413, 415),
    ),
    Operation(
        method="get", path="/health/live", summary="The process answers", scope=None, replies={200: admin.LiveReply}
    ),
    Operation(
        method="get",
        path="/health/ready",
        summary="Searches can be answered",
        scope=None,
        replies={200: admin.ReadyReply, 503: admin.ReadyReply},
    ),
)

_ALWAYS: Final = (400, 401, 403, 503)
_PATH_PARAMETERS: Final[Mapping[str, dict[str, Any]]] = {
    "document_id": {"schema": {"type": "string"}, "description": "May contain `/`, as it is or as `%2F`"},
    "generation": {"schema": {"type": "integer"}},
    "job_id": {"schema": {"type": "string"}},
}
_TENANT: Final = {"X-Tenant": 'The tenant, with `auth = "none"` only: a key has its own'}
_CONDITIONS: Final = {
    "If-Match": 'The version the document must be at, as `"3"`: the ETag of a read',
    "If-None-Match": "Only `*`: there must be no such document",
}


@get("/schema")
async def get_schema() -> Reply:
    """The OpenAPI description."""
    return Reply(_document(), media_type=JSON)


@cache
def _document() -> bytes:
    return msgspec.json.encode(description())


def description() -> dict[str, Any]:
    """The OpenAPI document as plain values."""
    kinds = {kind for operation in OPERATIONS for kind in _kinds(operation)}
    wanted = [*sorted(kinds, key=lambda kind: kind.__name__), requests.DocumentMeta, Problem]
    _, components = msgspec.json.schema_components(wanted, ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parentage", "version": "0.1.0", "summary": "Search small, read big, cite exactly."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "bearerFormat": "pk_…"}},
        },
    }


def _kinds(operation: Operation) -> list[type[Struct]]:
    return [*operation.replies.values(), *([operation.body] if operation.body else [])]


def _operation(operation: Operation) -> dict[str, Any]:
    statuses = [*operation.errors, *(_ALWAYS if operation.scope else ())]
    replies = {str(status): _content(JSON, kind, "the reply") for status, kind in operation.replies.items()}
    replies |= {str(status): _content(MEDIA_TYPE, Problem, "an error") for status in sorted(statuses)}
    described: dict[str, Any] = {"summary": operation.summary, "responses": replies}
    headers = (_TENANT if operation.scope else {}) | (_CONDITIONS if operation.conditional else {})
    parameters = [
        *_path_parameters(operation.path),
        *_query_parameters(operation.parameters),
        *_header_parameters(headers),
    ]
    if parameters:
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _body(operation.body)}
    if operation.scope is not None:
        described |= {"security": [{"key": []}], "description": f"Needs the scope `{operation.scope}`."}
    return described


def _ref(kind: type[Struct]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _content(media_type: str, kind: type[Struct], description: str) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": _ref(kind)}}}


def _body(kind: type[Struct]) -> dict[str, Any]:
    content: dict[str, Any] = {JSON: {"schema": _ref(kind)}}
    if kind is requests.PatchRequest:
        content[MERGE_PATCH] = {"schema": _ref(kind)}
    if kind is requests.PutRequest:
        file = {"type": "string", "contentMediaType": "application/octet-stream"}
        properties = {"file": file, "meta": _ref(requests.DocumentMeta)}
        schema = {"type": "object", "required": ["file"], "properties": properties}
        content[MULTIPART] = {"schema": schema, "encoding": {"meta": {"contentType": JSON}}}
    return content


def _path_parameters(path: str) -> list[dict[str, Any]]:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    return [{"name": name, "in": "path", "required": True, **_PATH_PARAMETERS[name]} for name in names]


def _query_parameters(kind: type[Struct]) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([kind], ref_template="{name}")
    properties = components[kind.__name__]["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in properties.items()]


def _header_parameters(headers: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "header", "schema": {"type": "string"}, "description": description}
        for name, description in headers.items()
    ]
