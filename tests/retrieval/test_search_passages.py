import hashlib
from typing import Any

import pytest

from retrieval.model import GAP
from tests.fakes import WordTokenizer
from tests.retrieval.corpus import Corpus, Part, document, line, varied

MODES = ["hybrid", "dense", "lexical"]


@pytest.mark.parametrize(
    ("fields", "expected", "truncated"),
    [
        ({"expand": "parent"}, "abcde", False),
        ({"expand": "window", "window": 1}, "bcd", False),
        ({"expand": "window", "window": 0}, "c", False),
        ({"expand": "none"}, "c", False),
    ],
)
def test_expansion_shows_what_was_asked_for(fields: dict[str, Any], expected: str, truncated: bool) -> None:
    made = document("d", Part(1, "T", tuple(f"{word * 3} four five." for word in "abcde")), parents=[(1, 0, 5)])
    (passage,) = Corpus(made).search("ccc", mode="lexical", **fields).passages
    assert [word for word in "abcde" if word * 3 in passage.text] == list(expected)
    assert passage.truncated == truncated
    assert passage.tokens == WordTokenizer().count([passage.text])[0]


def test_a_passage_over_its_budget_keeps_whole_chunks_around_the_best_hit() -> None:
    made = document("d", Part(1, "T", tuple(f"{word * 3} " + "x " * 9 for word in "abcde")), parents=[(1, 0, 5)])
    (passage,) = Corpus(made).search("ddd", mode="lexical", max_passage_tokens=20).passages
    assert [word for word in "abcde" if word * 3 in passage.text] == ["d", "e"]
    assert (passage.truncated, passage.tokens) == (True, 20)


def test_a_chunk_over_its_budget_is_cut_at_a_sentence() -> None:
    corpus = Corpus(line("d", "Tenants pay rent monthly. " * 20))
    (passage,) = corpus.search("rent", max_passage_tokens=17).passages
    assert passage.text == ("Tenants pay rent monthly. " * 3).rstrip()
    assert (passage.truncated, passage.tokens) == (True, 15)
    assert passage.citations[0].end == len(passage.text)


def test_the_context_ends_before_the_passage_that_does_not_fit() -> None:
    corpus = Corpus(*(line(f"d{i}", "rent " * 10) for i in range(5)))
    result = corpus.search("rent", max_context_tokens=35)
    assert (len(result.passages), result.stopped, result.context_tokens) == (3, "budget", 30)
    assert corpus.search("rent", max_context_tokens=50).stopped == "exhausted"
    assert corpus.search("rent", max_context_tokens=50, top_k=5).stopped == "top_k"


def test_the_first_passage_is_cut_to_the_context() -> None:
    corpus = Corpus(line("d", "Tenants pay rent monthly. " * 20), line("e", "rent"))
    result = corpus.search("tenants rent", max_context_tokens=16)
    assert result.context_tokens <= 16
    assert result.passages[0].truncated


def test_a_heading_above_the_first_chunk_is_not_cited() -> None:
    made = document("d", Part(1, "A"), Part(2, "B", ("soup",)), Part(2, "C"), parents=[(1, 0, 3)])
    result = Corpus(made).search("soup")
    assert result.passages[0].text == "## B\n\nsoup"
    assert not result.passages[0].truncated


@pytest.mark.parametrize("mode", MODES)
def test_every_citation_is_exact(mode: str) -> None:
    corpus = varied()
    for passage in corpus.search("w1 w2", mode=mode, top_k=50).passages:
        whole = corpus.texts.texts[passage.citations[0].text_id]
        for cited in passage.citations:
            text = whole[cited.start : cited.end]
            assert passage.text[cited.text_start : cited.text_end] == text
            assert cited.sha256 == hashlib.sha256(text.encode()).hexdigest()
            assert cited.lines[0] == whole.count("\n", 0, cited.start) + 1
            assert cited.lines[1] == whole.count("\n", 0, cited.end) + 1
        assert GAP.join(whole[c.start : c.end] for c in passage.citations) == passage.text
