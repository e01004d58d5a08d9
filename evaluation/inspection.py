"""Inspection: what is looked up in the indexes of an evaluation besides its questions.

Bad cases say why evidence was missed; the reverse check says which chunks do not find themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from evaluation.bad_cases import bad_cases
from evaluation.bench import Bench, Progress, Workshop
from evaluation.diagnosis import diagnose
from evaluation.model import DocumentSpan, Question, QuestionSet, SearchSettings, Setup
from evaluation.report.model import BadCase
from evaluation.reverse import ReverseReport, reverse_check
from evaluation.reverse_chunks import indexed_chunks
from evaluation.run import Built, built, run
from indexing.analyze import analyzer_of


class Inspector(Struct, frozen=True, kw_only=True):
    """Opens the indexes that an evaluation has built. Its methods raise what `evaluation.run.run` raises."""

    workshop: Workshop
    folder: Path
    progress: Progress

    def bad_cases(self, sets: Sequence[QuestionSet], setups: Sequence[Setup], *, k: int) -> Iterator[BadCase]:
        """Each question whose evidence is not all in the first `k` passages, by setup and set."""
        for setup in setups:
            for one in sets:
                asked = run(one, setup, self.workshop, folder=self.folder, progress=self.progress)
                with self._built(one, setup) as made:
                    causes = diagnose(made.bench, asked, k=k, progress=self.progress)
                    yield from bad_cases(made.bench, asked, causes, k=k)

    def reverse(
        self, sets: Sequence[QuestionSet], setup: Setup, *, n: int, seed: int = 0
    ) -> Mapping[str, ReverseReport]:
        """`n` chunks of each set, asked for by their own words with `setup`, by set."""
        found = {}
        for one in sets:
            with self._built(one, setup) as made:
                found[one.name] = self._reversed(made.bench, one, setup, n=n, seed=seed)
        return found

    def _reversed(self, bench: Bench, one: QuestionSet, setup: Setup, *, n: int, seed: int) -> ReverseReport:
        names = [document.document_id for document in one.documents]
        chunks = [chunk for name in names for chunk in indexed_chunks(name, bench.text(name), bench.outline(name))]
        done = 0

        def search(text: str, k: int) -> list[tuple[DocumentSpan, ...]]:
            nonlocal done
            self.progress(f"{one.name}: asking for chunks", done := done + 1, 3 * min(n, len(chunks)))
            return _search(bench, setup.search, text, k)

        return reverse_check(chunks, search, n=n, seed=seed, analyzer=analyzer_of(setup.indexing.analyzer))

    def _built(self, one: QuestionSet, setup: Setup) -> AbstractContextManager[Built]:
        return built(one, setup, self.workshop, folder=self.folder, progress=self.progress)


def _search(bench: Bench, settings: SearchSettings, text: str, k: int) -> list[tuple[DocumentSpan, ...]]:
    """The spans of the first `k` passages for a text that no set has, each of the chunks alone that were found: else
    neighbours would find each other.
    """
    question = Question(question_id="", text=text, evidence=())
    reply = bench.search(question, replace(settings, depth=k, expand="none"))
    return [passage.spans for passage in reply.passages]
