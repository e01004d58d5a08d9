"""The canonical text of a question set's document: what its spans count in."""

from typing import Final

from evaluation.errors import InvalidQuestionSet
from evaluation.model import EvaluationDocument
from indexing.errors import DocumentRejected
from indexing.parsers import parse
from indexing.parsers.detect import decode, media_type_of
from indexing.parsers.original import Original
from indexing.parsers.recognition.recognize import recognize

_SOURCE_IS_TEXT: Final = frozenset(
    {"text/markdown", "text/plain", "text/csv", "text/tab-separated-values", "text/x-source"}
)
"""Formats whose canonical text is their decoded source: no parse is needed to know it."""


def canonical_text(document: EvaluationDocument) -> str:
    """The text as indexing makes it of the document's file with the default parser settings.

    Text files are decoded: no byte order mark, newlines untouched. Others (HTML, PDF, DOCX, …) are parsed in this
    process, without the limits that a server sets: whoever does not trust a set, or reads with other settings, gives
    `load_set` another function. Raises InvalidQuestionSet.
    """
    try:
        return _text(read_bytes(document), document)
    except DocumentRejected as exc:
        raise InvalidQuestionSet(f"document {document.document_id!r} ({document.path}): {exc}") from exc


def read_bytes(document: EvaluationDocument) -> bytes:
    """The document's bytes. Raises InvalidQuestionSet."""
    try:
        return document.path.read_bytes()
    except (OSError, ValueError) as exc:  # ValueError: a name that no file can have
        shown = str(document.path).replace("\0", "\ufffd")
        reason = exc.strerror if isinstance(exc, OSError) and exc.strerror else exc
        raise InvalidQuestionSet(
            f"document {document.document_id!r}: {shown}: {reason}; `file` is its path from the folder of the set"
        ) from exc


def _text(content: bytes, document: EvaluationDocument) -> str:
    media_type = media_type_of(document.path.name) or ""
    original = Original(content=content, media_type=media_type, name=document.document_id)
    found, _ = recognize(original)
    return decode(content, None).text if found in _SOURCE_IS_TEXT else parse(original).text
