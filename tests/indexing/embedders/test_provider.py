"""Which model answers: the configured one, or the one an index was made with."""

import msgspec
import pytest

from indexing.config import EmbedderConfig
from indexing.embedders.provider import LoadingProvider
from indexing.errors import ModelUnavailable
from tests.fakes import HashingEmbedder


class Models:
    """Loads models made of hashes, and notes which."""

    def __init__(self, *gone: str) -> None:
        self.loaded: list[str] = []
        self._gone = gone

    def load(self, config: EmbedderConfig) -> HashingEmbedder:
        if config.model in self._gone:
            raise ModelUnavailable(f"{config.model} is not on this machine")
        self.loaded.append(config.model)
        return HashingEmbedder(name=config.model, max_tokens=config.max_tokens or 512)


def config_of(model: str) -> EmbedderConfig:
    return EmbedderConfig(model=model)


def test_a_model_is_loaded_once_for_the_configuration_and_its_manifest() -> None:
    models = Models()
    provider = LoadingProvider(config_of("a"), models.load)
    assert provider.for_manifest(provider.configured().manifest) is provider.configured()
    assert models.loaded == ["a"]


def test_an_index_is_searched_with_the_model_it_was_made_with() -> None:
    models = Models()
    provider = LoadingProvider(config_of("b"), models.load)
    assert provider.for_manifest(HashingEmbedder(name="a").manifest).manifest.model == "a"
    assert provider.configured().manifest.model == "b"
    assert models.loaded == ["a", "b"]


def test_a_model_that_has_changed_is_refused_with_what_differs_and_the_way_out() -> None:
    provider = LoadingProvider(config_of("a"), Models().load)
    manifest = msgspec.structs.replace(HashingEmbedder(name="a").manifest, fingerprint="before", dimension=8)
    with pytest.raises(ModelUnavailable, match=r"differs in fingerprint, dimension; restore .*parentage reindex"):
        provider.for_manifest(manifest)


def test_a_model_that_is_gone_is_named_as_the_indexs_with_the_way_out() -> None:
    provider = LoadingProvider(config_of("b"), Models("a").load)
    with pytest.raises(ModelUnavailable, match=r"a is not on this machine\. The index was built with 'a': restore"):
        provider.for_manifest(HashingEmbedder(name="a").manifest)
