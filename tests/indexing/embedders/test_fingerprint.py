import shutil
from pathlib import Path

import pytest

from indexing.embedders.fingerprint import fingerprint


def test_equal_files_have_one_fingerprint_wherever_they_are(tiny_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(tiny_folder, tmp_path / "copy")
    assert fingerprint(tiny_folder, tmp_path / "cache") == fingerprint(tmp_path / "copy", tmp_path / "cache")


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "1_Pooling/config.json"])
def test_any_file_that_makes_vectors_changes_it(tiny_folder: Path, tmp_path: Path, name: str) -> None:
    before = fingerprint(tiny_folder, tmp_path / "cache")
    content = (tiny_folder / name).read_bytes()
    (tiny_folder / name).write_bytes(content[:-1] + b"?")
    assert fingerprint(tiny_folder, tmp_path / "cache") != before


def test_other_files_do_not_change_it(tiny_folder: Path, tmp_path: Path) -> None:
    before = fingerprint(tiny_folder, tmp_path / "cache")
    (tiny_folder / "README.md").write_text("more")
    assert fingerprint(tiny_folder, tmp_path / "cache") == before


def test_unchanged_files_are_not_read_again(tiny_folder: Path, tmp_path: Path) -> None:
    fingerprint(tiny_folder, tmp_path / "cache")
    (remembered,) = (tmp_path / "cache" / "fingerprints").iterdir()
    remembered.write_text("f" * 64)
    assert fingerprint(tiny_folder, tmp_path / "cache") == "f" * 64


@pytest.mark.parametrize("left", ["", "abc"])
def test_a_damaged_memory_is_ignored(tiny_folder: Path, tmp_path: Path, left: str) -> None:
    digest = fingerprint(tiny_folder, tmp_path / "cache")
    (remembered,) = (tmp_path / "cache" / "fingerprints").iterdir()
    remembered.write_text(left)
    assert fingerprint(tiny_folder, tmp_path / "cache") == digest == remembered.read_text()


def test_a_cache_that_can_not_be_written_is_no_error(tiny_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert fingerprint(tiny_folder, tmp_path / "file") == fingerprint(tiny_folder, tmp_path / "cache")
