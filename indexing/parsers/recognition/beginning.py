"""The beginning of a document as text: what recognition looks at instead of the whole."""

from typing import Final

from indexing.errors import DocumentRejected
from indexing.parsers.detect import decode

BEGINNING_BYTES: Final = 65_536
"""Enough for a thousand lines; a multiple of four, so that UTF-16 and UTF-32 are cut between characters."""


def beginning_of(content: bytes, charset: str | None) -> str:
    """The first characters of `content`, decoded as all of it will be; empty when it is blank or in no known charset.

    >>> beginning_of("押金".encode("utf-16"), None), beginning_of(bytes(range(256)), None)
    ('押金', '')
    """
    sample = content[:BEGINNING_BYTES]
    ends = [len(sample)] if len(sample) == len(content) else _ends(sample)
    for end in ends:
        try:
            return decode(sample[:end], charset).text
        except DocumentRejected:
            continue
    return ""


def _ends(sample: bytes) -> list[int]:
    """Where a sample may be cut: behind its last blank, which ends no longer character, else somewhere near its end."""
    blank = max(sample.rfind(b"\n"), sample.rfind(b" ")) + 1
    near = [len(sample) - missing for missing in range(4)]
    return near if b"\0" in sample or not blank else [blank, *near]
