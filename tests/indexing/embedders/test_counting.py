"""The tokenizer alone counts as the whole model does."""

from pathlib import Path

import numpy as np
import pytest

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.counting import CountingEmbedder, counting_embedder
from indexing.embedders.locate import E5, MINILM, default_cache, locate
from indexing.errors import ModelUnavailable
from tests.fakes import HashingEmbedder

TEXTS = ("The deposit is two months' rent.", "押金为两个月的租金。👩\u200d💻", "", "word " * 600)


def _unloaded() -> Embedder:
    raise AssertionError("the model must not be loaded")


def _same(counting: Embedder, model: Embedder) -> None:
    assert isinstance(counting, CountingEmbedder)
    for name in ("model", "max_tokens", "query_prefix", "passage_prefix", "normalize"):
        assert getattr(counting.manifest, name) == getattr(model.manifest, name)
    assert counting.tokenizer.specials == model.tokenizer.specials
    assert counting.tokenizer.count(TEXTS) == model.tokenizer.count(TEXTS)
    assert all(np.array_equal(counting.tokenizer.offsets(t), model.tokenizer.offsets(t)) for t in TEXTS)


def test_the_small_models_tokenizer_and_window_are_the_models(minilm: Embedder, tmp_path: Path) -> None:
    config = EmbedderConfig(model=MINILM, query_prefix="", passage_prefix="")
    _same(counting_embedder(config, locate(MINILM, tmp_path), _unloaded), minilm)


@pytest.mark.model
def test_the_multilingual_models_tokenizer_and_window_are_the_models(e5: Embedder) -> None:
    _same(counting_embedder(EmbedderConfig(model=E5), locate(E5, default_cache()), _unloaded), e5)


def test_a_configured_window_only_lowers(tmp_path: Path) -> None:
    folder = locate(MINILM, tmp_path)
    windows = [
        counting_embedder(EmbedderConfig(model=MINILM, max_tokens=n), folder, _unloaded).manifest.max_tokens
        for n in (100, 10_000)
    ]
    assert windows == [100, 256]


def test_the_model_is_loaded_when_a_vector_is_wanted(tmp_path: Path) -> None:
    model = HashingEmbedder()
    counting = counting_embedder(EmbedderConfig(model=MINILM), locate(MINILM, tmp_path), lambda: model)
    assert np.array_equal(counting.embed_passages(["rent"]), model.embed_passages(["rent"]))
    assert np.array_equal(counting.embed_query("rent")[0], model.embed_query("rent")[0])
    assert np.array_equal(counting.embed_late([["rent"]]), model.embed_late([["rent"]]))


@pytest.mark.parametrize("stated", [None, "{}", '{"max_seq_length": 0}', '{"max_seq_length": 1e30}', "no JSON"])
def test_a_folder_that_does_not_state_its_window_is_loaded(tmp_path: Path, stated: str | None) -> None:
    if stated is not None:
        (tmp_path / "sentence_bert_config.json").write_text(stated)
    model = HashingEmbedder()
    assert counting_embedder(EmbedderConfig(), tmp_path, lambda: model) is model


def test_a_folder_without_a_tokenizer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json"):
        counting_embedder(EmbedderConfig(), tmp_path, _unloaded)
