"""The `texts` rows: canonical texts in pages, so that a slice costs the slice."""

import time
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from sqlalchemy import TextClause, delete, insert, select, text

from indexing.library.store import Transaction
from indexing.library.tables import outlines, retired_texts, texts

PAGE = 8192
"""Code points a page. A passage is a few thousand: it reads one or two pages, some 0.05 ms each."""

RUNS = 250
"""Runs of pages a query may ask for: SQLite refuses expressions of a depth over 1,000."""


class TextSlice(Struct, frozen=True):
    """A piece of a text and where it stands."""

    text: str
    first_line: int
    """1-based line of its first character; lines end with \\n."""


class TextGone(LookupError):
    """The text was reclaimed; only a reader that slept through a whole grace period meets this."""


def save(tx: Transaction, text_id: str, content: str) -> None:
    """Write a text in pages. An empty text has one empty page."""
    lines, rows = 0, []
    for page in range(max(1, -(-len(content) // PAGE))):
        piece = content[page * PAGE : (page + 1) * PAGE]
        rows.append({"text_id": text_id, "page": page, "lines_before": lines, "content": piece})
        lines += piece.count("\n")
    tx.execute(insert(texts), rows)


def load(tx: Transaction, text_id: str) -> str:
    """The whole text. Raises TextGone."""
    pages = tx.execute(select(texts.c.content).where(texts.c.text_id == text_id).order_by(texts.c.page)).scalars().all()
    if not pages:
        raise TextGone(text_id)
    return "".join(pages)


def slices(tx: Transaction, wanted: Sequence[tuple[str, int, int]]) -> list[TextSlice]:
    """The pieces `(text_id, start, end)` in the order asked for; a query for each RUNS of them. Raises TextGone."""
    runs = sorted({(text_id, _pages(start, end)[0], _pages(start, end)[-1]) for text_id, start, end in wanted})
    pages: dict[tuple[str, int], tuple[int, str]] = {}
    for batch in (runs[i : i + RUNS] for i in range(0, len(runs), RUNS)):
        values = {f"{name}{i}": value for i, run in enumerate(batch) for name, value in zip("tab", run, strict=True)}
        for text_id, page, lines_before, content in tx.execute(_pages_query(len(batch)), values).all():
            pages[text_id, page] = lines_before, content
    return [_slice(pages, text_id, start, end) for text_id, start, end in wanted]


def retire(tx: Transaction, text_id: str) -> None:
    """Note that an outline let go of this text: `reclaim` removes it when none holds it any more."""
    tx.execute(delete(retired_texts).where(retired_texts.c.text_id == text_id))
    tx.execute(insert(retired_texts).values(text_id=text_id, retired_at=time.time()))


def reclaim(tx: Transaction, *, older_than_s: float) -> int:
    """Remove texts no outline refers to that were let go `older_than_s` ago: how many."""
    due = tx.execute(select(retired_texts.c.text_id).where(retired_texts.c.retired_at <= time.time() - older_than_s))
    removed = 0
    for text_id in due.scalars().all():
        if tx.execute(select(outlines.c.text_id).where(outlines.c.text_id == text_id).limit(1)).first() is None:
            tx.execute(delete(texts).where(texts.c.text_id == text_id))
            removed += 1
        tx.execute(delete(retired_texts).where(retired_texts.c.text_id == text_id))
    return removed


def _pages(start: int, end: int) -> range:
    return range(start // PAGE, max(start, end - 1) // PAGE + 1)


@lru_cache(maxsize=256)
def _pages_query(n: int) -> TextClause:
    """`n` runs of pages. Text, and remembered: building the expression anew took longer than the query."""
    keys = " OR ".join(f"text_id = :t{i} AND page BETWEEN :a{i} AND :b{i}" for i in range(n))
    return text(f"SELECT text_id, page, lines_before, content FROM texts WHERE {keys}")


def _slice(pages: dict[tuple[str, int], tuple[int, str]], text_id: str, start: int, end: int) -> TextSlice:
    try:
        found = [pages[text_id, page] for page in _pages(start, end)]
    except KeyError as exc:
        raise TextGone(text_id) from exc
    lines, first = found[0]
    offset = start // PAGE * PAGE
    joined = first if len(found) == 1 else "".join(content for _, content in found)
    return TextSlice(joined[start - offset : end - offset], lines + first.count("\n", 0, start - offset) + 1)
