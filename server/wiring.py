"""Wiring: the only file that names concrete classes. A Runtime is a data folder opened for one of three purposes."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from msgspec import Struct

from indexing.chroma_child import ChromaChild
from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.counting import counting_embedder
from indexing.embedders.locate import default_cache, locate
from indexing.embedders.provider import EmbedderProvider, LoadingProvider
from indexing.errors import VectorStoreUnavailable
from indexing.follower import Follower
from indexing.index import Index
from indexing.ingest import Ingest
from indexing.library import Library, texts
from indexing.lock import DataFolderLock
from indexing.parsing.pool import ParserPool
from indexing.reindex import Reindex
from retrieval.search import Searcher
from server.adapters import CurrentServing, LibraryTexts
from server.config import Config
from server.progress import progress

Purpose = Literal["serve", "write", "read"]
"""`serve` holds the lock and feeds the vector store; `write` holds the lock; `read` goes beside either."""


class Runtime(Struct, kw_only=True):
    """Everything that works on one data folder. `close` it."""

    config: Config
    folder: Path
    library: Library
    index: Index
    embedders: EmbedderProvider
    ingest: Ingest
    reindex: Reindex
    searcher: Searcher
    parsers: ParserPool
    child: ChromaChild | None = None
    """The supervised Chroma server; None when a URL is configured or this is no server."""
    follower: Follower | None = None
    lock: DataFolderLock | None = None

    def close(self) -> None:
        """Stop the threads and the child, close the stores, let the next writer in."""
        if self.follower is not None:
            self.follower.stop()
        if self.child is not None:
            self.child.stop()
        self.parsers.close()
        self.library.close()
        if self.lock is not None:
            self.lock.release()


def open_runtime(config: Config, purpose: Purpose, *, embedders: EmbedderProvider | None = None) -> Runtime:
    """Open `config.data`. `embedders` replaces the real models (tests).

    Raises DataFolderLocked, InvalidConfig. A vector store that does not start is tried again in the background.
    """
    folder = Path(config.data)
    lock = None if purpose == "read" else DataFolderLock(folder, purpose)
    try:
        return _assemble(config, folder, purpose, embedders or provider(config), lock)
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def provider(config: Config) -> EmbedderProvider:
    """The real models, loaded when first asked for."""

    def load(embedder: EmbedderConfig) -> Embedder:
        from indexing.embedders.sentence_transformer import load_embedder  # torch: seconds that `--help` must not cost

        with progress("loading the model", "tensors unpacked") as shown:
            return load_embedder(embedder, Path(config.cache) if config.cache else None, progress=shown.at)

    return LoadingProvider(config.indexing.embedder, load)


def counting_provider(config: Config) -> EmbedderProvider:
    """The configured model's tokenizer, and the model itself when a vector is asked for."""

    def load(embedder: EmbedderConfig) -> Embedder:
        cache = Path(config.cache) if config.cache else default_cache()
        with progress("loading the tokenizer", "tensors unpacked") as shown:
            folder = locate(embedder.model, cache, progress=shown.at)
        return counting_embedder(embedder, folder, provider(config).configured)

    return LoadingProvider(config.indexing.embedder, load)


def parser_pool(config: Config) -> ParserPool:
    """The processes that parse: as many as there are threads that write."""
    return ParserPool(config.indexing.parser, config.server.ingest_threads)


def _assemble(
    config: Config, folder: Path, purpose: Purpose, embedders: EmbedderProvider, lock: DataFolderLock | None
) -> Runtime:
    url = config.indexing.library_url
    library = Library(url) if url else Library.in_folder(folder)
    if purpose == "write":  # a server does it as it runs
        with library.write() as tx:
            texts.reclaim(tx, older_than_s=config.indexing.reclaim_after_s)
    index = Index(library, config.indexing.attributes)
    child, follower = _vectors(config, folder, library) if purpose == "serve" else (None, None)
    wake: Callable[[str], None] = follower.wake if follower else lambda tenant: None
    parsers = parser_pool(config)
    ingest = Ingest(library, index, embedders, config.indexing, wake, read=parsers.parse)
    searcher = Searcher(
        CurrentServing(index, embedders, config.indexing.analyzer),
        LibraryTexts(library),
        nearest=follower,
        attributes=config.indexing.attributes,
        config=config.retrieval,
    )
    return Runtime(
        config=config,
        folder=folder,
        library=library,
        index=index,
        embedders=embedders,
        ingest=ingest,
        reindex=Reindex(library, index, ingest, wake),
        searcher=searcher,
        parsers=parsers,
        child=child,
        follower=follower,
        lock=lock,
    )


def _vectors(config: Config, folder: Path, library: Library) -> tuple[ChromaChild | None, Follower]:
    from indexing.vectors import ChromaVectorStore  # chromadb: a second that only serving costs

    url = config.indexing.vectors.url
    child = None if url else ChromaChild(folder / "chroma")
    if child is not None:
        with suppress(VectorStoreUnavailable):  # its supervisor goes on trying; searches scan meanwhile
            child.start()
    store = ChromaVectorStore((lambda: url) if url else (lambda: child.url if child else None), config.indexing.vectors)
    follower = Follower(library, store, child.reclaim if child else lambda: None)
    follower.start()
    return child, follower
