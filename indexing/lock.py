"""The lock of a data folder: one process at a time writes it."""

import json
import os
from pathlib import Path

from filelock import FileLock, Timeout

from indexing.errors import DataFolderLocked


class DataFolderLock:
    """Held from construction to `release`; the kernel releases it when the process dies, however it dies."""

    def __init__(self, folder: Path, purpose: str) -> None:
        """Raises DataFolderLocked at once, naming the holder, if another process holds it."""
        folder.mkdir(parents=True, exist_ok=True)
        path, self._holder = folder / "writer.lock", folder / "writer.json"
        self._lock = FileLock(path)
        try:
            self._lock.acquire(timeout=0)
        except Timeout as exc:
            raise DataFolderLocked(
                f"{path} is held by {_describe(self._holder)}: stop that process, "
                "or use the running server (--server URL)"
            ) from exc
        self._holder.write_text(json.dumps({"pid": os.getpid(), "purpose": purpose}))

    def release(self) -> None:
        """Let the next writer in."""
        self._holder.unlink(missing_ok=True)
        self._lock.release()


def _describe(holder: Path) -> str:
    try:
        found = json.loads(holder.read_text())
        return f"process {found['pid']} ({found['purpose']})"
    except (OSError, ValueError, KeyError):
        return "another process"
