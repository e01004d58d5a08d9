"""What a list item needs to be understood: the words that introduce its list, and those of the items around it."""

import re
from typing import Final

from indexing.model import Span
from indexing.parsers.lines import trimmed

MAX_CHARACTERS: Final = 200
"""Context is paid for in every chunk of the list: one sentence of ordinary length (English: 120 characters)."""

_INTRODUCING: Final = ":：—"
"""What words end with that introduce a list; statutes write a dash (`does not apply to—`)."""

_SENTENCE_END: Final = re.compile(r"[.!?](?=\s)|[。！？；…]")
_CLAUSE_END: Final = re.compile(r"[\s，、,;：:]")


def introduces(text: str, span: Span) -> bool:
    """Whether the paragraph at `span` introduces what comes below it.

    >>> [introduces(text, Span(0, len(text))) for text in ("You need:", "It does not apply to—", "No.")]
    [True, True, False]
    """
    return span.start < span.end and text[span.end - 1] in _INTRODUCING


def closing_of(text: str, span: Span) -> tuple[Span, ...]:
    """The paragraph at `span` if it is short, else its last sentence, else the last words that are; or nothing.

    >>> closing_of("You need a key. It opens:", Span(0, 25))
    (Span(start=0, end=25),)
    >>> long = "x " * 200 + "ends. It opens:"
    >>> [found.slice(long) for found in closing_of(long, Span(0, len(long)))]
    ['It opens:']
    """
    if span.end - span.start <= MAX_CHARACTERS:
        return (span,) if span.start < span.end else ()
    start = span.end - MAX_CHARACTERS
    ends = [found.end() for found in _SENTENCE_END.finditer(text, start, span.end - 1)]
    if not ends:
        ends = [found.end() for found in _CLAUSE_END.finditer(text, start, span.end - 1)][:1]
    return (trimmed(text, ends[-1], span.end),) if ends else ()


def opening_of(text: str, span: Span) -> tuple[Span, ...]:
    """The paragraph at `span` if it is short, else its first line, else the first words of that; or nothing.

    >>> opening_of("- Install the server", Span(0, 20))
    (Span(start=0, end=20),)
    >>> opening_of("- Install\\n" + "  it now" * 50, Span(0, 410))
    (Span(start=0, end=9),)
    """
    if span.end - span.start <= MAX_CHARACTERS:
        return (span,) if span.start < span.end else ()
    end = span.start + MAX_CHARACTERS
    line = re.compile(r"[\r\n]").search(text, span.start, end)
    if line:
        return (Span(span.start, line.start()),)
    ends = [found.start() for found in _CLAUSE_END.finditer(text, span.start + 1, end)]
    return (trimmed(text, span.start, ends[-1]),) if ends else ()
