"""`parentage evaluate` and `parentage sweep`: what is found of documents, and what each setting earns."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from indexing.errors import DataFolderLocked, IndexingError
from retrieval.errors import RetrievalError
from server.errors import ServerError
from server.options import Session, writable

Command = TypeVar("Command", bound=Callable[..., Any])

INTERRUPTED = 130
"""Exit status of what Ctrl-C ended, as shells have it: 128 + SIGINT."""

_FILE = click.Path(path_type=Path)


class NotEvaluated(click.ClickException):
    """What was asked can not be done; exit status 2, since 1 says that a measure fell below its floor."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """On stderr, lines as they are: a set may have several faults."""
        click.echo(f"parentage: {self.message}", err=True)


def shared_options(command: Command) -> Command:
    """What both commands take."""
    options = (
        click.option(
            "--k", "-k", type=click.IntRange(min=1), default=5, show_default=True, help="Passages that count."
        ),
        click.option("--evidence", default="auto", metavar="NAME", help="The field that holds the gold spans."),
        click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Ask N questions of each set."),
        click.option("--seed", type=int, default=0, show_default=True, help="Of random choices."),
        click.option("--name", "title", help="What the report is called."),
        click.option("--folder", type=_FILE, metavar="SCRATCH", help="Where indexes and vectors are kept."),
        click.option("--json", "json", type=_FILE, callback=writable, metavar="FILE", help="Also write all as JSON."),
        click.option("--report", type=_FILE, callback=writable, metavar="FILE", help="Also write an HTML page."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@click.argument("sets", nargs=-1, required=True, type=_FILE, metavar="SET...")
@click.option("--config", "configs", multiple=True, type=_FILE, help="As before the command; several are compared.")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Compare with this: search.expand=none.")
@click.option("--setup", "setups", multiple=True, metavar="NAME:PATH=VALUE,…", help="Compare with this too.")
@click.option("--ablations", is_flag=True, help="Compare with the pipeline without each of its parts.")
@click.option("--within-document", multiple=True, metavar="SET", help="Its questions search their document only.")
@click.option("--reverse", type=click.IntRange(min=1), metavar="N", help="Ask for N chunks by their own words.")
@click.option("--floors", type=_FILE, metavar="FILE", help="Least values of measures; status 1 if one is below.")
@shared_options
@click.pass_obj
def evaluate(session: Session, /, **given: Any) -> None:
    """Measure how well the questions of SETs are answered, and compare configurations.

    A SET is a folder with documents.jsonl, questions.jsonl and the documents; evidence is marked as spans of them. The
    first configuration is the baseline: differences are to it, with 95 % intervals, and those that chance explains are
    called noise.

    What was built and asked is kept: a run that was interrupted goes on when it is started again. Exit status 1 if a
    measure fell below its floor, 2 if something could not be evaluated.
    """
    from evaluation.outcome import Asked
    from server.evaluating import evaluating, load_sets
    from server.evaluation_setups import ablated, changed, configured

    if given["json"] and given["json"] == given["report"]:
        raise click.UsageError("--json and --report name the same file")
    changes = given["settings"] + given["setups"]
    if changes and len(given["configs"]) > 1:
        raise click.UsageError("--set and --setup change one configuration: name one --config")
    if given["ablations"] and (changes or len(given["configs"]) > 1):
        raise click.UsageError("--ablations are of one configuration: leave --set, --setup and other --config out")
    with _refusals():
        config, setups = configured(session, given["configs"], depth=given["k"])
        setups = ablated(setups[0]) if given["ablations"] else changed(setups, given["settings"], given["setups"])
        sets = load_sets(_sets(given["sets"], given["within_document"], given))
        asked = Asked(sets=sets, setups=setups, k=given["k"])
        status = evaluating(session, config, asked, _wanted(given))
    sys.exit(status)


@click.command()
@click.argument("file", type=_FILE, metavar="SWEEP.toml")
@shared_options
@click.pass_obj
def sweep(session: Session, /, file: Path, **given: Any) -> None:
    """Vary one setting at a time around a base, and show what each value gains beside what it costs.

    SWEEP.toml names `sets` (folders, relative to it), under [base] settings by dotted path, under [vary] lists of
    values. The knee of a number is its smallest value whose recall@2000tok is not below the best by more than noise.

    A sweep that was interrupted goes on when it is started again. Exit status 2 if something could not be evaluated.
    """
    from evaluation.outcome import Asked
    from evaluation.sweep import read_plan, setups_of, variations
    from server.evaluating import evaluating, load_sets
    from server.evaluation_setups import configured

    with _refusals():
        plan = read_plan(file)
        home = file.absolute().parent
        config, setups = configured(session, [home / plan.config] if plan.config else [], depth=given["k"])
        found = variations(plan, setups[0])
        sets = load_sets(_sets([home / folder for folder in plan.sets], plan.within_document, given))
        asked = Asked(sets=sets, setups=setups_of(found), k=given["k"], variations=found)
        status = evaluating(session, config, asked, _wanted(given))
    sys.exit(status)


def _sets(folders: Sequence[Path], within_document: Sequence[str], given: dict[str, Any]) -> Any:
    from server.evaluating import Sets

    return Sets(
        folders=tuple(folders),
        within_document=tuple(within_document),
        evidence=given["evidence"],
        sample=given["sample"],
        seed=given["seed"],
    )


def _wanted(given: dict[str, Any]) -> Any:
    from server.evaluating import Wanted

    names = ("folder", "json", "report", "title", "floors", "reverse", "seed")
    return Wanted(**{name: given[name] for name in names if name in given})


@contextmanager
def _refusals() -> Iterator[None]:
    """What the layers refuse becomes a message, not a traceback; Ctrl-C has a status of its own."""
    from evaluation.errors import EvaluationError

    try:
        yield
    except KeyboardInterrupt:
        click.echo("interrupted: nothing is lost; run the same command again", err=True)
        sys.exit(INTERRUPTED)
    except DataFolderLocked as exc:
        said = f"another evaluation builds the same index: wait for it, or name another --folder ({exc})"
        raise NotEvaluated(said) from exc
    except (EvaluationError, IndexingError, RetrievalError, ServerError) as exc:
        raise NotEvaluated(str(exc)) from exc
    except OSError as exc:
        raise NotEvaluated(f"{exc.filename}: {exc.strerror or exc}") from exc
