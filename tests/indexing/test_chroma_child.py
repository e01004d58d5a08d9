import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from indexing.chroma_child import LOG_BYTES, ChromaChild, bound_log, running_url
from indexing.chroma_record import read_record
from indexing.config import VectorsConfig
from indexing.errors import VectorStoreUnavailable
from indexing.vector_store import CollectionKey
from indexing.vectors import ChromaVectorStore

KEY = CollectionKey("t", 1, 1)
ROWS = np.random.default_rng(1).standard_normal((1_500, 16)).astype(np.float32)
OWNER = """
import sys, time
from pathlib import Path
from indexing.chroma_child import ChromaChild
with ChromaChild(Path(sys.argv[1])):
    print("up", flush=True)
    time.sleep(60)
"""
FORKING_OWNER = """
import os, sys, time
from pathlib import Path
from indexing.chroma_child import ChromaChild
with ChromaChild(Path(sys.argv[1])):
    if os.fork() == 0:  # holds the child's pipe open
        time.sleep(8)
        os._exit(0)
    print("up", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def child(tmp_path: Path) -> Iterator[ChromaChild]:
    with ChromaChild(tmp_path, poll_s=0.2) as child:
        yield child


@pytest.fixture
def store(child: ChromaChild) -> Iterator[ChromaVectorStore]:
    with closing(ChromaVectorStore(lambda: child.url, VectorsConfig(batch_rows=100))) as store:
        store.open(KEY)
        yield store


def pid_of(folder: Path) -> int:
    record = read_record(folder)
    assert record is not None
    return record.pid


def eventually(holds: Callable[[], bool], *, within_s: float = 10.0) -> bool:
    deadline = time.monotonic() + within_s
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds()


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def write(store: ChromaVectorStore, first: int, end: int) -> None:
    numbers = np.arange(first, end)
    store.upsert(KEY, numbers, vectors=ROWS[first:end], metadata=[{"ordinal": n} for n in numbers.tolist()])


def test_a_started_child_answers_and_other_processes_find_it(child: ChromaChild, tmp_path: Path) -> None:
    assert child.available
    assert child.url == running_url(tmp_path)


def test_a_stopped_child_is_gone_and_no_longer_found(tmp_path: Path) -> None:
    child = ChromaChild(tmp_path)
    child.start()
    pid = pid_of(tmp_path)
    child.stop()
    child.stop()
    assert (child.url, child.available, running_url(tmp_path), is_gone(pid)) == (None, False, None, True)


def test_what_was_acknowledged_survives_the_death_of_the_child(
    child: ChromaChild, store: ChromaVectorStore, tmp_path: Path
) -> None:
    write(store, 0, 1_450)
    pid = pid_of(tmp_path)
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: child.available and pid_of(tmp_path) != pid)
    assert store.count(KEY) == 1_450
    assert sorted(np.concatenate(list(store.ids(KEY))).tolist()) == list(range(1_450))
    found = [store.query(KEY, ROWS[number], depth=1).tolist() for number in (0, 700, 1_449)]
    assert found == [[0], [700], [1_449]]


def test_a_dead_child_is_unavailable_at_once(child: ChromaChild, tmp_path: Path) -> None:
    url, pid = child.url, pid_of(tmp_path)
    with closing(ChromaVectorStore(lambda: url, VectorsConfig())) as store:
        store.open(KEY)
        write(store, 0, 100)
        os.kill(pid, signal.SIGKILL)
        assert eventually(lambda: is_gone(pid))
        began = time.monotonic()
        with pytest.raises(VectorStoreUnavailable):
            store.query(KEY, ROWS[7], depth=1)
        assert time.monotonic() - began < 0.5


def test_a_write_cut_off_by_the_death_of_the_child_can_be_repeated(
    child: ChromaChild, store: ChromaVectorStore, tmp_path: Path
) -> None:
    write(store, 0, 1_000)
    os.kill(pid_of(tmp_path), signal.SIGKILL)
    with pytest.raises(VectorStoreUnavailable):
        write(store, 900, 1_500)
    assert eventually(lambda: repeated(store))
    assert store.count(KEY) == 1_500


def repeated(store: ChromaVectorStore) -> bool:
    try:
        write(store, 900, 1_500)
    except VectorStoreUnavailable:
        return False
    return True


def test_a_child_that_falls_silent_is_replaced(tmp_path: Path) -> None:
    with ChromaChild(tmp_path, poll_s=0.2, silence_limit_s=0.5) as child:
        pid = pid_of(tmp_path)
        os.kill(pid, signal.SIGSTOP)
        assert eventually(lambda: not child.available)
        assert eventually(lambda: child.available)
        assert pid_of(tmp_path) != pid


def test_a_child_that_can_not_serve_is_reported_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "chroma.sqlite3").write_bytes(b"not a database" * 1_000)
    child = ChromaChild(tmp_path, start_timeout_s=1.0)
    with pytest.raises(VectorStoreUnavailable, match=r"child\.log"):
        child.start()
    (tmp_path / "chroma.sqlite3").unlink()
    assert eventually(lambda: child.available)
    child.stop()


@pytest.mark.parametrize("owner_code", [OWNER, FORKING_OWNER])
def test_the_child_ends_with_its_killed_parent_and_the_folder_serves_again(tmp_path: Path, owner_code: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", owner_code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "up\n"
        pid = pid_of(tmp_path)
        owner.kill()
    assert eventually(lambda: is_gone(pid), within_s=2.0)
    with ChromaChild(tmp_path) as child:
        assert child.available


def test_a_child_left_behind_is_ended_by_the_next_owner(tmp_path: Path) -> None:
    with ChromaChild(tmp_path) as left_behind:
        pid = pid_of(tmp_path)
        with ChromaChild(tmp_path) as child:
            assert is_gone(pid)
            assert child.available
            left_behind.stop()


def test_the_log_is_bounded(tmp_path: Path) -> None:
    log = tmp_path / "child.log"
    with log.open("ab") as output:
        output.write(b"x" * LOG_BYTES)
        output.flush()
        bound_log(log)
        output.write(b"next")
    assert log.read_bytes() == b"next"
    assert (tmp_path / "child.log.1").stat().st_size == LOG_BYTES
