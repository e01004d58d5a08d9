"""Parsers: a document's bytes to blocks with exact spans."""

from typing import Final, Protocol

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.markdown import parse_markdown
from indexing.parsers.plain import parse_plain


class Parser(Protocol):
    """Turns a document's bytes into its canonical text and the blocks in it."""

    def __call__(self, content: bytes, charset: str | None) -> ParsedText:
        """The text and blocks of `content`. `charset` is what the sender declared, None when nothing was.

        Raises DocumentRejected (`unknown_encoding`, `no_text`, …); never anything else, whatever the bytes.
        """
        ...


PARSERS_VERSION: Final = 2
"""Raised when any parser makes other blocks of the same bytes: outlines made with another version are stale."""

PARSERS: Final[dict[str, Parser]] = {
    "text/markdown": parse_markdown,
    "text/plain": parse_plain,
}
"""Media type, lower case and without parameters, to the parser that reads it."""


def parse(content: bytes, media_type: str, charset: str | None) -> ParsedText:
    """The text and blocks of `content` as `media_type`, whose parameters (`; charset=…`) and case are ignored.

    Raises DocumentRejected: `unsupported_type` for a media type without parser, else as its parser does.

    >>> parse(b"# Rent", "text/markdown", None).blocks[0].title
    'Rent'
    """
    parser = PARSERS.get(media_type.partition(";")[0].strip().lower())
    if parser is None:
        known = ", ".join(sorted(PARSERS))
        raise DocumentRejected("unsupported_type", f"{media_type!r} documents can not be read; supported are {known}")
    return parser(content, charset)
