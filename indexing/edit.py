"""What a write wants a document to be: a whole new one, or a patch of what describes it."""

import hashlib
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from indexing.access import parse_access
from indexing.errors import DocumentRejected, VersionConflict
from indexing.library.documents import Document, SectionRule
from indexing.model import DocumentKind

MAX_DOCUMENT_ID = 1024
"""Characters of a document id: longer ones fit no URL safely."""


class PutDocument(Struct, frozen=True, kw_only=True):
    """A whole document. What is absent becomes empty, but rights: absent rights stay what they are."""

    content: bytes
    media_type: str
    charset: str | None = None
    kind: DocumentKind | None = None
    """None: detected."""
    title: str | None = None
    uri: str | None = None
    attributes: dict[str, Any] = {}
    access: tuple[str, ...] | None = None
    """None: unchanged; on a new document the configuration's default."""
    section_access: tuple[SectionRule, ...] | None = None
    """None: unchanged."""
    source: str = ""


class Patch(Struct, frozen=True, kw_only=True):
    """A JSON merge patch (RFC 7396) of what describes a document. UNSET: unchanged; None: removed."""

    title: str | msgspec.UnsetType | None = msgspec.UNSET
    uri: str | msgspec.UnsetType | None = msgspec.UNSET
    attributes: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    access: tuple[str, ...] | msgspec.UnsetType | None = msgspec.UNSET
    section_access: tuple[SectionRule, ...] | msgspec.UnsetType | None = msgspec.UNSET


def put_over(old: Document | None, document_id: str, given: PutDocument, default_access: tuple[str, ...]) -> Document:
    """The document `given` makes of `old`; version and revision are the commit's to give. Raises InvalidPrincipal."""
    access = given.access if given.access is not None else old.access if old else default_access
    rules = given.section_access if given.section_access is not None else old.section_access if old else ()
    now = timestamp()
    return Document(
        document_id=document_id,
        version=0,
        revision=0,
        source=given.source,
        media_type=given.media_type,
        charset=given.charset,
        kind=given.kind,
        content_hash=hashlib.sha256(given.content).hexdigest(),
        title=given.title,
        uri=given.uri,
        attributes=given.attributes,
        access=tuple(sorted(parse_access(access))),
        section_access=rules,
        created_at=old.created_at if old else now,
        updated_at=now,
    )


def patched(old: Document, patch: Patch) -> Document:
    """`old` after the patch. Raises InvalidPrincipal."""
    given = {name: getattr(patch, name) for name in Patch.__struct_fields__}
    changes = {name: value for name, value in given.items() if value is not msgspec.UNSET}
    if "attributes" in changes:
        changes["attributes"] = {} if patch.attributes is None else _merge(old.attributes, given["attributes"])
    if "access" in changes:
        changes["access"] = tuple(sorted(parse_access(changes["access"] or ())))
    if "section_access" in changes:
        changes["section_access"] = changes["section_access"] or ()
    return msgspec.structs.replace(old, **changes, updated_at=timestamp())


def same(old: Document, new: Document) -> bool:
    """Whether nothing a tenant can say of a document differs."""

    def described(document: Document) -> Document:
        return msgspec.structs.replace(document, version=0, revision=0, updated_at="")

    return described(old) == described(new)


def check_id(document_id: str) -> None:
    """Raise DocumentRejected for an id that is empty, too long or holds control characters or half a character."""
    odd = any(unicodedata.category(character) in {"Cc", "Cs"} for character in document_id)
    if odd or not 1 <= len(document_id) <= MAX_DOCUMENT_ID:
        raise DocumentRejected(
            "invalid_document_id",
            f"document id: 1 to {MAX_DOCUMENT_ID} characters without control characters, not {document_id[:80]!r}",
        )


def check_match(document_id: str, document: Document | None, if_match: int | None) -> None:
    """Raise VersionConflict unless the document is at the version the writer saw (0: there was none)."""
    actual = document.version if document else 0
    if if_match is not None and if_match != actual:
        raise VersionConflict(document_id, if_match, actual)


def timestamp() -> str:
    """Now, ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _merge(target: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """RFC 7396 on one level: attribute values are never objects.

    >>> _merge({"a": 1, "b": 2}, {"a": None, "c": 3})
    {'b': 2, 'c': 3}
    """
    return {name: value for name, value in {**target, **patch}.items() if value is not None}
