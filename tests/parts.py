"""A data folder with fakes for the model: what tests of the write path work on."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from indexing.access import Scope
from indexing.config import IndexingConfig
from indexing.embedders import Embedder, EmbedderManifest
from indexing.embedders.provider import check_same
from indexing.index import Index
from indexing.ingest import Ingest, PutDocument, Written
from indexing.library import Library, texts
from indexing.reindex import Reindex
from indexing.snapshot import Snapshot
from tests.fakes import HashingEmbedder


class FixedProvider:
    """An EmbedderProvider that has one embedder."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    def configured(self) -> Embedder:
        return self.embedder

    def for_manifest(self, manifest: EmbedderManifest) -> Embedder:
        return check_same(self.embedder, manifest)


class Parts(Struct):
    """The write path over one folder."""

    library: Library
    index: Index
    ingest: Ingest
    reindex: Reindex
    embedder: HashingEmbedder

    def put(self, document_id: str, text: str, tenant: str = "t", **given: Any) -> Written:
        given = {"media_type": "text/markdown", "access": ("*",)} | given
        return self.ingest.put(tenant, document_id, PutDocument(content=text.encode(), **given))

    def shown(self, scope: Scope) -> list[str]:
        """Own texts of the live chunks a scope may read, by document and place."""
        snapshot = self.index.current(scope.tenant)
        rows, visible = snapshot.rows, snapshot.allowed_sections(scope)[snapshot.rows.section] & snapshot.live
        found = []
        with self.library.read() as tx:
            for row in visible.nonzero()[0].tolist():
                entry = snapshot.documents[rows.document[row]]
                text = texts.load(tx, entry.text_id)[rows.start[row] : rows.end[row]]
                found.append((entry.document_id, rows.start[row], text))
        return [text for _, _, text in sorted(found)]


def open_parts(folder: Path, config: IndexingConfig | None = None, embedder: HashingEmbedder | None = None) -> Parts:
    """The write path over `folder`."""
    config, embedder = config or IndexingConfig(), embedder or HashingEmbedder()
    library = Library.in_folder(folder)
    index = Index(library, config.attributes)
    ingest = Ingest(library, index, FixedProvider(embedder), config)
    return Parts(library, index, ingest, Reindex(library, index, ingest, lambda tenant: None), embedder)


def live_numbers(snapshot: Snapshot) -> list[int]:
    """Chunk numbers of live rows, rising."""
    numbers: list[int] = snapshot.rows.number[snapshot.live].tolist()
    return numbers
