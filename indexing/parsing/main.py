"""What a worker process runs: documents from standard input are parsed, one after the other, within its limits.

    python -m indexing.parsing.main MEMORY_MB TIMEOUT_S

It ends when the parent does: at once when it notices, and by the kernel's clock when a library holds the interpreter.
Standard output belongs to the frames; what libraries print goes nowhere.
"""

import faulthandler
import gc
import os
import resource
import select
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers import Original, parse
from indexing.parsing.frames import Answer, Broken, EndOfFrames, Parsed, Ready, Refused, pack, read_frame

GRACE_S: Final = 5.0
"""How much longer than the time limit a document may take before the kernel ends the process: the parent is quicker,
so this is for when there is none."""
ORPHAN_POLL_S: Final = 5.0
"""How often the process looks whether its parent still is the one it had: another one may hold our pipe open."""
OOM_SCORE: Final = 500
"""When memory runs out, the kernel takes this process before the server (proc(5), `oom_score_adj`)."""
MEGABYTE: Final = 1 << 20


def serve(
    parse: Callable[[Original], ParsedText], *, memory_mb: int, timeout_s: float, grace_s: float = GRACE_S
) -> None:
    """Parse documents until standard input ends."""
    requests, answers = _private_pipes()
    _end_with_parent(requests)
    _give_way()
    before_mb = address_space_mb()
    resource.setrlimit(resource.RLIMIT_AS, (memory_mb * MEGABYTE, memory_mb * MEGABYTE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no gigabytes, and no document, behind
    decoder = msgspec.msgpack.Decoder(Original)
    gc.freeze()  # what was imported stays: no collection need look at it
    _write(answers, pack(Ready()))
    with suppress(EndOfFrames):
        while True:
            original = decoder.decode(read_frame(partial(os.read, requests)))
            signal.setitimer(signal.ITIMER_REAL, timeout_s + grace_s)
            _write(answers, _answer(parse, original, memory_mb, before_mb))
            signal.setitimer(signal.ITIMER_REAL, 0)


def address_space_mb() -> int:
    """Megabytes of address space this process has; 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[0]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize() // MEGABYTE


def memory_refusal(memory_mb: int) -> DocumentRejected:
    """Why a document is refused that needs more memory than it may have."""
    return DocumentRejected(
        "too_complex",
        f"reading the document needs more memory than {memory_mb} MB (indexing.parser.memory_mb): split it, or raise "
        "the limit",
    )


def _answer(parse: Callable[[Original], ParsedText], original: Original, memory_mb: int, before_mb: int) -> bytearray:
    """The frame that answers a document."""
    try:
        return pack(Parsed(parse(original), address_space_mb() - before_mb))
    except MemoryError:
        pass  # leave the handler first: its traceback holds what used up the memory
    except Exception as exc:  # noqa: BLE001 - whatever is wrong with this document, the parent is told
        return pack(_failure(exc, address_space_mb() - before_mb))
    refusal = memory_refusal(memory_mb)
    return pack(Refused(refusal.code, str(refusal), address_space_mb() - before_mb))


def _failure(exc: Exception, grown_mb: int) -> Answer:
    if isinstance(exc, DocumentRejected):
        return Refused(exc.code, str(exc), grown_mb)
    if isinstance(exc, RecursionError):
        return Refused("too_complex", "the document is nested too deeply to be read: flatten it", grown_mb)
    return Broken(type(exc).__name__, "".join(traceback.format_tb(exc.__traceback__)), grown_mb)


def _private_pipes() -> tuple[int, int]:
    """Where documents come from and answers go; nothing else reads the one or writes to the other from now on.

    Errors so far went to the parent's file, and so does the last word of a crash.
    """
    requests, answers = os.dup(0), os.dup(1)
    faulthandler.enable(os.dup(2))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    return requests, answers


def _end_with_parent(requests: int) -> None:
    """Make this process, and all it has started, end when nobody can send documents any more."""
    with suppress(PermissionError):  # started as the head of a session, it has a group of its own
        os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends us in its own time
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # the kernel ends the process, whatever it is doing
    threading.Thread(target=_watch, args=(requests, os.getppid()), daemon=True).start()


def _watch(requests: int, parent: int) -> None:
    hang_up = select.poll()
    hang_up.register(requests, 0)  # nothing but its end
    while os.getppid() == parent and not hang_up.poll(1000 * ORPHAN_POLL_S):
        continue
    os.killpg(0, signal.SIGKILL)


def _give_way() -> None:
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(str(OOM_SCORE))


def _write(answers: int, frame: bytearray) -> None:
    view = memoryview(frame)
    while view:
        view = view[os.write(answers, view) :]


if __name__ == "__main__":
    serve(parse, memory_mb=int(sys.argv[1]), timeout_s=float(sys.argv[2]))
