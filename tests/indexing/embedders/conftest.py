from pathlib import Path

import pytest

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.locate import E5, MINILM
from indexing.embedders.sentence_transformer import load_embedder


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "model: unpacks or loads the multilingual model, seconds and a gigabyte of memory"
    )


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """The small English model, without prefixes. Its window is 256 tokens."""
    return load_embedder(
        EmbedderConfig(model=MINILM, query_prefix="", passage_prefix=""), tmp_path_factory.mktemp("cache")
    )


@pytest.fixture(scope="session")
def e5() -> Embedder:
    """The multilingual model, unpacked into the user's cache by the first run ever."""
    return load_embedder(EmbedderConfig(model=E5))


@pytest.fixture
def tiny_folder(tmp_path: Path) -> Path:
    """What a fingerprint sees of a model: weights, a module with a configuration, a file that does not count."""
    folder = tmp_path / "model"
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "modules.json").write_text('[{"path": ""}, {"path": "1_Pooling"}, {"path": "2_Normalize"}]')
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "tokenizer.json").write_text("{}")
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}')
    (folder / "README.md").write_text("about")
    return folder
