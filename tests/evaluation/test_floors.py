"""Floors: what falls below them, and what would guard nothing."""

import re
from pathlib import Path

import pytest

from evaluation.floors import Floors, fallen, read_floors
from indexing.errors import InvalidConfig

MEANS = {"laws": {"recall@2000tok": 0.7, "hit@5": 0.75}, "faq": {"recall@2000tok": 0.9, "hit@5": 1.0}}


def test_only_what_is_below_its_floor_is_told() -> None:
    floors = {"laws": {"recall@2000tok": 0.7, "hit@5": 0.8}, "faq": {"hit@5": 1.0}}
    assert list(fallen(floors, MEANS)) == ["laws: hit@5 is 0.7500, below its floor 0.8000"]


def _read(folder: Path, text: str) -> Floors:
    file = folder / "floors.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    return read_floors(file, ["laws", "faq"], ["recall@2000tok", "hit@5"])


def test_floors_are_read_from_a_file(tmp_path: Path) -> None:
    floors = _read(tmp_path, '[laws]\n"recall@2000tok" = 0.5\n"hit@5" = 1\n')
    assert floors == {"laws": {"recall@2000tok": 0.5, "hit@5": 1.0}}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[wiki]\n"hit@5" = 0.1', "no set 'wiki' is evaluated; these are: laws, faq"),
        ("[laws]", "it names no floor"),
        ('[laws]\n"hit@5" = nan', "the floor of 'hit@5' is no number"),
        ('[laws]\n"hit@6" = 0.1', "'hit@6' is no measure; these are: recall@2000tok, hit@5"),
    ],
)
def test_a_floor_that_guards_nothing_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidConfig, match=re.escape(said)):
        _read(tmp_path, text)


@pytest.mark.parametrize("text", ["[laws", "laws = 3", '[laws]\n"hit@5" = "high"', "\udcff"])
def test_a_file_that_is_wrong_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidConfig, match=r"floors\.toml"):
        _read(tmp_path, text)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"nowhere\.toml: No such file"):
        read_floors(tmp_path / "nowhere.toml", [], [])
