"""A worker whose parser does what the document says: what real documents must not be able to do."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers import Original
from indexing.parsing.main import serve

HELD: list[bytearray] = []


def obey(original: Original) -> ParsedText:
    order, _, rest = original.content.decode().partition(" ")
    text = original.content.decode()
    match order:
        case "sleep":
            time.sleep(float(rest))
        case "spin":
            ctypes.PyDLL(None).sleep(int(rest))  # as a library that never lets go of the interpreter
        case "child":
            Path(rest).write_text(str(subprocess.Popen(["sleep", "60"]).pid))
            time.sleep(60)
        case "eat":
            HELD.append(bytearray(10_000_000_000))
        case "hold":
            HELD.append(bytearray(int(rest)))
        case "nest":
            return obey(original)
        case "exit":
            os._exit(int(rest))
        case "segfault":
            ctypes.string_at(0)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "raise":
            raise KeyError(rest)
        case "refuse":
            raise DocumentRejected("corrupt", rest)
        case "print":
            print(rest * 100_000)  # noqa: T201
            os.write(1, rest.encode() * 1_000)
            sys.stderr.write(rest)
            sys.stdout.flush()
        case "pid":
            text = str(os.getpid())
        case "repeat":
            text = "x" * int(rest)
    return ParsedText(text=text, blocks=())


if __name__ == "__main__":
    serve(obey, memory_mb=int(sys.argv[1]), timeout_s=float(sys.argv[2]), grace_s=0.1)
