"""SIGKILL at every step of the write path: what was acknowledged is whole, what was not is whole or absent."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from indexing.access import Scope
from indexing.audit import Auditor
from indexing.config import IndexingConfig
from indexing.edit import Patch, PutDocument
from indexing.follower import Follower
from indexing.index import Index
from indexing.ingest import Ingest
from indexing.library import Library, Transaction, jobs
from indexing.reindex import Reindex
from tests.fakes import HashingEmbedder, MemoryVectorStore
from tests.parts import FixedProvider, Parts, open_parts

STEP_LIMIT = 200
"""More steps than the story has: the loop must end by itself."""
EVERYBODY = Scope("t", frozenset())
OLD, NEW = "# One\n\nfirst words.\n\n# Two\n\nsecond words.\n", "# One\n\nfirst words.\n\n# Three\n\nthird words.\n"


class Fuse:
    """Kills the process at the n-th step it is told of."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def step(self) -> None:
        self._left -= 1
        if self._left < 0:
            os.kill(os.getpid(), signal.SIGKILL)


class FusedLibrary(Library):
    """A library whose every write has three steps: before it, before its commit, after its commit."""

    fuse: Fuse

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        self.fuse.step()
        with super().write() as tx:
            yield tx
            self.fuse.step()
        self.fuse.step()


class FusedEmbedder(HashingEmbedder):
    fuse: Fuse

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.fuse.step()
        return super().embed_passages(texts)


def story(folder: Path, say: Callable[[str], None], fuse: Fuse) -> None:
    """Puts, a new version, rights, a delete, a reindex; says what was acknowledged."""
    FusedLibrary.fuse = FusedEmbedder.fuse = fuse  # of this process alone, which makes its library with it
    library, embedder = FusedLibrary.in_folder(folder), FusedEmbedder()
    config = IndexingConfig()
    index = Index(library, {})
    ingest = Ingest(library, index, FixedProvider(embedder), config)

    def put(name: str, text: str) -> None:
        ingest.put("t", name, PutDocument(content=text.encode(), media_type="text/markdown", access=("*",)))

    put("a", OLD)
    say("a old")
    put("b", OLD)
    say("b old")
    put("a", NEW)
    say("a new")
    ingest.patch("t", "b", Patch(access=()))
    say("b closed")
    put("c", NEW)
    say("c new")
    ingest.delete("t", "c")
    say("c gone")
    reindex = Reindex(library, index, ingest, lambda tenant: None)
    assert reindex.run(reindex.start("t"), threading.Event()).state == "succeeded"
    say("reindexed")
    Follower(library, MemoryVectorStore()).catch_up("t")
    say("done")


def killed_after(steps: int, folder: Path) -> list[str]:
    """What a process acknowledged that was killed at its step number `steps`."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            story(folder, lambda said: (os.write(writing, f"{said}\n".encode()), None)[1], Fuse(steps))
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as said:
        acknowledged = said.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, -signal.SIGKILL)
    return acknowledged


def texts_of(parts: Parts) -> dict[str, set[str]]:
    """Own texts that everybody may read, by document."""
    snapshot = parts.index.current("t")
    found: dict[str, set[str]] = {}
    for entry in snapshot.documents[: snapshot.n_documents]:
        rows = slice(entry.first_row, entry.end_row)
        if snapshot.live[rows].any():
            assert snapshot.live[rows].all(), "half a document is live"
            found[entry.document_id] = set()
    for text in parts.shown(EVERYBODY):
        for name in found:
            found[name].add(text)
    return found


@pytest.mark.parametrize("batch", range(4))
def test_a_kill_at_any_step_loses_nothing_acknowledged_and_shows_nothing_half(tmp_path: Path, batch: int) -> None:
    for steps in range(batch, STEP_LIMIT, 4):
        folder = tmp_path / str(steps)
        acknowledged = killed_after(steps, folder)
        parts = open_parts(folder)
        check(parts, acknowledged)
        resume(parts, acknowledged)
        parts.put("after", "words after the restart.\n")
        assert "words after the restart." in parts.shown(EVERYBODY)
        parts.library.close()
        if acknowledged and acknowledged[-1] == "done":
            return
    pytest.fail("the story never ended")


def resume(parts: Parts, acknowledged: list[str]) -> None:
    """A reindex that was cut off goes on where it was, and leaves the same documents."""
    before = parts.shown(EVERYBODY)
    with parts.library.read() as tx:
        left = jobs.unfinished(tx)
    assert len(left) <= ("c gone" in acknowledged and "reindexed" not in acknowledged)
    for job in left:
        assert parts.reindex.run(job, threading.Event()).state == "succeeded"
    assert parts.shown(EVERYBODY) == before
    check(parts, acknowledged)


def check(parts: Parts, acknowledged: list[str]) -> None:
    shown = parts.shown(EVERYBODY)
    old, new = {"# One\n\nfirst words.", "# Two\n\nsecond words."}, {"# One\n\nfirst words.", "# Three\n\nthird words."}
    assert all(text in old | new for text in shown)
    documents = texts_of(parts)
    if "a new" in acknowledged:
        assert shown.count("# Three\n\nthird words.") >= 1
    if "b closed" in acknowledged:
        assert "# Two\n\nsecond words." not in shown
    elif "b old" in acknowledged:
        assert "b" in documents
    if "c gone" in acknowledged:
        assert "c" not in documents
    auditor = Auditor(parts.library, parts.ingest, FixedProvider(parts.embedder), {}, None)
    assert [finding for line in auditor.audit() for finding in line.findings] == []
