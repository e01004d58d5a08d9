"""The values of an evaluation: what is asked, what was returned, what the index is like.

Evidence and results are spans of documents' canonical texts, never chunk ids: any way to cut can be scored.
"""

from pathlib import Path
from typing import Any

from msgspec import Struct

from indexing.config import IndexingConfig
from retrieval.config import RetrievalConfig
from retrieval.model import Expansion, Mode, Stopped


class DocumentSpan(Struct, frozen=True, order=True):
    """`[start, end)` of a document's canonical text, in code points."""

    document_id: str
    start: int
    end: int


class Question(Struct, frozen=True, kw_only=True):
    """A question with the evidence that answers it."""

    question_id: str
    text: str
    evidence: tuple[DocumentSpan, ...]
    """At least one; disjoint, in order."""
    category: str = ""
    language: str = ""
    filter: dict[str, Any] | None = None
    """Sent with the search: `retrieval.filters` has the grammar."""


class EvaluationDocument(Struct, frozen=True, kw_only=True):
    """A document of a set."""

    document_id: str
    path: Path
    title: str = ""


class QuestionSet(Struct, frozen=True, kw_only=True):
    """Documents and the questions asked of them."""

    name: str
    documents: tuple[EvaluationDocument, ...]
    questions: tuple[Question, ...]
    digest: str
    """Hexadecimal SHA-256 of all that is in it: equal digests, equal results."""


class SearchSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How questions are asked: the fields of a query that an evaluation may vary."""

    mode: Mode = "hybrid"
    expand: Expansion = "parent"
    window: int = 1
    max_passage_tokens: int = 1000
    depth: int = 50
    """Passages asked for: at least every k that is measured."""
    budgets: tuple[int, ...] = (500, 1000, 2000, 4000)
    """Token budgets (`max_context_tokens`) that each question is asked with besides."""


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One configuration that is evaluated."""

    name: str
    """What tables call it."""
    indexing: IndexingConfig = IndexingConfig()
    retrieval: RetrievalConfig = RetrievalConfig()
    search: SearchSettings = SearchSettings()


class Returned(Struct, frozen=True, kw_only=True):
    """One passage of a reply."""

    spans: tuple[DocumentSpan, ...]
    """What it shows, as cited, in order: all of one document."""
    tokens: int
    score: float
    truncated: bool


class Reply(Struct, frozen=True, kw_only=True):
    """What one question brought, best first."""

    question_id: str
    passages: tuple[Returned, ...]
    latency_ms: float
    stopped: Stopped = "exhausted"
    within: dict[int, tuple[Returned, ...]] = {}
    """By token budget, the passages for a caller who asks for no more tokens."""

    def at(self, budget: int) -> tuple[Returned, ...]:
        """What came within `budget` tokens; of a budget that was not asked with, the passages of the whole reply."""
        return self.within.get(budget, self.passages)


class Cut(Struct, frozen=True, kw_only=True):
    """How one document was cut: own spans only, all of them in order."""

    document_id: str
    chunks: tuple[tuple[int, int], ...]
    """`[start, end)` of each chunk."""
    parents: tuple[tuple[int, int], ...]
    """`[start, end)` of each parent, from its first chunk's start to its last one's end."""
    tokens: tuple[int, ...]
    """Of each chunk's embed text."""


class IndexFacts(Struct, frozen=True, kw_only=True):
    """What building the index of a set cost, and how its documents were cut."""

    cuts: tuple[Cut, ...]
    build_s: float
    """Parsing, cutting, embedding, writing; vectors that were cached cost nothing."""
    index_bytes: int
    """Of the data folder."""
    embedded: int
    """Texts that the model had to read: the others came from the cache."""


class Run(Struct, frozen=True, kw_only=True):
    """All questions of a set, asked with one setup."""

    set_name: str
    setup: Setup
    questions: tuple[Question, ...]
    replies: tuple[Reply, ...]
    """In the order of the questions."""
    facts: IndexFacts


class Score(Struct, frozen=True, kw_only=True):
    """What one question scored in one run."""

    question_id: str
    values: dict[str, float]
    """By the measure's name: `recall@2000tok`, `hit@5`; all questions of a run have the same names."""
