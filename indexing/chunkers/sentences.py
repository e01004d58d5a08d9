"""Where sentences and clauses end, in Chinese and English alike. Positions only: no text is copied.

A sentence ends behind `。！？；…` (and the marks of other scripts that are used in no other way) with the closing
quotes that follow, without a space; behind `! ?` before a space; behind `.` before a space unless the word is an
abbreviation, an initial or a number that opens the sentence; and at a blank line. Each scanner is linear in the text.
"""

import re
from collections.abc import Iterator
from typing import Final

from indexing.chunkers.graphemes import is_border
from indexing.model import Span

_CLOSERS: Final = "”’」』）)】》〉〕］\\]\"'*_"
_ALWAYS: Final = "。！？；…｡‼⁇⁈⁉।॥؟۔።"
_CJK: Final = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"

_ENDS = re.compile(
    rf"[{_ALWAYS}]++[{_ALWAYS}!?.”’」』）】》〉〕］]*+\"?"
    rf"|(?<![.!?])[.!?]++[{_CLOSERS}]*+(?=\s|\Z)"
    rf"|(?<![.!?])[!?]++(?=[{_CJK}])"
    r"|\n[^\S\n]*+(?=\n)"
)
_CLAUSES = re.compile(r"[，、：；]++[”’」』]*+|[,;:–—]++[\"')\]]*+(?=\s)|——")

_NEVER_LAST: Final = frozenset(
    {"mr", "mrs", "ms", "dr", "prof", "rev", "gov", "sen", "rep", "gen", "lt", "sgt", "capt", "hon", "messrs", "mme"}
    | {"st", "mt", "ft", "vs", "cf", "viz", "e.g", "i.e", "eg", "ie", "approx"}
)
"""Abbreviations that something always follows; lower case, without the last dot."""

_BEFORE_NUMBERS: Final = frozenset(
    {
        "no",
        "nos",
        "fig",
        "figs",
        "eq",
        "eqs",
        "sec",
        "sect",
        "ch",
        "vol",
        "p",
        "pp",
        "art",
        "arts",
        "par",
        "para",
        "ver",
    }
    | {"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "ca", "est"}
)
"""Abbreviations only where a digit follows: some are words as well."""

_MAYBE_LAST: Final = frozenset(
    {"etc", "al", "inc", "ltd", "co", "corp", "llc", "plc", "bros", "jr", "sr", "dept", "ave", "blvd", "rd"}
    | {"ph.d", "m.d", "b.a", "m.a", "a.m", "p.m", "min", "max", "incl", "excl", "ed", "eds"}
)
"""Abbreviations that may end a sentence: they do when a capital follows."""


def sentence_spans(text: str, start: int, end: int) -> list[Span]:
    """The sentences of `text[start:end]`, in order, without the blanks around them. Blank text: none.

    >>> [span.slice("Dr. Li signed. 好。对！") for span in sentence_spans("Dr. Li signed. 好。对！", 0, 19)]
    ['Dr. Li signed.', '好。', '对！']
    """
    spans = []
    for stop in [*sentence_ends(text, start, end), end]:
        piece = text[start:stop]
        body = piece.strip()
        if body:
            first = start + len(piece) - len(piece.lstrip())
            spans.append(Span(first, first + len(body)))
        start = stop
    return spans


def sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Positions behind the last character of each sentence in `text[start:end]`, rising, `end` itself left out."""
    begin = start
    for match in _ENDS.finditer(text, start, end):
        stop = _quoted_end(text, begin, match)
        if stop >= end or not _ends_sentence(text, begin, match, end=end) or not is_border(text, stop):
            continue
        begin = stop
        yield stop


def clause_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Positions behind the commas, colons and dashes of `text[start:end]`, rising, `end` left out."""
    for match in _CLAUSES.finditer(text, start, end):
        if match.end() < end and is_border(text, match.end()):
            yield match.end()


def line_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Positions behind the newlines of `text[start:end]`, rising, `end` left out."""
    position = text.find("\n", start, end) + 1
    while 0 < position < end:
        yield position
        position = text.find("\n", position, end) + 1


def _quoted_end(text: str, begin: int, match: re.Match[str]) -> int:
    """Where the match ends: a straight quote behind a Chinese mark belongs to it only when one is open."""
    stop = match.end()
    if match[0][0] in _ALWAYS and match[0][-1] == '"' and text.count('"', begin, stop - 1) % 2 == 0:
        return stop - 1
    return stop


def _ends_sentence(text: str, begin: int, match: re.Match[str], *, end: int) -> bool:
    """Whether the mark of `match`, in the sentence that begins at `begin`, ends it."""
    mark = match[0]
    if mark[0] not in ".!?":
        return True
    following = _next_visible(text, match.end(), end)
    if mark[0] != "." or mark.startswith((".!", ".?")):
        return mark[-1] in "!?" or not following.islower()
    if mark.startswith(".."):
        return not following.islower() and not following.isdigit()
    return mark != "." or not _is_abbreviation(text, begin, match.start(), following=following)


def _next_visible(text: str, position: int, end: int) -> str:
    """The first character at or behind `position` that is not blank; looks 80 characters far. Empty: none."""
    return text[position : min(end, position + 80)].lstrip()[:1]


def _is_abbreviation(text: str, begin: int, dot: int, *, following: str) -> bool:
    """Whether the word before the dot at `dot` needs that dot for itself."""
    words = text[max(begin, dot - 24) : dot].rsplit(None, 1)
    word = words[-1].lstrip("(“\"'[*_（「") if words else ""
    lower = word.lower()
    if word.isdigit():
        return following.islower() or text[begin:dot].strip() == word
    if lower in _MAYBE_LAST:
        return not following.isupper()
    if lower in _BEFORE_NUMBERS:
        return following.isdigit()
    return lower in _NEVER_LAST or _is_initials(word)


def _is_initials(word: str) -> bool:
    """Whether `word` is one capital or letters with dots between them.

    >>> [_is_initials(word) for word in ("J", "U.S", "I", "pod", "3.5", "k8s.io")]
    [True, True, False, False, False, False]
    """
    letters = word.split(".")
    return (
        word != "I"
        and all(len(letter) == 1 and letter.isalpha() and letter.isascii() for letter in letters)
        and (len(letters) > 1 or word.isupper())
    )
