from typing import Any

import pytest
from msgspec import ValidationError, convert, json
from msgspec.structs import replace

from retrieval.config import RetrievalConfig
from tests.retrieval.corpus import Corpus, Part, document, line, told, varied
from tests.retrieval.fakes import ExactNearest

MODES = ["hybrid", "dense", "lexical"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fields", [{}, {"expand": "none"}, {"max_passage_tokens": 20}, {"max_context_tokens": 300}])
def test_a_shorter_reply_is_the_beginning_of_a_longer_one(mode: str, fields: dict[str, Any]) -> None:
    corpus = varied()
    longest = corpus.search("w1 w2 w3", mode=mode, top_k=100, **fields).passages
    for top_k in range(1, 101, 3):
        shorter = corpus.search("w1 w2 w3", mode=mode, top_k=top_k, **fields).passages
        assert json.encode(shorter) == json.encode(longest[:top_k])
        assert len(shorter) == min(top_k, len(longest))


@pytest.mark.parametrize("mode", MODES)
def test_results_are_ordered_and_parents_come_once(mode: str) -> None:
    result = varied().search("w1 w2 w3", mode=mode, top_k=100)
    scores = [passage.score for passage in result.passages]
    assert scores == sorted(scores, reverse=True)
    assert [passage.rank for passage in result.passages] == list(range(1, len(scores) + 1))
    cited = [(c.text_id, i) for p in result.passages for c in p.citations for i in range(c.start, c.end)]
    assert len(cited) == len(set(cited))


def test_the_search_goes_on_behind_the_pool_until_everything_visible_is_found() -> None:
    result = varied().search("w1", mode="dense", top_k=100)
    assert (len(result.passages), result.stopped) == (100, "top_k")
    few = Corpus(*(line(f"d{i}", "w1") for i in range(30)), config=RetrievalConfig(candidates=2))
    assert len(few.search("w1", mode="hybrid", top_k=100).passages) == 30
    assert few.search("w1", mode="hybrid", top_k=30).stopped == "top_k"
    assert few.search("w1", mode="hybrid", top_k=31).stopped == "exhausted"


@pytest.mark.parametrize(("dense", "lexical"), [(1, 1), (5, 1), (1, 5), (0.01, 3)])
def test_what_lies_behind_the_pool_scores_less_than_all_of_it(dense: float, lexical: float) -> None:
    config = RetrievalConfig(candidates=4, dense_weight=dense, lexical_weight=lexical)
    corpus = Corpus(*(line(f"d{i:02}", f"w1 {'x ' * i}w{i % 3}") for i in range(30)), config=config)
    result = corpus.search("w1 w2", top_k=30, expand="none", explain=True)
    scores = [passage.score for passage in result.passages]
    assert len(scores) == 30
    assert scores == sorted(scores, reverse=True)
    for match in (match for passage in result.passages for match in passage.matches):
        assert match.contribution is not None
        given = (match.contribution.dense or 0) + (match.contribution.lexical or 0)
        assert match.score == pytest.approx(given, abs=1e-6)
    best_behind = max(m.score for p in result.passages for m in p.matches if (m.dense_rank or 0) > 4)
    assert best_behind < min(m.score for p in result.passages for m in p.matches if (m.dense_rank or 0) <= 4)


def test_a_weight_decides_which_leg_comes_first() -> None:
    common = [line(f"d{i}", "alpha beta other") for i in range(9)]
    made = [line("near", "alpha beta"), line("word", "rare word"), *common]

    def first(config: RetrievalConfig) -> str:
        corpus = Corpus(*made, config=config)
        return corpus.search("alpha beta rare", top_k=2).passages[0].document.document_id

    assert first(RetrievalConfig(dense_weight=9.0)) == "near"
    assert first(RetrievalConfig(lexical_weight=9.0)) == "word"


@pytest.mark.parametrize(("weight", "mode"), [("lexical_weight", "dense"), ("dense_weight", "lexical")])
def test_a_leg_of_weight_zero_is_not_searched(weight: str, mode: str) -> None:
    plain, corpus = varied(), varied()
    corpus.config = replace(plain.config, **{weight: 0.0})
    assert told(corpus.search("w1 w2 w3", explain=True)) == told(plain.search("w1 w2 w3", mode=mode, explain=True))


@pytest.mark.parametrize("mode", MODES)
def test_weights_do_not_move_a_leg_that_is_alone(mode: str) -> None:
    plain, corpus = varied(), varied()
    corpus.config = replace(plain.config, dense_weight=3.0, lexical_weight=0.25)
    same = told(corpus.search("w1 w2", mode=mode)) == told(plain.search("w1 w2", mode=mode))
    assert same == (mode != "hybrid")


@pytest.mark.parametrize("weights", [{"dense_weight": 0, "lexical_weight": 0}, {"dense_weight": -1}])
def test_weights_that_rank_nothing_are_refused(weights: dict[str, float]) -> None:
    with pytest.raises(ValidationError, match=r"both 0|>= 0"):
        convert(weights, RetrievalConfig)


@pytest.mark.parametrize("mode", MODES)
def test_equal_searches_give_equal_bytes(mode: str) -> None:
    corpus = varied()
    assert len({told(corpus.search("w1 w2", mode=mode, explain=True)) for _ in range(50)}) == 1


@pytest.mark.parametrize("mode", ["hybrid", "dense"])
def test_both_ways_to_search_give_equal_replies(mode: str) -> None:
    corpus = varied()
    scanned = corpus.search("w1 w2 w3", mode=mode, top_k=100)
    corpus.config = RetrievalConfig(candidates=10, scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=0)
    corpus.nearest = ExactNearest(corpus.snapshot(), watermark=200)
    assert told(corpus.search("w1 w2 w3", mode=mode, top_k=100)) == told(scanned)
    assert len(corpus.nearest.depths) > 0
    corpus.nearest.away = True
    assert told(corpus.search("w1 w2 w3", mode=mode, top_k=100)) == told(scanned)


@pytest.mark.parametrize("mode", MODES)
def test_key_sections_are_ranked_higher_by_as_much_as_is_configured(mode: str) -> None:
    made = [document("a", Part(0, "", ("rent is due",))), document("b", Part(0, "", ("rent is due",), key=True))]

    def order(boost: float) -> list[tuple[str, float]]:
        passages = Corpus(*made, config=RetrievalConfig(key_boost=boost)).search("rent", mode=mode).passages
        return [(passage.document.document_id, passage.score) for passage in passages]

    (first, best), (second, _) = order(0.0)
    assert (first, second) == ("a", "b")
    (first, boosted), (second, plain) = order(0.1)
    assert (first, second) == ("b", "a")
    assert plain == best
    assert boosted > plain
