from typing import Any

import pytest

from retrieval.config import RetrievalConfig
from retrieval.errors import InvalidFilter
from retrieval.model import GAP, Result
from tests.retrieval.corpus import Corpus, Document, Part, document, found, group, line, spans, told
from tests.retrieval.fakes import ExactNearest

MODES = ["hybrid", "dense", "lexical"]
EAGER = RetrievalConfig(candidates=4, scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=0)


def handbook() -> Document:
    parts = [
        Part(1, "Handbook"),
        Part(2, "Leave", ("Everyone gets 25 days.",)),
        Part(2, "Pay", ("CANARY-17 bonus list.",), group("hr")),
        Part(2, "Travel", ("Everyone books by train.",)),
    ]
    return document("D1", *parts, access=["group:staff"], parents=[(1, 0, 4)])


@pytest.mark.parametrize("expansion", [{"expand": "parent"}, {"expand": "window", "window": 1}])
def test_a_forbidden_chunk_splits_the_passage(expansion: dict[str, Any]) -> None:
    corpus = Corpus(handbook())
    result = corpus.search("everyone", ["staff"], **expansion)
    assert spans(result) == [(12, 44), (77, 112)]
    assert result.passages[0].text == f"{handbook().text[12:44]}{GAP}{handbook().text[77:112]}"
    assert b"CANARY-17" not in told(result)
    assert b"Pay" not in told(result)
    assert spans(corpus.search("everyone", ["hr", "staff"], **expansion)) == [(12, 112)]


@pytest.mark.parametrize("mode", ["lexical", "hybrid"])
def test_every_leg_searches_visible_rows_only(mode: str) -> None:
    texts = {"a": "cedar desk", "b": "cedar forest", "c": "oak table"}
    corpus = Corpus(*(line(name, text, access=[f"group:{name}"]) for name, text in texts.items()))
    assert found(corpus.search("cedar", ["a"], top_k=3, mode=mode)) == ["a"]


def test_only_a_positive_right_makes_visible() -> None:
    access = {"A": ["group:hr"], "B": [], "D": ["*"]}
    corpus = Corpus(*(line(name, "zebra", access=readers) for name, readers in access.items()))
    assert found(corpus.search("zebra")) == ["D"]
    assert found(corpus.search("zebra", ["HR"])) == ["D"]
    assert found(corpus.search("zebra", ["hr"])) == ["A", "D"]


def test_another_tenant_finds_nothing_and_embeds_nothing() -> None:
    corpus = Corpus(line("a", "zebra"))
    result = corpus.search("zebra", tenant="t' OR '1'='1")
    assert (result.passages, result.stopped, result.best_similarity) == ((), "exhausted", None)
    assert (corpus.embedder.queries, corpus.texts.calls) == (0, 0)


def test_forty_thousand_groups_find_what_the_relevant_one_finds() -> None:
    corpus = Corpus(line("a", "zebra", access=["group:g7"]), line("b", "zebra", access=["group:none"]))
    crowd = corpus.search("zebra", [f"g{i}" for i in range(40_000)])
    assert told(crowd) == told(corpus.search("zebra", ["g7"]))


def test_titles_of_unreadable_ancestors_are_masked() -> None:
    parts = [Part(1, "Codename", ("top",), group("board")), Part(2, "Menu", ("soup today",), frozenset({"*"}))]
    corpus = Corpus(document("d", *parts, access=[]))
    assert corpus.search("soup").passages[0].section.path == (None, "Menu")
    assert corpus.search("soup", ["board"]).passages[0].section.path == ("Codename", "Menu")


def test_an_unreadable_section_around_siblings_is_masked_itself() -> None:
    open_to_all = frozenset({"*"})
    parts = [Part(1, "Codename", (), group("board")), *(Part(2, t, (f"soup {t}",), open_to_all) for t in "AB")]
    corpus = Corpus(document("d", *parts, access=[], parents=[(1, 0, 3)]))
    result = corpus.search("soup")
    assert result.passages[0].section.path == (None,)
    assert b"Codename" not in told(result)


def test_hidden_words_find_nothing_in_their_document() -> None:
    corpus = Corpus(handbook())
    assert found(corpus.search("CANARY-17 bonus", ["staff"], mode="lexical")) == []
    assert found(corpus.search("CANARY-17 bonus", ["staff", "hr"], mode="lexical")) == ["D1"]


def test_an_explanation_is_the_same_whatever_hidden_rows_say() -> None:
    def searched(hidden: str) -> Result:
        shown = [line(f"v{i}", "oak desk", access=["*"]) for i in range(8)]
        corpus = Corpus(*shown, *(line(f"h{i}", hidden, access=[]) for i in range(8)), config=EAGER)
        corpus.nearest = ExactNearest(corpus.snapshot())
        return corpus.search("cedar", mode="dense", explain=True)

    near, far = searched("cedar"), searched("pine")
    assert near.counts["widenings"] > far.counts["widenings"]
    assert told(near) == told(far)


def test_a_filter_never_widens_the_scope() -> None:
    corpus = Corpus(line("a", "zebra", access=["group:a"], attributes={"lang": "en"}), attributes={"lang": "string"})
    assert found(corpus.search("zebra", filter={"$or": [{"lang": "en"}, {"document_id": "a"}]})) == []


def test_unknown_fields_are_errors_even_when_nothing_is_visible() -> None:
    with pytest.raises(InvalidFilter, match=r"filter\.tenat"):
        Corpus().search("x", filter={"tenat": "t1"})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("top_k", [5, 10])
def test_a_filter_never_starves_a_reply(mode: str, top_k: int) -> None:
    crowd = [line(f"b{i:04}", "cedar desk", access=["group:b"]) for i in range(2000)]
    few = [line(f"a{i}", f"cedar {'pine ' * i}", access=["group:a"]) for i in range(5)]
    result = Corpus(*crowd, *few).search("cedar desk", ["a"], mode=mode, top_k=top_k)
    assert found(result) == ["a0", "a1", "a2", "a3", "a4"]
    assert result.stopped == ("top_k" if top_k == 5 else "exhausted")


def test_a_filter_on_blocks_selects_hits_not_what_surrounds_them() -> None:
    made = document("d", Part(1, "T", ("say hello",)), Part(2, "C", ("hello()",), kind="code"), parents=[(1, 0, 2)])
    result = Corpus(made).search("hello", filter={"kind": "code"})
    assert [match.ordinal for match in result.passages[0].matches] == [1]
    assert "say hello" in result.passages[0].text
