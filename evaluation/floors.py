"""Floors: the least that measures of a set may be, so that no change lowers them unseen."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from math import isnan
from pathlib import Path

import msgspec

from indexing.errors import InvalidConfig

Floors = Mapping[str, Mapping[str, float]]
"""By set the least value of each measure, as JSON has it: shares from 0 to 1."""


def read_floors(file: Path, sets: Collection[str], measures: Collection[str]) -> Floors:
    """The floors of a TOML file: a table for each set, a line for each measure.

    Raises InvalidConfig, also for a floor of a set or a measure that is not evaluated: it would guard nothing.
    """
    try:
        floors = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), type=dict[str, dict[str, float]])
    except OSError as exc:
        raise InvalidConfig(f"{file}: {exc.strerror or exc}") from exc
    except ValueError as exc:  # of TOML, of UTF-8, of the values
        raise InvalidConfig(f'{file}: {exc}; write [SET] and under it lines as "recall@2000tok" = 0.8') from exc
    if not any(floors.values()):
        raise InvalidConfig(f'{file}: it names no floor; write [SET] and under it lines as "recall@2000tok" = 0.8')
    for set_name, least in floors.items():
        if set_name not in sets:
            raise InvalidConfig(f"{file}: no set {set_name!r} is evaluated; these are: {', '.join(sets)}")
        for measure in least:
            if isnan(least[measure]):
                raise InvalidConfig(f"{file}: the floor of {measure!r} is no number")
            if measure not in measures:
                raise InvalidConfig(f"{file}: {measure!r} is no measure; these are: {', '.join(measures)}")
    return floors


def fallen(floors: Floors, means: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """A sentence for each measure below its floor; `means` has every set and measure that `floors` names.

    >>> list(fallen({"laws": {"hit@5": 0.8}}, {"laws": {"hit@5": 0.75}}))
    ['laws: hit@5 is 0.7500, below its floor 0.8000']
    """
    for set_name, least in floors.items():
        for measure, floor in least.items():
            value = means[set_name][measure]
            if value < floor:
                yield f"{set_name}: {measure} is {value:.4f}, below its floor {floor:.4f}"
