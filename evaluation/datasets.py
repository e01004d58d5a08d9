"""Question sets: a folder of documents, and questions whose evidence is marked as spans of them.

    documents.jsonl, questions.jsonl → rows → evidence of each question → checked against the documents → QuestionSet

The files' format is in `evaluation.set_rows`. Documents are read one at a time, and kept nowhere.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from evaluation.errors import InvalidQuestionSet
from evaluation.model import DocumentSpan, EvaluationDocument, Question, QuestionSet
from evaluation.set_checks import Claim, faults, merged
from evaluation.set_rows import DOCUMENTS, QUESTIONS, Line, by_document, document_row, lines_of, question_row
from evaluation.set_texts import canonical_text, read_bytes
from retrieval.config import MAX_QUERY_CHARACTERS

log = logging.getLogger(__name__)

AUTO: Final = "auto"
"""The sentence around each answer where a row has it, else the answer itself: of short answers, shares mean nothing."""

_EVIDENCE: Final = "evidence"
_SENTENCE: Final = "evidence_sentence"
_FAULTS: Final = 5
"""Faults that one message tells."""

TextOf = Callable[[EvaluationDocument], str]
"""Makes a document's canonical text, in which its spans count. Raises InvalidQuestionSet."""


class _Asked(Struct, frozen=True, kw_only=True):
    """A question, and what its row says of documents."""

    question: Question
    claims: tuple[Claim, ...]


def load_set(
    folder: Path, *, evidence: str = AUTO, within_document: bool = False, text_of: TextOf = canonical_text
) -> QuestionSet:
    """The question set in `folder`, all of its spans checked.

    `evidence` names the field that holds the gold spans: rows without it are left out, and the log says how many.
    `within_document` lets each question search only the documents of its evidence. Raises InvalidQuestionSet.
    """
    documents = _documents(folder)
    lines = list(lines_of(folder / QUESTIONS))
    asked = [found for line in lines if (found := _asked(line, evidence, within_document)) is not None]
    _check_questions(folder, asked, lines, evidence)
    _check_claims(documents, (claim for one in asked for claim in one.claims), text_of)
    questions = tuple(one.question for one in asked)
    digest = _digest(folder, documents, questions)
    return QuestionSet(name=folder.resolve().name, documents=documents, questions=questions, digest=digest)


def _documents(folder: Path) -> tuple[EvaluationDocument, ...]:
    documents: dict[str, EvaluationDocument] = {}
    for line in lines_of(folder / DOCUMENTS):
        row = document_row(line)
        if row.document_id in documents:
            raise InvalidQuestionSet(f"{line.place}: there are two documents {row.document_id!r}; rename one")
        path = folder / row.file
        documents[row.document_id] = EvaluationDocument(document_id=row.document_id, path=path, title=row.title)
    return tuple(documents.values())


def _asked(line: Line, evidence: str, within_document: bool) -> _Asked | None:
    """The question of a row; None for one that has not got the field `evidence`. Raises InvalidQuestionSet."""
    row = question_row(line)
    if not row.query.strip() or len(row.query) > MAX_QUERY_CHARACTERS:
        raise InvalidQuestionSet(f"{line.place}: query must have from 1 to {MAX_QUERY_CHARACTERS} characters")
    field = evidence if evidence != AUTO else _SENTENCE if line.fields.get(_SENTENCE) else _EVIDENCE
    spans = by_document(line, field, tuple[int, int])
    if not spans and evidence != AUTO:
        return None
    if not spans:
        raise InvalidQuestionSet(f"{line.place}: has no {_EVIDENCE}; mark the spans that answer it, or remove the row")
    question = Question(
        question_id=row.question_id,
        text=row.query,
        evidence=tuple(_evidence(spans)),
        category=row.category,
        language=row.language,
        filter=_filter(row.filter, sorted(spans)) if within_document else row.filter or None,
    )
    return _Asked(question=question, claims=tuple(_claims(line, field, spans)))


def _evidence(spans: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[DocumentSpan]:
    for document_id in sorted(spans):
        yield from (DocumentSpan(document_id, start, end) for start, end in merged(spans[document_id]))


def _filter(given: dict[str, Any] | None, document_ids: Sequence[str]) -> dict[str, Any]:
    """A condition that only `document_ids` meet, besides the one that was given (`retrieval.filters`).

    >>> _filter(None, ["rent"])
    {'document_id': 'rent'}
    >>> _filter({"year": 2024}, ["rent", "pets"])
    {'$and': [{'year': 2024}, {'document_id': {'$in': ['rent', 'pets']}}]}
    """
    within: dict[str, Any] = {"document_id": document_ids[0] if len(document_ids) == 1 else {"$in": list(document_ids)}}
    return {"$and": [given, within]} if given else within


def _claims(line: Line, field: str, spans: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[Claim]:
    """What the row says of each document: by the field that is used, and by the one whose text it quotes."""
    references = by_document(line, "reference", str)
    quoted: Mapping[str, Sequence[tuple[int, int]]] = {}
    if references:
        quoted = by_document(line, _EVIDENCE, tuple[int, int])
    if references.keys() != quoted.keys():
        raise InvalidQuestionSet(f"{line.place}: {_EVIDENCE} and reference are of different documents")
    for document_id, given in quoted.items():
        yield Claim(
            place=line.place,
            field=_EVIDENCE,
            document_id=document_id,
            spans=tuple(given),
            references=tuple(references[document_id]),
        )
    if field != _EVIDENCE or not quoted:
        for document_id, given in spans.items():
            yield Claim(place=line.place, field=field, document_id=document_id, spans=tuple(given))


def _check_questions(folder: Path, asked: Sequence[_Asked], lines: Sequence[Line], evidence: str) -> None:
    """Whether there is something to ask, each under a name of its own. Raises InvalidQuestionSet."""
    file = folder / QUESTIONS
    if not lines:
        raise InvalidQuestionSet(f"{file}: holds no question; write one JSON object a line")
    if not asked:
        fields = sorted({name for line in lines for name in line.fields if name.startswith(_EVIDENCE)})
        raise InvalidQuestionSet(
            f"{file}: no question has the field {evidence!r}; it may be one of {', '.join(fields)}"
        )
    seen: dict[str, Line] = {}
    for line in lines:
        name = line.fields["id"]
        if name in seen:
            raise InvalidQuestionSet(f"{line.place}: this id is used before, at {seen[name].place}; rename one")
        seen[name] = line
    if len(asked) < len(lines):
        log.warning("%s: %d of %d questions left out: no %s", file, len(lines) - len(asked), len(lines), evidence)


def _check_claims(documents: Sequence[EvaluationDocument], claims: Iterable[Claim], text_of: TextOf) -> None:
    """Whether the documents hold what is said of them. Raises InvalidQuestionSet that tells the first faults."""
    of_document: dict[str, list[Claim]] = {document.document_id: [] for document in documents}
    for claim in claims:
        if claim.document_id not in of_document:
            raise InvalidQuestionSet(
                f"{claim.place}: {claim.field} is of document {claim.document_id!r}, which {DOCUMENTS} has not got"
            )
        of_document[claim.document_id].append(claim)
    found: list[str] = []
    for document in documents:
        said = of_document[document.document_id]
        text = text_of(document) if said else ""
        found.extend(fault for claim in said for fault in faults(claim, text))
    if found:
        more = f"\n… {len(found) - _FAULTS} more" if len(found) > _FAULTS else ""
        raise InvalidQuestionSet("\n".join(found[:_FAULTS]) + more)


def _digest(folder: Path, documents: Sequence[EvaluationDocument], questions: Sequence[Question]) -> str:
    """Of the bytes, names and titles of the documents and of the questions as they are asked; not of where they lie."""
    digest = hashlib.sha256()
    for document in documents:
        content = read_bytes(document)
        file = document.path.relative_to(folder).as_posix()
        digest.update(msgspec.json.encode([document.document_id, file, document.title, len(content)]) + content)
    digest.update(msgspec.json.encode(questions))
    return digest.hexdigest()
