"""The cues of subtitles (WebVTT, W3C 2019; SubRip): what is said, by whom, from when to when, and where it stands.

Settings, styles, notes and numbers are no text. Live captions repeat the line before: a repeated line counts once.
"""

import html
import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from indexing.model import Span
from indexing.parsers.lines import Lines, lines_of

_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})"
_TIMING: Final = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:[ \t].*)?$")
_VOICE: Final = re.compile(r"<v(?:\.[^\s<>]{0,100})?\s{1,10}([^<>]{1,100})>")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]{0,200}>|<\d[\d:.]*>|\{\\[^{}]{0,100}\}|\{/?[biu]\}")
_SPEAKER: Final = re.compile(
    r"\s*(?:[-–—>]{1,2}\s*)?(?P<name>[A-Z\u4e00-\u9fff][^:：\r\n<>,.!?，。！？]{0,39})[:：]\s*(?=\S)"
)
_SKIPPED: Final = ("NOTE", "STYLE", "REGION")
"""Blocks of WebVTT that are not shown."""


LEAST_REPEATED: Final = 10
"""Characters of a line that is not said twice but shown twice: people do say `Yes.` again."""


class Said(Struct, frozen=True):
    """A line of a cue."""

    seconds: float
    """When its cue begins, from the beginning of the recording."""
    until: float
    voice: str
    """Who speaks, as a tag says; empty: none does."""
    text: str
    """Without tags and entities."""
    source: Span
    """Where the line stands."""


class Skipped(Struct):
    """What of a file is not read."""

    notes: int = 0
    """Characters of notes, styles and regions."""
    repeated: int = 0
    """Lines that repeat one of the cue before."""


def read_cues(text: str, skipped: Skipped) -> Iterator[Said]:
    """The lines of all cues, in order; what is not read is added to `skipped`."""
    lines = lines_of(text)
    before: set[str] = set()
    number = 0
    while number < len(lines.starts) - 1:
        line = text[lines.start(number) : lines.start(number + 1)].rstrip()
        timing = _TIMING.match(line)
        end = number + 1
        if timing:
            end = _cue_end(lines, number + 1)
            said = list(_said(lines, number + 1, end, timing))
            new = [one for one in said if len(one.text) < LEAST_REPEATED or one.text not in before]
            skipped.repeated += len(said) - len(new)
            before = {one.text for one in said} or before
            yield from new
        elif line.startswith(_SKIPPED):
            end = _block_end(lines, number)
            skipped.notes += sum(map(len, text[lines.start(number) : lines.start(end)].split()))
        number = end


def _said(lines: Lines, first: int, end: int, timing: re.Match[str]) -> Iterator[Said]:
    """What the lines `[first, end)` of a cue say."""
    begin, until = _seconds(timing.groups()[:4]), _seconds(timing.groups()[4:])
    voice = ""
    for row in range(first, end):
        span = lines.span(row, row + 1)
        source = span.slice(lines.text)
        found = _VOICE.search(source)
        voice = " ".join(html.unescape(found[1]).split()) if found else voice
        plain = " ".join(html.unescape(_TAG.sub("", source)).split())
        if plain:
            yield Said(begin, until, voice, plain, span)


def speaker_in(line: str) -> tuple[str, str]:
    """Who speaks as a line itself says (`ALICE: Hello`), and the rest of it; empty when it does not.

    >>> speaker_in("- ALICE: Hello"), speaker_in("At 10: go")
    (('ALICE', 'Hello'), ('', 'At 10: go'))
    """
    found = _SPEAKER.match(line)
    if found is None or (found["name"].rstrip()[-1:].isdigit() and not found["name"].startswith("SPEAKER")):
        return "", line
    return found["name"].strip(), line[found.end() :]


def _block_end(lines: Lines, number: int) -> int:
    """The line behind the block that begins at line `number`: the next blank one, or the end."""
    while number < len(lines.starts) - 1 and lines.text[lines.start(number) : lines.start(number + 1)].strip():
        number += 1
    return number


def _cue_end(lines: Lines, first: int) -> int:
    """The line behind a cue whose text begins at line `first`: a blank one, or the next cue's number or timing."""
    for row in range(first, len(lines.starts) - 1):
        span = lines.span(row, row + 1)
        source = span.slice(lines.text)
        if not source:
            return row
        if _TIMING.match(source):
            numbered = row > first and lines.span(row - 1, row).slice(lines.text).isdigit()
            return row - numbered
    return len(lines.starts) - 1


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, rest = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + int(rest.ljust(3, "0")) / 1000
