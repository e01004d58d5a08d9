"""Late chunking, over the fake and over real models."""

import json
import shutil
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.locate import MINILM, locate
from indexing.embedders.provider import LoadingProvider
from indexing.embedders.sentence_transformer import load_embedder
from indexing.errors import InvalidConfig
from tests.fakes import HashingEmbedder

BERLIN = "Berlin is the capital of Germany."
CITY = "The city has more than three million inhabitants."
RENT = "租客每月一日支付租金。"


@pytest.fixture(params=["fake", "minilm", pytest.param("e5", marks=pytest.mark.model)])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return cast(Embedder, HashingEmbedder() if request.param == "fake" else request.getfixturevalue(request.param))


def test_a_group_of_one_text_gives_what_the_text_alone_does(embedder: Embedder) -> None:
    texts = [BERLIN, RENT, "x", CITY * 3]
    assert np.abs(embedder.embed_late([[text] for text in texts]) - embedder.embed_passages(texts)).max() <= 1e-4


def test_vectors_of_a_group_depend_on_all_of_it(embedder: Embedder) -> None:
    berlin, city = embedder.embed_late([[BERLIN, CITY]])
    assert np.abs(city - embedder.embed_passages([CITY])[0]).max() > 1e-3
    assert np.abs(city - embedder.embed_late([["Rent is due.", CITY]])[1]).max() > 1e-3
    assert np.abs(berlin - embedder.embed_passages([BERLIN])[0]).max() > 1e-3


def test_groups_do_not_depend_on_each_other_and_keep_their_order(embedder: Embedder) -> None:
    groups = [[BERLIN, CITY, RENT], ["x"], [RENT * 5, CITY]]
    together = embedder.embed_late(groups)
    assert together.shape == (6, embedder.manifest.dimension)
    assert together.dtype == np.float32
    assert np.abs(together - np.concatenate([embedder.embed_late([group]) for group in groups])).max() <= 1e-5
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)


def test_no_groups_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed_late([]).shape == (0, embedder.manifest.dimension)


def test_a_group_that_fills_the_window_is_read_and_a_longer_one_refused(embedder: Embedder) -> None:
    prefix = embedder.tokenizer.count([embedder.manifest.passage_prefix])[0]
    room = embedder.manifest.max_tokens - embedder.tokenizer.specials - prefix
    embedder.embed_late([["a " * (room - 5), "a b c d e"]])
    with pytest.raises(ValueError, match="window"):
        embedder.embed_late([["short"], ["a " * (room - 5), "a b c d e f"]])


def test_a_word_that_means_nothing_alone_comes_nearer_to_what_it_stands_for(minilm: Embedder) -> None:
    query, _ = minilm.embed_query("How many people live in Berlin?")
    alone, late = minilm.embed_passages([CITY])[0], minilm.embed_late([[BERLIN, CITY]])[1]
    assert query @ late > query @ alone + 0.05


def test_late_vectors_are_not_comparable_with_others(minilm: Embedder, tmp_path: Path) -> None:
    config = EmbedderConfig(model=MINILM, query_prefix="", passage_prefix="", late=True)
    late = load_embedder(config, tmp_path)
    assert late.manifest.late
    assert late.manifest != minilm.manifest
    made = LoadingProvider(config, lambda asked: late if asked.late else minilm)
    assert made.for_manifest(minilm.manifest) is minilm
    assert made.for_manifest(late.manifest) is late


def test_late_chunking_is_refused_with_a_model_that_does_not_pool_by_mean(tmp_path: Path) -> None:
    folder = tmp_path / "cls"
    shutil.copytree(locate(MINILM, tmp_path), folder)
    pooling = folder / "1_Pooling" / "config.json"
    pooling.write_text(json.dumps({"word_embedding_dimension": 384, "pooling_mode_cls_token": True}))
    config = EmbedderConfig(model=str(folder), query_prefix="", passage_prefix="")
    assert load_embedder(config, tmp_path).manifest.pooling == "cls"
    with pytest.raises(InvalidConfig, match="late needs a model that pools by mean"):
        load_embedder(EmbedderConfig(model=str(folder), query_prefix="", passage_prefix="", late=True), tmp_path)
