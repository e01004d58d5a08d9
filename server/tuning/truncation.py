"""Truncation: chunks of which the model would not see all. There must be none."""

from msgspec import Struct

from indexing.chunkers.room import Counting
from server.tuning.cut_files import Cut


class TooLong(Struct, frozen=True, kw_only=True):
    """The chunks of a document that are longer than the model's window, as `document #ordinal`."""

    truncated: tuple[str, ...]
    """Searched by their beginnings."""
    left_out: tuple[str, ...]
    """Not searched, since no cut makes them fit."""


def too_long(cut: Cut, counting: Counting, window: int) -> TooLong:
    """Which chunks are above `window` tokens. Counted anew, as the model gets them: what the chunker noted is not
    trusted here.
    """
    counts = counting.count(cut.embed_texts())
    above = [chunk for chunk, tokens in zip(cut.outline.chunks, counts, strict=True) if tokens > window]
    return TooLong(
        truncated=tuple(f"{cut.document_id} #{chunk.ordinal}" for chunk in above if chunk.indexed),
        left_out=tuple(f"{cut.document_id} #{chunk.ordinal}" for chunk in above if not chunk.indexed),
    )
