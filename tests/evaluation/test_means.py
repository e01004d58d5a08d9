import pytest

from evaluation.means import Means, mean_of_sets, means
from evaluation.model import Score

SCORES = [Score(question_id=name, values={"hit@5": hit}) for name, hit in (("a", 1.0), ("b", 0.0), ("c", 0.5))]


def test_a_mean_is_over_all_questions() -> None:
    assert means(SCORES) == Means(questions=3, values={"hit@5": 0.5})


def test_in_the_mean_of_sets_each_set_counts_the_same() -> None:
    large, small = Means(questions=90, values={"hit@5": 1.0}), Means(questions=10, values={"hit@5": 0.5})
    assert mean_of_sets([large, small]) == Means(questions=100, values={"hit@5": 0.75})


def test_no_scores_and_scores_of_different_measures_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no scores"):
        means([])
    with pytest.raises(ValueError, match="no common mean"):
        means([SCORES[0], Score(question_id="b", values={"mrr@5": 1.0})])
