"""The query path: from a question and who asks to the passages that answer it.

    scope + filter → mask → dense | lexical → fuse → group by parent → merge adjacent → context within budget → cite

Per search: one snapshot, one embedding, one lexical search, one dense search (which may ask the vector store again),
one fetch of texts.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from indexing.access import Scope
from indexing.analyze import Analyzer
from indexing.config import AttributeType
from indexing.embedders import Embedder
from indexing.snapshot import Snapshot
from retrieval.candidates import Candidates, Legs
from retrieval.cite import TextSource
from retrieval.config import RetrievalConfig
from retrieval.context import choose
from retrieval.dense import DenseLeg, Nearest
from retrieval.errors import TextGone
from retrieval.expand import Expander
from retrieval.filters import Filter, parse_filter
from retrieval.group import by_parent, new_parents
from retrieval.lexical import LexicalLeg
from retrieval.masks import Masks, masks
from retrieval.merge import merge
from retrieval.model import Explanation, Passage, Query, Result
from retrieval.passages import Presenter
from retrieval.query import validated
from retrieval.reading import present, read
from retrieval.stopwatch import Stopwatch


class Serving(Struct, frozen=True, kw_only=True):
    """What answers a tenant's queries now: a snapshot and what its generation was made with."""

    snapshot: Snapshot
    embedder: Embedder | None
    """None exactly in generation 0, which has no rows."""
    analyzer: Analyzer


class _Search(Struct, frozen=True, kw_only=True):
    """One search under way."""

    query: Query
    condition: Filter | None
    scope: Scope
    clock: Stopwatch


class Searcher:
    """Answers queries of any tenant. Thread-safe if its collaborators are."""

    def __init__(
        self,
        serving: Callable[[str], Serving],
        texts: TextSource,
        *,
        nearest: Nearest | None,
        attributes: Mapping[str, AttributeType],
        config: RetrievalConfig,
    ) -> None:
        self._serving, self._texts, self._nearest = serving, texts, nearest
        self._attributes, self._config = attributes, config

    def search(self, query: Query, scope: Scope) -> Result:
        """The reply to `query` for the principals of `scope`.

        Raises InvalidQuery, QueryTooLong, InvalidFilter; TextGone when texts vanished twice while they were read.
        """
        query = _with_legs_that_count(validated(query, self._config), self._config)
        condition = parse_filter(query.filter, self._attributes)
        search = _Search(query=query, condition=condition, scope=scope, clock=Stopwatch())
        try:
            return self._searched(search)
        except TextGone:  # the snapshot was older than texts are kept: a fresh one has other texts
            return self._searched(search)

    def _searched(self, search: _Search) -> Result:
        query, clock = search.query, search.clock
        with clock.stage("snapshot"):
            serving = self._serving(search.scope.tenant)
        snapshot = serving.snapshot
        with clock.stage("mask"):
            seen = masks(snapshot, search.scope, search.condition)
        if serving.embedder is None or not seen.visible.any():
            return _nothing(snapshot, search)
        legs, query_truncated = self._legs(search, serving, serving.embedder, seen)
        candidates = Candidates(snapshot, query, self._config, legs=legs, clock=clock)
        with clock.stage("group"):
            expander = Expander(snapshot, seen.readable, query)
            pool = by_parent(candidates.pool, snapshot.rows.parent)
        with clock.stage("context"):
            merged = merge(pool, expander, query.max_passage_tokens) if self._config.merge else pool
            groups = chain(merged, new_parents(pool, candidates.behind(), snapshot.rows.parent))
            choices, stopped = choose(groups, expander, query)
        with clock.stage("text"):
            texts = read(self._texts, snapshot, choices)
        with clock.stage("cite"):
            presenter = _presenter(serving.embedder, seen, candidates, query)
            passages, cut_short = present(presenter, choices, texts, query.max_context_tokens)
        return Result(
            generation=snapshot.generation,
            revision=snapshot.revision,
            stopped=cut_short or stopped,
            best_similarity=candidates.best_similarity(),
            passages=passages,
            context_tokens=sum(passage.tokens for passage in passages),
            query_truncated=query_truncated,
            explanation=_explanation(query, seen, candidates),
            timings_ms=clock.timings_ms,
            way="none" if legs.dense is None or query.mode == "lexical" else legs.dense.way,
            counts=_counts(seen, legs, candidates, passages),
        )

    def _legs(self, search: _Search, serving: Serving, embedder: Embedder, seen: Masks) -> tuple[Legs, bool]:
        """The ways to find rows, and whether the query was too long for the model."""
        query, snapshot = search.query, serving.snapshot
        dense, lexical, truncated = None, None, False
        if query.mode != "lexical" or query.min_similarity:
            with search.clock.stage("embed"):
                vector, truncated = embedder.embed_query(query.text)
            dense = DenseLeg(snapshot, seen.visible, vector, nearest=self._nearest)
        if query.mode != "dense":
            with search.clock.stage("lexical"):
                lexical = LexicalLeg(snapshot, seen.visible, serving.analyzer.query_terms(query.text))
                if dense is not None and query.min_similarity:
                    lexical.keep(partial(dense.at_least, least=query.min_similarity))
        return Legs(dense, lexical), truncated


def _with_legs_that_count(query: Query, config: RetrievalConfig) -> Query:
    """`query` in the mode of its one leg, if the other has weight 0: it is not searched at all."""
    if query.mode != "hybrid" or (config.dense_weight and config.lexical_weight):
        return query
    return replace(query, mode="dense" if config.dense_weight else "lexical")


def _presenter(embedder: Embedder, seen: Masks, candidates: Candidates, query: Query) -> Presenter:
    return Presenter(
        snapshot=candidates.snapshot,
        sections=seen.sections,
        tokenizer=embedder.tokenizer,
        explained=candidates.fusion if query.explain else None,
    )


def _explanation(query: Query, seen: Masks, candidates: Candidates) -> Explanation | None:
    if not query.explain:
        return None
    return Explanation(
        visible_rows=int(seen.visible.sum()), dense_rows=candidates.n_dense, lexical_rows=candidates.n_lexical
    )


def _counts(seen: Masks, legs: Legs, candidates: Candidates, passages: Sequence[Passage]) -> dict[str, int]:
    return {
        "visible_rows": int(seen.visible.sum()),
        "dense_rows": candidates.n_dense,
        "lexical_rows": candidates.n_lexical,
        "passages": len(passages),
        "widenings": 0 if legs.dense is None else legs.dense.widenings,
    }


def _nothing(snapshot: Snapshot, search: _Search) -> Result:
    """The reply when this scope and filter see no row: nothing is embedded or searched."""
    explained = Explanation(visible_rows=0, dense_rows=0, lexical_rows=0)
    return Result(
        generation=snapshot.generation,
        revision=snapshot.revision,
        stopped="exhausted",
        best_similarity=None,
        passages=(),
        context_tokens=0,
        query_truncated=False,
        explanation=explained if search.query.explain else None,
        timings_ms=search.clock.timings_ms,
        way="none",
        counts={"visible_rows": 0, "dense_rows": 0, "lexical_rows": 0, "passages": 0, "widenings": 0},
    )
