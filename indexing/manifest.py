"""The manifest of a generation: what its vectors and terms were made with, and what queries must use."""

from msgspec import Struct

from indexing.config import AnalyzerConfig
from indexing.embedders import EmbedderManifest


class Manifest(Struct, frozen=True, kw_only=True):
    """Two generations with equal manifests answer alike."""

    embedder: EmbedderManifest
    analyzer: AnalyzerConfig
    analyzer_name: str
    """Version of the analyzer's rules; a program with other rules must reindex."""
