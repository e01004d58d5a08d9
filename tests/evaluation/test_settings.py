"""Settings by dotted path: what can be said, and what an error tells."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.model import Setup
from evaluation.setting_paths import paths
from evaluation.settings import differences, label, parse_setting, value_at, values, with_settings
from indexing.config import ChunkerConfig, IndexingConfig
from indexing.errors import InvalidConfig

SETUP = Setup(name="configured")


def _refusal(*settings: str) -> str:
    with pytest.raises(InvalidConfig) as raised:
        with_settings(SETUP, dict(map(parse_setting, settings)))
    return str(raised.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("indexing.chunker.limit=160", 160),
        ("indexing.chunker.limit = 1_000", 1000),
        ("indexing.chunker.density=true", True),
        ("retrieval.key_boost=0.25", 0.25),
        ("search.mode=dense", "dense"),
        ('search.mode="dense"', "dense"),
        ("indexing.embedder.model=intfloat/multilingual-e5-small", "intfloat/multilingual-e5-small"),
        ("indexing.embedder.query_prefix=", ""),
        ('indexing.embedder.query_prefix="query: "', "query: "),
        ("indexing.chunker.sections=[{match='pay', limit=99}]", [{"match": "pay", "limit": 99}]),
    ],
)
def test_a_value_is_a_toml_value_and_a_bare_word_is_a_string(text: str, value: Any) -> None:
    assert parse_setting(text)[1] == value


@pytest.mark.parametrize("text", ["limit", "=3", "", "search.mode=[1", 'search.mode="dense', "search.window=1\nx=2"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    with pytest.raises(InvalidConfig):
        parse_setting(text)


def test_settings_reach_every_part_and_leave_the_rest() -> None:
    changed = with_settings(
        SETUP, {"indexing.chunker.limit": 160, "retrieval.rrf_k": 30, "search.expand": "none"}, name="other"
    )
    assert (changed.name, SETUP.name) == ("other", "configured")
    assert (changed.indexing.chunker.limit, changed.retrieval.rrf_k, changed.search.expand) == (160, 30, "none")
    assert differences(changed, SETUP) == {
        "indexing.chunker.limit": 160,
        "retrieval.rrf_k": 30,
        "search.expand": "none",
    }


def test_a_table_in_a_table_keeps_its_type() -> None:
    changed = with_settings(SETUP, {"indexing.chunker.kinds.legal.limit": 300})
    assert changed.indexing.chunker.kinds.legal.limit == 300
    assert type(changed.indexing.chunker.kinds.legal) is type(SETUP.indexing.chunker.kinds.legal)


def test_sections_become_what_the_configuration_makes_of_them() -> None:
    changed = with_settings(SETUP, dict([parse_setting("indexing.chunker.sections=[{match='pay', limit=99}]")]))
    assert changed.indexing.chunker.sections[0].limit == 99


def test_none_takes_away_what_may_be_absent_only() -> None:
    narrow = with_settings(SETUP, {"indexing.embedder.max_tokens": 128})
    assert with_settings(narrow, {"indexing.embedder.max_tokens": "none"}) == SETUP
    assert with_settings(SETUP, {"search.expand": "none"}).search.expand == "none"
    assert "indexing.chunker.limit" in _refusal("indexing.chunker.limit=none")


def test_an_unknown_path_names_near_ones() -> None:
    assert "indexing.chunker.limt is no setting: did you mean indexing.chunker.limit " in _refusal(
        "indexing.chunker.limt=3"
    )
    assert _refusal("chunker.overlap=3") == "chunker.overlap is no setting: did you mean indexing.chunker.overlap?"
    assert _refusal("zzz=3") == "zzz is no setting: settings begin with indexing, retrieval, search"
    assert "name is no setting" in _refusal("name=3")
    assert "search.budgets is no setting" in _refusal("search.budgets=[8000]")


def test_a_table_is_no_setting_and_its_settings_are_named() -> None:
    assert "indexing.chunker is a table: name one of its settings (name, limit, " in _refusal("indexing.chunker=3")


def test_a_wrong_value_names_the_path_and_what_is_allowed() -> None:
    assert _refusal("indexing.chunker.limit=big") == "indexing.chunker.limit can not be big: Expected `int`, got `str`"
    assert _refusal("search.mode=fast") == (
        "search.mode can not be fast: Invalid enum value 'fast'; it is one of hybrid, dense, lexical"
    )
    assert "retrieval.rrf_k can not be 0: Expected `int` >= 1" in _refusal("retrieval.rrf_k=0")


def test_limits_are_checked_together() -> None:
    assert "indexing.chunker.overlap is 200; it must be 0 to half of limit (128)" in _refusal(
        "indexing.chunker.overlap=200"
    )
    wide = with_settings(SETUP, {"indexing.chunker.overlap": 200, "indexing.chunker.limit": 400})
    assert wide.indexing.chunker.overlap == 200


def test_settings_that_contradict_are_refused_whatever_their_order() -> None:
    assert "both 0" in _refusal("retrieval.dense_weight=0", "retrieval.lexical_weight=0")
    lexical = with_settings(SETUP, {"retrieval.dense_weight": 0})
    dense = with_settings(lexical, {"retrieval.lexical_weight": 0, "retrieval.dense_weight": 1})
    assert (dense.retrieval.dense_weight, dense.retrieval.lexical_weight) == (1, 0)


def test_what_no_search_takes_is_refused_in_the_words_of_search() -> None:
    assert "search.window" in _refusal("search.window=11")
    assert "search.max_passage_tokens" in _refusal("search.max_passage_tokens=3")
    assert "search.depth must be an integer from 1 to " in _refusal("search.depth=0")


def test_an_evaluation_may_look_deeper_than_callers() -> None:
    assert with_settings(SETUP, {"search.depth": 500}).search.depth == 500 > SETUP.retrieval.max_top_k


def test_every_setting_can_be_read_and_set_to_what_it_is() -> None:
    assert {"indexing.chunker.limit", "retrieval.candidates", "search.window"} <= set(paths())
    for path in paths():
        value = value_at(SETUP, path)
        if value is not None and not isinstance(value, dict):
            assert with_settings(SETUP, {path: value}) == SETUP


@given(st.integers(64, 600), st.integers(0, 32), st.sampled_from(["parent", "window", "none"]))
def test_differences_are_what_was_set(limit: int, overlap: int, expand: str) -> None:
    settings = {"indexing.chunker.limit": limit, "indexing.chunker.overlap": overlap, "search.expand": expand}
    changed = with_settings(SETUP, settings)
    assert with_settings(SETUP, differences(changed, SETUP)) == changed
    assert differences(changed, changed) == {}
    assert {path: values(changed)[path] for path in settings} == settings


def test_equal_configurations_do_not_differ_whatever_their_names() -> None:
    same = Setup(name="b", indexing=IndexingConfig(chunker=ChunkerConfig(limit=256)))
    assert differences(same, SETUP) == {}


def test_a_label_shows_values_as_they_are_written() -> None:
    settings = {"indexing.chunker.density": True, "search.mode": "dense", "indexing.embedder.max_tokens": None}
    assert label(settings) == "chunker.density=true mode=dense embedder.max_tokens=none"
