"""Words of the reply to a search. Equal searches at one revision give equal bytes: no time is among them.

Where a value of `retrieval` has the shape of the wire (citations, facts), it is the word.
"""

from math import isfinite

from msgspec import UNSET, Struct, UnsetType

from retrieval.model import Citation, DocumentFacts, Explanation, Match, Passage, Result, SectionFacts, Stopped


class PassageReply(Struct, frozen=True, kw_only=True):
    """One result."""

    rank: int
    score: float
    parent_id: str
    document: DocumentFacts
    section: SectionFacts
    text: str
    tokens: int
    truncated: bool
    citations: tuple[Citation, ...]
    matches: tuple["MatchReply", ...]


class ContributionReply(Struct, frozen=True, kw_only=True):
    """What each leg gave to a match's score; null for a leg it is absent from."""

    dense: float | None
    lexical: float | None


class MatchReply(Struct, frozen=True, kw_only=True):
    """A child that was found."""

    chunk_id: str
    ordinal: int
    start: int
    end: int
    score: float
    similarity: float | None
    dense_rank: int | None
    lexical_rank: int | None
    contribution: ContributionReply | UnsetType = UNSET
    """With `explain` only."""


class ExplanationReply(Struct, frozen=True, kw_only=True):
    """What was searched and found: rows this caller and filter admit, and those each leg gave to fusion."""

    visible_rows: int
    dense_rows: int
    lexical_rows: int


class UsageReply(Struct, frozen=True, kw_only=True):
    """What the reply costs a model."""

    context_tokens: int
    query_truncated: bool


class SearchReply(Struct, frozen=True, kw_only=True):
    """Reply to a search."""

    generation: int
    revision: int
    stopped: Stopped
    best_similarity: float | None
    results: tuple[PassageReply, ...]
    usage: UsageReply
    explanation: ExplanationReply | UnsetType = UNSET
    """With `explain` only."""


def search_reply(result: Result) -> SearchReply:
    """The reply to a search: nothing in it differs between equal searches at one revision."""
    explanation = result.explanation
    return SearchReply(
        generation=result.generation,
        revision=result.revision,
        stopped=result.stopped,
        best_similarity=_finite(result.best_similarity),
        results=tuple(_passage(passage) for passage in result.passages),
        usage=UsageReply(context_tokens=result.context_tokens, query_truncated=result.query_truncated),
        explanation=UNSET if explanation is None else _explanation(explanation),
    )


def _passage(passage: Passage) -> PassageReply:
    return PassageReply(
        rank=passage.rank,
        score=passage.score,
        parent_id=passage.parent_id,
        document=passage.document,
        section=passage.section,
        text=passage.text,
        tokens=passage.tokens,
        truncated=passage.truncated,
        citations=passage.citations,
        matches=tuple(_match(match) for match in passage.matches),
    )


def _match(match: Match) -> MatchReply:
    given = match.contribution
    return MatchReply(
        chunk_id=match.chunk_id,
        ordinal=match.ordinal,
        start=match.start,
        end=match.end,
        score=match.score,
        similarity=_finite(match.similarity),
        dense_rank=match.dense_rank,
        lexical_rank=match.lexical_rank,
        contribution=ContributionReply(dense=given.dense, lexical=given.lexical) if given else UNSET,
    )


def _explanation(explanation: Explanation) -> ExplanationReply:
    return ExplanationReply(
        visible_rows=explanation.visible_rows,
        dense_rows=explanation.dense_rows,
        lexical_rows=explanation.lexical_rows,
    )


def _finite(value: float | None) -> float | None:
    """`value`. Raises ValueError for one JSON has no number for: msgspec would send null, as if there were none."""
    if value is not None and not isfinite(value):
        raise ValueError("a similarity is not finite")
    return value
