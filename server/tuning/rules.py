"""What cuts by a configuration, opened for a look: the parsers in processes of their own, and the tokenizer alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from indexing.model import DocumentKind
from server.config import Config
from server.tuning.cut_files import Reading, Rules
from server.wiring import counting_provider, parser_pool


def rules_of(config: Config, embedders: Any = None) -> Rules:
    """The rules of a configuration. `embedders` replaces the real models (tests). Raises ModelUnavailable."""
    return Rules(config=config.indexing, embedder=(embedders or counting_provider(config)).configured())


@contextmanager
def reading_by(config: Config, kind: DocumentKind | None) -> Iterator[Reading]:
    """How a configuration reads files, while its parser processes live."""
    with parser_pool(config) as pool:
        yield Reading(parse=pool.parse, config=config.indexing, kind=kind, threads=config.server.ingest_threads)
