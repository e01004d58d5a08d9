"""Sweeps: what is run, and where the knee is."""

from pathlib import Path

import pytest

from evaluation.model import Setup
from evaluation.sweep import SweepPlan, Variation, knee, read_plan, setups_of, variations
from indexing.errors import InvalidConfig

OVERLAP = "indexing.chunker.overlap"
CONFIGURED = Setup(name="configured")


def _plan(**vary: tuple[object, ...]) -> SweepPlan:
    return SweepPlan(sets=("laws",), vary={path.replace("__", "."): values for path, values in vary.items()})


def _read(folder: Path, text: str) -> SweepPlan:
    file = folder / "sweep.toml"
    file.write_text(text, encoding="utf-8")
    return read_plan(file)


def test_paths_may_be_quoted_or_stand_as_tables(tmp_path: Path) -> None:
    quoted = '[base]\n"search.mode" = "dense"\n[vary]\n"indexing.chunker.overlap" = [0, 16]\n'
    tables = '[base.search]\nmode = "dense"\n[vary.indexing.chunker]\noverlap = [0, 16]\n'
    dotted = '[base]\nsearch.mode = "dense"\n[vary]\nindexing.chunker.overlap = [0, 16]\n'
    plans = [_read(tmp_path, f'sets = ["laws"]\n{text}') for text in (quoted, tables, dotted)]
    assert plans[0] == plans[1] == plans[2]
    assert (plans[0].base, plans[0].vary) == ({"search.mode": "dense"}, {OVERLAP: (0, 16)})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sets = [", "sweep.toml"),
        ('set = ["laws"]\n[vary]\n"search.window" = [1]', "unknown field `set`"),
        ('sets = ["laws"]', "vary"),
        ('sets = []\n[vary]\n"search.window" = [1]', "at least one of `sets`"),
        ('sets = ["laws"]\n[vary]\n"search.window" = []', "at least one value"),
        ('sets = ["laws"]\n[vary]\n"search.window" = 1', "Expected `array`"),
    ],
)
def test_a_plan_that_is_wrong_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        _read(tmp_path, text)


def test_a_plan_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"nowhere\.toml: No such file"):
        read_plan(tmp_path / "nowhere.toml")


def test_one_setting_varies_at_a_time_and_the_base_is_among_the_values() -> None:
    overlap, expand = variations(
        _plan(indexing__chunker__overlap=(64, 0, 64), search__expand=("none", "window")), CONFIGURED
    )
    assert [(point.value, point.is_base) for point in overlap.points] == [(0, False), (32, True), (64, False)]
    assert [point.value for point in expand.points] == ["parent", "none", "window"]
    assert all(point.setup.search.expand == "parent" for point in overlap.points)
    assert all(point.setup.indexing.chunker.overlap == 32 for point in expand.points)


def test_each_setup_is_run_once_and_the_base_first() -> None:
    found = variations(_plan(indexing__chunker__overlap=(0, 32), search__expand=("none", "parent")), CONFIGURED)
    assert [setup.name for setup in setups_of(found)] == ["base", "chunker.overlap=0", "expand=none"]


def test_values_vary_around_the_base_of_the_plan() -> None:
    plan = SweepPlan(sets=("laws",), base={"indexing.chunker.limit": 400}, vary={OVERLAP: (200,)})
    (overlap,) = variations(plan, CONFIGURED)
    assert [(point.value, point.setup.indexing.chunker.limit) for point in overlap.points] == [(32, 400), (200, 400)]


def test_a_value_that_no_chunker_takes_is_refused_before_anything_runs() -> None:
    with pytest.raises(InvalidConfig, match="overlap is 200; it must be 0 to half of limit"):
        variations(_plan(indexing__chunker__overlap=(16, 200)), CONFIGURED)
    with pytest.raises(InvalidConfig, match=r"search\.expand can not be all"):
        variations(_plan(search__expand=("all",)), CONFIGURED)
    with pytest.raises(InvalidConfig, match=r"did you mean indexing\.chunker\.overlap"):
        variations(_plan(indexing__chunker__overlop=(0,)), CONFIGURED)


def _overlap() -> Variation:
    (found,) = variations(_plan(indexing__chunker__overlap=(0, 16, 64)), CONFIGURED)
    return found


def _knee(*recalls: list[float]) -> object:
    """The knee of overlaps 0, 16, 32 and 64 with these recalls."""
    overlap = _overlap()
    point = knee(overlap, {p.setup.name: found for p, found in zip(overlap.points, recalls, strict=True)})
    return None if point is None else point.value


def test_the_knee_is_the_smallest_value_that_is_not_below_the_best_by_more_than_noise() -> None:
    low, high, nearly = [0.2] * 20, [0.8] * 20, [0.8] * 19 + [0.7]
    assert _knee(low, high, high, high) == 16
    assert _knee(low, nearly, high, high) == 16  # one question of twenty proves nothing
    assert _knee(low, low, low, high) == 64
    assert _knee(high, low, low, high) == 0


def test_where_nothing_differs_the_knee_is_the_smallest_value() -> None:
    same = [0.5, 0.2, 1.0]
    assert _knee(same, same, same, same) == 0


def test_a_value_above_the_knee_may_be_worse() -> None:
    assert _knee([0.2] * 20, [0.8] * 20, [0.8] * 20, [0.4] * 20) == 16


def test_words_have_no_knee() -> None:
    (expand,) = variations(_plan(search__expand=("none",)), CONFIGURED)
    assert knee(expand, {point.setup.name: [0.5] for point in expand.points}) is None
    (density,) = variations(_plan(indexing__chunker__density=(True,)), CONFIGURED)
    assert knee(density, {point.setup.name: [0.5] for point in density.points}) is None
