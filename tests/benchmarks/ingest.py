"""Ingest without the model: parse + chunk + analyse + commit, in MB/s and chunks/s, with peak memory.

    python -m tests.benchmarks.ingest [FOLDER ...]

Reads every .md and .txt below the folders (default: examples/), with the real tokenizer of the default model and an
embedder that makes up its vectors, so that everything but the forward pass is what `parentage ingest` does.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from indexing.config import EmbedderConfig, IndexingConfig
from indexing.embedders import Embedder, EmbedderManifest, Tokenizer
from indexing.embedders.sentence_transformer import load_embedder
from indexing.index import Index
from indexing.ingest import Ingest, PutDocument
from indexing.library import Library
from indexing.parsers.detect import media_type_of
from tests.parts import FixedProvider


class NoForwardPass:
    """An embedder with a real tokenizer and made-up vectors."""

    def __init__(self, real: Embedder) -> None:
        self.manifest: EmbedderManifest = real.manifest
        self.tokenizer: Tokenizer = real.tokenizer
        self._random = np.random.default_rng(1)

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        return self.embed_passages([text])[0], False

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        made = self._random.standard_normal((len(texts), self.manifest.dimension)).astype(np.float32)
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def files(folders: Sequence[str]) -> Iterator[tuple[str, bytes, str]]:
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            kind = media_type_of(path.name)
            if path.is_file() and kind:
                yield str(path), path.read_bytes(), kind


def main(folders: Sequence[str]) -> None:
    embedder = NoForwardPass(load_embedder(EmbedderConfig(), None))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    documents = list(files(folders))
    with tempfile.TemporaryDirectory() as data:
        library = Library.in_folder(Path(data))
        ingest = Ingest(library, Index(library, {}), FixedProvider(embedder), IndexingConfig())
        started, chunks = time.perf_counter(), 0
        for name, content, kind in documents:
            chunks += ingest.put("t", name, PutDocument(content=content, media_type=kind, access=("*",))).chunks
        seconds = time.perf_counter() - started
        size = (Path(data) / "library.sqlite").stat().st_size / 1e6
        library.close()
    megabytes = sum(len(content) for _, content, _ in documents) / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(documents)} documents, {megabytes:.2f} MB, {chunks} chunks in {seconds:.2f} s")
    print(f"{megabytes / seconds:.2f} MB/s, {chunks / seconds:.0f} chunks/s, library {size:.1f} MB")
    print(f"peak memory {peak:.0f} MB, of which {before:.0f} MB the model and its libraries")


if __name__ == "__main__":
    main(sys.argv[1:] or [str(Path(__file__).parents[2] / "examples")])
