"""What the child process runs: Chroma's own command line, for as long as the parent lives.

Run by its path, not imported: it must start in a fraction of a second, so it loads Chroma's native server and nothing
of its Python package (0.2 s and 38 MB instead of 1.1 s and 111 MB).
"""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
"""prctl(2): the signal this process gets when the thread that started it ends."""
GRACE_S = 5.0
"""How long a stopping server may finish what it is writing before the process ends all the same."""


def end_with_parent() -> None:
    """Makes this process end with its parent, however that one dies.

    On every system the end of standard input, a pipe only the parent holds, tells of the parent's death. A process the
    parent forked meanwhile may hold the pipe as well; there Linux's own notice helps.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    threading.Thread(target=_end_at_eof, daemon=True).start()


def _end_at_eof() -> None:
    while os.read(0, 1):
        continue
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_S)
    os._exit(1)


if __name__ == "__main__":
    import chromadb_rust_bindings  # type: ignore[import-untyped]

    end_with_parent()
    chromadb_rust_bindings.cli(["chroma", *sys.argv[1:]])
