"""The rows of a question set's files, as they are written: one JSON object a line.

    <set>/documents.jsonl    {"document_id", "file", "title"}
    <set>/questions.jsonl    {"id", "query", "document_id", "evidence", "reference", "category", "language", "filter"}

`evidence` is a list of `[start, end]` in the document `document_id`, or, with `document_id` null, an object of such
lists by document. `reference` has the text of each span in the same shape. Fields named `evidence_…` are other readings
of what the evidence is (the sentence around an answer, the table it stands in). Unknown fields are ignored.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from evaluation.errors import InvalidQuestionSet

DOCUMENTS: Final = "documents.jsonl"
QUESTIONS: Final = "questions.jsonl"

_MARK: Final = b"\xef\xbb\xbf"
"""A byte order mark, which some editors write before UTF-8."""


class DocumentRow(Struct, frozen=True, kw_only=True):
    """A line of `documents.jsonl`."""

    document_id: str
    file: str
    """Path from the set's folder."""
    title: str = ""


class QuestionRow(Struct, frozen=True, kw_only=True):
    """A line of `questions.jsonl`."""

    question_id: str = msgspec.field(name="id")
    query: str
    document_id: str | None = None
    """Of all spans; None: `evidence` and the like name the document of each."""
    category: str = ""
    language: str = ""
    filter: dict[str, Any] | None = None


class Line(Struct, frozen=True, kw_only=True):
    """One row and where it stands."""

    place: str
    """File, line and question, as an error names them."""
    fields: Mapping[str, Any]
    """As decoded."""


def lines_of(file: Path) -> Iterator[Line]:
    r"""The rows of a file in order, blank lines left out. Lines end with `\n` alone. Raises InvalidQuestionSet."""
    try:
        content = file.read_bytes().removeprefix(_MARK)
    except OSError as exc:
        raise InvalidQuestionSet(
            f"{file}: {exc.strerror or exc}; a question set is a folder with {DOCUMENTS} and {QUESTIONS}"
        ) from exc
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            place = f"{file} line {number}"
            fields = _decoded(line, place)
            yield Line(place=f"{place} ({fields['id']!r})" if fields.get("id") else place, fields=fields)


def document_row(line: Line) -> DocumentRow:
    """`line` as a document. Raises InvalidQuestionSet."""
    row: DocumentRow = _converted(line.place, line.fields, DocumentRow)
    if not row.document_id or not row.file:
        raise InvalidQuestionSet(f"{line.place}: document_id and file must not be empty")
    if Path(row.file).is_absolute():
        raise InvalidQuestionSet(f"{line.place}: file {row.file!r} must be a path from the folder of the set")
    return row


def question_row(line: Line) -> QuestionRow:
    """`line` as a question. Raises InvalidQuestionSet."""
    row: QuestionRow = _converted(line.place, line.fields, QuestionRow)
    if not row.question_id:
        raise InvalidQuestionSet(f"{line.place}: id must not be empty; give each question a name of its own")
    return row


def by_document(line: Line, name: str, kind: type[Any]) -> dict[str, list[Any]]:
    """The lists of field `name` by document, of values of `kind`; {} where the row has no such field or an empty one.

    Raises InvalidQuestionSet for a field of another shape.

    >>> row = {"id": "q", "document_id": "rent", "evidence": [[3, 9]]}
    >>> by_document(Line(place="line 1", fields=row), "evidence", tuple[int, int])
    {'rent': [(3, 9)]}
    """
    value = line.fields.get(name)
    if not value:
        return {}
    document_id = line.fields.get("document_id")
    if isinstance(value, dict):
        lists: dict[str, list[Any]] = _converted(f"{line.place}: {name}", value, dict[str, list[kind]])  # type: ignore[valid-type]
        return {name: items for name, items in lists.items() if items}
    if not isinstance(document_id, str):
        raise InvalidQuestionSet(
            f"{line.place}: {name} is a list, but document_id names no document; "
            f"name it there, or make {name} an object of lists by document"
        )
    return {document_id: _converted(f"{line.place}: {name}", value, list[kind])}  # type: ignore[valid-type]


def _decoded(line: bytes, place: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as exc:
        raise InvalidQuestionSet(f"{place}: {exc}; each line must be one JSON object in UTF-8") from exc


def _converted(place: str, value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as exc:
        raise InvalidQuestionSet(f"{place}: {exc}") from exc
