"""Evaluating: from what a command line says to an outcome, printed and written."""

import importlib.metadata
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
from msgspec import Struct
from msgspec.structs import replace

from evaluation.datasets import load_set
from evaluation.floors import fallen, read_floors
from evaluation.inspection import Inspector
from evaluation.inspection_tables import reason_table, reverse_tables
from evaluation.model import QuestionSet
from evaluation.outcome import Asked, Outcome, evaluate
from evaluation.outcome_report import report
from evaluation.outcome_tables import cost_table, difference_tables, group_tables, measure_table, quality_table
from evaluation.report import write_report
from evaluation.results import Origin, as_json, results
from evaluation.sample import sampled
from evaluation.scores import measures_at
from evaluation.sweep_tables import sweep_tables
from evaluation.table import Table
from evaluation.vector_cache import VectorCache
from indexing.embedders.locate import default_cache
from indexing.errors import InvalidConfig
from server.bench import workshop
from server.config import Config
from server.evaluation_progress import Stages
from server.options import Session
from server.table import columns, width
from server.tuning.look import NotWritten, say

VECTORS: Final = "vectors.sqlite"
"""The cache of vectors, in the scratch folder."""
COMPARED: Final = 2
"""Of so many setups all bad cases are told; of more the baseline's alone."""


class Sets(Struct, frozen=True, kw_only=True):
    """Which question sets, and what of them."""

    folders: tuple[Path, ...]
    evidence: str = "auto"
    within_document: tuple[str, ...] = ()
    """Names of sets."""
    sample: int | None = None
    """Questions of each set; None: all."""
    seed: int = 0


class Wanted(Struct, frozen=True, kw_only=True):
    """What is wanted besides the tables."""

    folder: Path | None = None
    """The scratch folder; None: in the user's cache."""
    json: Path | None = None
    report: Path | None = None
    title: str | None = None
    floors: Path | None = None
    reverse: int | None = None
    """Chunks of each set to be asked for."""
    seed: int = 0


def load_sets(wanted: Sets) -> tuple[QuestionSet, ...]:
    """The sets, sampled. Raises InvalidQuestionSet, InvalidConfig."""
    names = [folder.resolve().name for folder in wanted.folders]
    for name in wanted.within_document:
        if name not in names:
            raise InvalidConfig(f"--within-document {name}: no such set; these are: {', '.join(names)}")
    for name in names:
        if names.count(name) > 1:
            raise InvalidConfig(f"two sets are called {name}: tables could not tell them apart; rename a folder")
    return tuple(_load(folder, wanted) for folder in wanted.folders)


def evaluating(session: Session, config: Config, asked: Asked, wanted: Wanted) -> int:
    """Evaluate, print and write; the exit status: 1 if a measure fell below its floor, else 0.

    Raises what `evaluation.run.run` raises, InvalidConfig, NotWritten; click's Exit when it was interrupted.
    """
    for setup in asked.setups:
        if asked.k > setup.search.depth:
            raise InvalidConfig(f"{setup.name}: --k {asked.k} is above search.depth, {setup.search.depth}; raise that")
    sets, measures = [one.name for one in asked.sets], list(measures_at(asked.k))
    floors = read_floors(wanted.floors, sets, measures) if wanted.floors else {}
    folder = wanted.folder or (Path(config.cache) if config.cache else default_cache()) / "evaluation"
    with Stages() as stages:
        outcome = _outcome(session, config, asked, replace(wanted, folder=folder), stages)
    say(line for table in _tables(outcome) for line in table_lines(table))
    _write(outcome, wanted)
    low = list(fallen(floors, {name: means.values for name, means in outcome.measured[0].by_set().items()}))
    for sentence in low:
        click.echo(sentence, err=True)
    return 1 if low else 0


def _load(folder: Path, wanted: Sets) -> QuestionSet:
    within = folder.resolve().name in wanted.within_document
    loaded = load_set(folder, evidence=wanted.evidence, within_document=within)
    return loaded if wanted.sample is None else sampled(loaded, wanted.sample, seed=wanted.seed)


def _outcome(session: Session, config: Config, asked: Asked, wanted: Wanted, stages: Stages) -> Outcome:
    """All that is wanted of an outcome; `wanted` names the folder."""
    assert wanted.folder is not None
    cache = VectorCache(wanted.folder / VECTORS)
    try:
        open_bench = workshop(config, cache, embedders=session.seams.embedders, progress=stages.texts)
        outcome = evaluate(asked, open_bench, folder=wanted.folder, progress=stages.at)
        inspector = Inspector(workshop=open_bench, folder=wanted.folder, progress=stages.at)
        if wanted.report:
            looked_at = asked.setups if len(asked.setups) <= COMPARED else asked.setups[:1]
            outcome = replace(outcome, bad_cases=tuple(inspector.bad_cases(asked.sets, looked_at, k=asked.k)))
        if wanted.reverse:
            found = inspector.reverse(asked.sets, asked.setups[0], n=wanted.reverse, seed=wanted.seed)
            outcome = replace(outcome, reverse=found)
    finally:
        cache.close()
    return outcome


def _tables(outcome: Outcome) -> Iterator[Table]:
    if outcome.asked.variations:
        yield from sweep_tables(outcome)
    else:
        yield quality_table(outcome)
        yield from difference_tables(outcome) if len(outcome.measured) > 1 else [measure_table(outcome)]
        yield cost_table(outcome)
        yield from group_tables(outcome)
    if outcome.bad_cases:
        yield reason_table(outcome.bad_cases, outcome.asked.k)
    yield from reverse_tables(outcome.reverse)


def table_lines(table: Table) -> Iterator[str]:
    """A title, the rows with numbers to the right, the notes, a blank line."""
    widths = [max(map(width, column)) for column in zip(table.head, *table.rows, strict=True)]

    def padded(cells: Sequence[str]) -> list[str]:
        """Numbers, which stand behind `words`, end under each other."""
        lead = [n - width(cell) for cell, n in zip(cells, widths, strict=True)]
        places = enumerate(zip(cells, lead, strict=True))
        return [" " * n * (place >= table.words) + cell for place, (cell, n) in places]

    yield table.title
    yield from columns(padded(table.head), [padded(row) for row in table.rows])
    yield from table.notes
    yield ""


def _write(outcome: Outcome, wanted: Wanted) -> None:
    """The files that were asked for. Raises NotWritten."""
    title = wanted.title or f"Evaluation on {', '.join(one.name for one in outcome.asked.sets)}"
    origin = Origin(
        title=title,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        version=importlib.metadata.version("parentage"),
        command=shlex.join(["parentage", *sys.argv[1:]]),
    )
    if wanted.json:
        with _written(wanted.json):
            wanted.json.write_bytes(as_json(results(outcome, origin)))
    if wanted.report:
        with _written(wanted.report):
            write_report(report(outcome, origin), wanted.report)


@contextmanager
def _written(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise NotWritten(f"{file}: {exc.strerror or exc}; name another file") from exc
