"""`/text`, `/sections` and `/chunks`: read one document by its id, as far as the caller may.

Each read is one transaction: rights, structure and text are of one revision. What may not be read and what is not there
are one reply.
"""

from collections.abc import Callable
from functools import partial
from itertools import islice

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from indexing.access import Scope
from indexing.format import decode
from indexing.library import Transaction, documents, readings, tenants, texts
from indexing.library.documents import Document
from indexing.library.outlines import HASH_BYTES
from indexing.library.readings import Facts
from indexing.view import View, view
from server.auth import Caller
from server.errors import NothingHere, TextReplaced
from server.replies import Reply, json_reply
from server.requests import AnyRequest, document_id, parameters
from server.schema.reading import ChunksReply, SegmentReply, TextReply, chunk_reply, sections_reply
from server.schema.requests import ChunkParameters, ReadParameters, TextParameters
from server.state import AppState


class Opened(Struct, frozen=True):
    """A document the scope may read something of."""

    document: Document
    facts: Facts
    seen: View
    hashes: bytes
    """HASH_BYTES for each chunk, of its embed text."""


@get("/text/{document_id:path}")
async def get_text(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The readable characters of a text, with their offsets."""
    return await _read(request, app, _text)


@get("/sections/{document_id:path}")
async def get_sections(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The readable sections of a document."""
    return await _read(request, app, _sections)


@get("/chunks/{document_id:path}")
async def get_chunks(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The readable chunks of a document, by page."""
    return await _read(request, app, _chunks)


def find_view(tx: Transaction, scope: Scope, name: str) -> Opened | None:
    """The live document of this id in the generation that serves, as `scope` sees it; None if it sees nothing of it."""
    document = documents.get(tx, scope.tenant, name)
    generation = tenants.get(tx, scope.tenant).active_generation
    reading = readings.get(tx, scope.tenant, generation, name) if document else None
    if document is None or reading is None:
        return None
    rules = {index: frozenset(names) for index, names in reading.section_access.items()}
    characters = reading.facts.report.characters
    seen = view(decode(reading.outline), characters, access=frozenset(document.access), rules=rules, scope=scope)
    return None if seen is None else Opened(document, reading.facts, seen, reading.hashes)


def open_view(tx: Transaction, scope: Scope, name: str) -> Opened:
    """As `find_view`. Raises NothingHere for a document that is not there, and for one the scope sees nothing of."""
    opened = find_view(tx, scope, name)
    if opened is None:
        raise NothingHere
    return opened


async def _read(request: AnyRequest, app: AppState, work: Callable[[AppState, Caller, AnyRequest], Reply]) -> Reply:
    caller = await app.caller(request, "search")
    return await app.lanes.reading.run(partial(work, app, caller, request), request.receive)


def _text(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    given = parameters(request, TextParameters)
    scope = caller.reading_as(given.principal, field="principal")
    with app.runtime.library.read() as tx:
        opened = open_view(tx, scope, document_id(request))
        text_id = opened.facts.text_id
        if given.text_id not in (None, text_id):
            raise TextReplaced
        end = opened.facts.report.characters if given.end is None else given.end
        spans = opened.seen.segments(given.start, end)
        slices = texts.slices(tx, [(text_id, span.start, span.end) for span in spans])
    segments = tuple(
        SegmentReply(start=span.start, end=span.end, text=piece.text) for span, piece in zip(spans, slices, strict=True)
    )
    return json_reply(TextReply(text_id=text_id, segments=segments))


def _sections(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    scope = caller.reading_as(parameters(request, ReadParameters).principal, field="principal")
    with app.runtime.library.read() as tx:
        opened = open_view(tx, scope, document_id(request))
    return json_reply(sections_reply(opened.document.document_id, opened.facts.text_id, opened.seen))


def _chunks(app: AppState, caller: Caller, request: AnyRequest) -> Reply:
    given = parameters(request, ChunkParameters)
    scope = caller.reading_as(given.principal, field="principal")
    with app.runtime.library.read() as tx:
        opened = open_view(tx, scope, document_id(request))
    found = list(islice(opened.seen.chunks(after=given.after), given.limit + 1))
    page = found[: given.limit]
    name, size = opened.document.document_id, HASH_BYTES
    hashes = [opened.hashes[size * chunk.ordinal : size * (chunk.ordinal + 1)].hex() for chunk in page]
    chunks = tuple(
        chunk_reply(name, chunk, opened.seen, content_hash) for chunk, content_hash in zip(page, hashes, strict=True)
    )
    last = page[-1].ordinal if len(found) > given.limit else None
    return json_reply(ChunksReply(text_id=opened.facts.text_id, chunks=chunks, next=last))
