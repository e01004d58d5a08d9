from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluation.diagnosis import Case, Documents, Seen, missing_from, rank_of, reason_of
from evaluation.model import DocumentSpan, Question, Reply, Returned
from indexing.model import Outline, Removal, Span
from tests.evaluation.stand_in import LineBench, outline_of


def _d(start: int, end: int) -> DocumentSpan:
    return DocumentSpan("d", start, end)


def _shows(*spans: DocumentSpan, matched: tuple[DocumentSpan, ...] = ()) -> Seen:
    return Seen(shown=spans, matched=matched)


OTHER = _shows(DocumentSpan("e", 0, 500))
"""A passage that has nothing of it."""
ONE_SPAN = Case(k=2, evidence=(_d(100, 200),), missing=(_d(100, 200),), deep=(OTHER, OTHER, OTHER), unfiltered=None)
TWO_SPANS = replace(ONE_SPAN, evidence=(_d(100, 200), _d(900, 950)))


def test_nothing_of_it_anywhere_is_not_retrieved() -> None:
    assert reason_of(ONE_SPAN) == ("not retrieved", "Nothing of it is in the 3 passages of the deepest reply.")


def test_what_comes_behind_k_is_ranked_below_it() -> None:
    case = replace(ONE_SPAN, deep=(OTHER, OTHER, OTHER, _shows(_d(150, 400))))
    assert reason_of(case) == ("ranked below k", "The first of it comes at rank 4; 2 passages count.")


def test_what_only_the_filter_hides_is_lost_by_it() -> None:
    case = replace(ONE_SPAN, unfiltered=(OTHER, _shows(_d(0, 300))))
    assert reason_of(case) == ("lost by filter", "Without the question's filter it comes at rank 2.")


def test_a_filter_that_admits_nothing_is_the_reason() -> None:
    case = replace(ONE_SPAN, deep=(), unfiltered=(OTHER,))
    assert reason_of(case) == ("lost by filter", "The question's filter admits nothing.")


def test_a_filter_that_hides_nothing_is_not_the_reason() -> None:
    case = replace(ONE_SPAN, unfiltered=(OTHER, OTHER))
    assert reason_of(case)[0] == "not retrieved"
    below = replace(case, deep=(OTHER, OTHER, _shows(_d(0, 300))), unfiltered=(_shows(_d(0, 300)),))
    assert reason_of(below)[0] == "ranked below k"


def test_a_hit_whose_text_was_cut_off_is_dropped() -> None:
    case = replace(ONE_SPAN, deep=(OTHER, _shows(_d(0, 90), matched=(_d(0, 90), _d(95, 130)))))
    assert reason_of(case) == (
        "dropped by dedup or budget",
        "Passage 2 was found by it or around it, and cut short before it.",
    )


def test_a_truncated_passage_whose_parent_has_it_dropped_it() -> None:
    short = Seen(shown=(_d(0, 90),), matched=(_d(0, 90),), cut_off=(_d(0, 250),))
    assert reason_of(replace(ONE_SPAN, deep=(short, OTHER)))[0] == "dropped by dedup or budget"


def test_a_budget_behind_k_dropped_nothing() -> None:
    short = Seen(shown=(_d(0, 90),), matched=(_d(0, 90),), cut_off=(_d(0, 250),))
    assert reason_of(replace(ONE_SPAN, deep=(OTHER, OTHER, short)))[0] == "ranked below k"


def test_a_span_that_is_shown_in_part_is_cut_by_a_boundary() -> None:
    case = replace(ONE_SPAN, missing=(_d(160, 200),), deep=(_shows(_d(50, 160)), OTHER, _shows(_d(160, 300))))
    assert reason_of(case) == (
        "cut by a boundary",
        "A passage ends within the evidence from 100 to 200 of 'd'; the rest comes at rank 3.",
    )


def test_a_span_that_is_shown_beside_another_that_is_not_is_half_of_the_evidence() -> None:
    case = replace(TWO_SPANS, missing=(_d(900, 950),), deep=(_shows(_d(50, 300)), OTHER, OTHER))
    assert reason_of(case) == (
        "half of the evidence",
        "1 of 2 spans of evidence are shown; the rest is not retrieved.",
    )


def test_a_budget_is_named_before_a_boundary() -> None:
    short = Seen(shown=(_d(50, 160),), matched=(_d(50, 160),), cut_off=(_d(50, 300),))
    assert reason_of(replace(ONE_SPAN, missing=(_d(160, 200),), deep=(short,)))[0] == "dropped by dedup or budget"


def test_the_rank_is_of_the_first_passage_that_shows_it_or_was_found_by_it() -> None:
    deep = (OTHER, _shows(matched=(_d(190, 220),)), _shows(_d(0, 300)))
    assert rank_of([_d(100, 200)], deep) == 2
    assert rank_of([_d(220, 230)], deep) == 3
    assert rank_of([_d(300, 310)], deep) is None


TEXT = "Boots keep dry.\n\n<!-- note -->\n\n伞要晾干。\n"
#       0              15  17           30  32   37


class OneText(LineBench):
    """Has the document `d`, whose comment the parser leaves out."""

    def outline(self, document_id: str) -> Outline:
        made = outline_of([Span(0, 15), Span(32, 37)], len(TEXT))
        return Outline(
            sections=made.sections,
            parents=made.parents,
            chunks=made.chunks,
            removed=(Removal(Span(17, 30), "html_comment"),),
        )


@pytest.fixture
def documents(tmp_path: Path) -> Documents:
    bench = OneText(tmp_path)
    bench.texts["d"] = TEXT
    return Documents(bench)


def _missing(documents: Documents, evidence: tuple[DocumentSpan, ...], *shown: DocumentSpan) -> list[DocumentSpan]:
    question = Question(question_id="q", text="?", evidence=evidence)
    passages = [Returned(spans=(span,), tokens=1, score=1.0, truncated=False) for span in shown]
    reply = Reply(question_id="q", passages=tuple(passages), latency_ms=1.0)
    return list(missing_from(question, reply, 2, documents))


def test_evidence_behind_k_is_missing(documents: Documents) -> None:
    elsewhere = DocumentSpan("e", 0, 9)
    assert _missing(documents, (_d(0, 15),), elsewhere, _d(0, 15)) == []
    assert _missing(documents, (_d(0, 15),), elsewhere, elsewhere, _d(0, 15)) == [_d(0, 15)]


def test_blanks_and_removals_between_shown_parts_are_not_missed(documents: Documents) -> None:
    assert _missing(documents, (_d(0, 38),), _d(0, 15), _d(32, 37)) == []


def test_the_part_that_could_be_shown_is_missed(documents: Documents) -> None:
    assert _missing(documents, (_d(0, 38),), _d(0, 6)) == [_d(6, 17), _d(30, 38)]


def test_evidence_that_nobody_can_read_is_missed_whole(documents: Documents) -> None:
    assert _missing(documents, (_d(18, 29),), _d(0, 15)) == [_d(18, 29)]
