"""Which embedder to use: the configured one for a new generation, the manifest's for one that exists."""

import threading
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder, EmbedderManifest
from indexing.errors import ModelUnavailable

WAY_OUT: Final = "restore that model, or reindex with the configured one (parentage reindex, or POST /admin/reindex)"


class EmbedderProvider(Protocol):
    """Hands out embedders. Thread-safe; each model is loaded once."""

    def configured(self) -> Embedder:
        """The embedder config.toml names. Raises ModelUnavailable."""
        ...

    def for_manifest(self, manifest: EmbedderManifest) -> Embedder:
        """The embedder that made a generation. Raises ModelUnavailable if it is gone or has changed."""
        ...


class LoadingProvider:
    """Loads embedders when they are first asked for."""

    def __init__(self, config: EmbedderConfig, load: Callable[[EmbedderConfig], Embedder]) -> None:
        self._config, self._load = config, load
        self._loaded: dict[EmbedderConfig, Embedder] = {}
        self._lock = threading.Lock()

    def configured(self) -> Embedder:
        """The embedder config.toml names. Raises ModelUnavailable."""
        return self._get(self._config)

    def for_manifest(self, manifest: EmbedderManifest) -> Embedder:
        """The embedder that made a generation. Raises ModelUnavailable if it is gone or has changed."""
        config = msgspec.structs.replace(
            self._config,
            model=manifest.model,
            query_prefix=manifest.query_prefix,
            passage_prefix=manifest.passage_prefix,
            normalize=manifest.normalize,
            max_tokens=manifest.max_tokens,
            late=manifest.late,
        )
        if self._config == msgspec.structs.replace(config, max_tokens=self._config.max_tokens):
            config = self._config
        try:
            embedder = self._get(config)
        except ModelUnavailable as exc:
            raise ModelUnavailable(f"{exc}. The index was built with {manifest.model!r}: {WAY_OUT}") from exc
        return check_same(embedder, manifest)

    def _get(self, config: EmbedderConfig) -> Embedder:
        with self._lock:
            if config not in self._loaded:
                self._loaded[config] = self._load(config)
            return self._loaded[config]


def check_same(embedder: Embedder, manifest: EmbedderManifest) -> Embedder:
    """`embedder`, if it makes vectors comparable with those of `manifest`. Raises ModelUnavailable."""
    if embedder.manifest != manifest:
        names = [n for n in EmbedderManifest.__struct_fields__ if getattr(embedder.manifest, n) != getattr(manifest, n)]
        raise ModelUnavailable(
            f"the model {embedder.manifest.model!r} is not the one the index was built with, {manifest.model!r}: it "
            f"differs in {', '.join(names)}; {WAY_OUT}"
        )
    return embedder
