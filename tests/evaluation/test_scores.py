import pytest

from evaluation.families import members
from evaluation.model import Cut, DocumentSpan, IndexFacts, Question, Reply, Returned, Run, Setup
from evaluation.scores import MEASURES, measure_named, measures_at, scored
from tests.evaluation.spans import returned, span

CUT = Cut(document_id="d", chunks=((0, 60), (60, 100), (100, 200)), parents=((0, 100), (100, 200)), tokens=(30, 20, 50))


def question(name: str, *evidence: DocumentSpan) -> Question:
    return Question(question_id=name, text="?", evidence=evidence)


def reply(name: str, *passages: Returned) -> Reply:
    return Reply(question_id=name, passages=passages, latency_ms=7.5)


def run(questions: list[Question], replies: list[Reply]) -> Run:
    facts = IndexFacts(cuts=(CUT,), build_s=0.0, index_bytes=0, embedded=0)
    return Run(set_name="s", setup=Setup(name="base"), questions=tuple(questions), replies=tuple(replies), facts=facts)


def test_every_measure_of_a_question_worked_out_by_hand() -> None:
    passages = [
        returned(span(100, 200), tokens=40),
        returned(span(0, 100), tokens=50, truncated=True),
    ]
    [score] = scored(run([question("q", span(50, 70), span(80, 90))], [reply("q", *passages)]), budgets=[40, 80])
    assert score.values == pytest.approx(
        {
            "recall@40tok": 0.0,
            "recall@80tok": 20 / 30,  # 40 of 50 tokens: 80 of 100 characters
            "whole@40tok": 0.0,
            "whole@80tok": 0.5,
            "recall@5": 1.0,
            "precision@5": 30 / 200,
            "iou@5": 30 / 200,
            "hit@5": 1.0,
            "mrr@5": 0.5,
            "ndcg@5": 0.6309297535714575,  # 1 / log2(3)
            "whole@5": 1.0,
            "complete@5": 1.0,
            "repetition@5": 0.5,
            "repeated@5": 0.0,
            "neighbouring@5": 0.5,
            "independent@5": 1.0,
            "truncated@5": 0.5,
            "tokens@5": 90.0,
            "precision_omega": 30 / 100,
            "whole_chunk": 0.5,
            "whole_parent": 1.0,
            "latency_ms": 7.5,
        }
    )


def test_a_question_without_results_scores_zero_in_all_that_depends_on_results() -> None:
    [score] = scored(run([question("q", span(50, 70))], [reply("q")]))
    of_the_index = {"precision_omega": 20 / 100, "whole_chunk": 0.0, "whole_parent": 1.0, "latency_ms": 7.5}
    assert score.values == dict.fromkeys(MEASURES, 0.0) | of_the_index


def test_the_truncation_rate_is_that_of_the_first_passages() -> None:
    passages = [returned(span(at, at + 5), tokens=1, truncated=at in {20, 50}) for at in (0, 20, 40, 50)]
    [score] = scored(run([question("q", span(0, 5))], [reply("q", *passages)]), k=3)
    assert score.values["truncated@3"] == 1 / 3


def test_scores_have_the_names_of_the_measures_in_their_order() -> None:
    [score] = scored(run([question("q", span(0, 5))], [reply("q")]), k=3, budgets=[750])
    assert list(score.values) == list(measures_at(3, [750]))
    assert "recall@750tok" in score.values
    assert "hit@3" in score.values


def test_the_headline_comes_first() -> None:
    assert list(MEASURES)[:4] == ["recall@500tok", "recall@1000tok", "recall@2000tok", "recall@4000tok"]


def test_scores_are_in_the_order_of_the_questions() -> None:
    asked = [question("b", span(0, 5)), question("a", span(0, 5))]
    found = scored(run(asked, [reply("b", returned(span(0, 9), tokens=1)), reply("a")]))
    assert [(score.question_id, score.values["hit@5"]) for score in found] == [("b", 1.0), ("a", 0.0)]


def test_the_reply_to_another_question_is_refused() -> None:
    with pytest.raises(ValueError, match="'a' has the reply of 'b'"):
        scored(run([question("a", span(0, 5))], [reply("b")]))


def test_a_question_without_evidence_is_refused() -> None:
    with pytest.raises(ValueError, match="needs evidence"):
        scored(run([question("a")], [reply("a")]))


@pytest.mark.parametrize("name", MEASURES)
def test_every_name_leads_to_its_measure(name: str) -> None:
    assert measure_named(name) == MEASURES[name]
    assert MEASURES[name].name == name
    assert "{" not in MEASURES[name].title + MEASURES[name].description


@pytest.mark.parametrize("name", ["recall", "recall@0", "Recall@5", "recall@5tokens", "precision_omega@5", ""])
def test_a_name_that_is_no_measure_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no measure; these are: recall@500tok"):
        measure_named(name)


def test_no_two_measures_have_the_same_name() -> None:
    assert len(MEASURES) == len(list(members(5, (500, 1000, 2000, 4000))))
