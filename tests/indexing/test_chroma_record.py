import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexing.chroma_record import (
    RECORD_NAME,
    ChildRecord,
    end_recorded,
    read_record,
    running_url,
    start_mark,
    write_record,
)

STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        yield process
        process.kill()


def record_of(pid: int, started: str | None = None) -> ChildRecord:
    return ChildRecord(pid=pid, started=started or start_mark(pid) or "", url="http://127.0.0.1:1")


def test_a_recorded_process_that_runs_is_found(tmp_path: Path) -> None:
    write_record(tmp_path, record_of(os.getpid()))
    assert running_url(tmp_path) == "http://127.0.0.1:1"


def test_a_number_that_another_process_has_now_is_neither_found_nor_ended(tmp_path: Path) -> None:
    write_record(tmp_path, record_of(os.getpid(), "long ago"))
    assert running_url(tmp_path) is None
    end_recorded(tmp_path, patience_s=0.1)
    assert read_record(tmp_path) is None


def test_a_process_that_will_not_end_is_killed(tmp_path: Path, process: subprocess.Popen[str]) -> None:
    write_record(tmp_path, record_of(process.pid))
    end_recorded(tmp_path, patience_s=0.2)
    assert (process.wait(2), running_url(tmp_path)) == (-signal.SIGKILL, None)


def test_a_zombie_does_not_run(process: subprocess.Popen[str]) -> None:
    assert start_mark(process.pid) is not None
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert start_mark(process.pid) is None


@pytest.mark.parametrize("content", [None, b"", b"{", b'{"pid": "1"}'])
def test_a_record_that_can_not_be_read_is_none(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / RECORD_NAME).write_bytes(content)
    assert (read_record(tmp_path), running_url(tmp_path)) == (None, None)
    end_recorded(tmp_path, patience_s=0.1)


def test_a_folder_that_does_not_exist_has_no_child(tmp_path: Path) -> None:
    assert running_url(tmp_path / "none") is None
