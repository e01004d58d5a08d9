"""A document as it was given: what every parser reads."""

from msgspec import Struct

from indexing.config import ParserConfig
from indexing.model import DocumentKind


class Original(Struct, frozen=True, kw_only=True):
    """A document as it was given."""

    content: bytes
    media_type: str
    """As declared, parameters included; empty: nothing was declared."""
    charset: str | None = None
    """As declared; None: to be found out."""
    language: str = ""
    """Of code, as the declared media type names it; empty: to be found out. Set by whoever parses."""
    kind: DocumentKind | None = None
    """As declared; None: to be found out."""
    name: str = ""
    """Its id: a path whose ending may tell what it is, and which code carries as context."""
    config: ParserConfig = ParserConfig()
