"""Text for people who read it in a terminal: columns, and lines that end where the window does."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_CLOSING = "、。，．：；！？）】〕」』》〉"
_PIECE = re.compile(rf"\s+|(?:[{_WIDE}]|[^\s{_WIDE}]+)[{_CLOSING}]*")
"""A run of blanks; or an ideograph or a word, with the marks behind it that must not begin a line."""


def columns(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Lines with the columns under each other.

    >>> for line in columns(("name", "rows"), [("租户", 12), ("default", 3)]):
    ...     print(line)
    name     rows
    租户     12
    default  3
    """
    table = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(width(cell) for cell in column) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell + " " * (w - width(cell)) for cell, w in zip(row, widths, strict=True)).rstrip()


def wrapped(line: str, columns: int) -> Iterator[str]:
    """`line` in pieces of at most `columns` columns, broken at blanks or beside ideographs where it can be.

    >>> list(wrapped("one two three", 8)), list(wrapped("押金在退租后退还", 8)), list(wrapped("", 8))
    (['one two', 'three'], ['押金在退', '租后退还'], [''])
    """
    current, used = "", 0
    for piece in _PIECE.findall(line):
        if used + width(piece) > columns and current.strip():
            yield current.rstrip()
            current, used = "", 0
            if piece.isspace():
                continue
        current += piece
        used += width(piece)
    yield current.rstrip()


def width(text: str) -> int:
    """Columns of a terminal that `text` takes: two for a wide character, none for a combining one.

    >>> width("abc"), width("租户"), width("e\\u0301")
    (3, 4, 1)
    """
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
