"""Sweeps: one setting varied at a time around a base, all others as they are.

The knee of a setting is the smallest of its numbers whose recall is as good as the best one's: more costs more, and
what is above the knee buys nothing that these questions can tell from noise.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import msgspec
from msgspec import Struct

from evaluation.model import Setup
from evaluation.setting_paths import paths
from evaluation.settings import convert, label, value_at, with_settings
from evaluation.statistics import bootstrap_difference
from indexing.errors import InvalidConfig

KNEE_MEASURE: Final = "recall@2000tok"
"""What the knee is read from: about what a prompt has room for."""


BASE: Final = "base"
"""What the setup is called that the others differ from."""


class SweepPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A sweep file, decoded."""

    sets: tuple[str, ...]
    """Folders of question sets, relative to the file."""
    config: str | None = None
    """The configuration that the base starts from, relative to the file; None: the one that commands find."""
    within_document: tuple[str, ...] = ()
    """Names of sets whose questions search their own document only."""
    base: dict[str, Any] = {}
    """Values by dotted path, over the configuration."""
    vary: dict[str, tuple[Any, ...]]
    """By dotted path the values to try, one setting at a time."""


class Point(Struct, frozen=True, kw_only=True):
    """One value of the setting that varies."""

    value: Any
    setup: Setup
    is_base: bool

    @property
    def number(self) -> float | None:
        """The value as a number; None if it is none."""
        is_number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        return float(self.value) if is_number else None


class Variation(Struct, frozen=True, kw_only=True):
    """One setting with all of its values, the base's among them: numbers rise, others stand as they were given."""

    path: str
    points: tuple[Point, ...]


def read_plan(file: Path) -> SweepPlan:
    """The sweep of a TOML file. Paths may be quoted or stand as tables. Raises InvalidConfig."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        for name in "base", "vary":
            if isinstance(table.get(name), dict):
                table[name] = dict(_flat(table[name]))
        plan = msgspec.convert(table, type=SweepPlan)
    except OSError as exc:
        raise InvalidConfig(f"{file}: {exc.strerror or exc}") from exc
    except ValueError as exc:  # of TOML, of UTF-8, of the plan
        raise InvalidConfig(f"{file}: {exc}") from exc
    if not plan.sets or not plan.vary or not all(plan.vary.values()):
        raise InvalidConfig(f"{file}: name at least one of `sets`, and under [vary] at least one value of a setting")
    return plan


def variations(plan: SweepPlan, configured: Setup) -> tuple[Variation, ...]:
    """What the sweep runs, in the order of the file. Equal values are one point. Raises InvalidConfig."""
    base = with_settings(configured, plan.base, name=BASE)
    return tuple(_variation(base, path, wanted) for path, wanted in plan.vary.items())


def setups_of(found: Sequence[Variation]) -> tuple[Setup, ...]:
    """Each setup once, the base first."""
    points = sorted((point for variation in found for point in variation.points), key=lambda point: not point.is_base)
    return tuple({point.setup.name: point.setup for point in points}.values())


def knee(variation: Variation, recalls: Mapping[str, Sequence[float]]) -> Point | None:
    """The smallest number whose recall is not below the best by more than noise; None unless all values are numbers.

    `recalls` has, by the setup's name, the recall of each question, in one order. The best is the highest mean, of
    equal means the smallest number. More than noise: the paired bootstrap interval of the difference lies below 0.
    """
    points = [point for point in variation.points if point.number is not None]
    if len(points) < len(variation.points):
        return None
    best = max(points, key=lambda point: fmean(recalls[point.setup.name]))  # of equal ones the first: numbers rise
    most = recalls[best.setup.name]
    return next(point for point in points if not _is_below(recalls[point.setup.name], most))


def _is_below(recall: Sequence[float], most: Sequence[float]) -> bool:
    return bootstrap_difference(recall, most).high < 0


def _variation(base: Setup, path: str, wanted: Sequence[Any]) -> Variation:
    points = [_point(base, path, value_at(base, path))]
    for value in wanted:
        point = _point(base, path, convert(path, value))
        if all(point.value != other.value for other in points):
            points.append(point)
    if all(point.number is not None for point in points):
        points.sort(key=lambda point: point.number or 0.0)
    return Variation(path=path, points=tuple(points))


def _point(base: Setup, path: str, value: Any) -> Point:
    if value == value_at(base, path):
        return Point(value=value, setup=base, is_base=True)
    return Point(value=value, setup=with_settings(base, {path: value}, name=label({path: value})), is_base=False)


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Values by dotted path, of a table whose keys are paths or tables of such."""
    known = paths()
    for name, value in table.items():
        if isinstance(value, dict) and above + name not in known:
            yield from _flat(value, f"{above}{name}.")
        else:
            yield above + name, value
