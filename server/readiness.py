"""Readiness: whether every tenant's searches can be answered, and if not, why.

Checked in the background at the start, after each job and, while something is missing, every so often. A check loads
the models that the serving generations were made with and the indexes of the first few tenants.
"""

import logging
import threading
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from indexing.embedders.provider import EmbedderProvider
from indexing.errors import ModelUnavailable
from indexing.index import Index
from indexing.library import Library, generations, tenants
from indexing.manifest import Manifest
from server.adapters import tools_of

logger = logging.getLogger(__name__)

WARM_TENANTS: Final = 8
"""Tenants loaded before the first search; the others load with their first one."""


class Reason(Struct, frozen=True):
    """Why the server is not ready."""

    code: str
    message: str


STARTING: Final = Reason("starting", "models and indexes are being loaded")


class Readiness:
    """What the last check found. Thread-safe."""

    def __init__(self, library: Library, embedders: EmbedderProvider, index: Index) -> None:
        self._library, self._embedders, self._index = library, embedders, index
        self._lock = threading.Lock()
        self.reasons: tuple[Reason, ...] = (STARTING,)
        """Empty: ready."""

    def check(self) -> None:
        """Look again. Takes as long as what is missing takes to load."""
        with self._lock:
            found = tuple(dict.fromkeys(self._missing()))
            if not found and STARTING in self.reasons:
                self._warm()
            for reason in found:
                logger.warning("not ready: code=%s reason=%s", reason.code, reason.message)
            self.reasons = found

    def _missing(self) -> Iterator[Reason]:
        manifests = self._serving()
        try:
            if not manifests:
                self._embedders.configured()
            for manifest in manifests:
                tools_of(manifest, self._embedders)
        except ModelUnavailable as exc:
            yield Reason(exc.code, str(exc))

    def _serving(self) -> list[Manifest]:
        """Manifests of the generations that serve, each once."""
        found: list[Manifest] = []
        with self._library.read() as tx:
            for name in tenants.names(tx):
                active = generations.get(tx, name, tenants.get(tx, name).active_generation)
                if active is not None and active.manifest not in found:
                    found.append(active.manifest)
        return found

    def _warm(self) -> None:
        with self._library.read() as tx:
            names = tenants.names(tx)
        for name in names[:WARM_TENANTS]:
            self._index.current(name)
