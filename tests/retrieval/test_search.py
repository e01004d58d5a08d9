import msgspec
import pytest

from indexing.config import AttributeType
from retrieval.errors import TextGone
from tests.retrieval.corpus import Corpus, Part, document, found, line, varied

MODES = ["hybrid", "dense", "lexical"]


@pytest.mark.parametrize(
    ("texts", "query", "expected"),
    [
        ([], "only", []),
        (["only doc"], "only", [0]),
        (["fee table", "travel policy"], "travel", [1]),
        (["a x", "a y", "b", "c"], "a", [0, 1]),
        (["a x", "a y", "b", "c"], "a a a", [0, 1]),
    ],
)
def test_a_row_matches_when_it_shares_a_term(texts: list[str], query: str, expected: list[int]) -> None:
    corpus = Corpus(*(line(str(i), text) for i, text in enumerate(texts)))
    result = corpus.search(query, mode="lexical")
    assert found(result) == [str(i) for i in expected]
    assert all(passage.score > 0 for passage in result.passages)


@pytest.mark.parametrize(
    ("query", "expected"), [("押金", {"1", "4"}), ("押", {"1", "4"}), ("abc 123", {"3"}), ("營收", set())]
)
def test_chinese_and_full_width_text_is_found(query: str, expected: set[str]) -> None:
    texts = ["床位费每月三百元", "押金两个月后退还", "水电费由租客承担", "甲方ＡＢＣ公司应付１２３元"]
    corpus = Corpus(*(line(str(i), text) for i, text in enumerate([*texts, "refund of the 押金 deposit"])))
    result = corpus.search(query, mode="lexical")
    assert set(found(result)) == expected
    assert all(passage.text in [*texts, "refund of the 押金 deposit"] for passage in result.passages)
    assert found(corpus.search("deposit押金", mode="lexical"))[0] == "4"


def test_a_mode_of_one_leg_scores_by_rank_in_it() -> None:
    corpus = Corpus(line("a", "cedar desk"), line("b", "cedar pine oak"))
    for mode in ("dense", "lexical"):
        result = corpus.search("cedar desk", mode=mode)
        assert [passage.score for passage in result.passages] == [0.016393, 0.016129]


def test_lexical_search_makes_no_vector() -> None:
    corpus = Corpus(line("a", "cedar"))
    result = corpus.search("cedar", mode="lexical")
    assert (corpus.embedder.queries, result.best_similarity, result.passages[0].matches[0].similarity) == (
        0,
        None,
        None,
    )


@pytest.mark.parametrize("mode", MODES)
def test_rows_below_the_least_similarity_are_excluded_in_every_mode(mode: str) -> None:
    corpus = Corpus(line("a", "cedar desk"), line("b", "cedar " + " ".join(f"w{i}" for i in range(40))))
    every = corpus.search("cedar desk", mode="hybrid")
    least = min(match.similarity or 0 for passage in every.passages for match in passage.matches)
    assert found(corpus.search("cedar desk", mode=mode, min_similarity=least)) == ["a", "b"]
    result = corpus.search("cedar desk", mode=mode, min_similarity=round(least + 1e-6, 6))
    assert found(result) == ["a"]
    assert (result.stopped, result.best_similarity) == ("exhausted", 1.0)


def test_a_match_of_the_lexical_leg_alone_has_its_similarity() -> None:
    crowd = [line(f"n{i:03}", "desk " * 3) for i in range(120)]
    corpus = Corpus(*crowd, line("z", "cedar " + " ".join(f"w{i}" for i in range(60))))
    result = corpus.search("cedar desk", top_k=100)
    match = next(p.matches[0] for p in result.passages if p.document.document_id == "z")
    assert (match.dense_rank, match.lexical_rank is not None) == (None, True)
    assert match.similarity is not None


@pytest.mark.parametrize("top_k", [1, 10, 100])
def test_a_search_embeds_once_and_fetches_texts_once(top_k: int) -> None:
    corpus = varied()
    corpus.search("w1 w2", top_k=top_k)
    assert (corpus.embedder.queries, corpus.texts.calls, corpus.loads) == (1, 1, 1)


def test_a_lost_text_starts_the_search_again_on_a_fresh_snapshot() -> None:
    corpus = varied()
    corpus.texts.lost = 1
    assert len(corpus.search("w1 w2").passages) == 10
    assert (corpus.texts.calls, corpus.loads) == (2, 2)


def test_a_text_lost_twice_is_an_error() -> None:
    corpus = varied()
    corpus.texts.lost = 2
    with pytest.raises(TextGone):
        corpus.search("w1 w2")


def test_a_new_version_replaces_the_old_one_in_every_part_of_a_result() -> None:
    corpus = Corpus(line("d", "alpha epsilon"), line("e", "alpha"))
    corpus.add(line("d", "zeta"))
    assert found(corpus.search("epsilon", mode="lexical")) == []
    (passage,) = corpus.search("zeta", mode="lexical").passages
    assert (passage.document.version, passage.text, passage.citations[0].text_id) == (2, "zeta", "d@2")


def test_an_explanation_counts_visible_rows_only() -> None:
    corpus = Corpus(*(line(f"d{i}", "cedar", access=["*"] if i < 3 else []) for i in range(9)))
    result = corpus.search("cedar", explain=True)
    assert result.explanation is not None
    assert msgspec.structs.astuple(result.explanation) == (3, 3, 3)
    contribution = result.passages[0].matches[0].contribution
    assert contribution is not None
    assert (contribution.dense, contribution.lexical) == (1 / 61, 1 / 61)
    assert corpus.search("cedar").explanation is None


def test_ids_are_positions() -> None:
    made = document("a/b", Part(1, "T", ("one",)), Part(1, "U", ("two soup",)))
    (passage,) = Corpus(line("first", "x"), made).search("soup", mode="lexical").passages
    assert (passage.parent_id, passage.section.section_id) == ("a/b#p1", "a/b#s2")
    assert passage.matches[0].chunk_id == "a/b#c1"


def test_attributes_and_title_come_with_the_passage() -> None:
    types: dict[str, AttributeType] = {"year": "number"}
    corpus = Corpus(line("d", "soup", attributes={"year": 2024, "other": "x"}), attributes=types)
    facts = corpus.search("soup", filter={"year": {"$gte": 2024}}).passages[0].document
    assert facts.attributes == {"year": 2024, "other": "x"}
