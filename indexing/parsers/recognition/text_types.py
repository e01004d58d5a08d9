"""Text formats by what a text begins with: those that state what they are, and those that it merely looks like.

A format *states* itself with a mark that no other text begins with (a doctype, `WEBVTT`). What a text *looks like*
counts only when nothing was said of its type.
"""

import re
from typing import Final

from indexing.parsers.recognition.declared import HTML, MAIL, MARKDOWN, SOURCE, SRT, VTT, XHTML
from indexing.parsers.recognition.delimiters import delimited_type
from indexing.parsers.recognition.markdown_marks import looks_like_markdown

_PROLOGUE: Final = r"(?:\s|<!--(?:(?!-->)[\s\S])*+-->|<\?xml[^>]*+>)*+"
"""What may come before the first element: blanks, comments, an XML declaration (HTML, section 13.1)."""
_HTML = re.compile(_PROLOGUE + r"(?:<!doctype\s+html\b|<html\b)", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml\s")
_FRAGMENT = re.compile(
    _PROLOGUE
    + r"<(?:head|body|title|meta|link|main|article|section|nav|header|footer|aside|div|p|h[1-6]|ul|ol|dl|table"
    r"|form|pre|blockquote|style|script)(?:\s[^<>]*+)?>",
    re.IGNORECASE,
)
_END_TAG = re.compile(r"</[A-Za-z][\w-]*\s*>")
_VTT = re.compile(r"WEBVTT(?:[ \t][^\n]*)?(?:\r|\n|\Z)")
_SRT = re.compile(r"\s*\d+[ \t]*\r?\n[ \t]*\d+:\d\d:\d\d[,.]\d{1,3}[ \t]*-->[ \t]*\d+:\d\d:\d\d[,.]\d{1,3}")
_SOURCE = re.compile(r"#![ \t]*/|<\?(?:php|xml)\b")
_MBOX = re.compile(r"From \S+[ \t][^\n]*\n")
_HEADER = re.compile(r"([!-9;-~]+):[^\n]*\n?(?:[ \t]+[^\n]*\n?)*")
_MAIL_PEOPLE: Final = frozenset({"from", "sender", "return-path", "received", "delivered-to"})
_MAIL_FACTS: Final = frozenset({"date", "message-id", "mime-version", "received"})
_HEADERS: Final = 200
"""Lines of a message's header that are looked at."""


def stated_in(beginning: str) -> str | None:
    """The format that a text states itself to be: HTML, XHTML or VTT.

    >>> stated_in("<!DOCTYPE html><p>Rent"), stated_in("WEBVTT\\n\\n"), stated_in("<p>Rent</p>")
    ('text/html', 'text/vtt', None)
    """
    if _HTML.match(beginning):
        return XHTML if _XML.match(beginning) else HTML
    return VTT if _VTT.match(beginning) else None


def looks_like(beginning: str) -> str | None:
    """The format that a text looks like, when nothing says what it is; None for plain text.

    >>> looks_like("<p>Rent</p>"), looks_like("# Rent\\n\\nIt is due."), looks_like("Rent is due.")
    ('text/html', 'text/markdown', None)
    """
    if _SOURCE.match(beginning):
        return SOURCE
    if _is_mail(beginning):
        return MAIL
    if _SRT.match(beginning):
        return SRT
    if looks_like_markdown(beginning):
        return MARKDOWN
    if _FRAGMENT.match(beginning) and _END_TAG.search(beginning):
        return HTML
    return delimited_type(beginning)


def _is_mail(beginning: str) -> bool:
    """Whether a text begins with the header of a message: people and facts that mail programs write (RFC 5322, 3.6)."""
    mbox = _MBOX.match(beginning)
    position = mbox.end() if mbox else 0
    names = set()
    for _ in range(_HEADERS):
        found = _HEADER.match(beginning, position)
        if found is None:
            break
        names.add(found[1].lower())
        position = found.end()
    ended = position == len(beginning) or beginning[position] in "\r\n"
    return ended and bool(names & _MAIL_PEOPLE) and bool(names & _MAIL_FACTS) and len(names) > 1
