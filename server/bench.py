"""The bench of an evaluation over a data folder of its own: the same ingest and query paths as a server's.

All documents belong to one tenant, and everyone may read them. No vector store is fed: searches scan, as a server's do
for as many rows as a question set has. A bench is opened without loading its model, which only texts need that are in
no cache.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from evaluation.bench import Workshop, cut_of, reply_of
from evaluation.cached_embedder import CachedEmbedder
from evaluation.errors import InvalidQuestionSet
from evaluation.model import Cut, EvaluationDocument, Question, Reply, SearchSettings, Setup
from evaluation.scratch import short_digest, that_counts
from evaluation.set_texts import read_bytes
from evaluation.vector_cache import VectorCache
from indexing.access import Scope
from indexing.config import EmbedderConfig
from indexing.embedders import Embedder, EmbedderManifest
from indexing.embedders.counting import counting_embedder
from indexing.embedders.fingerprint import fingerprint
from indexing.embedders.locate import default_cache, locate
from indexing.embedders.provider import EmbedderProvider, check_same
from indexing.errors import DocumentNotFound, DocumentRejected
from indexing.format import decode
from indexing.ingest import PutDocument
from indexing.library import readings, tenants, texts
from indexing.library.readings import Reading
from indexing.model import Outline
from indexing.parsers.detect import media_type_of
from retrieval.config import RetrievalConfig
from retrieval.model import Query, Result
from retrieval.query import validated
from server.config import Config
from server.wiring import Runtime, open_runtime, provider

TENANT: Final = "evaluation"

EVERYBODY: Final = ("*",)

ASKED: Final = Query(text="?").top_k
"""Passages of the search whose time is taken: as many as callers get who name no number."""

Counted = Callable[[int, int], None]
"""Told how many of the texts that the model has to read for a document it has read."""


def workshop(
    config: Config,
    cache: VectorCache,
    *,
    embedders: EmbedderProvider | None = None,
    progress: Counted = lambda done, total: None,
) -> Workshop:
    """Opens benches with the folder of models and the threads of `config`. `embedders` replaces the models (tests).

    A model is loaded once for all of them. A bench raises what `open_runtime` and `Searcher.search` raise.
    """
    loaded: dict[EmbedderConfig, CachedEmbedder] = {}

    def load(wanted: EmbedderConfig) -> CachedEmbedder:
        if wanted not in loaded:
            loaded[wanted] = (
                CachedEmbedder(embedders.configured(), cache, progress=progress)
                if embedders
                else _cached(replace(config, indexing=replace(config.indexing, embedder=wanted)), cache, progress)
            )
        return loaded[wanted]

    @contextmanager
    def open_bench(setup: Setup, folder: Path) -> Iterator[ScratchBench]:
        embedder = load(setup.indexing.embedder)
        own = folder / short_digest(embedder.manifest)
        runtime = open_runtime(_config_of(config, setup, own / "index"), "write", embedders=_OneModel(embedder))
        try:
            yield ScratchBench(runtime, embedder, own)
        finally:
            runtime.close()

    return open_bench


class _OneModel:
    """An EmbedderProvider that has one embedder: the folder of an index is named for it."""

    def __init__(self, embedder: CachedEmbedder) -> None:
        self._embedder = embedder

    def configured(self) -> Embedder:
        return self._embedder

    def for_manifest(self, manifest: EmbedderManifest) -> Embedder:
        return check_same(self._embedder, manifest)


class ScratchBench:
    """`evaluation.bench.Bench` over a Runtime."""

    folder: Path

    def __init__(self, runtime: Runtime, embedder: CachedEmbedder, folder: Path) -> None:
        self.folder = folder
        self._runtime, self._embedder = runtime, embedder
        self._embedded_before, self._loading_before = embedder.embedded, embedder.loading_s
        self._scope = Scope(TENANT, frozenset())
        self._is_warm = False

    @property
    def embedded(self) -> int:
        """Texts that the model has read since the bench was opened."""
        return self._embedder.embedded - self._embedded_before

    @property
    def loading_s(self) -> float:
        """Seconds that loading the model has taken since the bench was opened."""
        return self._embedder.loading_s - self._loading_before

    def put(self, document: EvaluationDocument) -> None:
        """Index a document as an upload of its file would be. Raises InvalidQuestionSet."""
        given = PutDocument(
            content=read_bytes(document),
            media_type=media_type_of(document.path.name) or "",
            title=document.title or None,
            access=EVERYBODY,
        )
        try:
            self._runtime.ingest.put(TENANT, document.document_id, given)
        except DocumentRejected as exc:
            raise InvalidQuestionSet(f"document {document.document_id!r} ({document.path}): {exc}") from exc

    def search(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Reply:
        """The reply; its latency is that of a search for ASKED passages, which are the first of it.

        Another search for each token budget: a caller who has less room gets other text, not the beginning of this.
        """
        deep = _query(question, settings, top_k=settings.depth, filtered=filtered)
        usual = replace(deep, top_k=min(ASKED, deep.top_k))
        if not self._is_warm:  # what is loaded for the first search alone
            self._runtime.searcher.search(usual, self._scope)
            self._is_warm = True
        result, latency_ms = self._timed(usual)
        if usual != deep:
            result = self._runtime.searcher.search(deep, self._scope)
        within = {
            budget: self._runtime.searcher.search(replace(deep, max_context_tokens=budget), self._scope)
            for budget in settings.budgets
        }
        return reply_of(question.question_id, result, latency_ms, within)

    def explain(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Result:
        """The same search as deep as both legs go together."""
        depth = _deepest(self._runtime.config.retrieval, settings)
        return self._runtime.searcher.search(_query(question, settings, top_k=depth, filtered=filtered), self._scope)

    def cut(self, document_id: str) -> Cut:
        """How a document was cut. Raises DocumentNotFound."""
        return cut_of(document_id, self.outline(document_id))

    def outline(self, document_id: str) -> Outline:
        """Sections, parents and chunks of a document. Raises DocumentNotFound."""
        return decode(self._reading(document_id).outline)

    def text(self, document_id: str) -> str:
        """The canonical text of a document. Raises DocumentNotFound."""
        text_id = self._reading(document_id).facts.text_id
        with self._runtime.library.read() as tx:
            return texts.load(tx, text_id)

    def index_bytes(self) -> int:
        """What the library takes on disk: original files, texts, outlines, terms, vectors."""
        self._runtime.library.close()  # the last connection folds the log into the file; the next use opens another
        return sum(path.stat().st_size for path in self._runtime.folder.iterdir() if path.is_file())

    def _timed(self, query: Query) -> tuple[Result, float]:
        """A search with its milliseconds, the query's embedding at what it took when the model did it."""
        started = time.perf_counter()
        result = self._runtime.searcher.search(query, self._scope)
        took_ms = (time.perf_counter() - started) * 1000
        if "embed" in result.timings_ms:
            text = validated(query, self._runtime.config.retrieval).text
            took_ms += self._embedder.query_ms(text) - result.timings_ms["embed"]
        return result, took_ms

    def _reading(self, document_id: str) -> Reading:
        with self._runtime.library.read() as tx:
            active = tenants.get(tx, TENANT).active_generation
            found = readings.get(tx, TENANT, active, document_id)
        if found is None:
            raise DocumentNotFound(f"there is no document {document_id!r} in the evaluation")
        return found


def _cached(config: Config, cache: VectorCache, progress: Counted) -> CachedEmbedder:
    """The configured model behind the cache, loaded now only if its manifest is not known. Raises ModelUnavailable."""
    embedder, models = config.indexing.embedder, Path(config.cache) if config.cache else default_cache()
    folder, model = locate(embedder.model, models), provider(config)
    counting = counting_embedder(embedder, folder, model.configured)
    name = short_digest([fingerprint(folder, models), msgspec.to_builtins(embedder)])
    manifest = cache.manifest(name)
    if manifest is None:
        manifest = model.configured().manifest
        cache.put_manifest(name, manifest)
    return CachedEmbedder(counting, cache, manifest=manifest, progress=progress)


def _config_of(config: Config, setup: Setup, folder: Path) -> Config:
    retrieval = replace(setup.retrieval, max_top_k=_deepest(setup.retrieval, setup.search))
    return replace(config, data=str(folder), indexing=that_counts(setup.indexing), retrieval=retrieval)


def _deepest(config: RetrievalConfig, settings: SearchSettings) -> int:
    """Passages that hold all candidates of both legs, and whatever else may be asked for."""
    return max(config.max_top_k, settings.depth, 2 * config.candidates)


def _query(question: Question, settings: SearchSettings, *, top_k: int, filtered: bool) -> Query:
    return Query(
        text=question.text,
        top_k=top_k,
        mode=settings.mode,
        filter=question.filter if filtered else None,
        expand=settings.expand,
        window=settings.window,
        max_passage_tokens=settings.max_passage_tokens,
    )
