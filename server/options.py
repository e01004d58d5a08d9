"""What the commands share: their options, and how they open an index."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from msgspec import Struct

from indexing.config import IndexingConfig
from indexing.library import Library
from server.config import Config, load

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_TENANT = 256
"""Characters of a tenant's name."""


class Seams(Struct, frozen=True, kw_only=True):
    """What tests put in place of what takes long or reaches out: the click context's object."""

    embedders: Any = None
    """An EmbedderProvider; None: the models the configuration and the manifests name."""
    transport: Any = None
    """An httpx.BaseTransport; None: the network."""


class Session(Struct, kw_only=True):
    """One call of the command line."""

    seams: Seams
    config_file: Path | None
    data: Path | None

    def config(self) -> Config:
        """The configuration. Raises InvalidConfig."""
        return load(self.config_file, data=self.data)


class Where(Struct, frozen=True, kw_only=True):
    """Which tenant's index, in this folder or in a server."""

    tenant: str
    server: str | None
    key: str | None


def _checked_tenant(context: click.Context, parameter: click.Parameter, name: str) -> str:
    if not 1 <= len(name) <= MAX_TENANT or not name.isprintable():
        raise click.BadParameter(f"a tenant's name has 1 to {MAX_TENANT} printable characters")
    return name


tenant_option = click.option(
    "--tenant", default="default", show_default=True, callback=_checked_tenant, help="Whose index; --key has its own."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def where_options(command: Command) -> Command:
    """`--tenant`, `--server` and `--key`."""
    key = click.option("--key", envvar="PARENTAGE_KEY", help="API key for --server; or PARENTAGE_KEY.")
    server = click.option("--server", metavar="URL", help="Ask this running server instead of opening the data folder.")
    return tenant_option(server(key(command)))


def open_library(config: Config) -> Library:
    """The library of a configuration, without anything that writes or searches. Raises InvalidConfig."""
    indexing: IndexingConfig = config.indexing
    return Library(indexing.library_url) if indexing.library_url else Library.in_folder(Path(config.data))


@contextmanager
def reading(session: Session, where: Where) -> Iterator[Any]:
    """What lists a tenant's documents and generations: a LocalReader or a ServerDesk. Loads no model and no index."""
    if where.server:
        with _server(session, where) as desk:
            yield desk
        return
    from server.local import LocalReader

    library = open_library(session.config())
    try:
        yield LocalReader(library, where.tenant)
    finally:
        library.close()


@contextmanager
def working(session: Session, where: Where, purpose: Any) -> Iterator[Any]:
    """What searches a tenant's index (`read`) or writes it (`write`): a LocalDesk or a ServerDesk.

    Raises DataFolderLocked for `write` beside another writer.
    """
    if where.server:
        with _server(session, where) as desk:
            yield desk
        return
    from server.local_desk import LocalDesk
    from server.wiring import open_runtime

    runtime = open_runtime(session.config(), purpose, embedders=session.seams.embedders)
    try:
        yield LocalDesk(runtime, where.tenant)
    finally:
        runtime.close()


def _server(session: Session, where: Where) -> Any:
    from server.client import ServerDesk

    return ServerDesk(str(where.server), where.tenant, where.key, transport=session.seams.transport)


def writable(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """Of an option that names a file to be written: that it can be. Raises click.BadParameter."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise click.BadParameter(f"{path} can not be written: name a file in a folder that is there")
    return path
