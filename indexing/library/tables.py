"""The library's tables. JSON columns hold what msgspec encodes; blobs are described where they are written."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

FORMAT = 1
"""Version of everything below and of the blobs inside. Another number on disk: refused, with the way out."""

metadata = MetaData()

about = Table(
    "about",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

tenants = Table(
    "tenants",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("active_generation", Integer, nullable=False),
    Column("next_generation", Integer, nullable=False),
    Column("next_chunk", BigInteger, nullable=False),
)

documents = Table(
    "documents",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("document_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("deleted", Boolean, nullable=False),
    Column("source", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("documents_by_revision", "tenant", "revision"),
)

contents = Table(
    "contents",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("document_id", String, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("text_id", String, primary_key=True),
    Column("page", Integer, primary_key=True),
    Column("lines_before", Integer, nullable=False),
    Column("content", Text, nullable=False),
)

retired_texts = Table(
    "retired_texts",
    metadata,
    Column("text_id", String, primary_key=True),
    Column("retired_at", Float, nullable=False),
)

outlines = Table(
    "outlines",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("document_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("text_id", String, nullable=False, index=True),
    Column("text_hash", LargeBinary, nullable=False),
    Column("recipe", String, nullable=False),
    Column("first_chunk", BigInteger, nullable=False),
    Column("n_chunks", Integer, nullable=False),
    Column("n_indexed", Integer, nullable=False),
    Column("section_access", LargeBinary, nullable=False),
    Column("stated", LargeBinary, nullable=False),
    Column("report", LargeBinary, nullable=False),
    Column("outline", LargeBinary, nullable=False),
    Column("hashes", LargeBinary, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("vectors", LargeBinary, nullable=False),
    Index("outlines_by_chunk", "tenant", "generation", "first_chunk"),
)

generations = Table(
    "generations",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("manifest", LargeBinary, nullable=False),
    Column("state", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("build", Integer, nullable=False),
    Column("watermark", BigInteger, nullable=False),
    Column("dead_rows", BigInteger, nullable=False),
)

retired = Table(
    "retired",
    metadata,
    Column("tenant", String, primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("first_chunk", BigInteger, primary_key=True),
    Column("n_chunks", Integer, nullable=False),
)

jobs = Table(
    "jobs",
    metadata,
    Column("job_id", String, primary_key=True),
    Column("tenant", String, nullable=False, index=True),
    Column("state", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("key_id", String, primary_key=True),
    Column("digest", String, nullable=False, unique=True),
    Column("body", LargeBinary, nullable=False),
)
