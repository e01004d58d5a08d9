"""The journal of replies: each is on disk before the next question is asked, so that a run can go on where it stopped.

A file of JSON lines. Whatever follows the first line that is none, as the end of a line that was torn, is dropped.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from evaluation.model import Reply


class Journal:
    """Replies by question, in a file that grows. To be used as a context."""

    def __init__(self, file: Path) -> None:
        """Read what is there. Raises OSError."""
        self.replies: dict[str, Reply] = {}
        """Those that are written, by question id."""
        self._file, kept = file, 0
        for reply, end in _written(file.read_bytes() if file.exists() else b""):
            self.replies[reply.question_id] = reply
            kept = end
        self._stream = file.open("ab")
        self._stream.truncate(kept)

    def add(self, reply: Reply) -> None:
        """Write a reply; it is there if this process is killed right after. Raises OSError."""
        self._stream.write(msgspec.json.encode(reply) + b"\n")
        self._stream.flush()
        self.replies[reply.question_id] = reply

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.close()


def _written(content: bytes) -> Iterator[tuple[Reply, int]]:
    """The replies of whole lines from the first on, each with the position behind its line."""
    end = 0
    for line in content.splitlines(keepends=True):
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return
        if not line.endswith(b"\n"):
            return
        end += len(line)
        yield reply, end
