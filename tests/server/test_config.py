"""config.toml: what is wrong in it is refused before anything starts, by name."""

from pathlib import Path

import pytest

from indexing.errors import InvalidConfig
from server.config import Config, load


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARENTAGE_CONFIG", raising=False)
    monkeypatch.delenv("PARENTAGE_DATA", raising=False)


def loaded(folder: Path, text: str) -> Config:
    file = folder / "config.toml"
    file.write_text(text, encoding="utf-8")
    return load(file)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("nope = 1", "nope"),
        ("[server]\nport = 'x'", "server.port"),
        ("[server]\nport = 65536", "server.port"),
        ("[server]\nsearch_threads = 0", "server.search_threads"),
        ("[server]\ningest_threads = -1", "server.ingest_threads"),
        ("[server]\nmax_waiting = 0", "server.max_waiting"),
        ("[server]\nevict_after_s = -1.0", "server.evict_after_s"),
        ("[indexing]\nreclaim_after_s = -1.0", "indexing.reclaim_after_s"),
        ("[indexing]\nmax_document_bytes = 0", "indexing.max_document_bytes"),
        ("[indexing]\ndefault_access = ['everyone']", "indexing.default_access"),
        ("[indexing.attributes]\nyear = 'int'", "indexing.attributes"),
        ("[indexing.chunker]\nlimit = 256\noverlap = 129", "indexing.chunker.overlap"),
        ("[indexing.chunker]\nlimit = 0", "indexing.chunker.limit"),
        ("[indexing.embedder]\nbatch_tokens = 0", "indexing.embedder.batch_tokens"),
        ("[indexing.embedder]\nmax_tokens = 0", "indexing.embedder.max_tokens"),
        ("[indexing.vectors]\nbatch_rows = 0", "indexing.vectors.batch_rows"),
        ("[indexing.vectors]\nef_search = 0", "indexing.vectors.ef_search"),
        ("[retrieval]\nmax_top_k = 0", "retrieval.max_top_k"),
        ("[retrieval]\ncandidates = 0", "retrieval.candidates"),
        ("[retrieval]\nscan_rows = -1", "retrieval.scan_rows"),
    ],
)
def test_a_setting_that_can_not_work_is_refused_by_name(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        loaded(tmp_path, text)
    assert named in str(refused.value)
    assert "config.toml" in str(refused.value)


def test_folders_are_relative_to_the_file(tmp_path: Path) -> None:
    config = loaded(tmp_path, "data = 'd'\ncache = 'models'\n")
    assert (config.data, config.cache) == (str(tmp_path / "d"), str(tmp_path / "models"))


def test_an_empty_variable_counts_as_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARENTAGE_CONFIG", "")
    monkeypatch.setenv("PARENTAGE_DATA", "")
    assert load().data == str(tmp_path / "data")


def test_a_named_file_must_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARENTAGE_CONFIG", str(tmp_path / "nope.toml"))
    with pytest.raises(InvalidConfig, match=r"nope\.toml: No such file"):
        load()
