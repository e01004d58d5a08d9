"""Rights as properties: random tenants, documents, sections, rules, principals and requests against an oracle.

The oracle knows nothing of catalogs, masks or columns: it walks headings and looks at single characters.
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, json

from retrieval.config import RetrievalConfig
from retrieval.model import Result
from tests.retrieval.corpus import Corpus, Document, Part, document, told
from tests.retrieval.fakes import ExactNearest

GROUPS = ["a", "b", "c"]
WORDS = ["cedar", "oak", "pine", "desk"]
EAGER = RetrievalConfig(candidates=4, scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=0)
SMALL = RetrievalConfig(candidates=4)

accesses = st.frozensets(st.sampled_from(["*", *(f"group:{name}" for name in GROUPS)]), max_size=2)


class Heading(Struct, frozen=True):
    """A section to be written out."""

    level: int
    paragraphs: list[list[str]]
    access: frozenset[str] | None


headings = st.builds(
    Heading,
    level=st.integers(1, 3),
    paragraphs=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), max_size=3),
    access=st.none() | accesses,
)
outlines = st.lists(headings, min_size=1, max_size=6)
tenants = st.lists(st.tuples(outlines, accesses, st.integers(1, 4)), min_size=1, max_size=4)
requests = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["hybrid", "dense", "lexical"]),
        "top_k": st.integers(1, 10),
        "expand": st.sampled_from(["parent", "window", "none"]),
        "window": st.integers(0, 2),
        "max_passage_tokens": st.integers(16, 60),
        "max_context_tokens": st.none() | st.integers(16, 120),
        "explain": st.booleans(),
    }
)
queries = st.lists(st.sampled_from([*WORDS, "canary", "zanary"]), min_size=1, max_size=3).map(" ".join)


def readers(outline: list[Heading], access: frozenset[str]) -> list[frozenset[str]]:
    """Who may read each heading's text: the nearest rule on its path, found by walking back up."""
    found = []
    for i, heading in enumerate(outline):
        level, rule = heading.level, heading.access
        for above in reversed(outline[:i]):
            if rule is None and above.level < level:
                level, rule = above.level, above.access
        found.append(access if rule is None else rule)
    return found


def may(who: list[str], access: frozenset[str]) -> bool:
    return "*" in access or any(f"group:{name}" in access for name in who)


def written(
    number: int, made: tuple[list[Heading], frozenset[str], int], who: list[str], canary: str
) -> tuple[Document, list[bool]]:
    """A document whose hidden headings and paragraphs hold `canary`; and which headings are readable."""
    outline, access, size = made
    readable = [may(who, of) for of in readers(outline, access)]
    parts = []
    for i, (heading, is_readable) in enumerate(zip(outline, readable, strict=True)):
        mark = "title" if is_readable else canary
        bodies = tuple(" ".join(words if is_readable else [canary] * len(words)) for words in heading.paragraphs)
        parts.append(Part(heading.level, f"{mark}{i}", bodies, heading.access))
    n = sum(max(1, len(heading.paragraphs)) for heading in outline)
    sections = [i + 1 for i, heading in enumerate(outline) for _ in heading.paragraphs or [[]]]
    parents = [(sections[first], first, min(first + size, n)) for first in range(0, n, size)]
    return document(f"d{number}", *parts, access=sorted(access), parents=parents), readable


def search(
    tenant: list[Any], who: list[str], query: str, request: dict[str, Any], *, canary: str, fetching: bool = False
) -> tuple[Corpus, Result]:
    made = (written(i, outline, who, canary)[0] for i, outline in enumerate(tenant))
    corpus = Corpus(*made, config=EAGER if fetching else SMALL)
    if fetching:
        corpus.nearest = ExactNearest(corpus.snapshot(), watermark=len(corpus.snapshot().live))
    return corpus, corpus.search(query, who, **request)


def owner(made: Document, position: int) -> int | None:
    """The section whose text stands at `position`, by reading the text; None for white space between chunks."""
    for chunk in made.outline.chunks:
        if chunk.span.start <= position < chunk.span.end:
            return chunk.section
    assert made.text[position].isspace()
    return None


@settings(deadline=None, max_examples=150)
@given(tenants, st.lists(st.sampled_from(GROUPS), max_size=2, unique=True), queries, requests)
def test_every_returned_character_is_authorised(
    tenant: list[Any], who: list[str], query: str, request: dict[str, Any]
) -> None:
    _, result = search(tenant, who, query, request, canary="canary")
    made = {f"d{i}": written(i, outline, who, "canary") for i, outline in enumerate(tenant)}
    for passage in result.passages:
        whole, readable = made[passage.document.document_id]
        for cited in passage.citations:
            assert passage.text[cited.text_start : cited.text_end] == whole.text[cited.start : cited.end]
            sections = {owner(whole, position) for position in range(cited.start, cited.end)} - {None}
            assert all(readable[section - 1] for section in sections if section)
        for match in passage.matches:
            assert readable[whole.outline.chunks[match.ordinal].section - 1]
    assert b"canary" not in json.encode(result)


@settings(deadline=None, max_examples=150)
@given(tenants, st.lists(st.sampled_from(GROUPS), max_size=2, unique=True), queries, requests, st.booleans())
def test_hidden_words_move_nothing(
    tenant: list[Any], who: list[str], query: str, request: dict[str, Any], fetching: bool
) -> None:
    """Both spellings of the hidden text have equal lengths and statistics; only what it says differs.

    Lexical statistics are the tenant's, so a query that names a hidden word is compared in the dense leg alone.
    """
    if "anary" in query:
        request = request | {"mode": "dense"}
    one, other = (
        search(tenant, who, query, request, canary=canary, fetching=fetching)[1] for canary in ("canary", "zanary")
    )
    assert told(one) == told(other)


@settings(deadline=None, max_examples=60)
@given(tenants, st.lists(st.sampled_from(GROUPS), max_size=2, unique=True), queries, requests)
def test_the_vector_store_changes_no_reply(
    tenant: list[Any], who: list[str], query: str, request: dict[str, Any]
) -> None:
    corpus, scanned = search(tenant, who, query, request, canary="canary")
    corpus.config = EAGER
    corpus.nearest = ExactNearest(corpus.snapshot(), watermark=3)
    fetched = corpus.search(query, who, **request)
    assert told(fetched) == told(scanned)


@settings(deadline=None, max_examples=60)
@given(tenants, st.lists(st.sampled_from(GROUPS), max_size=2, unique=True), queries, requests)
def test_a_reply_has_as_many_results_as_there_are(
    tenant: list[Any], who: list[str], query: str, request: dict[str, Any]
) -> None:
    request = request | {"mode": "dense", "top_k": 100, "max_context_tokens": None}
    _, result = search(tenant, who, query, request, canary="canary")
    visible = 0
    for i, outline in enumerate(tenant):
        whole, readable = written(i, outline, who, "canary")
        visible += len({c.parent for c in whole.outline.chunks if c.indexed and readable[c.section - 1]})
    merged = sum(_parts(passage.section.part) - 1 for passage in result.passages)
    assert len(result.passages) + merged == visible
    assert result.stopped == "exhausted"


def _parts(label: str | None) -> int:
    """How many parts a label names.

    >>> _parts("2-4 of 5"), _parts(None)
    (3, 1)
    """
    if label is None or "-" not in label:
        return 1
    first, last = label.split(" of ")[0].split("-")
    return int(last) - int(first) + 1
