"""The library's engine: connections, the two kinds of transaction, the format check."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, make_url, select
from sqlalchemy.exc import ArgumentError, DatabaseError, InternalError, OperationalError

from indexing.errors import InvalidConfig, LibraryUnavailable
from indexing.library import tables

Transaction = Connection
"""One open transaction; every function of this package takes one."""

LIBRARY_NAME = "library.sqlite"
"""Of the SQLite file in a data folder."""
BUSY_TIMEOUT_S = 30
"""How long a writer waits for another process's transaction."""


class Library:
    """An open library. Reads see one snapshot each; writes are serial and durable when they return."""

    def __init__(self, url: str | URL) -> None:
        """Open the library, created when it is not there. Raises InvalidConfig."""
        self._engine = _engine(url)
        try:
            self._create()
        except LibraryUnavailable as exc:
            raise InvalidConfig(f"the library {self._engine.url} can not be opened: {exc}") from exc

    @classmethod
    def in_folder(cls, folder: Path) -> "Library":
        """The SQLite library of a data folder. Raises InvalidConfig."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise InvalidConfig(f"the data folder {folder} can not be made: {exc.strerror or exc}") from exc
        return cls(URL.create("sqlite", database=str(folder / LIBRARY_NAME)))

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A transaction that sees one snapshot and writes nothing. Raises LibraryUnavailable."""
        with _translated(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """A transaction that holds the write lock from its first statement; committed on leaving, else rolled back.

        Raises LibraryUnavailable.
        """
        with _translated(), self._engine.connect() as plain:
            connection = plain.execution_options(parentage_write=True)
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _create(self) -> None:
        with self.read() as tx:
            found = _format(tx) if self._engine.dialect.has_table(tx, "about") else None
        if found is None:
            with self.write() as tx:
                tables.metadata.create_all(tx)
                if _format(tx) is None:
                    tx.execute(insert(tables.about).values(name="format", value=str(tables.FORMAT)))
        elif found != tables.FORMAT:
            raise InvalidConfig(
                f"the library has format {found}, this program reads {tables.FORMAT}: "
                "use the program that wrote it, or ingest into a new data folder"
            )


def _format(tx: Transaction) -> int | None:
    value = tx.execute(select(tables.about.c.value).where(tables.about.c.name == "format")).scalar()
    return None if value is None else int(value)


@contextmanager
def _translated() -> Iterator[None]:
    """What the database fails at, in our words; not what we do wrong (a violated key, a wrong statement)."""
    try:
        yield
    except DatabaseError as exc:
        if isinstance(exc, OperationalError | InternalError) or type(exc) is DatabaseError:
            raise LibraryUnavailable(f"{exc.orig}; once that is mended, do it again") from exc
        raise


def _engine(url: str | URL) -> Engine:
    """The engine of a URL. Raises InvalidConfig for one that names no database or a driver that is not installed."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return create_engine(parsed, pool_pre_ping=True)
    except (ArgumentError, ImportError) as exc:
        raise InvalidConfig(f"[indexing] library_url can not be used: {exc}") from exc
    engine = create_engine(parsed, connect_args={"check_same_thread": False, "timeout": BUSY_TIMEOUT_S}, pool_size=8)
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would start a write transaction too late
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "cache_size=-65536", "mmap_size=1073741824"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("parentage_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
