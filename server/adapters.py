"""Adapters between layers: the library as a source of texts, and what answers a tenant's queries now."""

from collections.abc import Sequence

from indexing.analyze import Analyzer, analyzer_of
from indexing.config import AnalyzerConfig
from indexing.embedders import Embedder
from indexing.embedders.provider import EmbedderProvider
from indexing.errors import ModelUnavailable
from indexing.index import Index
from indexing.library import Library, texts
from indexing.library.texts import TextSlice
from indexing.manifest import Manifest
from retrieval.search import Serving


class LibraryTexts:
    """A `retrieval.cite.TextSource` over the library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def slices(self, wanted: Sequence[tuple[str, int, int]]) -> list[TextSlice]:
        """The pieces `(text_id, start, end)` in the order asked for. Raises TextGone, a LookupError."""
        with self._library.read() as tx:
            return texts.slices(tx, wanted)


class CurrentServing:
    """Tells `retrieval.search.Searcher` what answers a tenant's queries now."""

    def __init__(self, index: Index, embedders: EmbedderProvider, analyzer: AnalyzerConfig) -> None:
        """`analyzer` is the configured one, for a tenant that has no generation yet."""
        self._index, self._embedders, self._analyzer = index, embedders, analyzer

    def __call__(self, tenant: str) -> Serving:
        """The newest snapshot and what its manifest names. Raises ModelUnavailable."""
        snapshot = self._index.current(tenant)
        if snapshot.manifest is None:
            return Serving(snapshot=snapshot, embedder=None, analyzer=analyzer_of(self._analyzer))
        embedder, analyzer = tools_of(snapshot.manifest, self._embedders)
        return Serving(snapshot=snapshot, embedder=embedder, analyzer=analyzer)


def tools_of(manifest: Manifest, embedders: EmbedderProvider) -> tuple[Embedder, Analyzer]:
    """What embeds and analyses queries as a generation's documents were.

    Raises ModelUnavailable if the model or the analyzer's rules are not the same.
    """
    analyzer = analyzer_of(manifest.analyzer)
    if analyzer.name != manifest.analyzer_name:
        raise ModelUnavailable(
            f"the index was built with the analyzer {manifest.analyzer_name!r}, this program has {analyzer.name!r}: "
            "reindex (parentage reindex, or POST /admin/reindex)"
        )
    return embedders.for_manifest(manifest.embedder), analyzer
