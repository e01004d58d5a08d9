"""Words of the replies about documents: what a write did, and what is said of a document."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from indexing.ingest import Written
from indexing.library.documents import Document
from indexing.library.outlines import Report, title_of
from indexing.library.readings import Facts
from server.schema.requests import SectionRuleBody


class RemovalReply(Struct, frozen=True, kw_only=True):
    """A range left out of search."""

    start: int
    end: int
    reason: str


class PageReply(Struct, frozen=True, kw_only=True):
    """What became of a page or slide."""

    number: int
    characters: int
    """Visible ones; 0: nothing could be read of it."""
    confidence: float | None
    """Of recognised text, 0 to 1; null for a page that had its own text, or none."""


class ReportReply(Struct, frozen=True, kw_only=True):
    """What became of a document."""

    characters: int
    coverage: float
    warnings: tuple[str, ...]
    removed: tuple[RemovalReply, ...]
    charset: str
    sections: int
    parents: int
    chunks: int
    media_type: str
    """What the bytes were parsed as."""
    kind: str
    """What the document was read as."""
    status: Literal["complete", "partial"]
    """`partial`: some pages gave no text."""
    pages: tuple[PageReply, ...]
    """Of paged formats; else empty."""
    pages_without_text: tuple[int, ...]
    flags: dict[str, int]
    """Chunks by quality flag."""


class WriteReply(Struct, frozen=True, kw_only=True):
    """What a write did."""

    document_id: str
    version: int
    revision: int
    unchanged: bool
    chunks: int
    report: ReportReply


class DeleteReply(Struct, frozen=True, kw_only=True):
    """From which revision on nobody finds the document."""

    document_id: str
    revision: int


class GivenReply(Struct, frozen=True, kw_only=True):
    """What was stated of a document when it was put, as it was stated: what a PUT has to repeat to keep it."""

    source: str
    charset: str | None
    kind: str | None
    title: str | None
    attributes: dict[str, Any]


class DocumentReply(Struct, frozen=True, kw_only=True):
    """A document as its readers see it."""

    document_id: str
    version: int
    title: str
    uri: str | None
    attributes: dict[str, Any]
    media_type: str
    kind: str | None
    """What it is read as; null, like `text_id`, while the generation that serves has no text of it."""
    text_id: str | None
    """Null, like `characters`, while the generation that serves has no text of it."""
    characters: int | None
    created_at: str
    updated_at: str
    access: tuple[str, ...] | UnsetType = UNSET
    """With `all` only, like `section_access`."""
    section_access: tuple[SectionRuleBody, ...] | UnsetType = UNSET
    given: GivenReply | UnsetType = UNSET
    """With `all` only."""


class DocumentsReply(Struct, frozen=True, kw_only=True):
    """A page of documents, by id."""

    documents: tuple[DocumentReply, ...]
    next: str | None
    """The value of `after` for the next page; null on the last one."""


def write_reply(written: Written) -> WriteReply:
    """The reply to a PUT or PATCH."""
    return WriteReply(
        document_id=written.document_id,
        version=written.version,
        revision=written.revision,
        unchanged=written.unchanged,
        chunks=written.chunks,
        report=_report(written.report),
    )


def document_reply(document: Document, facts: Facts | None, *, rights: bool) -> DocumentReply:
    """What is said of a document; `rights` adds who may read it."""
    stated = facts.stated if facts else None
    rules = tuple(
        SectionRuleBody(path=rule.path, occurrence=rule.occurrence, access=rule.access)
        for rule in document.section_access
    )
    return DocumentReply(
        document_id=document.document_id,
        version=document.version,
        title=title_of(document, stated) if stated else document.title or document.document_id,
        uri=document.uri,
        attributes=(stated.attributes if stated else {}) | document.attributes,
        media_type=(facts.report.media_type if facts else "") or document.media_type,
        kind=facts.report.kind if facts else None,
        text_id=facts.text_id if facts else None,
        characters=facts.report.characters if facts else None,
        created_at=document.created_at,
        updated_at=document.updated_at,
        access=document.access if rights else UNSET,
        section_access=rules if rights else UNSET,
        given=_given(document) if rights else UNSET,
    )


def _given(document: Document) -> GivenReply:
    return GivenReply(**{name: getattr(document, name) for name in GivenReply.__struct_fields__})


def _report(report: Report) -> ReportReply:
    removed = (
        RemovalReply(start=removal.span.start, end=removal.span.end, reason=removal.reason)
        for removal in report.removed
    )
    return ReportReply(
        characters=report.characters,
        coverage=report.coverage,
        warnings=report.warnings,
        removed=tuple(removed),
        charset=report.charset,
        sections=report.sections,
        parents=report.parents,
        chunks=report.chunks,
        media_type=report.media_type,
        kind=report.kind,
        status="partial" if report.pages_without_text else "complete",
        pages=tuple(
            PageReply(number=page.number, characters=page.characters, confidence=page.confidence)
            for page in report.pages
        ),
        pages_without_text=report.pages_without_text,
        flags=report.flags,
    )
