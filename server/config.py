"""config.toml: decoded once into frozen Structs that refuse unknown keys, then overridden by flags and environment."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from indexing.access import parse_access
from indexing.chunkers.limits import validate
from indexing.config import Count, IndexingConfig, Seconds
from indexing.errors import InvalidConfig, InvalidPrincipal
from retrieval.config import RetrievalConfig


class ServerConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[server]`."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """0: any free one."""
    auth: Literal["keys", "none"] = "keys"
    """`none` grants everything to everybody and is refused on any address but the loopback one."""
    max_body_bytes: Count = 60_000_000
    search_threads: Count = 4
    """Searches under way at once."""
    ingest_threads: Count = 2
    """Writes under way at once: they never take a search's place."""
    max_waiting: Count = 64
    """Requests of one kind that may wait for a thread; the next is answered 503 at once."""
    evict_after_s: Seconds = 1800.0
    """A tenant nobody searches for so long leaves memory."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of config.toml."""

    data: str = "data"
    """Folder of the library and the vectors, relative to config.toml."""
    cache: str | None = None
    """Folder of unpacked models, relative to config.toml; None: the user's cache folder."""
    server: ServerConfig = ServerConfig()
    indexing: IndexingConfig = IndexingConfig()
    retrieval: RetrievalConfig = RetrievalConfig()


def load(file: Path | None = None, *, data: Path | None = None) -> Config:
    """The configuration: `file`, else PARENTAGE_CONFIG, else ./config.toml, else the defaults.

    `data` or PARENTAGE_DATA override its data folder; the result's folders are absolute. A variable that is empty
    counts as not set. Raises InvalidConfig.
    """
    named = file or _path_in("PARENTAGE_CONFIG")
    path = named or Path("config.toml")
    config = _read(path) if named or path.exists() else Config()
    override, home = data or _path_in("PARENTAGE_DATA"), path.resolve().parent
    folder = override.resolve() if override else home / config.data
    cache = str(home / config.cache) if config.cache else None
    return msgspec.structs.replace(config, data=str(folder), cache=cache)


def _path_in(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value) if value else None


def _read(path: Path) -> Config:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        config = msgspec.convert(table, type=Config)
        validate(config.indexing.chunker)
        parse_access(config.indexing.default_access, field="indexing.default_access")
    except OSError as exc:
        raise InvalidConfig(f"{path}: {exc.strerror or exc}") from exc
    except (ValueError, InvalidConfig, InvalidPrincipal) as exc:  # of TOML, of UTF-8, of the settings
        raise InvalidConfig(f"{path}: {exc}") from exc
    return config
