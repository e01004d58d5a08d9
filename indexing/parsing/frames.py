"""Frames: what the two ends of a worker's pipes say to each other, and how it is written.

A frame is its length in 8 bytes, little endian, and that many bytes of MessagePack.
"""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Struct

from indexing.model import ParsedText

LENGTH_BYTES: Final = 8
PIECE_BYTES: Final = 1 << 20
"""Most that one system call moves."""


class Ready(Struct, frozen=True, tag=True):
    """The worker has started and waits for its first document."""


class Parsed(Struct, frozen=True, tag=True):
    """What came of a document."""

    parsed: ParsedText
    grown_mb: int
    """Address space the worker has now and had not when it was ready."""


class Refused(Struct, frozen=True, tag=True):
    """The document is rejected."""

    code: str
    message: str
    grown_mb: int


class Broken(Struct, frozen=True, tag=True):
    """The parser itself failed."""

    error: str
    """The exception's type."""
    places: str
    """Where it happened, without the exception's message: that may quote the document."""
    grown_mb: int


Answer = Parsed | Refused | Broken
Frame = Ready | Answer


class EndOfFrames(Exception):
    """The other end is gone."""


def pack(message: Struct) -> bytearray:
    """A frame with `message`."""
    buffer = bytearray(LENGTH_BYTES)
    _ENCODER.encode_into(message, buffer, LENGTH_BYTES)
    buffer[:LENGTH_BYTES] = (len(buffer) - LENGTH_BYTES).to_bytes(LENGTH_BYTES, "little")
    return buffer


def unpack(body: bytes | bytearray) -> Frame:
    """The message in a frame that a worker wrote."""
    return _DECODER.decode(body)


def read_frame(read: Callable[[int], bytes]) -> bytearray:
    """The body of the next frame. `read` gives up to so many bytes, none at the end. Raises EndOfFrames."""
    return _read_exactly(read, int.from_bytes(_read_exactly(read, LENGTH_BYTES), "little"))


def _read_exactly(read: Callable[[int], bytes], size: int) -> bytearray:
    body = bytearray()
    while len(body) < size:
        piece = read(min(size - len(body), PIECE_BYTES))
        if not piece:
            raise EndOfFrames
        body += piece
    return body


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Frame)
