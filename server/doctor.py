"""`parentage doctor`: the audit over a data folder, as a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from indexing.audit import Auditor, Check
from indexing.chroma_child import ChromaChild, running_url
from indexing.embedders.provider import EmbedderProvider
from indexing.errors import DataFolderLocked, VectorStoreUnavailable
from indexing.lock import DataFolderLock
from indexing.vector_store import VectorStore
from server.config import Config
from server.progress import Progress
from server.table import columns
from server.wiring import open_runtime

SHOWN_FINDINGS = 20
"""Of one check: the rest is counted."""


def examine(config: Config, embedders: EmbedderProvider | None, progress: Progress) -> tuple[list[str], bool]:
    """The lines of the table and whether all is well. Raises InvalidConfig."""
    runtime = open_runtime(config, "read", embedders=embedders)
    try:
        with vector_store(config) as store:
            attributes = config.indexing.attributes
            auditor = Auditor(runtime.library, runtime.ingest, runtime.embedders, attributes, store)
            total, done = auditor.count(), 0

            def step(documents: int) -> None:
                nonlocal done
                done += documents
                progress.at(done, total)

            checks = list(auditor.audit(step))
    finally:
        runtime.close()
    return list(_lines(checks)), not any(check.findings for check in checks)


@contextmanager
def vector_store(config: Config) -> Iterator[VectorStore | None]:
    """The vector store: the configured one, the running server's, or one started for the audit.

    None when no rows were ever written to it, or when another process writes the folder without one.
    """
    folder = Path(config.data) / "chroma"
    url = config.indexing.vectors.url or running_url(folder)
    if url is not None:
        yield _store(config, url)
        return
    if not (folder / "chroma.sqlite3").exists():
        yield None
        return
    try:
        lock = DataFolderLock(Path(config.data), "doctor")
    except DataFolderLocked:
        yield None
        return
    try:
        with ChromaChild(folder) as child:
            yield _store(config, child.url)
    except VectorStoreUnavailable:
        yield None
    finally:
        lock.release()


def _store(config: Config, url: str | None) -> VectorStore:
    from indexing.vectors import ChromaVectorStore  # chromadb: a second that a folder without vectors must not cost

    return ChromaVectorStore(lambda: url, config.indexing.vectors)


def _lines(checks: list[Check]) -> Iterator[str]:
    table = [
        (c.tenant or "-", c.generation or "-", c.name, c.checked, c.pending or "-", len(c.findings) or c.note or "ok")
        for c in checks
    ]
    yield from columns(("tenant", "generation", "check", "checked", "pending", "findings"), table)
    for check in checks:
        where = f"{check.tenant or '-'}, generation {check.generation or '-'}, {check.name}"
        yield from (f"{where}: {finding}" for finding in check.findings[:SHOWN_FINDINGS])
        if len(check.findings) > SHOWN_FINDINGS:
            yield f"{where}: {len(check.findings) - SHOWN_FINDINGS} more"
