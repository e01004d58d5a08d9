import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.budget import readable, recall_within, whole_within
from evaluation.measures import recall
from evaluation.model import DocumentSpan, Returned
from tests.evaluation.spans import any_spans, characters, evidence_spans, returned, span

replies = st.lists(
    st.builds(lambda spans, tokens: returned(*spans, tokens=tokens), any_spans, st.integers(0, 40)), max_size=6
)
budgets = st.integers(1, 200)

REPLY = [
    returned(span(0, 100), tokens=50),
    returned(span(200, 240), span(300, 360), tokens=20),
    returned(span(500, 510), tokens=5),
]


def test_the_passage_that_crosses_the_budget_counts_with_its_beginning() -> None:
    assert readable(REPLY, 25) == [[span(0, 50)]]
    assert readable(REPLY, 60) == [(span(0, 100),), [span(200, 240), span(300, 310)]]


def test_a_passage_that_just_fits_is_whole_and_the_next_is_not_there() -> None:
    assert readable(REPLY, 70) == [(span(0, 100),), (span(200, 240), span(300, 360))]


def test_no_passage_is_skipped_for_a_shorter_one_behind_it() -> None:
    assert span(500, 510) not in [one for spans in readable(REPLY, 55) for one in spans]


def test_characters_are_rounded_down() -> None:
    assert readable([returned(span(0, 10), tokens=3)], 1) == [[span(0, 3)]]


def test_a_passage_without_tokens_costs_nothing() -> None:
    assert readable([returned(span(0, 10), tokens=0)], 1) == [(span(0, 10),)]


def test_recall_grows_with_the_budget() -> None:
    evidence = [span(80, 120), span(350, 360)]
    assert [recall_within(evidence, REPLY, budget) for budget in (40, 50, 69, 70)] == [0.0, 0.4, 0.5, 0.6]


def test_a_span_that_the_budget_cuts_is_not_whole() -> None:
    assert [whole_within([span(90, 100), span(300, 320)], REPLY, budget) for budget in (50, 61, 62)] == [0.5, 0.5, 1.0]


def test_long_passages_win_nothing_by_being_long() -> None:
    evidence = [span(90, 100)]
    long, short = [returned(span(0, 1000), tokens=500)], [returned(span(i, i + 20), tokens=10) for i in (80, 400, 600)]
    assert recall_within(evidence, long, 20) == 0.0
    assert recall_within(evidence, short, 20) == 1.0


def test_a_question_without_results_scores_zero() -> None:
    assert recall_within([span(0, 5)], [], 500) == whole_within([span(0, 5)], [], 500) == 0.0


def test_a_budget_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1: 0"):
        recall_within([span(0, 5)], REPLY, 0)


def test_a_question_without_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="needs evidence"):
        recall_within([], REPLY, 500)


@given(evidence_spans, replies, budgets)
def test_recall_within_a_budget_never_falls_and_ends_at_recall_of_everything(
    evidence: list[DocumentSpan], reply: list[Returned], budget: int
) -> None:
    passages = [passage.spans for passage in reply]
    assert recall_within(evidence, reply, budget) <= recall_within(evidence, reply, budget + 1)
    assert recall_within(evidence, reply, budget) <= recall(evidence, passages, 99)
    assert recall_within(evidence, reply, 1000) == recall(evidence, passages, 99)


@given(replies, budgets)
def test_what_is_readable_is_the_beginning_character_by_character(reply: list[Returned], budget: int) -> None:
    spent, expected = 0, []
    for passage in reply:
        if spent < budget:
            line = [at for one in passage.spans for at in sorted(characters([one]))]
            paid = [at for i, at in enumerate(line, start=1) if i * passage.tokens <= (budget - spent) * len(line)]
            expected.append(set(paid))
        spent += passage.tokens
    assert [characters(spans) for spans in readable(reply, budget)] == expected
