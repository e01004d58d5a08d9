"""What a document's bytes are: the media type they are parsed as, and the kind if it is declared.

The bytes decide, then what was declared, then the ending of the name:

    marks of a binary format → the declared text format, unless the text states another → what the text looks like

A text that was said to be a binary format is refused, not read as text: it is, as a rule, an error page or a login form
that was saved under the name of the document, and would be cited as that document.
"""

from typing import Final

from indexing.errors import DocumentRejected
from indexing.languages import language_of
from indexing.model import DocumentKind
from indexing.parsers.original import Original
from indexing.parsers.recognition.beginning import beginning_of
from indexing.parsers.recognition.data_types import data_type
from indexing.parsers.recognition.declared import (
    BINARIES,
    CHAT,
    CSV,
    MARKDOWN,
    OPENAPI,
    PLAIN,
    SOURCE,
    TSV,
    declared_language,
    stated_type,
)
from indexing.parsers.recognition.kind_choice import of_kind
from indexing.parsers.recognition.signatures import binary_type
from indexing.parsers.recognition.text_types import looks_like, stated_in

_OPEN: Final = frozenset({MARKDOWN, OPENAPI, PLAIN, CSV, TSV})
"""Declared formats that give way to one the text states itself to be."""

_DATA: Final = frozenset({None, "json", "yaml", "xml"})
"""Languages whose documents may be something of their own."""


def recognize(original: Original) -> tuple[str, DocumentKind | None]:
    """Media type (lower case, no parameters) and declared kind. One that nothing reads is returned as declared.

    Raises DocumentRejected: `no_text` for no bytes or blank ones, `unsupported_type` for a binary format that is known
    and not read, `encrypted`, `corrupt`, `wrong_type` for a text that was said to be none, `kind_mismatch`.

    >>> recognize(Original(content=b"%PDF-1.7", media_type="text/markdown"))
    ('application/pdf', None)
    >>> recognize(Original(content=b"<!DOCTYPE html><p>Rent", media_type="", name="rent"))
    ('text/html', None)
    """
    if not original.content or original.content.isspace():
        raise DocumentRejected("no_text", "the document has no text: it is empty or holds blanks only")
    stated = stated_type(original)
    media_type = binary_type(original.content, stated) or _text_type(original, stated)
    return of_kind(media_type, original.kind, guessed=not stated), original.kind


def _text_type(original: Original, stated: str) -> str:
    """The media type of bytes without the marks of a binary format."""
    beginning = beginning_of(original.content, original.charset)
    if stated in BINARIES:
        raise _wrong_type(stated, is_text=bool(beginning))
    if not stated:
        return _guessed(original, beginning)
    if stated in _OPEN:
        return stated_in(beginning) or _description(original, beginning) or stated
    language = declared_language(original.media_type) or language_of(original.name, original.content)
    if stated == SOURCE and language in _DATA:
        return stated_in(beginning) or _data_type(original, beginning) or stated
    return stated


def _guessed(original: Original, beginning: str) -> str:
    """The media type of a text of which nothing was said."""
    return (
        stated_in(beginning)
        or _data_type(original, beginning)
        or (SOURCE if language_of(original.name, original.content) else None)
        or looks_like(beginning)
        or PLAIN
    )


def _description(original: Original, beginning: str) -> str | None:
    """The type of data in a text that was said to be prose: an API description states itself, messages only look so."""
    found = _data_type(original, beginning)
    return found if found == OPENAPI or (found == CHAT and original.kind == "chat") else None


def _data_type(original: Original, beginning: str) -> str | None:
    """What data among JSON and YAML is; None for other texts. JSON of kind `chat` has messages of an unusual shape."""
    found = data_type(original.content, original.charset, beginning)
    return CHAT if found == SOURCE and original.kind == "chat" else found


def _wrong_type(stated: str, *, is_text: bool) -> DocumentRejected:
    if is_text:
        return DocumentRejected(
            "wrong_type",
            f"the document was said to be {stated!r}, but is a text: give the original, or declare the text's own type "
            "(text/plain, text/markdown, text/html, …)",
        )
    return DocumentRejected(
        "corrupt", f"the document was said to be {stated!r}, but does not begin as one: it is damaged or something else"
    )
