"""Preparing a document: everything that is expensive, outside any transaction.

bytes → parse (blocks) → sections → chunks (parents) → rights of sections → embed texts → terms, vectors (new ones only)
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from indexing.access import Access, includes, parse_access
from indexing.access_classes import effective_access
from indexing.analyze import Analyzer
from indexing.attributes import comparable
from indexing.chunkers import VERSION as CHUNKERS_VERSION
from indexing.chunkers import chunk
from indexing.chunkers.limits import with_keys
from indexing.config import AttributeType, ChunkerConfig, ParserConfig
from indexing.coverage import coverage
from indexing.embedders import Embedder
from indexing.errors import DocumentRejected, InvalidAttribute
from indexing.late import Group, groups, vector_hashes
from indexing.lexical import DocumentTerms, count_terms
from indexing.library.documents import SectionRule
from indexing.library.outlines import Report, Stated
from indexing.model import Outline, ParsedText, Section
from indexing.parsers import PARSERS_VERSION, Original
from indexing.render import embed_text, readable

Reusable = Mapping[bytes, NDArray[np.float32]]
"""Vectors by the hash of all text they were made from (`vector_hashes`), by the same embedder."""

YOUNGER_SETTINGS: Final = {"heading_depth": None, "context": True}
"""Settings of the chunker that recipes on disk may not name, with the values that make of a document what was made
before there were any: a recipe leaves them out, so that no document counts as made otherwise."""


class Tools(Struct, frozen=True, kw_only=True):
    """What one generation's documents are prepared with."""

    embedder: Embedder
    analyzer: Analyzer
    parse: Callable[[Original], ParsedText]
    """`indexing.parsers.parse`, here or in a process of its own."""
    parser: ParserConfig
    chunker: ChunkerConfig
    attributes: Mapping[str, AttributeType]

    @property
    def recipe(self) -> str:
        """Versions and settings of what is prepared: two equal recipes make the same of a document."""
        chunker = msgspec.to_builtins(self.chunker)
        for name, default in YOUNGER_SETTINGS.items():
            if chunker[name] == default:
                del chunker[name]
        settings: dict[str, object] = {"chunker": chunker, "attributes": dict(sorted(self.attributes.items()))}
        if self.parser.ocr:
            settings["ocr"] = (self.parser.ocr_languages, self.parser.ocr_low_confidence)
        return f"parsers/{PARSERS_VERSION} chunkers/{CHUNKERS_VERSION} {msgspec.json.encode(settings).decode()}"


class Draft(Struct, frozen=True, kw_only=True):
    """What preparing needs to know of a document."""

    original: Original
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
    """Per chunk, of the text its vector is made of: its embed text or, late, those of its group."""
    vectors: NDArray[np.float32]
    """Shape (chunks, dimension); zeros where a chunk is not indexed."""
    terms: DocumentTerms
    embedded: int
    """Embed texts that needed the model."""
    recipe: str
    """What made it: `Tools.recipe`."""


def prepare(draft: Draft, tools: Tools, reusable: Reusable) -> Prepared:
    """All that is written of a document but its numbers.

    Raises DocumentRejected (unreadable, no text, a rule that matches no section) and InvalidPrincipal.
    """
    parsed = tools.parse(draft.original)
    outline = chunk(parsed, tools.embedder, tools.chunker)
    rules = resolve_rules(outline.sections, draft.section_access)
    if rules:
        parsed = _without_hidden_words(parsed, outline, draft.access, rules)
        outline = _counted(parsed.text, outline, tools.embedder, visibility(outline, draft.access, rules))
    outline = with_keys(outline, tools.chunker, visibility(outline, draft.access, rules))
    texts = embed_texts(parsed.text, outline, draft.access, rules)
    hashes = vector_hashes(texts, outline.chunks, tools.embedder.manifest)
    made = _made(texts, hashes, groups(outline.chunks, tools.embedder.manifest), tools.embedder, reusable)
    return Prepared(
        text=parsed.text,
        outline=outline,
        section_access={index: tuple(sorted(access)) for index, access in rules.items()},
        stated=Stated(parsed.title, _declared(parsed, tools.attributes)),
        report=_report(parsed, outline),
        hashes=hashes,
        vectors=_vectors(texts, hashes, made, reusable, dimension=tools.embedder.manifest.dimension),
        terms=count_terms(tools.analyzer, texts),
        embedded=len(made),
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
    visible, source = visibility(outline, access, rules), readable(text, outline)
    return [
        embed_text(source, chunk, visible=partial(visible, chunk.section)) if chunk.indexed else ""
        for chunk in outline.chunks
    ]


def visibility(outline: Outline, access: Access, rules: Mapping[int, Access]) -> Callable[[int, int], bool]:
    """Tells of two sections whether all who may read the first may read the second."""
    readers = effective_access([section.parent for section in outline.sections], access, rules)
    return lambda section, other: includes(readers[other], readers[section])


def _without_hidden_words(
    parsed: ParsedText, outline: Outline, access: Access, rules: Mapping[int, Access]
) -> ParsedText:
    """`parsed` without what its text says of the document, unless all who may read any of it may read all of it:
    attributes are shown, and filtered by, with any section.
    """
    readers = effective_access([section.parent for section in outline.sections], access, rules)
    if not parsed.said or len(set(readers)) == 1:
        return parsed
    left = {name: value for name, value in parsed.attributes.items() if name not in parsed.said}
    warning = f"{', '.join(parsed.said)}: stated in the text, and left out since not all readers may read all of it"
    return replace(parsed, attributes=left, said=(), warnings=(*parsed.warnings, warning))


def _counted(text: str, outline: Outline, embedder: Embedder, visible: Callable[[int, int], bool]) -> Outline:
    """`outline` with the tokens of the embed texts as rights leave them: a count too may tell of hidden words."""
    source, prefix = readable(text, outline), embedder.manifest.passage_prefix
    texts = [prefix + embed_text(source, each, visible=partial(visible, each.section)) for each in outline.chunks]
    counts = embedder.tokenizer.count(texts)
    return replace(
        outline,
        chunks=tuple(
            replace(each, tokens=tokens + embedder.tokenizer.specials)
            for each, tokens in zip(outline.chunks, counts, strict=True)
        ),
    )


def _made(
    texts: Sequence[str], hashes: Sequence[bytes], groups: Sequence[Group], embedder: Embedder, reusable: Reusable
) -> dict[bytes, NDArray[np.float32]]:
    """New vectors by hash: of the groups that have a chunk whose vector can not be used again, each group once."""
    new: dict[tuple[bytes, ...], Group] = {}
    for group in groups:
        owned = tuple(hashes[ordinal] for ordinal in group.owned)
        if any(digest not in reusable for digest in owned):
            new.setdefault(owned, group)
    if not new:
        return {}
    if not embedder.manifest.late:
        rows = embedder.embed_passages([texts[ordinal] for group in new.values() for ordinal in group.members])
    else:
        read = embedder.embed_late([[texts[ordinal] for ordinal in group.members] for group in new.values()])
        rows = read[[place >= group.lead for group in new.values() for place in range(len(group.members))]]
    return dict(zip(chain.from_iterable(new), rows, strict=True))


def _vectors(
    texts: Sequence[str],
    hashes: Sequence[bytes],
    made: Mapping[bytes, NDArray[np.float32]],
    reusable: Reusable,
    *,
    dimension: int,
) -> NDArray[np.float32]:
    """The vector of each chunk; zeros for those without a text."""
    vectors = np.zeros((len(texts), dimension), dtype=np.float32)
    for row, (digest, text) in enumerate(zip(hashes, texts, strict=True)):
        if text:
            vectors[row] = made[digest] if digest in made else reusable[digest]
    return vectors


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
        coverage=coverage(parsed.text, outline),
        sections=len(outline.sections) - 1,
        parents=len(outline.parents),
        chunks=len(outline.chunks),
        removed=outline.removed,
        warnings=parsed.warnings,
        kind=parsed.kind or "",
        media_type=parsed.media_type,
        pages=parsed.pages,
        flags=dict(Counter(flag for chunk in outline.chunks for flag in chunk.flags)),
    )
