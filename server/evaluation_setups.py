"""Setups from a command line: configurations, and what is said of them setting by setting."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from evaluation.ablations import ABLATIONS
from evaluation.model import SearchSettings, Setup
from evaluation.settings import check, label, parse_setting, with_settings
from indexing.errors import InvalidConfig
from server.config import Config, load
from server.options import Session

CONFIGURED: Final = "configured"
"""What the only configuration is called."""
WHOLE: Final = "full pipeline"
"""What it is called beside its ablations."""

_NEXT_SETTING: Final = re.compile(r",(?=(?:indexing|retrieval|search)\.)")
"""Between settings; a comma within a value has no path behind it."""


def configured(session: Session, files: Sequence[Path], *, depth: int) -> tuple[Config, tuple[Setup, ...]]:
    """The first configuration, and a setup of each, named for its file if there are several.

    Questions are asked for at least `depth` passages. Raises InvalidConfig.
    """
    if not files:
        config = session.config()
        return config, (_setup(CONFIGURED, config, depth),)
    configs = [load(file, data=session.data) for file in files]
    if len(files) == 1:
        return configs[0], (_setup(CONFIGURED, configs[0], depth),)
    stems = [file.stem for file in files]
    names = stems if len(set(stems)) == len(stems) else [str(file) for file in files]
    return configs[0], tuple(_setup(name, config, depth) for name, config in zip(names, configs, strict=True))


def changed(setups: Sequence[Setup], settings: Sequence[str], named: Sequence[str]) -> tuple[Setup, ...]:
    """`setups`, and behind them the first one with `settings`, and with those of each of `named`.

    `settings` are PATH=VALUE; `named` are NAME:PATH=VALUE,PATH=VALUE. Raises InvalidConfig.
    """
    found = list(setups)
    if settings:
        own = dict(map(parse_setting, settings))
        found.append(with_settings(setups[0], own, name=label(own)))
    found += [_named(setups[0], text) for text in named]
    names = [setup.name for setup in found]
    for name in names:
        if names.count(name) > 1:
            raise InvalidConfig(f"two setups are called {name}: tables could not tell them apart")
    return tuple(found)


def ablated(setup: Setup) -> tuple[Setup, ...]:
    """`setup`, then it without each of its parts. Raises InvalidConfig."""
    whole = with_settings(setup, {}, name=WHOLE)
    return (whole, *(ablation(whole) for ablation in ABLATIONS.values()))


def _setup(name: str, config: Config, depth: int) -> Setup:
    search = SearchSettings(depth=max(depth, SearchSettings().depth))
    setup = Setup(name=name, indexing=config.indexing, retrieval=config.retrieval, search=search)
    check(setup)
    return setup


def _named(baseline: Setup, text: str) -> Setup:
    name, colon, rest = text.partition(":")
    if not colon or not name.strip() or "=" in name:
        raise InvalidConfig(f"--setup {text}: write NAME:PATH=VALUE,PATH=VALUE, as small:indexing.chunker.limit=160")
    settings: dict[str, Any] = dict(parse_setting(each) for each in _NEXT_SETTING.split(rest))
    return with_settings(baseline, settings, name=name.strip())
