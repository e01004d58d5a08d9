"""Putting pieces of text together: where words are apart, where they are not, and where a hyphen was only for the line.

Han characters follow each other without a space, however a line is set or broken.
"""

import re
from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Final

from indexing.parsers.pdf.sheet import Piece

_WIDE_CLASS: Final = (
    r"\u2e80-\u303f\u3041-\u30ff\u3105-\u312f\u3200-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffee"
    r"\U00020000-\U0003ffff“”‘’…—·"
)
_WIDE: Final = re.compile(f"[{_WIDE_CLASS}]")
_FIRST_WIDE: Final = "·"
_SHARED: Final = "“”‘’…—·"
_HAN: Final = re.compile(r"[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_BETWEEN_WIDE: Final = re.compile(f"(?<=[{_WIDE_CLASS}]) (?=[{_WIDE_CLASS}])")
_BROKEN: Final = re.compile(r"[^\W\d_]{2,}[-\u00ad\u2010]$")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*[-\u00ad\u2010]$")
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
_HYPHENS: Final = "-\u00ad\u2010"
_APART: Final = 0.12
"""Pieces further apart than this, in sizes of the text, are words of their own: half a narrow space."""


def is_wide(char: str) -> bool:
    """Whether a character is one of those that are set without spaces between them.

    >>> is_wide("押"), is_wide("，"), is_wide("a")
    (True, True, False)
    """
    return char >= _FIRST_WIDE and _WIDE.match(char) is not None


def are_tight(before: str, char: str) -> bool:
    """Whether two characters follow each other without a space: both wide, and not both of the marks that Latin text
    has too.

    >>> are_tight("金", "”"), are_tight("”", "a"), are_tight("”", "—")
    (True, False, False)
    """
    return is_wide(before) and is_wide(char) and not (before in _SHARED and char in _SHARED)


def is_han(char: str) -> bool:
    """Whether a character is a Chinese one, punctuation aside."""
    return _HAN.match(char) is not None


def joined(pieces: Sequence[Piece]) -> str:
    """The pieces of one line, left to right, as they are read."""
    parts = [pieces[0].text]
    for before, piece in pairwise(pieces):
        gap = piece.left - before.right
        touching = gap < _APART * piece.style.size and before.group == 0
        spaced = not touching and not (are_tight(before.text[-1], piece.text[0]) and gap < piece.style.size)
        parts.append((" " if spaced else "") + piece.text)
    return "".join(parts)


def spaced_out(text: str) -> bool:
    """Whether a text has spaces between most of its Chinese characters, as letter-spaced headings and layers of
    recognised text do.

    >>> spaced_out("目 录"), spaced_out("押 金 为 三 个 月"), spaced_out("甲方 张三先生")
    (True, True, False)
    """
    spaced = len(_BETWEEN_WIDE.findall(text))
    tight = sum(1 for a, b in pairwise(text) if is_han(a) and is_han(b))
    return spaced > tight


def is_broken_word(line: str, following: str) -> bool:
    """Whether a line ends within a word that the next line goes on with.

    >>> is_broken_word("the informa-", "tion is"), is_broken_word("pages 3-", "4"), is_broken_word("the A-", "Team")
    (True, False, False)
    """
    return _BROKEN.search(line) is not None and following[:1].islower()


def glue_of(line: str, following: str, words: Container[str]) -> tuple[int, str]:
    """How a line of a paragraph is joined with the next: how many characters to take off its end, and what to put
    between. `words` are those of the whole document, lower case: they tell whether a hyphen belongs to the word.

    >>> glue_of("the informa-", "tion is", set()), glue_of("is well-", "known", {"well-known"})
    ((1, ''), (0, ''))
    >>> glue_of("deposit is", "due", set()), glue_of("退租后十日", "内返还", set()), glue_of("see", "押金", set())
    ((0, ' '), (0, ''), (0, ' '))
    """
    if line.endswith("\u00ad"):
        return 1, ""
    if is_broken_word(line, following):
        return (0 if _keeps_hyphen(line, following, words) else 1), ""
    if line[-1] in _HYPHENS and following[0].isalnum() and not line[:-1].endswith((" ", "-")):
        return 0, ""
    if line[-1:] == "/" and not line.endswith(" /"):
        return 0, ""
    return 0, "" if are_tight(line[-1], following[0]) else " "


def _keeps_hyphen(line: str, following: str, words: Container[str]) -> bool:
    """Whether the document writes the word with its hyphen elsewhere, and never without."""
    head, tail = _LAST_WORD.search(line), _FIRST_WORD.match(following)
    if head is None or tail is None:
        return False
    stem = head.group()[:-1].replace("\u2010", "-").lower()
    end = tail.group().lower()
    return f"{stem}-{end}" in words and f"{stem}{end}" not in words
