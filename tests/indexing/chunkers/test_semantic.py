from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fakes import HashingEmbedder, WordTokenizer
from tests.indexing.chunkers.build import parsed_of, texts_of
from tests.indexing.chunkers.cut import outline_by

RENT = "The tenant pays rent. "
DOGS = "Dogs bark at night. "


class Topics:
    """Vectors by what a text is about; keeps what it was asked."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.calls.append(list(texts))
        return np.array([[text.count("rent"), text.count("Dogs")] for text in texts], dtype=np.float32)


def test_a_section_is_cut_where_its_meaning_changes_and_embedded_in_one_call() -> None:
    topics = Topics()
    parsed = parsed_of([("p", (RENT * 15 + DOGS * 15).strip())])
    outline = outline_by("semantic", parsed, embed=topics, limit=200)
    assert texts_of(parsed, outline) == [(RENT * 15).strip(), (DOGS * 15).strip()]
    assert len(topics.calls) == 1


def test_each_sentence_is_embedded_with_its_neighbours() -> None:
    topics = Topics()
    parsed = parsed_of([("p", " ".join(f"Number {i}." for i in range(25)))])
    outline_by("semantic", parsed, embed=topics)
    (windows,) = topics.calls
    assert windows[:2] == ["Number 0. Number 1.", "Number 0. Number 1. Number 2."]
    assert windows[-1] == "Number 23. Number 24."


def test_another_section_moves_no_border() -> None:
    long = [("h1", "# A"), ("p", (RENT * 15 + DOGS * 15).strip())]
    other = [("h1", "# B"), ("p", (DOGS * 3 + RENT * 3) * 10)]
    alone = texts_of(one := parsed_of(long), outline_by("semantic", one, embed=Topics(), limit=400))
    beside = texts_of(two := parsed_of([*long, *other]), outline_by("semantic", two, embed=Topics(), limit=400))
    assert beside[: len(alone)] == alone
    assert len(alone) == 2


def test_a_section_of_few_sentences_is_not_cut_and_not_embedded() -> None:
    topics = Topics()
    parsed = parsed_of([("p", (RENT * 10 + DOGS * 11).strip())])
    assert len(outline_by("semantic", parsed, embed=topics, limit=200).chunks) == 1
    assert topics.calls == []


def test_the_limit_holds_within_what_is_alike() -> None:
    parsed = parsed_of([("p", (RENT * 30).strip())])
    outline = outline_by("semantic", parsed, embed=Topics(), limit=21)
    assert set(texts_of(parsed, outline)) == {(RENT * 4).strip(), (RENT * 2).strip()}


@pytest.mark.parametrize("seam", [0, 9])
def test_what_is_embedded_fits_the_window(seam: int) -> None:
    embedder = HashingEmbedder(max_tokens=40)
    embedder.tokenizer = WordTokenizer(seam=seam)
    parsed = parsed_of([("p", " ".join("租" * 90 + "。" + "word " * 60 + "end." for _ in range(15)))])
    outline = outline_by(
        "semantic",
        parsed,
        embed=embedder.embed_passages,
        tokenizer=embedder.tokenizer,
        window=40,
        prefix=embedder.manifest.passage_prefix,
        limit=40,
    )
    assert len(embedder.passages) == 30
    assert all("租" in passage and "word" in passage for passage in embedder.passages)
    assert outline.chunks
