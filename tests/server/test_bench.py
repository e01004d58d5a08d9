"""The bench over a real data folder, with a model made of hashes, or the small one to see what is loaded."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from evaluation.bad_cases import bad_cases
from evaluation.bench import Bench
from evaluation.diagnosis import diagnose
from evaluation.errors import InvalidQuestionSet
from evaluation.model import DocumentSpan, EvaluationDocument, Question, QuestionSet, SearchSettings, Setup
from evaluation.run import built, run
from evaluation.vector_cache import VectorCache
from indexing.config import ChunkerConfig, EmbedderConfig, IndexingConfig
from indexing.embedders import Embedder, EmbedderManifest
from indexing.embedders.locate import MINILM
from indexing.errors import DataFolderLocked, DocumentNotFound
from indexing.parsers.detect import decode
from server.bench import workshop
from server.config import Config
from tests.evaluation.stand_in import silent
from tests.fakes import HashingEmbedder

ROOT = Path(__file__).parents[2]

RENTAL = """# Rental

## Boots

Boots cost five euros a day. Wax them after use.

## Skis

Skis cost twenty euros a day. Bring them back before six.
"""
UMBRELLAS = "\ufeff# 雨伞\n\n## 押金\n\n每把雨伞收取押金十元。\n\n## 归还\n\n请在当天归还雨伞，逾期加收五元。\n"

SETUP = Setup(name="base", indexing=IndexingConfig(chunker=ChunkerConfig(limit=64, overlap=0, parent_limit=20)))
"""Each section is a parent of its own."""
ALONE = SearchSettings(expand="none", depth=5)


class Models:
    """An EmbedderProvider that has one embedder."""

    def __init__(self) -> None:
        self.model = HashingEmbedder()

    def configured(self) -> Embedder:
        return cast(Embedder, self.model)

    def for_manifest(self, manifest: EmbedderManifest) -> Embedder:
        return cast(Embedder, self.model)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    with closing(VectorCache(tmp_path / "vectors.sqlite")) as opened:
        yield opened


@pytest.fixture
def rentals(tmp_path: Path) -> QuestionSet:
    folder = tmp_path / "set"
    folder.mkdir()
    texts = {"rental": ("rental.md", RENTAL), "雨伞": ("umbrellas.md", UMBRELLAS)}
    for name, text in texts.values():
        (folder / name).write_bytes(text.encode())
    return QuestionSet(
        name="rentals",
        documents=tuple(EvaluationDocument(document_id=each, path=folder / texts[each][0]) for each in texts),
        questions=(
            _question("boots", "What do boots cost a day?", "rental", "Boots cost five euros a day."),
            _question("skis", "When do skis come back?", "rental", "Bring them back before six."),
            _question("伞", "雨伞的押金是多少？", "雨伞", "每把雨伞收取押金十元。"),
        ),
        digest="",
    )


def _question(name: str, text: str, document_id: str, evidence: str) -> Question:
    source = {"rental": RENTAL, "雨伞": UMBRELLAS.removeprefix("\ufeff")}[document_id]
    start = source.index(evidence)
    return Question(question_id=name, text=text, evidence=(DocumentSpan(document_id, start, start + len(evidence)),))


def _opened(tmp_path: Path, cache: VectorCache, models: Models, setup: Setup = SETUP) -> AbstractContextManager[Bench]:
    return workshop(Config(), cache, embedders=models)(setup, tmp_path / "index")


def test_a_run_finds_the_evidence_by_spans_of_the_canonical_text(
    rentals: QuestionSet, cache: VectorCache, tmp_path: Path
) -> None:
    done = run(rentals, SETUP, workshop(Config(), cache, embedders=Models()), folder=tmp_path, progress=silent)
    for question, reply in zip(done.questions, done.replies, strict=True):
        (gold,) = question.evidence
        first = reply.passages[0].spans
        assert any(s.document_id == gold.document_id and s.start <= gold.start < gold.end <= s.end for s in first)
        assert reply.latency_ms > 0
        assert sum(passage.tokens for passage in reply.within[500]) <= 500
        assert reply.within[4000][0] == reply.passages[0]
    assert [len(cut.chunks) for cut in done.facts.cuts] == [3, 3]  # a title without content, and two sections
    assert done.facts.embedded == 4
    assert done.facts.index_bytes > 10_000


def test_a_document_is_read_as_an_ingest_reads_it(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    with _opened(tmp_path, cache, Models()) as bench:
        for document in rentals.documents:
            bench.put(document)
        text = bench.text("雨伞")
        assert text == decode(rentals.documents[1].path.read_bytes(), None).text == UMBRELLAS.removeprefix("\ufeff")
        assert [section.title for section in bench.outline("雨伞").sections[1:]] == ["雨伞", "押金", "归还"]
        cut = bench.cut("rental")
        assert " ".join(RENTAL[start:end] for start, end in cut.chunks).split() == RENTAL.split()
        assert cut.parents[0][0] == cut.chunks[0][0]
        assert cut.parents[-1][1] == cut.chunks[-1][1]
        assert len(cut.tokens) == len(cut.chunks)


def test_a_document_that_is_not_there_is_named(cache: VectorCache, tmp_path: Path) -> None:
    with _opened(tmp_path, cache, Models()) as bench, pytest.raises(DocumentNotFound, match="gloves"):
        bench.text("gloves")


def test_a_document_that_can_not_be_indexed_is_named_with_its_file(cache: VectorCache, tmp_path: Path) -> None:
    (tmp_path / "blank.md").write_text(" \n")
    blank = EvaluationDocument(document_id="blank", path=tmp_path / "blank.md")
    gone = EvaluationDocument(document_id="gone", path=tmp_path / "gone.md")
    with _opened(tmp_path, cache, Models()) as bench:
        with pytest.raises(InvalidQuestionSet, match=r"'blank' \(.*blank\.md\)"):
            bench.put(blank)
        with pytest.raises(InvalidQuestionSet, match=r"'gone': .*gone\.md"):
            bench.put(gone)


def test_a_second_bench_needs_no_model(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    first, second = Models(), Models()
    one = run(rentals, SETUP, workshop(Config(), cache, embedders=first), folder=tmp_path / "a", progress=silent)
    two = run(rentals, SETUP, workshop(Config(), cache, embedders=second), folder=tmp_path / "b", progress=silent)
    assert (second.model.passages, second.model.queries) == ([], [])
    assert two.facts.embedded == 0
    assert [reply.passages for reply in one.replies] == [reply.passages for reply in two.replies]


def test_replies_are_the_same_without_a_cache(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    models = Models()
    with _opened(tmp_path, cache, models) as bench:
        for document in rentals.documents:
            bench.put(document)
        cached = [bench.search(question, ALONE).passages for question in rentals.questions]
        cache.clear()
        assert [bench.search(question, ALONE).passages for question in rentals.questions] == cached


def test_what_the_model_took_for_a_query_is_part_of_the_latency(
    rentals: QuestionSet, cache: VectorCache, tmp_path: Path
) -> None:
    with _opened(tmp_path, cache, Models()) as bench:
        for document in rentals.documents:
            bench.put(document)
        question = rentals.questions[0]
        bench.search(question, ALONE)
    made = cache.query(HashingEmbedder().manifest, question.text)
    assert made is not None
    cache.clear()
    cache.put_query(HashingEmbedder().manifest, question.text, replace(made, took_ms=60_000.0))
    with _opened(tmp_path, cache, Models()) as bench:
        assert bench.search(question, ALONE).latency_ms > 60_000
        assert bench.search(question, replace(ALONE, mode="lexical")).latency_ms < 60_000


def test_a_short_reply_is_the_beginning_of_a_long_one(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    with _opened(tmp_path, cache, Models()) as bench:
        for document in rentals.documents:
            bench.put(document)
        long = bench.search(rentals.questions[0], ALONE)
        short = bench.search(rentals.questions[0], replace(ALONE, depth=2))
        deepest = bench.explain(rentals.questions[0], ALONE)
    assert short.passages == long.passages[:2]
    assert len(deepest.passages) >= len(long.passages) > 2
    assert deepest.passages[0].matches


def test_a_filter_is_sent_unless_it_is_left_out(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    question = replace(rentals.questions[0], filter={"document_id": "雨伞"})
    with _opened(tmp_path, cache, Models()) as bench:
        for document in rentals.documents:
            bench.put(document)
        assert {s.document_id for p in bench.search(question, ALONE).passages for s in p.spans} == {"雨伞"}
        assert bench.search(question, ALONE, filtered=False).passages[0].spans[0].document_id == "rental"


def test_a_reply_may_be_deeper_than_the_configuration_allows_callers(
    rentals: QuestionSet, cache: VectorCache, tmp_path: Path
) -> None:
    setup = replace(SETUP, retrieval=replace(SETUP.retrieval, max_top_k=1), search=ALONE)
    done = run(rentals, setup, workshop(Config(), cache, embedders=Models()), folder=tmp_path, progress=silent)
    assert len(done.replies[0].passages) > 1


def test_models_do_not_share_an_index(rentals: QuestionSet, cache: VectorCache, tmp_path: Path) -> None:
    folders = set()
    for name in ("one", "two"):
        models = Models()
        models.model = HashingEmbedder(name=name)
        with _opened(tmp_path, cache, models) as bench:
            folders.add(bench.folder)
    assert len(folders) == 2


def test_an_index_that_somebody_else_builds_is_left_alone(cache: VectorCache, tmp_path: Path) -> None:
    with _opened(tmp_path, cache, Models()), pytest.raises(DataFolderLocked), _opened(tmp_path, cache, Models()):
        pass


def test_the_model_is_loaded_only_for_texts_in_no_cache(cache: VectorCache, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# Boots\n\nWax them.\n")
    setup = Setup(name="small", indexing=IndexingConfig(embedder=EmbedderConfig(model=MINILM)))
    with workshop(Config(), cache)(setup, tmp_path / "first") as bench:
        bench.put(EvaluationDocument(document_id="a", path=tmp_path / "a.md"))
        bench.search(Question(question_id="q", text="wax?", evidence=()), SearchSettings())
        assert bench.embedded == 2
    command = [sys.executable, "-c", _AGAIN, str(tmp_path), MINILM]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == "found: 1, torch: False, read: 0\n"


_AGAIN = """
import sys
from pathlib import Path
from evaluation.model import EvaluationDocument, Question, SearchSettings, Setup
from evaluation.vector_cache import VectorCache
from indexing.config import EmbedderConfig, IndexingConfig
from server.bench import workshop
from server.config import Config
folder = Path(sys.argv[1])
cache = VectorCache(folder / "vectors.sqlite")
setup = Setup(name="small", indexing=IndexingConfig(embedder=EmbedderConfig(model=sys.argv[2])))
with workshop(Config(), cache)(setup, folder / "second") as bench:
    bench.put(EvaluationDocument(document_id="a", path=folder / "a.md"))
    found = bench.search(Question(question_id="q", text="wax?", evidence=()), SearchSettings()).passages
    print(f"found: {len(found)}, torch: {'torch' in sys.modules}, read: {bench.embedded}")
"""


def test_a_diagnosis_tells_why_and_a_bad_case_shows_it(
    rentals: QuestionSet, cache: VectorCache, tmp_path: Path
) -> None:
    far = replace(rentals.questions[1], question_id="far", text="boots wax five euros")
    hidden = replace(rentals.questions[1], question_id="hidden", filter={"document_id": "雨伞"})
    asked = replace(rentals, questions=(rentals.questions[0], far, hidden))
    setup, shop = replace(SETUP, search=ALONE), workshop(Config(), cache, embedders=Models())
    done = run(asked, setup, shop, folder=tmp_path, progress=silent)
    with built(asked, setup, shop, folder=tmp_path, progress=silent) as made:
        found = diagnose(made.bench, done, k=1, progress=silent)
        cases = list(bad_cases(made.bench, done, found, k=1))
    assert [(each.question_id, each.reason) for each in found] == [
        ("far", "ranked below k"),
        ("hidden", "lost by filter"),
    ]
    assert found[0].rank == 2
    (evidence,) = cases[0].evidence
    ((start, end),) = evidence.evidence
    assert evidence.text[start - evidence.start : end - evidence.start] == "Bring them back before six."
    assert (cases[0].returned[0].path, cases[0].returned[0].rank) == (("Rental", "Boots"), 1)
    assert (cases[0].recall, cases[1].returned[0].excerpts[0].document_id) == (0.0, "雨伞")
