"""Samples of a question set."""

from evaluation.model import DocumentSpan, Question, QuestionSet
from evaluation.sample import sampled

WHOLE = QuestionSet(
    name="s",
    documents=(),
    questions=tuple(Question(question_id=f"q{i}", text="?", evidence=(DocumentSpan("d", 0, 1),)) for i in range(100)),
    digest="d",
)


def test_a_sample_is_some_of_the_questions_in_their_order() -> None:
    drawn = sampled(WHOLE, 10, seed=1).questions
    assert len(drawn) == 10
    assert [q for q in WHOLE.questions if q in drawn] == list(drawn)


def test_equal_seeds_draw_equal_questions_and_others_do_not() -> None:
    assert sampled(WHOLE, 10, seed=1) == sampled(WHOLE, 10, seed=1) != sampled(WHOLE, 10, seed=2)


def test_a_sample_larger_than_the_set_is_the_set() -> None:
    assert sampled(WHOLE, 100) == WHOLE == sampled(WHOLE, 1000)
