"""Boundaries as CSV (RFC 4180, UTF-8): a row for each chunk.

Texts and paths are JSON: one line each, exact when they are read back, and no spreadsheet takes them for a formula.
"""

import csv
import io
from collections.abc import Iterable
from typing import Final

from indexing.model import Span
from server.tuning.boundaries import Boundary, quoted

COLUMNS: Final = (
    "document",
    "ordinal",
    "path",
    "start",
    "end",
    "tokens",
    "own_tokens",
    "method",
    "kind",
    "language",
    "flags",
    "section",
    "parent",
    "context",
    "indexed",
    "key",
    "first",
    "last",
)

_FORMULA: Final = ("=", "+", "-", "@")
"""What a cell begins with that spreadsheets compute (OWASP, CSV injection)."""


def csv_text(rows: Iterable[Boundary]) -> str:
    """The file: a header row, then the chunks."""
    return table_text(COLUMNS, (cells(row) for row in rows))


def table_text(head: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A table as RFC 4180 has it.

    >>> table_text(["a", "b"], [["x,y", 1]])
    'a,b\\r\\n"x,y",1\\r\\n'
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(rows)
    return file.getvalue()


def cells(row: Boundary) -> tuple[object, ...]:
    """A chunk in the order of COLUMNS."""
    return (
        name(row.document_id),
        row.ordinal,
        quoted(row.path),
        row.span.start,
        row.span.end,
        row.tokens,
        row.own_tokens,
        row.method,
        row.kind,
        row.language,
        " ".join(row.flags),
        row.section,
        row.parent,
        ranges(row.context),
        "yes" if row.indexed else "no",
        "yes" if row.key else "no",
        quoted(row.first),
        quoted(row.last),
    )


def name(document_id: str) -> str:
    """A document id as it is, but for one that a spreadsheet would compute: that has an apostrophe before it.

    >>> name("-notes.md"), name("notes.md")
    ("'-notes.md", 'notes.md')
    """
    return f"'{document_id}" if document_id.startswith(_FORMULA) else document_id


def ranges(spans: Iterable[Span]) -> str:
    """Spans as `start..end`, a blank between them."""
    return " ".join(f"{span.start}..{span.end}" for span in spans)
