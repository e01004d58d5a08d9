"""`parentage doctor`: the audit over a data folder, as a table."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from indexing.audit import Auditor, Check
from indexing.chroma_child import ChromaChild, running_url
from indexing.embedders.provider import EmbedderProvider
from indexing.errors import DataFolderLocked, InvalidConfig, VectorStoreUnavailable
from indexing.library.store import LIBRARY_NAME
from indexing.lock import DataFolderLock
from indexing.vector_store import VectorStore
from server.config import Config
from server.progress import Progress
from server.table import columns
from server.wiring import open_runtime

START_TIMEOUT_S = 30.0
"""A Chroma server takes a second."""
SHOWN_FINDINGS = 20
"""Of one check: the rest is counted."""


def examine(config: Config, embedders: EmbedderProvider | None, progress: Progress) -> tuple[list[str], bool]:
    """The lines of the table and whether all is well. Raises InvalidConfig, also for a folder without a library."""
    if not config.indexing.library_url and not (Path(config.data) / LIBRARY_NAME).exists():
        raise InvalidConfig(f"there is no {LIBRARY_NAME} in {config.data}: name the data folder with --data")
    runtime = open_runtime(config, "read", embedders=embedders)
    try:
        with vector_store(config) as (store, trouble):
            attributes = config.indexing.attributes
            auditor = Auditor(runtime.library, runtime.ingest, runtime.embedders, attributes, store)
            total, done = auditor.count(), 0

            def step(documents: int) -> None:
                nonlocal done
                done += documents
                progress.at(done, total)

            checks = [*auditor.audit(step), *trouble]
    finally:
        runtime.close()
    return list(_lines(checks)), not any(check.findings for check in checks)


@contextmanager
def vector_store(config: Config) -> Iterator[tuple[VectorStore | None, list[Check]]]:
    """The vector store: the configured one, the running server's, or one started for the audit.

    None when no rows were ever written to it, when another process writes the folder without one, or when it does not
    start, which is the finding that comes with it.
    """
    folder = Path(config.data) / "chroma"
    url = config.indexing.vectors.url or running_url(folder)
    if url is not None:
        yield _store(config, url), []
        return
    if not (folder / "chroma.sqlite3").exists():
        yield None, []
        return
    try:
        lock = DataFolderLock(Path(config.data), "doctor")
    except DataFolderLocked:
        yield None, []
        return
    child, trouble = _started(folder)
    try:
        yield _store(config, child.url) if child else None, trouble
    finally:
        if child is not None:
            child.stop()
        lock.release()


def _started(folder: Path) -> tuple[ChromaChild | None, list[Check]]:
    """A Chroma server over `folder`, or why there is none."""
    child = ChromaChild(folder, start_timeout_s=START_TIMEOUT_S)
    try:
        child.start()
    except VectorStoreUnavailable as exc:
        child.stop()
        return None, [Check(tenant="", generation=0, name="chroma", checked=0, findings=(str(exc),))]
    return child, []


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
