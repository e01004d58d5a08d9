"""Preparing a document: everything that is expensive, outside any transaction.

bytes → parse (blocks) → sections → chunks (parents) → rights of sections → embed texts → terms, vectors (new ones only)
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.access import Access, includes, parse_access
from indexing.access_classes import effective_access
from indexing.analyze import Analyzer
from indexing.attributes import comparable
from indexing.chunkers import structure
from indexing.config import AttributeType, ChunkerConfig
from indexing.embedders import Embedder
from indexing.errors import DocumentRejected, InvalidAttribute
from indexing.lexical import DocumentTerms, count_terms
from indexing.library.documents import SectionRule
from indexing.library.outlines import HASH_BYTES, Report, Stated
from indexing.model import Outline, ParsedText, Section
from indexing.outline import build_sections
from indexing.parsers import PARSERS_VERSION, parse
from indexing.render import embed_text

Reusable = Mapping[bytes, NDArray[np.float32]]
"""Vectors by the hash of the embed text they were made from, by the same embedder."""


class Tools(Struct, frozen=True):
    """What one generation's documents are prepared with."""

    embedder: Embedder
    analyzer: Analyzer
    chunker: ChunkerConfig
    attributes: Mapping[str, AttributeType]

    @property
    def recipe(self) -> str:
        """Versions and settings of parsers and chunker: two equal recipes cut a text alike."""
        limits = msgspec.json.encode(self.chunker).decode()
        return f"parsers/{PARSERS_VERSION} structure/{structure.VERSION} {limits}"


class Draft(Struct, frozen=True, kw_only=True):
    """What preparing needs to know of a document."""

    content: bytes
    media_type: str
    charset: str | None
    access: Access
    section_access: tuple[SectionRule, ...]


class Prepared(Struct, frozen=True, kw_only=True):
    """A document ready to be written."""

    text: str
    outline: Outline
    section_access: dict[int, tuple[str, ...]]
    stated: Stated
    report: Report
    hashes: tuple[bytes, ...]
    """Per chunk, of its embed text."""
    vectors: NDArray[np.float32]
    """Shape (chunks, dimension); zeros where a chunk is not indexed."""
    terms: DocumentTerms
    embedded: int
    """Embed texts that needed the model."""
    recipe: str
    """What cut the text: `Tools.recipe`."""


def prepare(draft: Draft, tools: Tools, reusable: Reusable) -> Prepared:
    """All that is written of a document but its numbers.

    Raises DocumentRejected (unreadable, no text, a rule that matches no section) and InvalidPrincipal.
    """
    parsed = parse(draft.content, draft.media_type, draft.charset)
    sections, section_of_block = build_sections(parsed)
    rules = resolve_rules(sections, draft.section_access)
    manifest = tools.embedder.manifest
    outline = structure.chunk(
        parsed,
        sections,
        section_of_block,
        tools.embedder.tokenizer,
        tools.chunker,
        window=manifest.max_tokens,
        passage_prefix=manifest.passage_prefix,
    )
    texts = embed_texts(parsed.text, outline, draft.access, rules)
    hashes = tuple(hashlib.sha256(text.encode()).digest()[:HASH_BYTES] for text in texts)
    vectors, embedded = _vectors(texts, hashes, tools.embedder, reusable)
    return Prepared(
        text=parsed.text,
        outline=outline,
        section_access={index: tuple(sorted(access)) for index, access in rules.items()},
        stated=Stated(parsed.title, _declared(parsed, tools.attributes)),
        report=_report(parsed, outline),
        hashes=hashes,
        vectors=vectors,
        terms=count_terms(tools.analyzer, texts),
        embedded=embedded,
        recipe=tools.recipe,
    )


def resolve_rules(sections: Sequence[Section], rules: Sequence[SectionRule]) -> dict[int, Access]:
    """Accesses by section index. Raises DocumentRejected for a rule that matches no section, or one matched twice."""
    found: dict[int, Access] = {}
    for rule in rules:
        same_path = [section.index for section in sections if section.path == rule.path]
        name = f"section_access {list(rule.path)!r}, occurrence {rule.occurrence or 'not given'}"
        if not rule.path or not 1 <= (rule.occurrence or 1) <= len(same_path):
            raise DocumentRejected("section_not_found", f"{name}: the document has {len(same_path)} such section(s)")
        if rule.occurrence is None and len(same_path) > 1:
            raise DocumentRejected("section_ambiguous", f"{name}: there are {len(same_path)} such sections; say which")
        index = same_path[(rule.occurrence or 1) - 1]
        if index in found:
            raise DocumentRejected("section_rule_repeated", f"{name}: two rules for one section; keep one")
        found[index] = parse_access(rule.access, field="section_access.access")
    return found


def embed_texts(text: str, outline: Outline, access: Access, rules: Mapping[int, Access]) -> list[str]:
    """What model and BM25 see of each chunk, empty for one that is not indexed.

    A heading above the chunk is in it only if all who may read the chunk may read that heading.
    """
    readers = effective_access([section.parent for section in outline.sections], access, rules)

    def visible_from(section: int) -> Callable[[int], bool]:
        return lambda other: includes(readers[other], readers[section])

    return [
        embed_text(text, outline.sections, chunk, outline.removed, visible=visible_from(chunk.section))
        if chunk.indexed
        else ""
        for chunk in outline.chunks
    ]


def _vectors(
    texts: Sequence[str], hashes: Sequence[bytes], embedder: Embedder, reusable: Reusable
) -> tuple[NDArray[np.float32], int]:
    new = {digest: text for digest, text in zip(hashes, texts, strict=True) if text and digest not in reusable}
    known = dict(zip(new, embedder.embed_passages(list(new.values())), strict=True)) if new else {}
    vectors = np.zeros((len(texts), embedder.manifest.dimension), dtype=np.float32)
    for row, (digest, text) in enumerate(zip(hashes, texts, strict=True)):
        if text:
            vectors[row] = known[digest] if digest in known else reusable[digest]
    return vectors, len(new)


def _declared(parsed: ParsedText, types: Mapping[str, AttributeType]) -> dict[str, object]:
    """Declared attributes the document states about itself; values of another type are passed over."""
    found = {}
    for name, value in parsed.attributes.items():
        try:
            if name in types:
                comparable(name, value, types[name])
                found[name] = value
        except InvalidAttribute:
            continue
    return found


def _report(parsed: ParsedText, outline: Outline) -> Report:
    return Report(
        characters=len(parsed.text),
        charset=parsed.charset,
        coverage=_coverage(parsed.text, outline),
        sections=len(outline.sections) - 1,
        parents=len(outline.parents),
        chunks=len(outline.chunks),
        removed=outline.removed,
        warnings=parsed.warnings,
    )


def _coverage(text: str, outline: Outline) -> float:
    spans = sorted([chunk.span for chunk in outline.chunks] + [removal.span for removal in outline.removed])
    missed, end = 0, 0
    for span in spans:
        missed += _count_visible(text[end : span.start])
        end = max(end, span.end)
    missed += _count_visible(text[end:])
    return 1.0 - missed / max(1, _count_visible(text))


def _count_visible(text: str) -> int:
    return sum(map(len, text.split()))
