"""What a report shows: numbers that are already measured and compared, texts that are already cut out."""

from msgspec import Struct

from evaluation.comparison import Cell, Group
from evaluation.families import Measure
from evaluation.table import Table


class Cost(Struct, frozen=True, kw_only=True):
    """What a setup costs, over all sets."""

    chunks: int
    index_bytes: int
    build_s: float
    latency_ms: float
    """Median of all questions."""


class SetupFacts(Struct, frozen=True, kw_only=True):
    """One configuration with what it made of all sets."""

    name: str
    model: str
    settings: tuple[tuple[str, str], ...]
    """Dotted path and value, as TOML, of each setting that is not the same in all setups."""
    cost: Cost
    chunk_tokens: tuple[int, ...] = ()
    """Of every chunk of every set."""
    reply_tokens: tuple[int, ...] = ()
    """Of the first k passages of every reply."""
    latencies_ms: tuple[float, ...] = ()
    """Of every question."""


class SetFacts(Struct, frozen=True, kw_only=True):
    """One question set."""

    name: str
    documents: int
    questions: int
    languages: tuple[str, ...] = ()


class SweepPoint(Struct, frozen=True, kw_only=True):
    """One value of a setting that was varied."""

    value: str
    """As TOML."""
    number: float | None
    """Where it stands on an axis of numbers; None for a value that is no number."""
    cells: dict[str, Cell]
    """By the measure's name; differences are to the base."""
    cost: Cost
    is_base: bool = False
    is_knee: bool = False
    """The least value that is as good as the best."""


class Sweep(Struct, frozen=True, kw_only=True):
    """One setting varied, all others as in the base."""

    setting: str
    """Its dotted path."""
    points: tuple[SweepPoint, ...]
    note: str = ""
    """What is to be said of the result, in a sentence."""


class Excerpt(Struct, frozen=True, kw_only=True):
    """A stretch of a document."""

    document_id: str
    start: int
    """Where `text` begins in the document."""
    text: str
    evidence: tuple[tuple[int, int], ...] = ()
    """`[start, end)` of the evidence in the document, as far as it lies in `text`."""


class ShownPassage(Struct, frozen=True, kw_only=True):
    """A passage that was returned."""

    rank: int
    """From 1."""
    tokens: int
    path: tuple[str, ...]
    """Titles from the outermost heading to its own."""
    excerpts: tuple[Excerpt, ...]
    truncated: bool = False


class BadCase(Struct, frozen=True, kw_only=True):
    """A question whose evidence was not all returned."""

    setup: str
    set_name: str
    question_id: str
    question: str
    reason: str
    """Why, in the few words that cases are filtered by: `not retrieved`, `cut by a boundary`."""
    detail: str
    """Why, in a sentence."""
    category: str = ""
    language: str = ""
    """BCP 47, as far as known."""
    recall: float = 0.0
    """Share of the evidence that was returned within the first k passages."""
    evidence: tuple[Excerpt, ...]
    """Where it stands in its documents, with what is around it."""
    returned: tuple[ShownPassage, ...]
    """Best first."""


class Report(Struct, frozen=True, kw_only=True):
    """All that one page shows."""

    title: str
    created: str
    """Date and time, ISO 8601."""
    version: str
    """Of Parentage."""
    k: int
    """How many passages measures of rank look at."""
    measures: tuple[Measure, ...]
    """In the order of tables."""
    setups: tuple[SetupFacts, ...]
    """The first is the baseline."""
    sets: tuple[SetFacts, ...]
    groups: tuple[Group, ...]
    """The first is of all questions."""
    sweeps: tuple[Sweep, ...] = ()
    bad_cases: tuple[BadCase, ...] = ()
    """In the order in which to look at them. A page shows as many as it has room for."""
    reverse: tuple[Table, ...] = ()
    """Which chunks do not find themselves; none when that was not asked."""
    command: str = ""
    """What repeats the evaluation."""
    notes: tuple[str, ...] = ()
    """What a reader has to know of how it was measured."""
