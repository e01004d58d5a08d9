"""`/documents`: write documents, and read what is said of them."""

from functools import partial

from litestar import delete, get, patch, put
from litestar.di import NamedDependency

from indexing.access import Scope
from indexing.library import Transaction, documents, readings, tenants
from indexing.library.documents import Document
from server.auth import Caller
from server.errors import InvalidRequest, NothingHere, UnsupportedBody
from server.multipart import parts_of
from server.reading import open_view
from server.replies import Reply, etag, json_reply
from server.requests import (
    JSON,
    MERGE_PATCH,
    MULTIPART,
    AnyRequest,
    decode_json,
    document_id,
    expected_version,
    media_type,
    new_document_id,
    parameters,
    read_body,
)
from server.schema.documents import DeleteReply, DocumentReply, DocumentsReply, document_reply, write_reply
from server.schema.requests import (
    DocumentMeta,
    DocumentParameters,
    ListParameters,
    NoParameters,
    PatchRequest,
    PutRequest,
    patch_of,
    put_of_file,
    put_of_text,
)
from server.state import AppState

ROWS_A_QUERY = 500
"""Documents looked at together while a page is filled with those the caller may read."""


@put("/documents/{document_id:path}")
async def put_document(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Write a whole document: JSON with its text, or multipart with a file."""
    caller = await app.caller(request, "ingest")
    parameters(request, NoParameters)
    if media_type(request) not in {"", JSON, MULTIPART}:
        raise UnsupportedBody(media_type(request), f"{JSON} or {MULTIPART}")
    body = await read_body(request)
    return await app.lanes.ingesting.run(partial(_put, app, caller, request, body), request.receive)


@patch("/documents/{document_id:path}")
async def patch_document(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Change what is said of a document, and who may read it."""
    caller = await app.caller(request, "ingest")
    parameters(request, NoParameters)
    if media_type(request) not in {"", JSON, MERGE_PATCH}:
        raise UnsupportedBody(media_type(request), JSON)
    body = await read_body(request)
    return await app.lanes.ingesting.run(partial(_patch, app, caller, request, body), request.receive)


@delete("/documents/{document_id:path}", status_code=200)
async def delete_document(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """Remove a document: nobody finds it from the reply on."""
    caller = await app.caller(request, "ingest")
    parameters(request, NoParameters)
    return await app.lanes.ingesting.run(partial(_delete, app, caller, request), request.receive)


@get("/documents/{document_id:path}")
async def get_document(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """What is said of one document."""
    caller = await app.caller(request, None)
    return await app.lanes.reading.run(partial(_get, app, caller, request), request.receive)


@get("/documents")
async def list_documents(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """What is said of the documents the caller may read anything of, by id."""
    caller = await app.caller(request, None)
    return await app.lanes.reading.run(partial(_list, app, caller, request), request.receive)


def _put(app: AppState, caller: Caller, request: AnyRequest, body: bytes) -> Reply:
    name = new_document_id(request)
    if media_type(request) == MULTIPART:
        parts = parts_of(body, request.headers["content-type"])
        unknown = sorted(parts.keys() - {"file", "meta"})
        if unknown or "file" not in parts:
            raise InvalidRequest(*((unknown[0], "is no part of a document") if unknown else ("file", "is missing")))
        meta = decode_json(parts["meta"].content, DocumentMeta, field="meta") if "meta" in parts else DocumentMeta()
        given = put_of_file(meta, parts["file"])
    else:
        given = put_of_text(decode_json(body, PutRequest))
    with app.metrics.refusals():
        written = app.runtime.ingest.put(caller.tenant, name, given, if_match=expected_version(request))
    app.metrics.wrote(written)
    status = 201 if written.created else 200
    return json_reply(write_reply(written), status=status, headers=etag(written.version))


def _patch(app: AppState, caller: Caller, request: AnyRequest, body: bytes) -> Reply:
    given = patch_of(decode_json(body, PatchRequest))
    expected = expected_version(request)
    with app.metrics.refusals():
        written = app.runtime.ingest.patch(caller.tenant, document_id(request), given, if_match=expected)
    app.metrics.wrote(written)
    return json_reply(write_reply(written), headers=etag(written.version))


def _delete(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    name = document_id(request)
    revision = app.runtime.ingest.delete(caller.tenant, name, if_match=expected_version(request))
    return json_reply(DeleteReply(document_id=name, revision=revision))


def _get(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    given, name = parameters(request, DocumentParameters), document_id(request)
    scope = _reader(caller, given)
    with app.runtime.library.read() as tx:
        if not given.all:
            opened = open_view(tx, scope, name)
            reply = document_reply(opened.document, opened.facts, rights=False)
        else:
            document = documents.get(tx, caller.tenant, name)
            if document is None:
                raise NothingHere
            reply = _replies(tx, caller.tenant, [document], rights=True)[0]
    return json_reply(reply, headers=etag(reply.version))


def _list(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    given = parameters(request, ListParameters)
    scope = _reader(caller, given)
    with app.runtime.library.read() as tx:
        found = _page(tx, scope, given)
        replies = _replies(tx, caller.tenant, found[: given.limit], rights=given.all)
    more = len(found) > given.limit
    return json_reply(DocumentsReply(documents=tuple(replies), next=replies[-1].document_id if more else None))


def _reader(caller: Caller, given: DocumentParameters) -> Scope:
    caller.require("admin" if given.all else "search")
    return caller.reading_as(given.principal, field="principal")


def _page(tx: Transaction, scope: Scope, given: ListParameters) -> list[Document]:
    """The documents of a page, and one more if there is a next page."""
    found: list[Document] = []
    after: str | None = given.after
    while after is not None and len(found) <= given.limit:
        rows = documents.listed(tx, scope.tenant, after=after, limit=ROWS_A_QUERY)
        found += [document for document in rows if given.all or is_visible(document, scope)]
        after = rows[-1].document_id if len(rows) == ROWS_A_QUERY else None
    return found[: given.limit + 1]


def is_visible(document: Document, scope: Scope) -> bool:
    """Whether the scope may read any section of it: section 0 has the document's own access."""
    accesses = (document.access, *(rule.access for rule in document.section_access))
    return any(scope.admits(frozenset(access)) for access in accesses)


def _replies(tx: Transaction, tenant: str, found: list[Document], *, rights: bool) -> list[DocumentReply]:
    generation = tenants.get(tx, tenant).active_generation
    facts = readings.facts(tx, tenant, generation, [document.document_id for document in found])
    return [document_reply(document, facts.get(document.document_id), rights=rights) for document in found]
