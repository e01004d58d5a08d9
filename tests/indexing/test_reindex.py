import threading
from pathlib import Path

import pytest

from indexing.access import Scope
from indexing.config import ChunkerConfig, IndexingConfig, KindLimits, KindsConfig, ParserConfig, SectionLimits
from indexing.errors import GenerationNotFound, JobConflict, ModelUnavailable
from indexing.library import generations, jobs, outlines, tenants
from indexing.library.jobs import Job
from tests.fakes import HashingEmbedder
from tests.parts import Parts, live_numbers, open_parts

EVERYBODY = Scope("t", frozenset())
WORDS = [f"word{i}" for i in range(12)]


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    made = open_parts(tmp_path)
    for word in WORDS:
        made.put(word, f"# {word}\n\nabout {word}.\n")
    return made


def run(parts: Parts, job: Job | None = None) -> Job:
    return parts.reindex.run(job or parts.reindex.start("t"), threading.Event())


def test_a_reindex_switches_to_a_new_generation_with_everything_in_it(parts: Parts) -> None:
    before = parts.shown(EVERYBODY)
    job = run(parts)
    assert (job.state, job.done, job.total) == ("succeeded", 12, 12)
    assert parts.index.current("t").generation == 2
    assert parts.shown(EVERYBODY) == before


def test_a_reindex_by_the_same_embedder_embeds_nothing(parts: Parts) -> None:
    calls = len(parts.embedder.passages)
    run(parts)
    assert len(parts.embedder.passages) == calls


def test_searches_and_writes_go_on_during_a_reindex(parts: Parts) -> None:
    job = parts.reindex.start("t")

    def meddle(now: Job) -> None:
        assert len(parts.shown(EVERYBODY)) >= 11
        if now.done == 6 and "new" not in seen:
            seen.add("new")
            parts.put("new", "written meanwhile")
            parts.put("word0", "# word0\n\nchanged meanwhile.\n")
            parts.ingest.delete("t", "word1")

    seen: set[str] = set()
    finished = parts.reindex.run(job, threading.Event(), meddle)
    assert (finished.state, finished.done, finished.total) == ("succeeded", 12, 12)
    assert parts.index.current("t").generation == 2
    shown = "\n".join(parts.shown(EVERYBODY))
    assert "written meanwhile" in shown
    assert "changed meanwhile" in shown
    assert "about word0." not in shown
    assert "about word1." not in shown


def test_a_reindex_that_fails_leaves_what_served(parts: Parts) -> None:
    class Failing(HashingEmbedder):
        def embed_passages(self, texts):  # type: ignore[no-untyped-def]
            if any("word7" in text for text in texts):
                raise ModelUnavailable("the model is gone")
            return super().embed_passages(texts)

    before = parts.shown(EVERYBODY)
    parts.ingest._embedders.embedder = Failing(name="other")  # type: ignore[attr-defined]
    job = run(parts)
    assert (job.state, job.error) == ("failed", "the model is gone")
    parts.ingest._embedders.embedder = parts.embedder  # type: ignore[attr-defined]
    assert parts.index.current("t").generation == 1
    assert parts.shown(EVERYBODY) == before
    with parts.library.read() as tx:
        assert [g.generation for g in generations.listed(tx, "t")] == [1]


def test_a_second_job_is_refused(parts: Parts) -> None:
    job = parts.reindex.start("t")
    with pytest.raises(JobConflict, match=job.job_id):
        parts.reindex.start("t")
    with pytest.raises(JobConflict):
        parts.reindex.start_activation("t", 1)


def test_a_job_has_cleaned_up_when_it_says_that_it_has_ended(parts: Parts) -> None:
    next_jobs: list[Job] = []

    def start_next(now: Job) -> None:
        if now.state == "succeeded":
            next_jobs.append(parts.reindex.start("t"))

    parts.reindex.run(parts.reindex.start("t"), threading.Event(), start_next)
    assert run(parts, next_jobs[0]).state == "succeeded"
    assert parts.index.current("t").generation == 3


def test_a_cancelled_reindex_leaves_what_served(parts: Parts) -> None:
    cancelled = threading.Event()
    job = parts.reindex.run(parts.reindex.start("t"), cancelled, lambda now: cancelled.set() if now.done else None)
    assert job.state == "cancelled"
    assert parts.index.current("t").generation == 1
    run(parts)
    assert parts.index.current("t").generation == 3


def test_an_interrupted_reindex_goes_on_where_it_was(parts: Parts, tmp_path: Path) -> None:
    job = parts.reindex.start("t")

    def die(now: Job) -> None:
        if now.done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parts.reindex.run(job, threading.Event(), die)
    restarted = open_parts(tmp_path)
    with restarted.library.read() as tx:
        (left,) = jobs.unfinished(tx)
        assert len(outlines.ids(tx, "t", left.generation)) == 5
    assert run(restarted, left).state == "succeeded"
    assert len(restarted.shown(EVERYBODY)) == 12


def test_rolling_back_catches_up_first(parts: Parts) -> None:
    run(parts)
    parts.put("later", "written later")
    parts.ingest.delete("t", "word2")
    job = run(parts, parts.reindex.start_activation("t", 1))
    assert job.state == "succeeded"
    shown = "\n".join(parts.shown(EVERYBODY))
    assert parts.index.current("t").generation == 1
    assert "written later" in shown
    assert "about word2" not in shown
    with pytest.raises(GenerationNotFound):
        parts.reindex.start_activation("t", 99)


def test_other_limits_cut_anew(parts: Parts, tmp_path: Path) -> None:
    long = "# L\n\n" + " ".join(f"Sentence number {i} is here." for i in range(60))
    parts.put("long", long)
    chunks = len(parts.shown(EVERYBODY))
    parts.library.close()
    smaller = open_parts(tmp_path, IndexingConfig(chunker=ChunkerConfig(limit=64, overlap=8)))
    assert run(smaller).state == "succeeded"
    assert len(smaller.shown(EVERYBODY)) > chunks


def test_the_generation_that_serves_can_be_brought_up_to_other_limits(parts: Parts, tmp_path: Path) -> None:
    parts.put("long", "# L\n\n" + " ".join(f"Sentence number {i} is here." for i in range(60)))
    parts.library.close()
    smaller = open_parts(tmp_path, IndexingConfig(chunker=ChunkerConfig(limit=64, overlap=8)))
    chunks = len(smaller.shown(EVERYBODY))
    assert run(smaller, smaller.reindex.start_activation("t", 1)).state == "succeeded"
    snapshot = smaller.index.current("t")
    assert snapshot.generation == 1
    assert len(smaller.shown(EVERYBODY)) > chunks
    assert live_numbers(snapshot) == live_numbers(open_parts(tmp_path).index.current("t"))


@pytest.mark.parametrize(
    "changed",
    [
        IndexingConfig(parser=ParserConfig(ocr=True)),
        IndexingConfig(chunker=ChunkerConfig(density=True)),
        IndexingConfig(chunker=ChunkerConfig(tables="pairs")),
        IndexingConfig(chunker=ChunkerConfig(kinds=KindsConfig(markdown=KindLimits(limit=99)))),
        IndexingConfig(chunker=ChunkerConfig(sections=(SectionLimits(match="责任", key=True),))),
        IndexingConfig(attributes={"effective": "date"}),
    ],
)
def test_whatever_changes_what_is_made_of_a_document_makes_it_stale(
    parts: Parts, tmp_path: Path, changed: IndexingConfig
) -> None:
    def stale(of: Parts) -> int:
        with of.library.read() as tx:
            active = generations.listed(tx, "t")[0]
            return len(outlines.stale(tx, "t", active.generation, of.ingest.tools(active.manifest).recipe))

    assert stale(parts) == 0
    parts.library.close()
    other = open_parts(tmp_path, changed)
    assert stale(other) == len(WORDS)
    assert run(other, other.reindex.start_activation("t", 1)).state == "succeeded"
    assert stale(other) == 0


@pytest.mark.parametrize(
    "changed",
    [
        IndexingConfig(parser=ParserConfig(timeout_s=5, max_pages=9, ocr_languages="eng")),
        IndexingConfig(default_access=("*",)),
    ],
)
def test_what_changes_no_document_makes_none_stale(parts: Parts, tmp_path: Path, changed: IndexingConfig) -> None:
    with parts.library.read() as tx:
        manifest = generations.listed(tx, "t")[0].manifest
    assert open_parts(tmp_path, changed).ingest.tools(manifest).recipe == parts.ingest.tools(manifest).recipe


def test_only_the_last_generations_are_kept(parts: Parts) -> None:
    for _ in range(4):
        run(parts)
    with parts.library.read() as tx:
        assert [g.generation for g in generations.listed(tx, "t")] == [4, 5]
        assert tenants.get(tx, "t").active_generation == 5
        assert outlines.ids(tx, "t", 3) == []


def test_another_model_needs_a_reindex_and_then_serves(parts: Parts, tmp_path: Path) -> None:
    other = open_parts(tmp_path, embedder=HashingEmbedder(name="other", dimension=16))
    with pytest.raises(ModelUnavailable, match="reindex"):
        other.put("new", "needs the old model")
    assert run(other).state == "succeeded"
    snapshot = other.index.current("t")
    assert snapshot.manifest is not None
    assert (snapshot.manifest.embedder.dimension, snapshot.vectors.shape[1]) == (16, 16)
