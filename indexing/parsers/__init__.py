"""Parsers: a document's bytes to blocks with exact spans."""

from typing import Protocol

from indexing.model import ParsedText


class Parser(Protocol):
    """Turns a document's bytes into its canonical text and the blocks in it."""

    def __call__(self, content: bytes, charset: str | None) -> ParsedText:
        """The text and blocks of `content`. `charset` is what the sender declared, None when nothing was.

        Raises DocumentRejected (`unknown_encoding`, `no_text`, …); never anything else, whatever the bytes.
        """
        ...
