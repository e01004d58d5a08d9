"""config.toml: decoded once into frozen Structs that refuse unknown keys, then overridden by flags and environment."""

import os
import tomllib
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from indexing.chunkers.structure import validate
from indexing.config import IndexingConfig
from indexing.errors import InvalidConfig
from retrieval.config import RetrievalConfig


class ServerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[server]`."""

    host: str = "127.0.0.1"
    port: int = 8000
    auth: Literal["keys", "none"] = "keys"
    """`none` grants everything to everybody and is refused on any address but the loopback one."""
    max_body_bytes: int = 60_000_000
    search_threads: int = 4
    """Searches under way at once."""
    ingest_threads: int = 2
    """Writes under way at once: they never take a search's place."""
    max_waiting: int = 64
    """Requests of one kind that may wait for a thread; the next is answered 503 at once."""
    evict_after_s: float = 1800.0
    """A tenant nobody searches for so long leaves memory."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of config.toml."""

    data: str = "data"
    """Folder of the library and the vectors, relative to config.toml."""
    cache: str | None = None
    """Folder of unpacked models; None: the user's cache folder."""
    server: ServerConfig = ServerConfig()
    indexing: IndexingConfig = IndexingConfig()
    retrieval: RetrievalConfig = RetrievalConfig()


def load(file: Path | None = None, *, data: Path | None = None) -> Config:
    """The configuration: `file`, else PARENTAGE_CONFIG, else ./config.toml, else the defaults.

    `data` or PARENTAGE_DATA override its data folder; the result's is absolute. Raises InvalidConfig.
    """
    path = file or Path(os.environ.get("PARENTAGE_CONFIG", "config.toml"))
    named = file is not None or "PARENTAGE_CONFIG" in os.environ
    config = _read(path) if named or path.exists() else Config()
    validate(config.indexing.chunker)
    override = data or (Path(os.environ["PARENTAGE_DATA"]) if os.environ.get("PARENTAGE_DATA") else None)
    folder = override.resolve() if override else (path.resolve().parent / config.data)
    return msgspec.structs.replace(config, data=str(folder))


def _read(path: Path) -> Config:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(table, type=Config)
    except OSError as exc:
        raise InvalidConfig(f"{path}: {exc.strerror or exc}") from exc
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as exc:
        raise InvalidConfig(f"{path}: {exc}") from exc
