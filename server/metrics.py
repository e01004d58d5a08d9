"""Metrics: what the process has done, counted for Prometheus.

Counts are of the whole process, no tenant among them. A rising share of flagged chunks says that documents, parsers or
limits have changed for the worse: `rate(parentage_flagged_chunks_total[1h]) / on() rate(parentage_chunks_total[1h])`.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from indexing.errors import DocumentRejected
from indexing.ingest import Written
from retrieval.model import Result

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of search times: one with the default model takes about 20 ms."""


class Metrics:
    """The counters of one process. Thread-safe."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._documents = self._counter("documents", "Documents written or refused, by kind", "outcome", "kind")
        self._chunks = self._counter("chunks", "Chunks of the documents written")
        self._flagged = self._counter("flagged_chunks", "Those with a quality flag, by flag", "flag")
        self._searches = self._counter("searches", "Searches answered, by why they stopped", "stopped")
        self._seconds = Histogram(
            "parentage_search_seconds", "Time of a search", buckets=_SECONDS, registry=self._registry
        )

    def wrote(self, written: Written) -> None:
        """Count a write that was acknowledged."""
        outcome = "unchanged" if written.unchanged else "created" if written.created else "changed"
        self._documents.labels(outcome, written.report.kind).inc()
        if outcome != "unchanged":
            self._chunks.inc(written.chunks)
            for flag, count in written.report.flags.items():
                self._flagged.labels(flag).inc(count)

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Count the document whose write in the block is refused, by the problem's code."""
        try:
            yield
        except DocumentRejected as exc:
            self._documents.labels(f"refused_{exc.code}", "").inc()
            raise

    def searched(self, result: Result, seconds: float) -> None:
        """Count a search that was answered."""
        self._searches.labels(result.stopped).inc()
        self._seconds.observe(seconds)

    def text(self) -> bytes:
        """All of them in the text format 0.0.4."""
        return generate_latest(self._registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"parentage_{name}", meaning, labels, registry=self._registry)
