from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluation.bad_cases import AROUND, LONGEST, bad_cases, path_at
from evaluation.diagnosis import Diagnosis
from evaluation.model import DocumentSpan, IndexFacts, Question, Reply, Returned, Run, Setup
from evaluation.report.model import BadCase
from indexing.model import Outline, Section, Span
from tests.evaluation.stand_in import LineBench, outline_of

TEXT = "伞" * 1000 + "gold one" + "。" * 100 + "gold two" + "x" * 5000
#       0            1000         1008         1108         1116


def _case(folder: Path, evidence: tuple[tuple[int, int], ...], *returned: tuple[int, int]) -> BadCase:
    bench = LineBench(folder)
    bench.texts["d"] = TEXT
    spans = tuple(DocumentSpan("d", start, end) for start, end in evidence)
    passages = tuple(
        Returned(spans=(DocumentSpan("d", start, end),), tokens=7, score=1.0, truncated=True) for start, end in returned
    )
    run = Run(
        set_name="notes",
        setup=Setup(name="base"),
        questions=(Question(question_id="q", text="Which?", evidence=spans, category="heading", language="zh"),),
        replies=(Reply(question_id="q", passages=passages, latency_ms=1.0),),
        facts=IndexFacts(cuts=(), build_s=1.0, index_bytes=1, embedded=1),
    )
    why = Diagnosis(
        question_id="q", reason="not retrieved", detail="Nothing.", rank=None, found=(), missing=spans, recall=0.25
    )
    (case,) = bad_cases(bench, run, [why], k=2)
    return case


def test_a_case_says_what_was_asked_and_why_it_is_bad(tmp_path: Path) -> None:
    case = _case(tmp_path, ((1000, 1008),))
    assert (case.setup, case.set_name, case.question_id, case.question) == ("base", "notes", "q", "Which?")
    assert (case.reason, case.detail, case.category, case.language) == ("not retrieved", "Nothing.", "heading", "zh")
    assert case.recall == 0.25


def test_evidence_stands_in_its_surroundings(tmp_path: Path) -> None:
    (excerpt,) = _case(tmp_path, ((1000, 1008),)).evidence
    assert (excerpt.start, excerpt.evidence) == (1000 - AROUND, ((1000, 1008),))
    assert excerpt.text == TEXT[1000 - AROUND : 1008 + AROUND]


def test_evidence_that_is_near_shares_an_excerpt(tmp_path: Path) -> None:
    (excerpt,) = _case(tmp_path, ((1000, 1008), (1108, 1116))).evidence
    assert excerpt.evidence == ((1000, 1008), (1108, 1116))


def test_of_long_evidence_both_ends_are_shown(tmp_path: Path) -> None:
    head, tail = _case(tmp_path, ((1108, 5900),)).evidence
    assert (len(head.text), len(tail.text)) == (LONGEST // 2, LONGEST // 2)
    assert (head.evidence[0][0], tail.evidence[-1][1]) == (1108, 5900)
    assert (head.start, tail.start + len(tail.text)) == (1108 - AROUND, 5900 + AROUND)


def test_the_first_k_passages_are_shown_with_the_evidence_they_have(tmp_path: Path) -> None:
    case = _case(tmp_path, ((1000, 1008),), (0, 4), (900, 1004), (1000, 1008))
    assert [(shown.rank, shown.tokens, shown.truncated) for shown in case.returned] == [(1, 7, True), (2, 7, True)]
    assert [shown.excerpts[0].evidence for shown in case.returned] == [(), ((1000, 1004),)]
    assert case.returned[1].excerpts[0].text == TEXT[900:1004]


@pytest.mark.parametrize(("position", "path"), [(0, ()), (5, ("Rental",)), (9, ("Rental",)), (99, ("Rental",))])
def test_a_path_is_that_of_the_chunk_at_a_position(position: int, path: tuple[str, ...]) -> None:
    made = outline_of([Span(0, 4), Span(5, 9)], 10)
    rental = Section(index=1, parent=0, level=1, title="Rental", path=("Rental",), span=Span(5, 10), heading=Span(5, 6))
    chunks = (made.chunks[0], replace(made.chunks[1], section=1))
    outline = Outline(sections=(*made.sections, rental), parents=made.parents, chunks=chunks)
    assert path_at(outline, position) == path
