"""`parentage keys`: API keys. They are rows of the library: a running server sees a change with its next request."""

import click
import msgspec

from server.errors import ServerError
from server.options import Session, json_option, open_library, tenant_option
from server.table import columns


class NoSuchKey(ServerError):
    """A key id that names no key."""

    code = "not_found"


@click.group()
def keys() -> None:
    """Make, list and revoke API keys."""


@keys.command()
@click.option("--name", required=True, help="What the key is for.")
@tenant_option
@click.option("--as", "principals", multiple=True, metavar="P", help="Who it reads as: user:… or group:….")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    default=("search",),
    show_default=True,
    type=click.Choice(["search", "act-as", "ingest", "admin"]),
    help="What it may do; act-as lets it name the principals of each search.",
)
@click.pass_obj
def create(session: Session, name: str, tenant: str, principals: tuple[str, ...], scopes: tuple[str, ...]) -> None:
    """Make a key and print it: the only time it is shown."""
    from server.auth import issue_key

    library = open_library(session.config())
    try:
        issued = issue_key(library, name=name, tenant=tenant, principals=principals, scopes=scopes)
    finally:
        library.close()
    click.echo(f"key {issued.key.key_id} made; it is stored hashed and can not be shown again", err=True)
    click.echo(issued.secret)


@keys.command("list")
@json_option
@click.pass_obj
def list_(session: Session, as_json: bool) -> None:
    """Print all keys, revoked ones included."""
    from indexing.library import keys as rows

    library = open_library(session.config())
    try:
        with library.read() as tx:
            found = rows.listed(tx)
    finally:
        library.close()
    if as_json:
        for key in found:
            facts = {name: value for name, value in msgspec.to_builtins(key).items() if name != "digest"}
            click.echo(msgspec.json.encode(facts))
        return
    table = [
        (k.key_id, k.name, k.tenant, " ".join(k.principals), " ".join(k.scopes), k.created_at, k.revoked_at or "-")
        for k in found
    ]
    for line in columns(("key", "name", "tenant", "reads as", "scopes", "created", "revoked"), table):
        click.echo(line)


@keys.command()
@click.argument("key_id")
@click.pass_obj
def revoke(session: Session, key_id: str) -> None:
    """Refuse a key from its next request on."""
    from indexing.edit import timestamp
    from indexing.library import keys as rows

    library = open_library(session.config())
    try:
        with library.write() as tx:
            revoked = rows.revoke(tx, key_id, timestamp())
    finally:
        library.close()
    if revoked is None:
        raise NoSuchKey(f"there is no key {key_id!r}; parentage keys list shows all")
    click.echo(f"key {key_id} ({revoked.name}) is revoked")
