"""Comparisons of setups that answered the same questions."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from evaluation.comparison import Cell, Group, compare
from evaluation.measured import Measured, MeasuredSet, cost_of
from evaluation.model import DocumentSpan, Question, Score, Setup

RECALL, HIT, LATENCY = "recall@2000tok", "hit@5", "latency_ms"


def made(name: str, **recalls: Sequence[float]) -> Measured:
    """A setup whose recalls are given by set. Questions alternate between two categories."""
    return Measured(setup=Setup(name=name), sets=tuple(_set(each, found) for each, found in recalls.items()))


def _set(name: str, recalls: Sequence[float]) -> MeasuredSet:
    questions = [
        Question(
            question_id=f"{name}-{i}",
            text="?",
            evidence=(DocumentSpan("d", 0, 1),),
            category=("odd" if i % 2 else "even"),
            language="zh" if name == "laws" else "en",
        )
        for i in range(len(recalls))
    ]
    scores = [
        Score(
            question_id=question.question_id,
            values={RECALL: recall, HIT: float(recall > 0), "tokens@5": 100.0 + i, LATENCY: 10.0 * (i + 1)},
        )
        for i, (question, recall) in enumerate(zip(questions, recalls, strict=True))
    ]
    return MeasuredSet(
        name=name,
        questions=tuple(questions),
        scores=tuple(scores),
        k=5,
        chunk_tokens=(10, 20, 30),
        parents=2,
        build_s=1.5,
        index_bytes=1000,
        embedded=3,
    )


def _cell(groups: Sequence[Group], kind: str, name: str, setup: str, measure: str = RECALL) -> Cell:
    (group,) = (group for group in groups if (group.kind, group.name) == (kind, name))
    (standing,) = (standing for standing in group.standings if standing.setup == setup)
    return standing.cells[measure]


def test_groups_are_all_questions_then_sets_categories_and_languages() -> None:
    groups = compare([made("a", faq=[1, 0, 1], laws=[0, 1])])
    assert [(group.kind, group.name, group.questions) for group in groups] == [
        ("all", "all questions", 5),
        ("set", "faq", 3),
        ("set", "laws", 2),
        ("category", "even", 3),
        ("category", "odd", 2),
        ("language", "en", 3),
        ("language", "zh", 2),
    ]
    assert _cell(groups, "all", "all questions", "a").value.mean == pytest.approx(3 / 5)
    assert _cell(groups, "set", "laws", "a").value.mean == pytest.approx(1 / 2)
    assert _cell(groups, "category", "even", "a").value.mean == pytest.approx(2 / 3)


def test_only_wanted_kinds_are_made() -> None:
    groups = compare([made("a", faq=[1, 0, 1], laws=[0, 1])], ("all", "language"))
    assert [group.kind for group in groups] == ["all", "language", "language"]


def test_a_gain_on_every_question_is_better_and_the_baseline_has_no_verdict() -> None:
    groups = compare([made("a", faq=[0.1, 0.2] * 10), made("b", faq=[0.4, 0.5] * 10)])
    better, baseline = _cell(groups, "all", "all questions", "b"), _cell(groups, "all", "all questions", "a")
    assert better.verdict == "better"
    assert better.difference is not None
    assert better.difference.mean == pytest.approx(0.3)
    assert better.difference.n == 20
    assert (baseline.difference, baseline.verdict) == (None, None)


def test_a_loss_is_worse_and_what_swings_both_ways_is_noise() -> None:
    low, high = made("low", faq=[0.1] * 20), made("high", faq=[0.5] * 20)
    swinging = made("swinging", faq=[0.9, 0.1] * 10)
    groups = compare([high, low, swinging])
    assert _cell(groups, "all", "all questions", "low").verdict == "worse"
    assert _cell(groups, "all", "all questions", "swinging").verdict == "noise"


def test_times_have_no_verdict_since_setups_are_timed_one_after_the_other() -> None:
    quick = made("quick", faq=[1.0] * 20)
    slow = tuple(replace(one, scores=tuple(map(_slower, one.scores))) for one in quick.sets)
    groups = compare([quick, Measured(setup=Setup(name="slow"), sets=slow)])
    cell = _cell(groups, "all", "all questions", "slow", LATENCY)
    assert (cell.value.mean > 10, cell.difference, cell.verdict) == (True, None, None)


def _slower(score: Score) -> Score:
    return Score(question_id=score.question_id, values=score.values | {LATENCY: score.values[LATENCY] + 5})


def test_a_difference_may_lie_in_one_set_alone() -> None:
    groups = compare([made("a", faq=[0.5] * 10, laws=[0.2] * 10), made("b", faq=[0.5] * 10, laws=[0.7] * 10)])
    assert _cell(groups, "set", "faq", "b").verdict == "noise"
    assert _cell(groups, "set", "laws", "b").verdict == "better"


def test_parts_of_the_questions_have_intervals_of_all_measures() -> None:
    groups = compare([made("a", faq=[1, 0, 1, 0])])
    value = _cell(groups, "category", "odd", "a", LATENCY).value
    assert (value.low <= value.mean == 30.0 <= value.high, value.n) == (True, 2)


def test_other_questions_can_not_be_compared() -> None:
    with pytest.raises(ValueError, match="other questions"):
        compare([made("a", faq=[1, 0]), made("b", faq=[1, 0, 1])])
    with pytest.raises(ValueError, match="other questions"):
        compare([made("a", faq=[1, 0]), made("b", laws=[1, 0])])


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=12))
def test_exchanging_baseline_and_setup_mirrors_the_difference(pairs: list[tuple[float, float]]) -> None:
    a, b = made("a", faq=[x for x, _ in pairs]), made("b", faq=[y for _, y in pairs])
    one = _cell(compare([a, b]), "all", "all questions", "b").difference
    other = _cell(compare([b, a]), "all", "all questions", "a").difference
    assert one is not None
    assert other is not None
    assert (one.mean, one.low, one.high) == (-other.mean, -other.high, -other.low)


def test_a_setup_against_itself_is_noise_everywhere() -> None:
    one = made("a", faq=[1, 0, 0.5], laws=[0.3])
    groups = compare([one, Measured(setup=Setup(name="b"), sets=one.sets)])
    for group in groups:
        for cell in group.standings[1].cells.values():
            assert cell.difference is None or (cell.difference.low, cell.difference.high) == (0, 0)
            assert cell.verdict in (None, "noise")


def test_the_mean_of_sets_counts_each_set_alike() -> None:
    one = made("a", faq=[1, 1, 1], laws=[0])
    assert one.mean_of_sets().values[RECALL] == 0.5
    assert one.by_set()["faq"].values[RECALL] == 1.0
    assert one.column(RECALL) == [1, 1, 1, 0]


def test_costs_of_sets_add_up() -> None:
    cost = cost_of(made("a", faq=[1, 1, 1], laws=[0]).sets)
    assert (cost.chunks, cost.parents, cost.index_bytes, cost.build_s, cost.embedded) == (6, 4, 2000, 3.0, 6)
    assert (cost.chunk_tokens.median, cost.chunk_tokens.max) == (20, 30)
    assert (cost.latency_ms.median, cost.latency_ms.max) == (10.0, 30.0)
    assert cost.reply_tokens.max == 102.0
