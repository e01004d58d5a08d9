"""What cuts by a configuration, opened for a look: the parsers in processes of their own, and the tokenizer alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.counting import counting_embedder
from indexing.embedders.locate import default_cache, locate
from indexing.embedders.provider import LoadingProvider
from indexing.model import DocumentKind
from indexing.parsing.pool import ParserPool
from server.config import Config
from server.progress import progress
from server.tuning.cut_files import Reading, Rules
from server.wiring import provider


def rules_of(config: Config, embedders: Any = None) -> Rules:
    """The rules of a configuration. `embedders` replaces the real models (tests). Raises ModelUnavailable."""
    return Rules(config=config.indexing, embedder=(embedders or counting_provider(config)).configured())


def counting_provider(config: Config) -> LoadingProvider:
    """The configured model's tokenizer, and the model itself when a vector is asked for."""

    def load(embedder: EmbedderConfig) -> Embedder:
        cache = Path(config.cache) if config.cache else default_cache()
        with progress("loading the tokenizer", "tensors unpacked") as shown:
            folder = locate(embedder.model, cache, progress=shown.at)
        return counting_embedder(embedder, folder, provider(config).configured)

    return LoadingProvider(config.indexing.embedder, load)


@contextmanager
def reading_by(config: Config, kind: DocumentKind | None) -> Iterator[Reading]:
    """How a configuration reads files, while its parser processes live."""
    threads = config.server.ingest_threads
    with ParserPool(config.indexing.parser, threads) as pool:
        yield Reading(parse=pool.parse, config=config.indexing, kind=kind, threads=threads)
