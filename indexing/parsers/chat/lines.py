"""The turns of a log that is written in lines: which lines begin one, and whether that makes a conversation."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, BlockKind, Span
from indexing.parsers.chat.clock import STAMP
from indexing.parsers.chat.quotes import is_mail_field, is_mail_sender
from indexing.parsers.chat.speaker_names import is_person, is_role, is_surely_person
from indexing.parsers.chat.speakers import Speaking, speaking_of

LEAST: Final = 4
"""Turns of a conversation: two exchanges."""

LEAST_MAILS: Final = 2
"""Of a thread of mails, whose heads are nothing else."""

ALTERNATING: Final = 0.25
"""Of the turns that are another's than the turn before, in a log with times; without times, twice that."""

_DIRECTIONS: Final = "\u200e\u200f\u202a\u202c\ufeff"

MAX_LINE: Final = 300
"""Characters of a line that are looked at."""

TEXTS: Final[frozenset[BlockKind]] = frozenset({"paragraph", "list_item", "quote", "html", "turn"})
"""Blocks whose lines may begin a turn."""

_LINE: Final = re.compile(r"\S[^\r\n]*")
_STAMPED: Final = re.compile(rf"[\[【(（]?{STAMP}[\]】)）]?(?=\s|$)", re.IGNORECASE)
_LEVEL: Final = re.compile(r"\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b")
_TIMELESS: Final = frozenset({"name", "tag"})
_UNSURE: Final = frozenset({"name", "nick", "tag"})
"""Shapes that fields (`Status: open`) and marks (`<file>`) have as well, when there is no time before them."""

_HEADS: Final = frozenset({"mail", "before", "after", "comment", "wrote"})
"""Shapes that are a line of their own, with what is said below."""

_SAID: Final = re.compile(r"[.?!](?:\s|$)|[。！？…~～，]|,\s|\S+\s+\S+\s+\S+|[\u3040-\u9fff]{4}")
"""What is said rather than stated: three words, a mark of a sentence, four Chinese characters."""


class Line(Struct, frozen=True):
    """A line of a log that is not blank."""

    block: int
    """Index of the block it is in."""
    span: Span
    """Without blanks around it."""
    name: str = ""
    """Who begins to speak in it; empty: nobody does."""
    length: int = 0
    """Characters that say who and when."""
    stamped: bool = False
    """It begins with a time."""


class Log(Struct, frozen=True):
    """The lines of a text, read as those of a log."""

    lines: tuple[Line, ...]
    shape: str
    """Of the lines that begin a turn; empty: there are none."""


def read_lines(text: str, blocks: Sequence[Block]) -> Log:
    """The lines of the running text in `blocks`, in order, with who speaks in the shape that most of them have."""
    found = _lines(text, blocks)
    spoken = [_speaking(line) for _, _, line in found]
    shapes = Counter(each.shape for each in spoken if each and each.sure)
    if not shapes:
        return Log((), "")
    shape = max(shapes, key=lambda name: (shapes[name], name not in _TIMELESS))
    names = Counter(each.name for each in spoken if each and each.shape == shape and each.sure)
    lines: list[Line] = []
    for (block, span, source), each in zip(reversed(found), reversed(spoken), strict=True):
        following = lines[-1] if lines else None
        speaks = each is not None and each.shape == shape and _speaks(each, names, following)
        lines.append(
            Line(
                block,
                span,
                each.name if each and speaks else "",
                each.length if each and speaks else 0,
                _STAMPED.match(source[:80]) is not None,
            )
        )
    return Log(tuple(reversed(lines)), shape)


def _speaking(line: str) -> Speaking | None:
    """Who speaks in a line that may begin with marks of the writing direction, as exports of WhatsApp have."""
    plain = line.lstrip(_DIRECTIONS)
    found = speaking_of(plain)
    return replace(found, length=found.length + len(line) - len(plain)) if found else None


def _speaks(spoken: Speaking, names: Counter[str], following: Line | None) -> bool:
    """Whether a line of the log's shape begins a turn; `names` are those of its sure lines, `following` comes next."""
    if not spoken.sure:
        goes_on = spoken.shape == "before" and following is not None and not following.stamped
        return spoken.name in names or is_role(spoken.name) or goes_on
    if spoken.shape not in _TIMELESS:
        return True
    return names[spoken.name] > 1 or is_role(spoken.name) or is_surely_person(spoken.name)


def is_conversation(text: str, log: Log) -> bool:
    """Whether several speakers take turns in `log`, over most of it."""
    turns = [line for line in log.lines if line.name]
    names = Counter(line.name for line in turns)
    least = LEAST_MAILS if log.shape == "mail" else LEAST
    if len(turns) < least or len(names) < 2 or turns[0].span.start * 2 > len(text):
        return False
    changes = sum(one.name != other.name for one, other in pairwise(turns))
    timeless = log.shape in _UNSURE and sum(line.stamped for line in turns) * 2 < len(turns)
    if changes < len(turns) * ALTERNATING * (2 if timeless else 1):
        return False
    if timeless:
        return _talks(text, log, turns, names)
    if log.shape in _HEADS and sum(one.name != "" and other.name == "" for one, other in pairwise(log.lines)) * 2 < len(
        turns
    ):
        return False
    return sum(_is_leveled(text, line) for line in log.lines) * 10 <= len(log.lines)


def _is_leveled(text: str, line: Line) -> bool:
    """Whether a line begins as one that a program logs."""
    return _LEVEL.search(text, line.span.start, min(line.span.end, line.span.start + 60)) is not None


def _talks(text: str, log: Log, turns: Sequence[Line], names: Counter[str]) -> bool:
    """Whether turns that only a name and a colon begin are turns indeed.

    Few names come often, they are names, what follows is said, and no list of fields looks like that.
    """
    people = sum(count for name, count in names.items() if log.shape == "nick" or is_role(name) or is_person(name))
    said = sum(
        _SAID.search(text, line.span.start + line.length, min(line.span.end, line.span.start + MAX_LINE)) is not None
        for line in turns
    )
    frequent = sum(count for count in names.values() if count > 1)
    known = sum(count for name, count in names.items() if is_role(name))
    return (
        people >= 0.8 * len(turns)
        and said >= 0.5 * len(turns)
        and frequent >= 0.8 * len(turns)
        and len(turns) >= 2 * len(names)
        and (len(turns) >= 0.15 * len(log.lines) or known >= 0.8 * len(turns))
    )


def _lines(text: str, blocks: Sequence[Block]) -> list[tuple[int, Span, str]]:
    """The lines of running text that are not blank, without blanks around them, each with the index of its block.

    A name with a time on the line below it, as messengers put them on the clipboard, is one line, and so is the head of
    a mail in a thread.
    """
    lines: list[tuple[int, Span, str]] = []
    for index, block in enumerate(blocks):
        if block.level or block.kind not in TEXTS:
            continue
        begin = len(lines)
        for found in _LINE.finditer(text, block.span.start, block.span.end):
            line = found.group().rstrip()
            start, end = found.start(), found.start() + len(line)
            if len(lines) > begin and _joins(lines[-1][2], line):
                start = lines.pop()[1].start
            lines.append((index, Span(start, end), text[start:end]))
    return lines


def _joins(before: str, line: str) -> bool:
    """Whether a line goes on with the head of a turn that the line before begins: its time, or a field of a mail."""
    if is_mail_sender(before):
        return is_mail_field(line)
    return _STAMPED.fullmatch(line[:80]) is not None and is_person(before[:80])
