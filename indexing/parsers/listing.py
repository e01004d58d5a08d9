"""Where a code listing may be cut: after blank lines, before what begins at its left margin, in very long lines behind
separators.

No language is parsed: a definition is a line without indent that says so (`def`, `func`, `CREATE TABLE`, …) or follows
indented lines without closing them. Comments and decorators directly above it stay with it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from indexing.parsers.lines import lines_of

_DEFINITION: Final = re.compile(
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([a-z]+\))?|unsafe|extern)\s+)*"
    r"(?:def|class|function|func|fn|impl|struct|enum|trait|interface|type|module|namespace|package|record|object|sub|proc"
    r"|macro_rules!|#define|resource|apiVersion:)\b"
    r"|---\s*$|(?:CREATE|ALTER|DROP|INSERT|SELECT|UPDATE|DELETE|WITH)\s",
    re.IGNORECASE,
)
_ATTACHED: Final = re.compile(r"@|#(?!include|define|if|endif|else)|//|/\*|\*|--(?!-)|\"\"\"|;;")
"""Comments, decorators, attributes: belong to the line below."""

_CONTINUES: Final = re.compile(
    r"[)\]}>]|(?:else|elif|except|finally|catch|end|then|do|fi|done|esac|and|or|where)\b|<|\|"
)
"""A line at the margin that goes on with what is above it."""


LONG_LINE: Final = 1000
"""Characters of a line that is cut inside: minified code, data on one line."""

_STEP: Final = 200
"""Characters between two borders in such a line, at least; three times as many at most if it has any separator."""

_STRONG: Final = re.compile(r"(?:[)}\]]\s*[,;]|[;}])\s*")
_WEAK: Final = re.compile(r"[,)\]>]\s*|\s+")
"""Separators behind which a long line may be cut: ends of statements and rows, else of anything."""


def listing_borders(text: str) -> list[int]:
    r"""Positions in `text` before which it may be cut, rising: as `listing_cuts` says, and inside very long lines.

    >>> listing_borders("a = 1\n\nb = 2\n")
    [7]
    """
    lines = lines_of(text)
    cuts = listing_cuts([text[start:end].rstrip("\r\n") for start, end in pairwise(lines.starts)])
    starts = [lines.start(line) for line in cuts]
    inside = (
        border
        for start, end in pairwise(lines.starts)
        if end - start > LONG_LINE
        for border in line_borders(text, start, end)
    )
    return sorted({*starts, *inside})


def line_borders(text: str, start: int, end: int) -> Iterator[int]:
    """Positions inside the long line `[start, end)` behind separators, rising, in about even steps.

    >>> line = "f(1);" * 200
    >>> [line[border - 1] for border in line_borders(line, 0, len(line))]
    [';', ';', ';']
    """
    position = start
    while end - position > 2 * _STEP:
        least, most = position + _STEP, min(end, position + 3 * _STEP)
        found = _STRONG.search(text, least, most) or _WEAK.search(text, least, most)
        position = found.end() if found else most
        if found and position < end:
            yield position


def listing_cuts(lines: Sequence[str]) -> list[int]:
    """Indices of the `lines` of a listing before which it may be cut, rising; never 0.

    >>> listing_cuts(["import os", "", "# Starts.", "def f():", "    return 1", "def g():", "    return 2"])
    [2, 5]
    >>> listing_cuts(["spec:", "  replicas: 3", "status:", "  ready: 3"])
    [2]
    """
    cuts: list[int] = []
    attached = 0
    """First of the lines that stay with the present one."""
    for index in range(1, len(lines)):
        above, line = lines[index - 1], lines[index]
        if not (_is_marginal(above) and _ATTACHED.match(above)):
            attached = index
        if not line.strip() or attached == 0:
            continue
        if not above.strip() or (attached not in cuts[-1:] and _begins(lines, attached, index)):
            cuts.append(index if not above.strip() else attached)
    return cuts


def _begins(lines: Sequence[str], attached: int, index: int) -> bool:
    """Whether line `index`, with what is attached above it from line `attached` on, begins something at the margin."""
    line, above = lines[index], lines[attached - 1]
    if not _is_marginal(line) or _ATTACHED.match(line) or _CONTINUES.match(line):
        return False
    return bool(_DEFINITION.match(line)) or (bool(above.strip()) and not _is_marginal(above))


def _is_marginal(line: str) -> bool:
    """Whether a line begins at the left margin."""
    return bool(line) and not line[0].isspace()
