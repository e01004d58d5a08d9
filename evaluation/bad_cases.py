"""Bad cases: questions whose evidence was not all returned, with the texts that show why."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from evaluation.bench import Bench
from evaluation.coverage import union
from evaluation.diagnosis import Diagnosis, Documents
from evaluation.model import DocumentSpan, Question, Returned, Run
from evaluation.report.model import BadCase, Excerpt, ShownPassage
from indexing.model import Outline

AROUND: Final = 200
"""Characters shown before and behind evidence: two or three sentences."""
LONGEST: Final = 1200
"""Characters of one excerpt of evidence; of a longer one its two ends are shown."""


def bad_cases(bench: Bench, run: Run, diagnoses: Sequence[Diagnosis], *, k: int = 5) -> Iterator[BadCase]:
    """What a report shows of each diagnosis, in their order; read from the bench as they are drawn."""
    documents = Documents(bench)
    asked = {
        question.question_id: (question, reply) for question, reply in zip(run.questions, run.replies, strict=True)
    }
    for diagnosis in diagnoses:
        question, reply = asked[diagnosis.question_id]
        yield BadCase(
            setup=run.setup.name,
            set_name=run.set_name,
            question_id=question.question_id,
            question=question.text,
            reason=diagnosis.reason,
            detail=diagnosis.detail,
            category=question.category,
            language=question.language,
            recall=diagnosis.recall,
            evidence=tuple(_evidence(question, documents)),
            returned=tuple(
                _passage(rank, passage, question, documents) for rank, passage in enumerate(reply.passages[:k], start=1)
            ),
        )


def _evidence(question: Question, documents: Documents) -> Iterator[Excerpt]:
    """Evidence with what is around it; spans near each other in one excerpt, of long ones the ends."""
    for name, spans in groupby(union(question.evidence), key=lambda span: span.document_id):
        text = documents.text(name)
        around = [DocumentSpan(name, max(0, span.start - AROUND), min(len(text), span.end + AROUND)) for span in spans]
        for piece in union(part for span in union(around) for part in _ends(span)):
            yield _excerpt(piece, question, documents)


def _ends(span: DocumentSpan) -> list[DocumentSpan]:
    """
    >>> _ends(DocumentSpan("d", 0, 5000))
    [DocumentSpan(document_id='d', start=0, end=600), DocumentSpan(document_id='d', start=4400, end=5000)]
    """
    if span.end - span.start <= LONGEST:
        return [span]
    half, name = LONGEST // 2, span.document_id
    return [DocumentSpan(name, span.start, span.start + half), DocumentSpan(name, span.end - half, span.end)]


def _passage(rank: int, passage: Returned, question: Question, documents: Documents) -> ShownPassage:
    first = passage.spans[0]
    return ShownPassage(
        rank=rank,
        tokens=passage.tokens,
        path=path_at(documents.outline(first.document_id), first.start),
        excerpts=tuple(_excerpt(span, question, documents) for span in passage.spans),
        truncated=passage.truncated,
    )


def path_at(outline: Outline, position: int) -> tuple[str, ...]:
    """Titles from the outermost heading to that of the section a chunk at `position` lies in."""
    at = bisect_right(outline.chunks, position, key=lambda chunk: chunk.span.start) - 1
    return outline.sections[outline.chunks[at].section].path if at >= 0 else ()


def _excerpt(span: DocumentSpan, question: Question, documents: Documents) -> Excerpt:
    return Excerpt(
        document_id=span.document_id,
        start=span.start,
        text=documents.text(span.document_id)[span.start : span.end],
        evidence=tuple(
            (max(span.start, gold.start), min(span.end, gold.end))
            for gold in union(question.evidence)
            if gold.document_id == span.document_id and gold.start < span.end and gold.end > span.start
        ),
    )
