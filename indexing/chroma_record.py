"""The record of a running Chroma child: a file in its folder that says which process it is and where it answers.

Written by the process that owns the folder; read by others that look for the child (`running_url`) and by the next
owner, which ends a child that a dead one left behind. A process number alone may belong to somebody else by then, so
the record also holds when the process started.
"""

import logging
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import msgspec

log = logging.getLogger(__name__)

RECORD_NAME: Final = "child.json"
POLL_S: Final = 0.02
"""Between two looks whether a process has ended."""


class ChildRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Which process serves a folder, and where."""

    pid: int
    started: str
    """What `start_mark` said of it: the same number with another mark is another process."""
    url: str


def write_record(folder: Path, record: ChildRecord) -> None:
    """Replaces the record of `folder`; a reader sees the old one or the new one."""
    fresh = folder / f"{RECORD_NAME}.new"
    fresh.write_bytes(msgspec.json.encode(record))
    fresh.replace(folder / RECORD_NAME)


def read_record(folder: Path) -> ChildRecord | None:
    """The record of `folder`; None when there is none that can be read."""
    try:
        return msgspec.json.decode((folder / RECORD_NAME).read_bytes(), type=ChildRecord)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        return None


def remove_record(folder: Path, pid: int) -> None:
    """Removes the record if it is about process `pid`, not about one that came after it."""
    record = read_record(folder)
    if record is not None and record.pid == pid:
        (folder / RECORD_NAME).unlink(missing_ok=True)


def running_url(folder: Path) -> str | None:
    """Where the Chroma child of `folder` answers, for any process on this machine; None when no child is running."""
    record = read_record(folder)
    return record.url if record is not None and _is_running(record) else None


def end_recorded(folder: Path, *, patience_s: float) -> None:
    """Ends the child the record names, if it still runs: asked to first, killed after `patience_s`.

    Only for the owner of the folder: a child that serves another living process ends just the same.
    """
    record = read_record(folder)
    if record is None:
        return
    for how in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if not _is_running(record):
            break
        log.warning("ending process %d, a Chroma child that outlived its owner", record.pid)
        _signal(record.pid, how)
        _await_end(record, patience_s)
    remove_record(folder, record.pid)


def start_mark(pid: int) -> str | None:
    """Identifies the process now numbered `pid` by its start; None when there is none, or only a zombie.

    Linux: boot id and start time in clock ticks, field 22 of /proc/PID/stat (proc(5)); fields are counted after the
    command, which may hold spaces and brackets. Elsewhere: what `ps` says; without `ps` (Windows) None.
    """
    boot = Path("/proc/sys/kernel/random/boot_id")
    if not boot.exists():
        return _started_by_ps(pid)
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in {"Z", "X"} else f"{boot.read_text().strip()} {fields[19]}"


def _started_by_ps(pid: int) -> str | None:
    try:
        done = subprocess.run(
            ["ps", "-o", "state=", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None
    state, _, started = done.stdout.strip().partition(" ")
    return None if not state or state.startswith("Z") else started.strip()


def _is_running(record: ChildRecord) -> bool:
    return start_mark(record.pid) == record.started


def _signal(pid: int, how: int) -> None:
    try:
        os.kill(pid, how)
    except ProcessLookupError:
        return


def _await_end(record: ChildRecord, patience_s: float) -> None:
    deadline = time.monotonic() + patience_s
    while _is_running(record) and time.monotonic() < deadline:
        time.sleep(POLL_S)
