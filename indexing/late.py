"""Late chunking: which chunks of a section the model reads together, and what their vectors then depend on.

Günther, Mohr, Williams, Wang, Xiao: Late Chunking (arXiv:2409.04701, 2024): the transformer reads a long text once, and
the mean that makes a vector is taken over each chunk's own tokens, so that a chunk's vector knows what stands around
it. Here a group never leaves its section: all chunks of one section have the same readers, so no vector is made of text
that a reader of its chunk may not read.

A section that fits the window is one group. Of a longer one each group begins with the chunks just before it, as many
as half of the window takes (the paper's overlap of macro chunks, at the most that costs no more than reading all text
twice), and adds as many as fit.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, takewhile
from typing import Final, NamedTuple

from indexing.embedders import EmbedderManifest
from indexing.library.outlines import HASH_BYTES
from indexing.model import Chunk

LEAD_SHARE: Final = 2
"""The chunks before a group's own may take half of the window."""


class Group(NamedTuple):
    """Chunks that are read as one text."""

    members: tuple[int, ...]
    """Their ordinals, rising."""
    lead: int
    """How many of the first are there only to be read: their vectors come from the group before."""

    @property
    def owned(self) -> tuple[int, ...]:
        """The chunks that get their vectors from this group, at least one."""
        return self.members[self.lead :]


def groups(chunks: Sequence[Chunk], manifest: EmbedderManifest) -> list[Group]:
    """The groups of the indexed chunks of a document, in order; each by itself unless the embedder pools late.

    Each indexed chunk is owned once. A group's tokens, the sum over its chunks, fit the window.
    """
    indexed = [chunk for chunk in chunks if chunk.indexed]
    if not manifest.late:
        return [Group((chunk.ordinal,), 0) for chunk in indexed]
    return [
        group
        for _, inside in groupby(indexed, key=lambda chunk: chunk.section)
        for group in _groups_of_section(list(inside), manifest.max_tokens)
    ]


def vector_hashes(texts: Sequence[str], chunks: Sequence[Chunk], manifest: EmbedderManifest) -> tuple[bytes, ...]:
    """Per chunk, the hash of all text that its vector is made of: its own embed text, or those of its group with its
    place among them. `texts` are the embed texts of `chunks`.
    """
    hashes = [_digest(text.encode()) for text in texts]
    if not manifest.late:
        return tuple(hashes)
    found = list(hashes)
    for group in groups(chunks, manifest):
        read = b"".join(hashes[ordinal] for ordinal in group.members)
        for place, ordinal in enumerate(group.owned, start=group.lead):
            found[ordinal] = _digest(b"%d " % place + read)
    return tuple(found)


def _groups_of_section(chunks: Sequence[Chunk], window: int) -> Iterator[Group]:
    """The groups of one section's indexed `chunks`."""
    start = 0
    while start < len(chunks):
        own = chunks[start].tokens
        lead = _count_fitting(chunks[max(0, start - window) : start][::-1], min(window // LEAD_SHARE, window - own))
        left = window - sum(chunk.tokens for chunk in chunks[start - lead : start])
        end = start + max(1, _count_fitting(chunks[start : start + window], left))
        yield Group(tuple(chunk.ordinal for chunk in chunks[start - lead : end]), lead)
        start = end


def _count_fitting(chunks: Sequence[Chunk], tokens: int) -> int:
    """How many of the first `chunks` have at most `tokens` together."""
    totals = accumulate(chunk.tokens for chunk in chunks)
    return sum(1 for _ in takewhile(lambda total: total <= tokens, totals))


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:HASH_BYTES]
