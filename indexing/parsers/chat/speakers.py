"""Lines of a log that say who speaks: the shapes they have, and which names can be those of speakers.

A log keeps one shape. Shapes with a time or with marks of their own are hardly ever anything else; a name and a colon
often are (`Note: …`, `Status: open`), so there the name itself must be one.
"""

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from indexing.parsers.chat.clock import DATE, STAMP
from indexing.parsers.chat.speaker_names import can_speak, is_person

_OPEN: Final = r"(?:[-*+]\s+)?(?:\*\*|__)?\s?"
_BOLD: Final = r"(?:\*\*|__)?"
_NAME: Final = r"(?P<name>[^\s:：<>\[\]{}|=\"“”#*_`/\\(（][^:：<>\[\]{}|=\"“”#*`/\\\r\n]{0,59}?)"
_WHEN: Final = rf"[\[【(（]{STAMP}[\]】)）]"
_RULE: Final = r"(?:[-=*_]{2,}\s*)?"
_COLON: Final = r"(?:：|:(?=\s|$|[^\x00-\x7f]))"
"""Behind a name: a wide colon needs no blank, nor does one before Chinese; `a:b` is something else."""

SHAPES: Final[Mapping[str, re.Pattern[str]]] = {
    "mail": re.compile(
        r"\*{0,2}(?:From|发件人|寄件者)\*{0,2}\s?[:：]\*{0,2}\s?[\"“]?(?P<name>[^\r\n<\[\"”]{1,60})[\"”]?(?:[<\[][^\r\n]*)?[\r\n]"
    ),
    "comment": re.compile(
        rf"{_RULE}(?:Comment|Reply|Note|Update|Answer)\s(?:#?\d+\s)?(?:by|from)\s{_NAME}(?:\s(?:on|at)|\s[-–@]|,)\s"
        rf"(?:{STAMP}|{DATE})[^\r\n]{{0,20}}$",
        re.IGNORECASE,
    ),
    "wrote": re.compile(
        rf"{_RULE}{_OPEN}{_NAME}{_BOLD}\s?(?:commented|replied|wrote|added a comment|评论于?|回复于?|发表于)"
        rf"(?:\s(?:on|at)\s|\s[-–]\s|\s)?"
        rf"(?:{STAMP}|{DATE})[^\r\n]{{0,20}}$",
        re.IGNORECASE,
    ),
    "bracket": re.compile(rf"{_OPEN}{_WHEN}{_BOLD}\s?[-–]?\s?{_BOLD}{_NAME}{_BOLD}\s?[:：]{_BOLD}", re.IGNORECASE),
    "dash": re.compile(rf"{STAMP}\s[-–]\s{_NAME}{_COLON}", re.IGNORECASE),
    "nick": re.compile(
        rf"(?:(?:{_WHEN}|{STAMP})\s+)?<[ @+%~&]?(?P<name>[^\s<>][^<>\r\n]{{0,39}})>(?=\s)", re.IGNORECASE
    ),
    "stamp": re.compile(rf"{STAMP}\s+(?:From\s+)?{_NAME}(?:\s+to\s+[^:：]{{1,40}})?\s?{_COLON}", re.IGNORECASE),
    "after": re.compile(
        rf"{_OPEN}{_NAME}{_BOLD}\s{{0,12}}(?:{_WHEN}{_BOLD}\s?(?:[:：]{_BOLD}|$)|(?<=\s){STAMP}{_BOLD}\s?[:：]?$)",
        re.IGNORECASE,
    ),
    "label": re.compile(rf"[【\[]{_NAME}[】\]]\s?(?:{_WHEN}|{STAMP})\s?(?:：|:(?=\s|$))", re.IGNORECASE),
    "tag": re.compile(rf"[【\[]{_NAME}[】\]]\s?(?:：|:(?=\s))"),
    "before": re.compile(rf"(?:{_WHEN}|{STAMP})\s+{_NAME}(?:\s?<[^<>\s@]+@[^<>\s]+>)?$", re.IGNORECASE),
    "name": re.compile(rf"{_OPEN}{_NAME}{_BOLD}\s?(?:：|:(?={_BOLD}(?:\s|$|[^\x00-\x7f]|[A-Z]))){_BOLD}"),
}
"""What a line that says who speaks begins with, by shape; what is matched is who and when."""


_TIMED: Final = ("bracket", "dash", "nick", "stamp", "label", "tag", "before")
_NAMED: Final = ("mail", "comment", "wrote", "after", "name")
_UNTIMED: Final = ("mail", "name")
_DAY_WORD: Final = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|yesterday)"
    r"|[上下凌早中晚傍周星今昨前]",
    re.IGNORECASE,
)
_HINT: Final = re.compile(r"[:：\d]")


class Speaking(Struct, frozen=True):
    """What a line says of who speaks."""

    shape: str
    name: str
    length: int
    """Characters of it that say who and when; what is said comes behind."""
    sure: bool = True
    """Hardly anything else looks like that; if not, it counts only beside lines that are sure."""


def speaking_of(line: str) -> Speaking | None:
    """Who speaks as a line of one of the SHAPES says; None for any other line. `line` begins with no blank.

    >>> speaking_of("[10:02] Alice: Hi")
    Speaking(shape='bracket', name='Alice', length=14, sure=True)
    >>> speaking_of("Note: the rent is due."), speaking_of("2024-01-02 10:02:03 ERROR: disk full")
    (None, None)
    """
    start = line[:160]
    for shape in _possible(start):
        found = SHAPES[shape].match(start)
        if found and can_speak(found["name"]):
            length = len(line) if shape == "mail" else found.end()
            return Speaking(shape, found["name"].strip(), length, _is_sure(shape, found))
    return None


def _is_sure(shape: str, found: re.Match[str]) -> bool:
    """Whether a line that fits `shape` says who speaks: a wide colon before a figure is that of a field as well."""
    if shape == "before":
        return _is_account(found["name"])
    return shape != "name" or not found.string[found.end() : found.end() + 1].isdigit()


def _is_account(name: str) -> bool:
    """Whether what stands alone behind a time is a person: files in a listing stand there too."""
    return is_person(name.strip()) or name.rstrip()[-1:] in ")）>"


def _possible(start: str) -> tuple[str, ...]:
    """The shapes that a line may have by its looks: most lines of most documents have none."""
    words = start.lstrip("-*+_=# \t")
    if not words[:1].isalpha():
        return _TIMED
    hint = _HINT.search(start)
    if hint is None:
        return ()
    if _DAY_WORD.match(words):
        return _TIMED + _NAMED
    return _NAMED if any(map(str.isdigit, start)) else _UNTIMED
