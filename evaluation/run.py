"""A run: all questions of a set, asked of an index that one setup made.

    folder of the index → bench → build, unless it is there → ask, unless a reply is there → Run

A run that was interrupted, however, goes on where it stopped when it is run again; a run that was finished is read. Its
latencies are those that were measured when the questions were asked.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from evaluation.bench import Bench, Progress, Workshop, build
from evaluation.journal import Journal
from evaluation.model import IndexFacts, QuestionSet, Reply, Run, Setup
from evaluation.scratch import index_folder, replies_name


class Built(Struct, frozen=True, kw_only=True):
    """A bench with all documents of a set on it."""

    bench: Bench
    facts: IndexFacts


def run(question_set: QuestionSet, setup: Setup, workshop: Workshop, *, folder: Path, progress: Progress) -> Run:
    """Build the set's index under `folder`, ask all questions.

    Raises InvalidQuestionSet, InvalidConfig, InvalidQuery, InvalidFilter, ModelUnavailable, CacheUnusable,
    DataFolderLocked where another process builds the same index, OSError.
    """
    with built(question_set, setup, workshop, folder=folder, progress=progress) as made:
        replies = _asked(made.bench, question_set, setup, progress)
    return Run(
        set_name=question_set.name,
        setup=setup,
        questions=question_set.questions,
        replies=replies,
        facts=made.facts,
    )


@contextmanager
def built(
    question_set: QuestionSet, setup: Setup, workshop: Workshop, *, folder: Path, progress: Progress
) -> Iterator[Built]:
    """The bench of a set with all of its documents, for as long as the context lasts. Raises what `run` raises."""
    with workshop(setup, index_folder(folder, question_set, setup)) as bench:
        yield Built(bench=bench, facts=build(bench, question_set, progress))


def _asked(bench: Bench, question_set: QuestionSet, setup: Setup, progress: Progress) -> tuple[Reply, ...]:
    what, total = f"{question_set.name}: asking", len(question_set.questions)
    with Journal(bench.folder / replies_name(question_set, setup)) as journal:
        left = [question for question in question_set.questions if question.question_id not in journal.replies]
        for done, question in enumerate(left, start=total - len(left)):
            progress(what, done, total)
            journal.add(bench.search(question, setup.search))
        progress(what, total, total)
        return tuple(journal.replies[question.question_id] for question in question_set.questions)
