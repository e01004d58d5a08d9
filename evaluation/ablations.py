"""Ablations: a setup without one part of the pipeline, so that an evaluation shows what that part earns."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import asdict, replace

from evaluation.model import Setup
from indexing.config import ChunkerConfig, KindsConfig

Ablation = Callable[[Setup], Setup]
"""Gives the setup without the part, named for what is missing. Its docstring is the sentence that explains it."""


def dense_only(setup: Setup) -> Setup:
    """Vector search alone, without BM25."""
    return replace(setup, name="dense only", search=replace(setup.search, mode="dense"))


def lexical_only(setup: Setup) -> Setup:
    """BM25 alone, without vectors."""
    return replace(setup, name="lexical only", search=replace(setup.search, mode="lexical"))


def no_heading_path(setup: Setup) -> Setup:
    """Embed texts without the titles above a chunk."""
    return _with_chunker(setup, "no heading path", heading_depth=0)


def no_context_spans(setup: Setup) -> Setup:
    """Embed texts without lead-ins, headers of tables and overlap."""
    return _with_chunker(setup, "no context spans", context=False)


def no_overlap(setup: Setup) -> Setup:
    """Embed texts without the sentences before a chunk, in every kind of document and every section."""
    sections = tuple(replace(section, overlap=0) for section in setup.indexing.chunker.sections)
    return _with_chunker(setup, "no overlap", overlap=0, kinds=_kinds(setup, overlap=0), sections=sections)


def fixed_windows(setup: Setup) -> Setup:
    """Windows of tokens within each section instead of cuts along the structure."""
    return _with_chunker(setup, "fixed windows", name="fixed")


def no_merge(setup: Setup) -> Setup:
    """Each parent that was hit by itself, neighbours not joined."""
    return replace(setup, name="no merge", retrieval=replace(setup.retrieval, merge=False))


def children_only(setup: Setup) -> Setup:
    """Of each parent the chunks that were hit, without those around them."""
    return replace(setup, name="children only", search=replace(setup.search, expand="none"))


def no_parents(setup: Setup) -> Setup:
    """Each chunk a result by itself: nothing groups, expands or joins chunks."""
    cut = _with_chunker(setup, "no parents", parent_limit=1, kinds=_kinds(setup, parent_limit=1))
    return replace(cut, retrieval=no_merge(setup).retrieval, search=children_only(setup).search)


def _kinds(setup: Setup, **limits: int) -> KindsConfig:
    """The setup's kinds, all of them with `limits`."""
    kinds = asdict(setup.indexing.chunker.kinds)
    return KindsConfig(**{kind: replace(given, **limits) for kind, given in kinds.items()})


def _with_chunker(setup: Setup, name: str, /, **settings: Any) -> Setup:
    chunker: ChunkerConfig = replace(setup.indexing.chunker, **settings)
    return replace(setup, name=name, indexing=replace(setup.indexing, chunker=chunker))


ABLATIONS: Final[Mapping[str, Ablation]] = MappingProxyType(
    {
        "dense only": dense_only,
        "lexical only": lexical_only,
        "no heading path": no_heading_path,
        "no context spans": no_context_spans,
        "no overlap": no_overlap,
        "fixed windows": fixed_windows,
        "no merge": no_merge,
        "children only": children_only,
        "no parents": no_parents,
    }
)
"""By what tables call them, in the order of the path: legs, embed texts, cuts, passages."""
