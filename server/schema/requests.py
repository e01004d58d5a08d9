"""The words of requests, bodies and parameters, and what the layers below make of them.

Unknown fields and values of another type are refused. What has a range that the configuration sets is checked where it
is used.
"""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from indexing.edit import Patch, PutDocument
from indexing.errors import InvalidAttribute
from indexing.languages import language_of
from indexing.library.documents import SectionRule
from indexing.model import DocumentKind
from indexing.parsers.detect import media_type_of
from indexing.parsers.recognition.declared import SOURCE
from retrieval.config import MAX_BUDGET_TOKENS, MAX_WINDOW, MIN_BUDGET_TOKENS
from retrieval.model import Expansion, Mode, Query
from server.errors import InvalidRequest
from server.multipart import Part

Principals = Annotated[
    tuple[Annotated[str, Meta(extra_json_schema={"pattern": r"^(user|group):.*\S"})], ...],
    Meta(description="`user:…` and `group:…`; only for keys with the scope act-as", examples=[["group:hr"]]),
]
Readers = Annotated[
    tuple[str, ...], Meta(description="`user:…`, `group:…`, or `*` for everyone in the tenant; empty: nobody")
]
Count = Annotated[int, Meta(ge=0)]
Window = Annotated[int, Meta(ge=0, extra_json_schema={"maximum": MAX_WINDOW})]
Budget = Annotated[int, Meta(extra_json_schema={"minimum": MIN_BUDGET_TOKENS, "maximum": MAX_BUDGET_TOKENS})]
_DEFAULTS: Final = Query(text="")

MAX_INTEGER: Final = 2**63
"""Attribute integers are below it, so that any store and any client can hold them."""


class SearchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /search`."""

    query: Annotated[str, Meta(description="1 to 4,096 characters after trimming")]
    top_k: Annotated[int, Meta(ge=1)] = _DEFAULTS.top_k
    mode: Mode = _DEFAULTS.mode
    filter: Annotated[dict[str, Any] | None, Meta(description="Chroma's `where` grammar over declared attributes")] = (
        None
    )
    min_similarity: Annotated[float, Meta(ge=0, le=1)] = _DEFAULTS.min_similarity
    expand: Expansion = _DEFAULTS.expand
    window: Window = _DEFAULTS.window
    max_passage_tokens: Budget = _DEFAULTS.max_passage_tokens
    max_context_tokens: Budget | None = _DEFAULTS.max_context_tokens
    rerank: bool = False
    explain: bool = _DEFAULTS.explain
    min_revision: Annotated[Count, Meta(description="Revision of a write that the search must see")] = 0
    principals: Principals | UnsetType = UNSET


class SectionRuleBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who may read a section, instead of those who may read its document."""

    path: Annotated[tuple[str, ...], Meta(min_length=1)]
    occurrence: Annotated[int, Meta(ge=1)] | None = None
    """Which of several sections of that path. Absent: the only one."""
    access: Readers


class DocumentMeta(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said of a document: the part `meta` of a multipart body, next to `file`."""

    media_type: str | None = None
    charset: Annotated[str | None, Meta(description="Of a file; stated, it is used or the document refused")] = None
    kind: Annotated[DocumentKind | None, Meta(description="What it is read as; absent: found out")] = None
    title: str | None = None
    uri: str | None = None
    attributes: dict[str, Any] = {}
    access: Annotated[Readers | UnsetType, Meta(description="Absent: unchanged")] = UNSET
    section_access: Annotated[tuple[SectionRuleBody, ...] | UnsetType, Meta(description="Absent: unchanged")] = UNSET
    source: Annotated[str, Meta(description="The folder it was ingested from: what `ingest --prune` compares")] = ""


class PutRequest(DocumentMeta, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`PUT /documents/{id}` with a text."""

    text: str


class PatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`PATCH /documents/{id}`: a JSON merge patch (RFC 7396). Absent: unchanged; null: removed."""

    title: str | UnsetType | None = UNSET
    uri: str | UnsetType | None = UNSET
    attributes: dict[str, Any] | UnsetType | None = UNSET
    access: Readers | UnsetType | None = UNSET
    section_access: tuple[SectionRuleBody, ...] | UnsetType | None = UNSET


class AccessCheckRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /admin/access/check`."""

    document_id: str
    principals: tuple[str, ...]


class NoParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """An address without parameters."""


class ReadParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Parameters of every read by id."""

    principal: Principals | UnsetType = UNSET


class DocumentParameters(ReadParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`GET /documents/{id}`."""

    all: Annotated[bool, Meta(description="Also what the principals may not read, with its rights: scope admin")] = (
        False
    )


class ListParameters(DocumentParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`GET /documents`."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    after: Annotated[str, Meta(description="`next` of the page before")] = ""


class TextParameters(ReadParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`GET /text/{id}`."""

    text_id: str | None = None
    start: Count = 0
    end: Annotated[Count | None, Meta(description="Exclusive; absent: the end of the text")] = None


class ChunkParameters(ReadParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`GET /chunks/{id}`."""

    limit: Annotated[int, Meta(ge=1, le=1000)] = 100
    after: Annotated[int, Meta(ge=-1, description="`next` of the page before")] = -1


def query_of(request: SearchRequest) -> Query:
    """The question of a search. Raises InvalidRequest for what this server has not."""
    if request.rerank:
        raise InvalidRequest("rerank", "no reranker is configured")
    return Query(
        text=request.query,
        top_k=request.top_k,
        mode=request.mode,
        filter=request.filter,
        min_similarity=request.min_similarity,
        expand=request.expand,
        window=request.window,
        max_passage_tokens=request.max_passage_tokens,
        max_context_tokens=request.max_context_tokens,
        explain=request.explain,
    )


def put_of_text(request: PutRequest) -> PutDocument:
    """The document that a JSON body holds. Raises InvalidAttribute; InvalidRequest for a charset no JSON has."""
    if request.charset is not None and request.charset.lower() not in {"utf-8", "utf8"}:
        raise InvalidRequest("charset", "is of a file; a JSON text is UTF-8")
    return _put(request, request.text.encode(), media_type=request.media_type or "", charset="utf-8")


def put_of_file(meta: DocumentMeta, file: Part) -> PutDocument:
    """The document that a file is. Its type: stated, else by the file's name or its part, else found out.

    Raises InvalidAttribute.
    """
    media_type = meta.media_type or _type_by_name(file) or file.media_type
    return _put(meta, file.content, media_type=media_type, charset=meta.charset or file.charset)


def _type_by_name(file: Part) -> str | None:
    """The type that a file's name tells; of code with the language, since the document may have another name."""
    name = file.filename or ""
    media_type = media_type_of(name)
    return f"text/x-{language_of(name, file.content)}" if media_type == SOURCE else media_type


def patch_of(request: PatchRequest) -> Patch:
    """The patch that a JSON body holds. Raises InvalidAttribute."""
    if isinstance(request.attributes, dict):
        check_integers(request.attributes)
    rules = request.section_access
    return Patch(
        title=request.title,
        uri=request.uri,
        attributes=request.attributes,
        access=request.access,
        section_access=_rules(rules) if isinstance(rules, tuple) else rules,
    )


def check_integers(attributes: dict[str, Any]) -> None:
    """Raise InvalidAttribute for an integer beyond 64 bits."""
    for name, value in attributes.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, int) and not -MAX_INTEGER <= item < MAX_INTEGER:
                raise InvalidAttribute(name, "an integer of at most 64 bits")


def _put(meta: DocumentMeta, content: bytes, *, media_type: str, charset: str | None) -> PutDocument:
    check_integers(meta.attributes)
    return PutDocument(
        content=content,
        media_type=media_type,
        charset=charset,
        kind=meta.kind,
        title=meta.title,
        uri=meta.uri,
        attributes=meta.attributes,
        access=None if isinstance(meta.access, UnsetType) else meta.access,
        section_access=None if isinstance(meta.section_access, UnsetType) else _rules(meta.section_access),
        source=meta.source,
    )


def _rules(bodies: tuple[SectionRuleBody, ...]) -> tuple[SectionRule, ...]:
    return tuple(SectionRule(path=rule.path, occurrence=rule.occurrence, access=rule.access) for rule in bodies)
