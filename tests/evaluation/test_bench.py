from pathlib import Path

import pytest

from evaluation.bench import BUILT, SPENT, build, cut_of, reply_of
from evaluation.model import DocumentSpan, QuestionSet
from indexing.model import Span
from retrieval.model import Citation, DocumentFacts, Passage, Result, SectionFacts
from tests.evaluation.stand_in import LineBench, outline_of, set_in, silent

TEXTS = {"boots": "Boots keep dry.\nWax them.\n", "伞": "伞要晾干。\n", "hats": "Hats shade.\n"}


@pytest.fixture
def notes(tmp_path: Path) -> QuestionSet:
    return set_in(tmp_path / "set", TEXTS, {"q1": "wax boots"})


def test_facts_tell_every_cut_and_what_the_build_cost(notes: QuestionSet, tmp_path: Path) -> None:
    facts = build(LineBench(tmp_path / "index"), notes, silent)
    assert [(cut.document_id, cut.chunks) for cut in facts.cuts] == [
        ("boots", ((0, 15), (16, 25))),
        ("伞", ((0, 5),)),
        ("hats", ((0, 11),)),
    ]
    assert facts.cuts[0].parents == ((0, 25),)
    assert facts.embedded == 4
    assert facts.index_bytes == sum(map(len, TEXTS.values()))


def test_a_finished_build_is_used_again_with_the_facts_of_the_first(notes: QuestionSet, tmp_path: Path) -> None:
    first = build(LineBench(tmp_path / "index"), notes, silent)
    again = LineBench(tmp_path / "index")
    assert build(again, notes, silent) == first
    assert again.put_ids == []


def test_an_interrupted_build_is_not_taken_for_a_finished_one(notes: QuestionSet, tmp_path: Path) -> None:
    bench = LineBench(tmp_path / "index")
    bench.fails_at = "hats"
    with pytest.raises(KeyboardInterrupt):
        build(bench, notes, silent)
    assert not (bench.folder / BUILT).exists()
    bench.fails_at = None
    assert build(bench, notes, silent).cuts[2].document_id == "hats"


def test_what_interrupted_builds_cost_is_added_up(notes: QuestionSet, tmp_path: Path) -> None:
    bench = LineBench(tmp_path / "index")
    bench.fails_at = "hats"
    with pytest.raises(KeyboardInterrupt):
        build(bench, notes, silent)
    (bench.folder / SPENT).write_bytes(b'{"build_s": 100.0, "embedded": 3}')
    later = LineBench(bench.folder)
    later.texts = bench.texts
    facts = build(later, notes, silent)
    assert facts.build_s >= 100
    assert facts.embedded == 3 + later.embedded


def test_an_index_counts_as_built_only_when_all_its_facts_are_known(notes: QuestionSet, tmp_path: Path) -> None:
    class Unmeasured(LineBench):
        def index_bytes(self) -> int:
            raise KeyboardInterrupt

    bench = Unmeasured(tmp_path / "index")
    with pytest.raises(KeyboardInterrupt):
        build(bench, notes, silent)
    assert bench.put_ids == ["boots", "伞", "hats"]
    assert not (bench.folder / BUILT).exists()


def test_progress_counts_documents(notes: QuestionSet, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build(LineBench(tmp_path / "index"), notes, lambda *at: told.append(at))
    assert told == [("notes: indexing", done, 3) for done in range(4)]


def test_a_cut_has_all_chunks_in_order_and_the_hull_of_each_parent() -> None:
    cut = cut_of("d", outline_of([Span(0, 4), Span(6, 9)], 10))
    assert (cut.chunks, cut.parents, cut.tokens) == (((0, 4), (6, 9)), ((0, 9),), (10, 10))


def test_a_reply_keeps_what_is_cited_in_order() -> None:
    small = result_of([_passage(1, "d", (8, 9))])
    reply = reply_of("q1", result_of([_passage(1, "d", (0, 4), (8, 9)), _passage(2, "e", (3, 5))]), 12.5, {500: small})
    assert [passage.spans for passage in reply.passages] == [
        (DocumentSpan("d", 0, 4), DocumentSpan("d", 8, 9)),
        (DocumentSpan("e", 3, 5),),
    ]
    assert (reply.question_id, reply.latency_ms, reply.stopped) == ("q1", 12.5, "exhausted")
    assert [(passage.tokens, passage.truncated) for passage in reply.passages] == [(7, True), (7, True)]
    assert [passage.spans for passage in reply.at(500)] == [(DocumentSpan("d", 8, 9),)]
    assert reply.at(501) == reply.passages


def result_of(passages: list[Passage]) -> Result:
    return Result(
        generation=1,
        revision=1,
        stopped="exhausted",
        best_similarity=None,
        passages=tuple(passages),
        context_tokens=0,
        query_truncated=False,
        explanation=None,
        timings_ms={},
        way="scan",
        counts={},
    )


def _passage(rank: int, document_id: str, *spans: tuple[int, int]) -> Passage:
    return Passage(
        rank=rank,
        score=0.5,
        parent_id=f"{document_id}#p0",
        document=DocumentFacts(document_id=document_id, version=1, title="", uri=None, attributes={}),
        section=SectionFacts(section_id=f"{document_id}#s0", path=(), part=None, label=None),
        text="",
        tokens=7,
        truncated=True,
        citations=tuple(
            Citation(
                citation_id="",
                text_id="",
                start=start,
                end=end,
                text_start=0,
                text_end=0,
                pages=None,
                lines=(1, 1),
                sha256="",
            )
            for start, end in spans
        ),
        matches=(),
    )
