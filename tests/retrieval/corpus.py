"""A small corpus for searches: documents written as sections of paragraphs, one paragraph a chunk."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct, json
from msgspec.structs import replace

from indexing.access import Scope
from indexing.catalog import Catalog, DocumentRecord
from indexing.config import AnalyzerConfig, AttributeType
from indexing.format import columns, encode
from indexing.manifest import Manifest
from indexing.model import Chunk, Outline, Parent, Removal, Section, Span
from indexing.postings import count_terms
from indexing.snapshot import Snapshot
from retrieval.config import RetrievalConfig
from retrieval.model import Query, Result
from retrieval.search import Searcher, Serving
from tests.fakes import WordTokenizer
from tests.retrieval.fakes import ANALYZER, BagOfTerms, ExactNearest, MemoryTexts

TENANT = "t"


class Part(Struct, frozen=True):
    """A section: `# title` and its paragraphs, or paragraphs alone at level 0."""

    level: int
    title: str
    paragraphs: tuple[str, ...] = ()
    access: frozenset[str] | None = None
    kind: str = "paragraph"
    key: bool = False


class Document(Struct, frozen=True, kw_only=True):
    """A document with its text and outline."""

    document_id: str
    text: str
    outline: Outline
    access: frozenset[str]
    rules: dict[int, frozenset[str]] = {}
    attributes: dict[str, Any] = {}
    kind: str = "plain"


def document(
    document_id: str,
    *parts: Part,
    access: Sequence[str] = ("*",),
    attributes: dict[str, Any] | None = None,
    parents: Sequence[tuple[int, int, int]] | None = None,
    removed: tuple[Removal, ...] = (),
    kind: str = "plain",
) -> Document:
    """A document of `parts`; `parents` are (section, first chunk, end chunk), by default one for each section."""
    text, sections = "", [_root()]
    chunks: list[Chunk] = []
    stack = [0]
    for part in parts:
        stack = stack[: 1 + sum(1 for s in stack[1:] if sections[s].level < part.level)]
        start, section = len(text), 0
        if part.level:
            section = len(sections)
            text += f"{'#' * part.level} {part.title}\n\n"
            sections.append(_section(section, stack[-1], part, Span(start, len(text) - 2), sections))
            stack.append(section)
        bodies = part.paragraphs or ([""] if part.level else [])
        for position, body in enumerate(bodies):
            begin = start if position == 0 else len(text)
            text += body
            chunks.append(_chunk(len(chunks), section, text, begin, part, bool(body)))
            text += "\n\n" if body else ""
    outline = _outline(sections, chunks, parents, removed)
    rules = {s + (0 if parts[0].level == 0 else 1): p.access for s, p in enumerate(parts) if p.access is not None}
    return Document(
        document_id=document_id,
        text=text,
        outline=outline,
        access=frozenset(access),
        rules=rules,
        attributes=attributes or {},
        kind=kind,
    )


def line(document_id: str, text: str, **facts: Any) -> Document:
    """A document of one chunk without headings."""
    return document(document_id, Part(0, "", (text,)), **facts)


def _root() -> Section:
    return Section(index=0, parent=-1, level=0, title="", path=(), span=Span(0, 0), heading=None)


def _section(index: int, parent: int, part: Part, heading: Span, sections: list[Section]) -> Section:
    return Section(
        index=index,
        parent=parent,
        level=part.level,
        title=part.title,
        path=(*sections[parent].path, part.title),
        span=heading,
        heading=heading,
    )


def _chunk(ordinal: int, section: int, text: str, begin: int, part: Part, indexed: bool) -> Chunk:
    own = text[begin:].rstrip()
    return Chunk(
        ordinal=ordinal,
        section=section,
        parent=0,
        span=Span(begin, begin + len(own)),
        context=(),
        kind=part.kind,  # type: ignore[arg-type]
        language="python" if part.kind == "code" else "",
        tokens=0,
        own_tokens=WordTokenizer().count([own])[0],
        method="blocks" if indexed else "heading",
        indexed=indexed,
        key=part.key,
    )


def _outline(
    sections: list[Section],
    chunks: list[Chunk],
    parents: Sequence[tuple[int, int, int]] | None,
    removed: tuple[Removal, ...],
) -> Outline:
    if parents is None:
        runs: dict[int, list[int]] = {}
        for chunk in chunks:
            runs.setdefault(chunk.section, []).append(chunk.ordinal)
        parents = [(section, run[0], run[-1] + 1) for section, run in runs.items()]
    of = {section: sum(1 for other in parents if other[0] == section) for section, _, _ in parents}
    seen: dict[int, int] = {}
    made = []
    for index, (section, first, end) in enumerate(parents):
        seen[section] = seen.get(section, 0) + 1
        made.append(
            Parent(index=index, section=section, first_chunk=first, end_chunk=end, part=seen[section], of=of[section])
        )
    parent_of = {ordinal: p.index for p in made for ordinal in range(p.first_chunk, p.end_chunk)}
    owned = tuple(
        Chunk(**{name: getattr(c, name) for name in c.__struct_fields__} | {"parent": parent_of[c.ordinal]})
        for c in chunks
    )
    return Outline(sections=tuple(sections), parents=tuple(made), chunks=owned, removed=removed)


def record(made: Document, first_chunk: int, version: int = 1) -> DocumentRecord:
    """What the library would hand to the catalog."""
    texts = [made.text[c.span.start : c.span.end] if c.indexed else "" for c in made.outline.chunks]
    return DocumentRecord(
        document_id=made.document_id,
        version=version,
        text_id=f"{made.document_id}@{version}",
        kind=made.kind,
        title=made.document_id,
        uri=None,
        attributes=made.attributes,
        access=made.access,
        section_access=made.rules,
        outline=columns(encode(made.outline)),
        first_chunk=first_chunk,
        vectors=BagOfTerms().embed_passages(texts),
        terms=count_terms(ANALYZER, texts),
    )


class Corpus:
    """Documents of one tenant, and a searcher over them."""

    def __init__(
        self,
        *documents: Document,
        attributes: dict[str, AttributeType] | None = None,
        config: RetrievalConfig | None = None,
    ) -> None:
        self.attributes, self.config = attributes or {}, config or RetrievalConfig()
        manifest = Manifest(embedder=BagOfTerms.manifest, analyzer=AnalyzerConfig(), analyzer_name=ANALYZER.name)
        self.catalog = Catalog(TENANT, 1, manifest, self.attributes)
        self.embedder, self.texts = BagOfTerms(), MemoryTexts({})
        self.documents: dict[str, Document] = {}
        self.nearest: ExactNearest | None = None
        self.loads = 0
        self._next, self._version = 0, 0
        self.add(*documents)

    def add(self, *documents: Document) -> None:
        self._version += 1
        records = []
        for made in documents:
            records.append(record(made, self._next, self._version))
            self._next += len(made.outline.chunks)
            self.texts.texts[records[-1].text_id] = made.text
            self.documents[made.document_id] = made
        self.catalog.add(records)

    def snapshot(self) -> Snapshot:
        return self.catalog.snapshot(self._version)

    def serving(self, tenant: str) -> Serving:
        self.loads += 1
        snapshot = self.snapshot() if tenant == TENANT else Catalog(tenant, 0, None, {}).snapshot(0)
        return Serving(snapshot=snapshot, embedder=self.embedder, analyzer=ANALYZER)

    def searcher(self) -> Searcher:
        return Searcher(self.serving, self.texts, nearest=self.nearest, attributes=self.attributes, config=self.config)

    def search(self, text: str, groups: Sequence[str] = (), *, tenant: str = TENANT, **fields: Any) -> Result:
        scope = Scope(tenant, frozenset(f"group:{group}" for group in groups))
        return self.searcher().search(Query(text=text, **fields), scope)


def group(*names: str) -> frozenset[str]:
    """An access of groups."""
    return frozenset(f"group:{name}" for name in names)


def found(result: Result) -> list[str]:
    """Document ids in order."""
    return [passage.document.document_id for passage in result.passages]


def spans(result: Result) -> list[tuple[int, int]]:
    """Cited ranges of the first passage."""
    return [(citation.start, citation.end) for citation in result.passages[0].citations]


def told(result: Result) -> bytes:
    """Everything of a result that callers are told: the same for equal searches at one revision."""
    return json.encode(replace(result, timings_ms={}, way="none", counts={}))


def varied() -> Corpus:
    """Sixty documents of three parents of two chunks, with a pool much smaller than they are."""
    random = np.random.default_rng(3)
    words = [f"w{i}" for i in range(30)]
    made = [
        document(
            f"d{n:03}",
            Part(1, "T", tuple(" ".join(random.choice(words, 8)) for _ in range(6))),
            parents=[(1, 0, 2), (1, 2, 4), (1, 4, 6)],
        )
        for n in range(60)
    ]
    return Corpus(*made, config=RetrievalConfig(candidates=10))
