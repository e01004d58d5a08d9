"""The values of a search: what is asked and what is answered.

A `Result` is made of passages, a passage of spans of one document's text, each cited. Everything in it is authorised
for the scope it was made for, titles and counts included.
"""

from typing import Any, Literal

from msgspec import Struct

Mode = Literal["hybrid", "dense", "lexical"]
Expansion = Literal["parent", "window", "none"]
Stopped = Literal["top_k", "exhausted", "budget"]
Way = Literal["scan", "over-fetch", "none"]

GAP = "\n\n[…]\n\n"
"""Stands between disjoint spans in a passage's text; no citation covers it."""


class Query(Struct, frozen=True, kw_only=True):
    """One question. `retrieval.query.validated` checks the ranges."""

    text: str
    """1 to 4,096 characters after trimming."""
    top_k: int = 10
    """Results wanted, 1 to the configured maximum."""
    mode: Mode = "hybrid"
    filter: dict[str, Any] | None = None
    """Chroma's `where` grammar: see `retrieval.filters`. None or empty: no condition but the caller's rights."""
    min_similarity: float = 0.0
    """Cosine below which rows are excluded in every mode, 0 to 1; 0 switches it off."""
    expand: Expansion = "parent"
    """How much around the hits a passage shows: the whole parent, `window` neighbours, or the hits alone."""
    window: int = 1
    """For `window`: neighbours on each side inside the parent, 0 to 10."""
    max_passage_tokens: int = 1000
    """Own tokens of a passage's chunks."""
    max_context_tokens: int | None = None
    """Tokens of all passages together; None: no limit."""
    explain: bool = False
    """Also say how many rows were searched and what each leg gave."""


class Citation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One contiguous span of a passage: `passage.text[text_start:text_end] == document_text[start:end]`.

    Where it stands in a source that the text was extracted from is said as far as the format tells.
    """

    citation_id: str
    """`{text_id}:{start}-{end}`."""
    text_id: str
    start: int
    end: int
    """Exclusive; code points of the document's canonical text."""
    text_start: int
    text_end: int
    """Exclusive; code points of the passage's text."""
    pages: tuple[int, int] | None
    """First and last page; None for texts without pages."""
    lines: tuple[int, int]
    """First and last line of the document, 1-based; lines end with `\\n`."""
    sha256: str
    """Hexadecimal digest of the cited text in UTF-8."""
    boxes: tuple[tuple[int, float, float, float, float], ...] = ()
    """Page, left, top, right, bottom of each block with cited text: points (1/72 inch) from the page's top left."""
    anchor: str | None = None
    """What a URL's `#fragment` may name to lead there."""
    source: tuple[int, int] | None = None
    """The range of the decoded source it comes from, in code points."""
    rows: tuple[int, int] | None = None
    """First and last row of its sheet or file, from 1."""
    labels: tuple[tuple[int, str], ...] = ()
    """Numbers that the source computes and the text has not, with the positions (of the document) they stand before."""


class Contribution(Struct, frozen=True, kw_only=True):
    """What each leg gave to a match's score, before rounding; None for a leg it is absent from."""

    dense: float | None
    lexical: float | None


class Match(Struct, frozen=True, kw_only=True):
    """A child that was found: why its passage is in the result."""

    chunk_id: str
    """`{document_id}#c{ordinal}`."""
    ordinal: int
    start: int
    end: int
    score: float
    """Reciprocal rank fusion, 6 decimals, in every mode: in a mode of one leg it is 1 / (k + rank)."""
    similarity: float | None
    """Cosine with the query, 6 decimals; None when no query vector was made."""
    dense_rank: int | None
    """1-based among the visible rows; None when the dense leg did not bring it."""
    lexical_rank: int | None
    contribution: Contribution | None
    """Only when explanations were asked for."""


class DocumentFacts(Struct, frozen=True, kw_only=True):
    """What is said of a passage's document; visible with any visible section of it."""

    document_id: str
    version: int
    title: str
    uri: str | None
    attributes: dict[str, Any]


class SectionFacts(Struct, frozen=True, kw_only=True):
    """Where in its document a passage stands."""

    section_id: str
    """`{document_id}#s{index}`."""
    path: tuple[str | None, ...]
    """Titles from the outermost heading to the section's own; None for one the scope may not read."""
    part: str | None
    """`2 of 4` or `2-3 of 4` of a section with several parents; None otherwise."""
    label: str | None
    """Its number (`1.2`, `第三条`); None where it has none, or the scope may not read the section's heading."""


class Passage(Struct, frozen=True, kw_only=True):
    """One result: a parent, or adjacent hit parents of one section, within the budget and the caller's rights."""

    rank: int
    """From 1."""
    score: float
    """Its best child's."""
    parent_id: str
    """`{document_id}#p{index}` of the best child's parent."""
    document: DocumentFacts
    section: SectionFacts
    text: str
    """The cited spans in order, `GAP` between them."""
    tokens: int
    """Sum of its chunks' own tokens; exact for a chunk that had to be cut."""
    truncated: bool
    """Whether something the caller may read was left out because of a budget."""
    citations: tuple[Citation, ...]
    matches: tuple[Match, ...]
    """Best first, those the budget left out included."""


class Explanation(Struct, frozen=True, kw_only=True):
    """What was searched and found: counts of rows the scope may read.

    How they were searched is not told: the vector store is asked for more when rows near the query are hidden.
    """

    visible_rows: int
    """Rows this scope and filter admit."""
    dense_rows: int
    """Rows the dense leg gave to fusion."""
    lexical_rows: int
    """Rows the lexical leg gave to fusion."""


class Result(Struct, frozen=True, kw_only=True):
    """The reply to one query, from one generation at one revision."""

    generation: int
    revision: int
    stopped: Stopped
    """Why there are no more passages: enough, no more matching visible rows, or `max_context_tokens`."""
    best_similarity: float | None
    """Highest similarity among the rows that were found; None when no query vector was made or nothing was found."""
    passages: tuple[Passage, ...]
    context_tokens: int
    """Tokens of all passages."""
    query_truncated: bool
    """The query did not fit the model's window: its beginning was not seen."""
    explanation: Explanation | None
    timings_ms: dict[str, float]
    """Stage to milliseconds, in the order of the stages. Differs between equal searches."""
    way: Way
    """For the log: how the dense leg was searched at last, `none` without one. Never shown to callers."""
    counts: dict[str, int]
    """For the log: visible rows, rows found by each leg, passages, how often the vector store was asked for more.
    Never shown to callers."""
