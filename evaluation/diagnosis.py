"""The diagnosis: by rule, why the first k passages do not show all evidence of a question.

The first rule that holds gives the reason. Blank characters and what the parser left out are no evidence here: no
passage can show them.

- `lost by filter`: nothing that is missing is in the deepest reply; without the question's filter something is, or the
  filter admits nothing.
- `not retrieved`: no evidence is shown, none is in the deepest reply.
- `ranked below k`: no evidence is shown, the first of it comes at a rank above k.
- `dropped by dedup or budget`: one of the first k passages would show something of what is missing but for a budget.
- `cut by a boundary`: a span of evidence is shown in part: a border between chunks or parents cuts it.
- `half of the evidence`: some spans of evidence are shown whole, others not at all.

The deepest reply holds all candidates of both legs. Something is in it when a passage shows it, or would but for a
budget: it was found by a chunk that touches it, or was truncated, and a parent it was made from touches it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from evaluation.bench import Bench, Progress
from evaluation.coverage import length, shared, union, without
from evaluation.model import DocumentSpan, Question, Reply, Run
from indexing.model import Outline
from retrieval.model import Passage, Result

Reason = Literal[
    "lost by filter",
    "not retrieved",
    "ranked below k",
    "dropped by dedup or budget",
    "cut by a boundary",
    "half of the evidence",
]
"""In the order in which the rules are tried."""

DOCUMENTS_AT_ONCE: Final = 16
"""Texts and outlines that are kept in memory: questions often come by document."""


class Diagnosis(Struct, frozen=True, kw_only=True):
    """Why a question's evidence is not all in the first k passages."""

    question_id: str
    reason: Reason
    detail: str
    """One sentence."""
    rank: int | None
    """Of the first passage of the deepest reply that has something of what is missing; None if none has."""
    found: tuple[DocumentSpan, ...]
    """Evidence that is shown."""
    missing: tuple[DocumentSpan, ...]
    """Evidence that is not."""
    recall: float
    """Share of evidence characters that is shown."""


class Seen(Struct, frozen=True, kw_only=True):
    """One passage of the deepest reply, as the rules see it."""

    shown: tuple[DocumentSpan, ...]
    matched: tuple[DocumentSpan, ...]
    """Of the chunks it was found by."""
    cut_off: tuple[DocumentSpan, ...] = ()
    """What a budget may have left out: of a truncated passage the parents it was made from."""

    def has(self, spans: Sequence[DocumentSpan]) -> bool:
        """Whether it shows some of `spans`, or would but for a budget."""
        return shared(spans, union([*self.shown, *self.matched, *self.cut_off])) > 0

    def dropped(self, spans: Sequence[DocumentSpan]) -> bool:
        """Whether some of `spans` would have been shown but for a budget."""
        return shared(spans, union([*self.matched, *self.cut_off])) > 0


class Case(Struct, frozen=True, kw_only=True):
    """What the rules look at."""

    k: int
    evidence: tuple[DocumentSpan, ...]
    missing: tuple[DocumentSpan, ...]
    deep: tuple[Seen, ...]
    """The deepest reply."""
    unfiltered: tuple[Seen, ...] | None
    """The deepest reply without the question's filter; None for a question that has none."""


def diagnose(bench: Bench, run: Run, *, k: int = 5, progress: Progress) -> list[Diagnosis]:
    """A diagnosis for each question whose evidence is not all in the first `k` passages, in the order of the run.

    `bench` is that of the run, with all documents. Asks each of these questions once or twice more.
    """
    documents = Documents(bench)

    def deepest(question: Question, *, filtered: bool = True) -> tuple[Seen, ...]:
        return tuple(_seen(bench.explain(question, run.setup.search, filtered=filtered), documents))

    def looked_into(question: Question, reply: Reply) -> Iterator[Diagnosis]:
        missing = missing_from(question, reply, k, documents)
        if missing:
            case = Case(
                k=k,
                evidence=tuple(union(question.evidence)),
                missing=missing,
                deep=deepest(question),
                unfiltered=deepest(question, filtered=False) if question.filter else None,
            )
            yield _diagnosed(question.question_id, case)

    found: list[Diagnosis] = []
    for done, (question, reply) in enumerate(zip(run.questions, run.replies, strict=True)):
        progress(f"{run.set_name}: looking for causes", done, len(run.questions))
        found.extend(looked_into(question, reply))
    return found


class Documents:
    """Texts and outlines of a bench's documents, the last ones kept."""

    def __init__(self, bench: Bench) -> None:
        self.text: Callable[[str], str] = lru_cache(DOCUMENTS_AT_ONCE)(bench.text)
        self.outline: Callable[[str], Outline] = lru_cache(DOCUMENTS_AT_ONCE)(bench.outline)


def missing_from(question: Question, reply: Reply, k: int, documents: Documents) -> tuple[DocumentSpan, ...]:
    """Evidence that the first `k` passages of a reply do not show, though a passage could, in order.

    Evidence that the parser left out altogether is missing as well.
    """
    shown = union(span for passage in reply.passages[:k] for span in passage.spans)
    left = without(union(question.evidence), shown)
    missing = [span for span in left if documents.text(span.document_id)[span.start : span.end].strip()]
    removed = union(
        DocumentSpan(name, removal.span.start, removal.span.end)
        for name in dict.fromkeys(span.document_id for span in missing)
        for removal in documents.outline(name).removed
    )
    readable = [
        span for span in without(missing, removed) if documents.text(span.document_id)[span.start : span.end].strip()
    ]
    nothing_to_read = not readable and not shared(union(question.evidence), shown)
    return tuple(missing if nothing_to_read else readable)


def reason_of(case: Case) -> tuple[Reason, str]:
    """The first rule that holds, with what it says of this case."""
    rank, is_found = rank_of(case.missing, case.deep), _found(case)
    if case.unfiltered is not None and rank is None:
        without_filter = rank_of(case.missing, case.unfiltered)
        if without_filter is not None:
            return "lost by filter", f"Without the question's filter it comes at rank {without_filter}."
        if not case.deep:
            return "lost by filter", "The question's filter admits nothing."
    if rank is None and not is_found:
        return "not retrieved", f"Nothing of it is in the {len(case.deep)} passages of the deepest reply."
    if rank is not None and not is_found and rank > case.k:
        return "ranked below k", f"The first of it comes at rank {rank}; {case.k} passages count."
    for place, seen in enumerate(case.deep[: case.k], start=1):
        if seen.dropped(case.missing):
            return (
                "dropped by dedup or budget",
                f"Passage {place} was found by it or around it, and cut short before it.",
            )
    return _partly(case, rank)


def rank_of(spans: Sequence[DocumentSpan], deep: Sequence[Seen]) -> int | None:
    """The rank of the first passage that has some of `spans`, from 1."""
    return next((rank for rank, seen in enumerate(deep, start=1) if seen.has(spans)), None)


def _partly(case: Case, rank: int | None) -> tuple[Reason, str]:
    """The reason where something is shown, and nothing was cut short."""
    rest = "the rest is not retrieved" if rank is None else f"the rest comes at rank {rank}"
    parts = [(span, shared([span], case.missing)) for span in case.evidence]
    cut = [span for span, left in parts if 0 < left < length([span])]
    if cut:
        where = f"{cut[0].start} to {cut[0].end} of {cut[0].document_id!r}"
        return "cut by a boundary", f"A passage ends within the evidence from {where}; {rest}."
    whole = sum(1 for _, left in parts if not left)
    return "half of the evidence", f"{whole} of {len(parts)} spans of evidence are shown; {rest}."


def _found(case: Case) -> tuple[DocumentSpan, ...]:
    """Evidence that is not missing, what can not be shown included."""
    return tuple(without(case.evidence, case.missing))


def _diagnosed(question_id: str, case: Case) -> Diagnosis:
    reason, detail = reason_of(case)
    found = _found(case)
    return Diagnosis(
        question_id=question_id,
        reason=reason,
        detail=detail,
        rank=rank_of(case.missing, case.deep),
        found=found,
        missing=case.missing,
        recall=length(found) / length(case.evidence),
    )


def _seen(result: Result, documents: Documents) -> Iterator[Seen]:
    for passage in result.passages:
        name = passage.document.document_id
        yield Seen(
            shown=tuple(DocumentSpan(name, cited.start, cited.end) for cited in passage.citations),
            matched=tuple(DocumentSpan(name, match.start, match.end) for match in passage.matches),
            cut_off=tuple(_parents(passage, documents.outline(name))) if passage.truncated else (),
        )


def _parents(passage: Passage, outline: Outline) -> Iterator[DocumentSpan]:
    """The parents of the chunks that a passage was found by."""
    for index in sorted({outline.chunks[match.ordinal].parent for match in passage.matches}):
        parent = outline.parents[index]
        first, last = outline.chunks[parent.first_chunk], outline.chunks[parent.end_chunk - 1]
        yield DocumentSpan(passage.document.document_id, first.span.start, last.span.end)
