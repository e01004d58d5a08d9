"""The command line. Each command opens only what it needs: `--help` and lists load no model, store or framework."""

import sys
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from indexing.errors import IndexingError
from indexing.model import DocumentKind
from retrieval.errors import RetrievalError
from server.cli_chunks import chunks, tokens
from server.cli_documents import documents, generations
from server.cli_evaluate import evaluate, sweep
from server.cli_keys import keys
from server.errors import ServerError
from server.options import Seams, Session, Where, json_option, where_options, working


class Refused(click.ClickException):
    """What was asked can not be done: one line, exit status 1."""

    def show(self, file: Any = None) -> None:
        """One line on stderr."""
        click.echo("parentage: " + " ".join(self.message.split()), err=True)


class Commands(click.Group):
    """The commands; what the layers refuse becomes one line, not a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except (IndexingError, RetrievalError, ServerError) as exc:
            raise Refused(str(exc)) from exc
        except PermissionError as exc:
            raise Refused(f"{exc.filename}: {exc.strerror}") from exc


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="parentage", message="%(prog)s %(version)s")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="Or PARENTAGE_CONFIG; ./config.toml.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder, or PARENTAGE_DATA; else the config's.")
@click.pass_context
def main(ctx: click.Context, config_file: Path | None, data: Path | None) -> None:
    """Search small, read big, cite exactly: a retrieval server with small-to-big expansion."""
    seams = ctx.obj if isinstance(ctx.obj, Seams) else Seams()
    ctx.obj = Session(seams=seams, config_file=config_file, data=data)


@main.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--auth", type=click.Choice(["keys", "none"]), help="`none` serves the loopback address only.")
@click.pass_obj
def serve(session: Session, host: str | None, port: int | None, auth: Any) -> None:
    """Serve the HTTP API. Options replace what the configuration says."""
    from server import app, logs

    logs.configure()
    app.serve(session.config(), host=host, port=port, auth=auth)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@where_options
@click.option("--access", multiple=True, metavar="P", help="Who may read new documents: user:…, group:… or *.")
@click.option("--set-access", multiple=True, metavar="P", help="Who may read all of them, those that exist included.")
@click.option("--attribute", "attributes", multiple=True, metavar="NAME=VALUE", help="Added to every document.")
@click.option("--kind", type=click.Choice(get_args(DocumentKind)), help="What they are read as; else found out.")
@click.option("--source", metavar="NAME", help="What the documents belong to; else the name of their folder.")
@click.option("--prune", is_flag=True, help="Delete documents of the source whose files are gone.")
@click.pass_obj
def ingest(
    session: Session, /, paths: tuple[Path, ...], tenant: str, server: str | None, key: str | None, **given: Any
) -> None:
    """Write files, or the files in folders, into the index.

    A document's id is its path below the PATH given; for a file, its name. Hidden files and files of unknown types are
    skipped. What has not changed is not written again. Title, uri and attributes that were given a document elsewhere
    stay.
    """
    from server.file_plan import plan
    from server.ingest_files import ingest_files
    from server.progress import progress

    wishes = _wishes(session, remote=bool(server), **given)
    planned = plan(paths, given["source"])
    if given["prune"] and not planned.sources:
        raise click.UsageError("--prune needs a folder: a file alone does not tell what is gone")
    with working(session, Where(tenant=tenant, server=server, key=key), "write") as desk, progress("ingest") as watch:
        summary = ingest_files(planned, desk, wishes, watch)
    click.echo(str(summary))
    sys.exit(1 if summary.failed else 0)


def _wishes(
    session: Session, *, remote: bool, access: tuple[str, ...], set_access: tuple[str, ...], **given: Any
) -> Any:
    """What is wanted besides the files. Raises InvalidPrincipal, and click's error for options that contradict."""
    from indexing.access import parse_access
    from indexing.errors import InvalidAttribute
    from server.attribute_options import attribute_values
    from server.ingest_files import Wishes

    if access and set_access:
        raise click.UsageError("--access is for new documents, --set-access for all: give one of them")
    if given["source"] is not None and not given["source"].strip():
        raise click.BadParameter("a source needs a name", param_hint="--source")
    config = session.config()
    try:
        attributes = attribute_values(given["attributes"], config.indexing.attributes)
    except InvalidAttribute as exc:
        raise click.BadParameter(str(exc), param_hint="--attribute") from exc
    return Wishes(
        access=tuple(sorted(parse_access(access, field="--access"))) or None,
        set_access=tuple(sorted(parse_access(set_access, field="--set-access"))) or None,
        attributes=attributes,
        kind=given["kind"],
        prune=given["prune"],
        threads=config.server.ingest_threads,
    )


@main.command()
@click.argument("query")
@where_options
@click.option(
    "--as", "principals", multiple=True, metavar="P", help="Who asks: user:… or group:…. Nobody: what all may read."
)
@click.option("--top-k", "-k", type=click.IntRange(min=1), default=5, show_default=True, help="Results wanted.")
@click.option("--mode", type=click.Choice(["hybrid", "dense", "lexical"]), default="hybrid", show_default=True)
@click.option("--filter", "condition", metavar="JSON", help='A condition on attributes, as {"year": {"$gte": 2024}}.')
@click.option("--explain", is_flag=True, help="Also say how it was found.")
@json_option
@click.pass_obj
def search(session: Session, /, query: str, tenant: str, server: str | None, key: str | None, **given: Any) -> None:
    """Print the passages that answer QUERY and that the principals may read."""
    request = {"query": query, "principals": list(given["principals"]), "top_k": given["top_k"], "mode": given["mode"]}
    request |= {"filter": _condition(given["condition"]), "explain": given["explain"]}
    if server and not given["principals"]:
        del request["principals"]  # the key's own
    with working(session, Where(tenant=tenant, server=server, key=key), "read") as desk:
        reply = desk.search(request)
    if given["as_json"]:
        click.echo(reply)
        return
    from server.schema.search import SearchReply
    from server.show import shown

    for line in shown(msgspec.json.decode(reply, type=SearchReply)):
        click.echo(line)


def _condition(text: str | None) -> dict[str, Any] | None:
    try:
        return None if text is None else msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as exc:
        raise click.BadParameter(f"not a JSON object: {exc}", param_hint="--filter") from exc


@main.command()
@where_options
@click.pass_obj
def reindex(session: Session, tenant: str, server: str | None, key: str | None) -> None:
    """Build a new generation with the configured model and chunker, and switch to it.

    Searches go on in the old one. If any document can not be built, the old one goes on serving.
    """
    from server.cli_documents import report_job
    from server.progress import progress

    with working(session, Where(tenant=tenant, server=server, key=key), "write") as desk, progress("reindex") as watch:
        report_job(desk.reindex(watch.at))


@main.command()
@click.pass_obj
def doctor(session: Session) -> None:
    """Compare all that is stored and derived; exit status 1 if anything is off. Changes nothing."""
    from server.doctor import examine
    from server.progress import progress

    with progress("doctor") as watch:
        lines, sound = examine(session.config(), session.seams.embedders, watch)
    for line in lines:
        click.echo(line)
    sys.exit(0 if sound else 1)


main.add_command(chunks)
main.add_command(documents)
main.add_command(evaluate)
main.add_command(generations)
main.add_command(keys)
main.add_command(sweep)
main.add_command(tokens)
