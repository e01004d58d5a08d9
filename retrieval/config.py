"""The `[retrieval]` table of config.toml, decoded once into a frozen Struct that refuses unknown keys."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from indexing.config import Count

MAX_QUERY_CHARACTERS: Final = 4096
"""A longer query is refused: it is a document, and no model's window holds it."""
MAX_WINDOW: Final = 10
"""Neighbours on each side; more is what `parent` is for."""
MIN_BUDGET_TOKENS: Final = 16
"""A smaller budget can not hold a sentence."""
MAX_BUDGET_TOKENS: Final = 1_000_000
"""Above every model's context window."""
MAX_FILTER_DEPTH: Final = 10
"""Nested `$and` and `$or`."""
MAX_FILTER_COMPARISONS: Final = 256
"""Comparisons in one filter: bounds the cost of evaluating it."""
MAX_FILTER_VALUES: Final = 10_000
"""Values of one `$in`."""

Weight = Annotated[float, Meta(ge=0, le=1000)]
"""How much one leg counts beside the other."""


class RetrievalConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`[retrieval]`."""

    max_top_k: Count = 100
    """The largest `top_k`."""
    candidates: Count = 100
    """Rows each leg gives to fusion, whatever `top_k` is: a constant makes shorter replies prefixes of longer ones."""
    rrf_k: Count = 60
    """The constant of reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009."""
    dense_weight: Weight = 1.0
    """In hybrid mode, what the ranks of the dense leg are multiplied by; 0: as in mode `lexical`."""
    lexical_weight: Weight = 1.0
    """The same of the lexical leg; 0: as in mode `dense`."""
    merge: bool = True
    """Neighbouring hit parents of one section come back as one passage; false: each by itself."""
    key_boost: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """How much higher a row in a key section scores: 0.1 is a tenth more than its ranks give. 0: key sections are as
    others."""
    scan_rows: Annotated[int, Meta(ge=0)] = 25_000
    """Up to so many visible rows are scanned without asking the vector store: it takes about a millisecond."""
    fetch_cost_rows: Annotated[int, Meta(ge=0)] = 70_000
    """What a call to the vector store costs, in rows scanned at that time: about 4 ms at 0.056 µs a row."""
    fetched_row_cost_rows: Annotated[int, Meta(ge=0)] = 250
    """What each fetched neighbour costs, in rows scanned at that time: about 14 µs at 0.056 µs a row."""

    def __post_init__(self) -> None:
        """Raises ValueError when neither leg counts."""
        if not (self.dense_weight or self.lexical_weight):
            raise ValueError("dense_weight and lexical_weight are both 0; one of them must be above")
