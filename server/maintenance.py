"""Maintenance: what must happen now and then, whoever asks for what."""

import logging
import threading
from typing import Final

from indexing.index import Index
from indexing.library import Library, texts
from server.readiness import Readiness

logger = logging.getLogger(__name__)

EVERY_S: Final = 15.0
"""Far below the time that texts are kept for; one round without work takes a millisecond."""


class Maintenance:
    """One thread that reclaims texts, forgets idle tenants and looks whether what is missing has come."""

    def __init__(
        self, library: Library, index: Index, readiness: Readiness, *, reclaim_after_s: float, evict_after_s: float
    ) -> None:
        self._library, self._index, self._readiness = library, index, readiness
        self._reclaim_after_s, self._evict_after_s = reclaim_after_s, evict_after_s
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="maintenance", daemon=True)

    def start(self) -> None:
        """Check readiness at once, then go round every so often until `stop`."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; does not wait for a model that is being loaded."""
        self._stopped.set()
        self._thread.join(1.0)

    def round(self) -> None:
        """One round."""
        if self._readiness.reasons:
            self._readiness.check()
        with self._library.write() as tx:
            reclaimed = texts.reclaim(tx, older_than_s=self._reclaim_after_s)
        evicted = self._index.evict(idle_s=self._evict_after_s)
        if reclaimed or evicted:
            logger.info("maintenance: texts_reclaimed=%d tenants_evicted=%d", reclaimed, len(evicted))

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self.round()
            except Exception as exc:  # noqa: BLE001 - the next round tries again; the thread must not end
                logger.error("maintenance failed: error=%s", type(exc).__name__)
            self._stopped.wait(EVERY_S)
