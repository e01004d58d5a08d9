"""`parentage documents` and `parentage generations`: what a tenant's index holds."""

import sys
from collections.abc import Iterator
from typing import Any

import click
import msgspec

from server.desk import DocumentLine, JobLine
from server.options import Session, Where, json_option, reading, where_options, working
from server.table import columns


@click.group()
def documents() -> None:
    """List, show and delete documents, whoever may read them."""


@documents.command("list")
@where_options
@click.option("--source", metavar="NAME", help="Only those of this source.")
@json_option
@click.pass_obj
def list_documents(
    session: Session, tenant: str, server: str | None, key: str | None, source: str | None, as_json: bool
) -> None:
    """Print all documents, by id."""
    with reading(session, Where(tenant=tenant, server=server, key=key)) as desk:
        if as_json:
            for document in desk.documents(source):
                click.echo(msgspec.json.encode(document))
            return
        table = [_row(document) for document in desk.documents(source)]
    for line in columns(("document", "version", "source", "access", "updated"), table):
        click.echo(line)


def _row(document: DocumentLine) -> tuple[object, ...]:
    rules = f" +{len(document.section_access)} sections" if document.section_access else ""
    access = (" ".join(document.access) or "nobody") + rules
    return document.document_id, document.version, document.source or "-", access, document.updated_at


@documents.command()
@click.argument("document_id")
@where_options
@json_option
@click.pass_obj
def show(session: Session, document_id: str, tenant: str, server: str | None, key: str | None, as_json: bool) -> None:
    """Print what is known of a document."""
    with reading(session, Where(tenant=tenant, server=server, key=key)) as desk:
        found = desk.document(document_id)
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for line in columns(("field", "value"), list(_facts(msgspec.to_builtins(found)))):
        click.echo(line)


def _facts(found: dict[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in found.items():
        if isinstance(value, dict) and value:
            yield from _facts(value, f"{above}{name}.")
        elif value not in (None, [], (), {}):
            yield above + name, value if isinstance(value, str) else msgspec.json.encode(value).decode()


@documents.command()
@click.argument("document_id")
@where_options
@click.pass_obj
def delete(session: Session, document_id: str, tenant: str, server: str | None, key: str | None) -> None:
    """Delete a document: nobody finds it from now on."""
    with working(session, Where(tenant=tenant, server=server, key=key), "write") as desk:
        desk.delete(document_id)
    click.echo(f"{document_id} is deleted")


@click.group()
def generations() -> None:
    """List the builds of an index, and go back to one."""


@generations.command("list")
@where_options
@json_option
@click.pass_obj
def list_generations(session: Session, tenant: str, server: str | None, key: str | None, as_json: bool) -> None:
    """Print the generations, oldest first."""
    with reading(session, Where(tenant=tenant, server=server, key=key)) as desk:
        found = desk.generations()
    if as_json:
        for each in found:
            click.echo(msgspec.json.encode(each))
        return
    table = [(g.generation, "serves" if g.active else g.state, g.created_at, g.model, g.dimension) for g in found]
    for line in columns(("generation", "state", "created", "model", "dimension"), table):
        click.echo(line)


@generations.command()
@click.argument("generation", type=click.IntRange(min=1))
@where_options
@click.pass_obj
def activate(session: Session, generation: int, tenant: str, server: str | None, key: str | None) -> None:
    """Bring a generation up to date and have it serve: forward, or back."""
    from server.progress import progress

    with working(session, Where(tenant=tenant, server=server, key=key), "write") as desk, progress("activate") as watch:
        report_job(desk.activate(generation, watch.at))


def report_job(job: JobLine) -> None:
    """Print how a job ended; exit status 1 unless it succeeded."""
    for failure in job.failures:
        click.echo(f"failed: {failure.document_id}: {failure.message}", err=True)
    if job.state == "succeeded":
        click.echo(f"generation {job.generation} serves: {job.total} documents")
        return
    reason = f": {job.error}" if job.error else ""
    click.echo(f"parentage: the job {job.state}{reason}; the former generation goes on serving", err=True)
    sys.exit(1)
