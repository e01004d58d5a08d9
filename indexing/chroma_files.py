"""Disk space of dropped collections: Chroma forgets a dropped collection and leaves its index files where they are."""

import logging
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

log = logging.getLogger(__name__)

SEGMENT_NAME: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Chroma names the folder of a collection's index by its segment's UUID."""
BUSY_TIMEOUT_S: Final = 5.0
"""How long to wait for a write of the running server."""


def remove_dropped(folder: Path) -> int:
    """Removes the index files in `folder` that belong to no collection any more; returns the bytes they took.

    Right whether the server runs or not: a collection is in Chroma's table before its files are on disk, and the files
    are listed before the table is read. On any doubt nothing is removed.
    """
    found = [path for path in folder.glob("*-*-*-*-*") if SEGMENT_NAME.fullmatch(path.name) and path.is_dir()]
    if not found:
        return 0
    try:
        live = _segments(folder / "chroma.sqlite3")
    except sqlite3.Error as exc:
        log.warning("index files of dropped collections stay on disk for now: %s", exc)
        return 0
    return sum(_remove(path) for path in found if path.name not in live)


def _segments(database: Path) -> frozenset[str]:
    """Ids of all segments. Opened for writing, since a journal left by a killed server must be rolled back first."""
    uri = f"file:{quote(str(database.absolute()))}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT_S)) as connection:
        return frozenset(name for (name,) in connection.execute("SELECT id FROM segments"))


def _remove(path: Path) -> int:
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    shutil.rmtree(path, ignore_errors=True)
    return size
