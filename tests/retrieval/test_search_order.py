from typing import Any

import pytest
from msgspec import json

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
