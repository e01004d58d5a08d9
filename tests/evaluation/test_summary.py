import pytest

from evaluation.model import Cut, Question, Score
from evaluation.summary import Means, lengths, mean_of_sets, means, summary
from tests.evaluation.spans import span


def question(name: str, category: str, language: str) -> Question:
    return Question(question_id=name, text="?", evidence=(span(0, 5),), category=category, language=language)


def score(name: str, hit: float, tokens: float) -> Score:
    return Score(question_id=name, values={"hit@5": hit, "tokens@5": tokens})


QUESTIONS = [question("a", "table", "en"), question("b", "table", "zh"), question("c", "", "zh")]
SCORES = [score("a", 1.0, 100), score("b", 0.0, 300), score("c", 1.0, 800)]


def test_means_are_over_all_and_over_each_category_and_language() -> None:
    found = summary(SCORES, QUESTIONS)
    assert found.overall == Means(questions=3, values={"hit@5": 2 / 3, "tokens@5": 400.0})
    assert found.categories == {"table": Means(questions=2, values={"hit@5": 0.5, "tokens@5": 200.0})}
    assert {name: mean.values["hit@5"] for name, mean in found.languages.items()} == {"en": 1.0, "zh": 0.5}


def test_measures_that_are_no_shares_have_a_distribution() -> None:
    found = summary(SCORES, QUESTIONS).distributions
    assert list(found) == ["tokens@5"]
    assert (found["tokens@5"].median, found["tokens@5"].p95, found["tokens@5"].max) == (300, 800, 800)


def test_sets_may_have_questions_of_the_same_name() -> None:
    found = summary([*SCORES, *SCORES], [*QUESTIONS, *QUESTIONS])
    assert (found.overall.questions, found.overall.values["hit@5"]) == (6, 2 / 3)


def test_in_the_mean_of_sets_each_set_counts_the_same() -> None:
    large, small = Means(questions=90, values={"hit@5": 1.0}), Means(questions=10, values={"hit@5": 0.5})
    assert mean_of_sets([large, small]) == Means(questions=100, values={"hit@5": 0.75})


def test_scores_of_other_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="'a' has the score of 'b'"):
        summary([SCORES[1]], [QUESTIONS[0]])


def test_no_scores_and_scores_of_different_measures_have_no_mean() -> None:
    with pytest.raises(ValueError, match="no scores"):
        means([])
    with pytest.raises(ValueError, match="no common mean"):
        means([SCORES[0], Score(question_id="b", values={"hit@5": 1.0})])


def test_lengths_are_those_of_all_documents() -> None:
    cuts = [
        Cut(document_id="d", chunks=((0, 60), (60, 100)), parents=((0, 100),), tokens=(30, 20)),
        Cut(document_id="e", chunks=((0, 10),), parents=((0, 10),), tokens=(5,)),
    ]
    found = lengths(cuts)
    assert (found.chunk_tokens.n, found.chunk_tokens.median, found.chunk_tokens.sum) == (3, 20, 55)
    assert (found.chunk_characters.min, found.chunk_characters.max) == (10, 60)
    assert (found.parent_characters.n, found.parent_characters.max) == (2, 100)
