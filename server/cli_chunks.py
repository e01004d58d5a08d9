"""`parentage chunks` and `parentage tokens`: what the rules make of documents, before anything is indexed."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from indexing.model import DocumentKind
from server.config import Config, load
from server.options import Session, writable

Command = TypeVar("Command", bound=Callable[..., Any])

_FILE = click.Path(path_type=Path)


def look_options(command: Command) -> Command:
    """`PATH...`, `--config` and `--kind`."""
    paths = click.argument("paths", nargs=-1, required=True, type=_FILE, metavar="PATH...")
    config = click.option("--config", "config_file", type=_FILE, help="As before the command.")
    kinds = click.Choice(get_args(DocumentKind))
    kind = click.option("--kind", type=kinds, help="What the documents are read as; else found out.")
    return paths(config(kind(command)))


@click.command()
@look_options
@click.option("--csv", type=_FILE, callback=writable, metavar="FILE", help="Also write a row for each chunk.")
@click.option("--html", type=_FILE, callback=writable, metavar="FILE", help="Also write a page to look at.")
@click.option("--diff", nargs=2, type=_FILE, metavar="A.toml B.toml", help="Compare two configurations.")
@click.option("--quiet", "-q", is_flag=True, help="Print documents and totals, not each chunk.")
@click.pass_obj
def chunks(session: Session, /, config_file: Path | None, diff: tuple[Path, Path] | None, **given: Any) -> None:
    """Print how files, or the files in folders, are cut: each chunk with its span, tokens, method, flags and ends.

    No index is opened or changed; files are read as `ingest` would. Exit status 1 if a file could not be read.

    With --diff, print what the second configuration changes: exit status 0 if nothing, 1 if something, 2 if a file
    could not be read.
    """
    from server.tuning.look import Written
    from server.tuning.look_at_chunks import look_at_chunks
    from server.tuning.look_at_difference import look_at_difference

    if diff and config_file:
        raise click.UsageError("--diff names both configurations: leave --config out")
    look = _look(session, given["paths"], given["kind"])
    wanted = Written(csv=given["csv"], html=given["html"], quiet=given["quiet"])
    if diff is None:
        sys.exit(look_at_chunks(look, _config(session, config_file), wanted))
    configs = load(diff[0], data=session.data), load(diff[1], data=session.data)
    sys.exit(look_at_difference(look, configs, (str(diff[0]), str(diff[1])), wanted))


@click.command()
@look_options
@click.pass_obj
def tokens(session: Session, /, paths: tuple[Path, ...], config_file: Path | None, kind: DocumentKind | None) -> None:
    """Print how many of the model's tokens paragraphs, tables, sections and the like take, and which limits fit them.

    Exit status 1 if a file could not be read, or if the model would not see all of a chunk.
    """
    from server.tuning.look_at_tokens import look_at_tokens

    sys.exit(look_at_tokens(_look(session, paths, kind), _config(session, config_file)))


def _look(session: Session, paths: tuple[Path, ...], kind: DocumentKind | None) -> Any:
    from server.file_plan import plan
    from server.tuning.look import Look

    return Look(planned=plan(paths, None), kind=kind, embedders=session.seams.embedders)


def _config(session: Session, file: Path | None) -> Config:
    return load(file, data=session.data) if file else session.config()
