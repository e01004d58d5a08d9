"""Atoms: what is never cut unless it is too long by itself: links, addresses, inline code and maths, tags, identifiers.

They are found in the text alone, so that they hold in every format. Each pattern is bounded: time is linear.
"""

import re
from bisect import bisect_right
from typing import Final

from indexing.model import Span

_ATOM: Final = re.compile(
    r"!?\[[^\[\]\n]{0,300}\](?:\([^()\s]{0,1000}(?:\s+\"[^\"\n]{0,200}\")?\)|\[[^\[\]\n]{0,100}\])"  # links, images
    r"|<[A-Za-z/!][^<>\n]{0,500}>"  # tags, addresses in angle brackets
    r"|[a-z][a-z0-9+.-]{1,15}://[^\s<>\"'`）】」』，。；、\u4e00-\u9fff]{1,1000}"  # addresses
    r"|(?P<ticks>`{1,3})(?!`)[^`\n]{1,300}(?P=ticks)"  # code
    r"|\$\$?(?=\S)[^$\n]{1,300}(?<=\S)\$\$?|\\\([^\n]{1,300}?\\\)"  # maths
    r"|[A-Za-z0-9_$@#%&](?:[A-Za-z0-9_$@#%&]|[.,:/+~=\-](?=[A-Za-z0-9_$@#%&])){0,200}"  # identifiers, numbers
)


def atoms_in(text: str, start: int, end: int) -> list[Span]:
    """The atoms of `text[start:end]`, in order, disjoint.

    >>> text = "见 [规则](https://a.b/c?d=1) 和 max_tokens，共 1,234.5 元"
    >>> [span.slice(text) for span in atoms_in(text, 0, len(text))]
    ['[规则](https://a.b/c?d=1)', 'max_tokens', '1,234.5']
    """
    return [Span(*found.span()) for found in _ATOM.finditer(text, start, end)]


def atom_around(atoms: list[Span], position: int) -> Span | None:
    """The atom that a cut at `position` would go through; None when it would go through none."""
    index = bisect_right(atoms, position, key=_start) - 1
    if index < 0:
        return None
    atom = atoms[index]
    return atom if atom.start < position < atom.end else None


def _start(span: Span) -> int:
    return span.start
