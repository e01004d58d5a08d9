"""What every Embedder promises, over the fake and over a real model."""

from typing import cast

import numpy as np
import pytest

from indexing.embedders import Embedder
from tests.fakes import HashingEmbedder

TEXTS = ("The deposit is two months' rent.", "押金为两个月的租金。", "", "cats sleep " * 40, "the")


@pytest.fixture(params=["fake", "minilm"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return cast(Embedder, HashingEmbedder() if request.param == "fake" else request.getfixturevalue("minilm"))


def test_vectors_are_float32_of_the_dimension_in_the_order_of_the_texts(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.manifest.dimension)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert np.abs(embedder.embed_passages([text])[0] - vector).max() <= 1e-5


def test_vectors_have_length_one(embedder: Embedder) -> None:
    assert np.allclose(np.linalg.norm(embedder.embed_passages(["rent", "租金"]), axis=1), 1, atol=1e-6)
    assert np.isclose(np.linalg.norm(embedder.embed_query("rent")[0]), 1, atol=1e-6)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed_passages([]).shape == (0, embedder.manifest.dimension)


def test_a_text_that_fills_the_window_is_embedded_and_a_longer_one_refused(embedder: Embedder) -> None:
    prefix = embedder.tokenizer.count([embedder.manifest.passage_prefix])[0]
    room = embedder.manifest.max_tokens - embedder.tokenizer.specials - prefix
    embedder.embed_passages(["a " * room])
    with pytest.raises(ValueError, match="window"):
        embedder.embed_passages(["short", "a " * (room + 1)])


def test_a_query_says_whether_it_was_cut(embedder: Embedder) -> None:
    assert embedder.embed_query("when is the rent due")[1] is False
    assert embedder.embed_query("word " * 2 * embedder.manifest.max_tokens)[1] is True


def test_counts_agree_with_offsets(embedder: Embedder) -> None:
    assert embedder.tokenizer.count(TEXTS) == [len(embedder.tokenizer.offsets(text)) for text in TEXTS]
