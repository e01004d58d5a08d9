"""Subtitles (WebVTT, SubRip) to a text that can be read: cues joined to what one speaker says, or to some sentences.

Each block begins with the time its first cue is shown, `[00:01:02]`, and with who speaks where the file says so.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.model import ParsedText, Span
from indexing.parsers.builder import TextBuilder
from indexing.parsers.chat.cues import Said, Skipped, read_cues, speaker_in
from indexing.parsers.detect import decode
from indexing.parsers.original import Original

ENOUGH: Final = 240
"""Characters (Chinese ones count two) after which a block ends with a sentence: three or four spoken ones."""

MOST: Final = 720
"""Characters after which it ends with a cue: captions without marks of sentences have no other end."""

_CHANGES: Final = ("- ", "– ", "— ", ">>")
"""What a line begins with when another speaks, of whom nothing is said."""

PAUSE_SECONDS: Final = 8.0
"""Silence that ends a block."""

_SENTENCE_END: Final = re.compile(r"[.?!。？！…][\"'”’」』）)\]]*$")


class _Passage(Struct):
    """Lines that are read together."""

    speaker: str
    said: list[Said]


def parse_subtitles(original: Original) -> ParsedText:
    """The spoken text of subtitles. Raises DocumentRejected (`corrupt`, `no_text`, `unknown_encoding`)."""
    decoded = decode(original.content, original.charset)
    skipped = Skipped()
    said = list(read_cues(decoded.text, skipped))
    if not said:
        known = "-->" in decoded.text or decoded.text.startswith("WEBVTT")
        raise DocumentRejected(
            "no_text" if known else "corrupt", "the subtitles have no cue with text (00:00:01.000 --> 00:00:02.000)"
        )
    builder = TextBuilder()
    for passage in _passages(_with_speakers(said)):
        _write(builder, passage)
    return ParsedText(
        text=builder.text(),
        blocks=tuple(builder.blocks),
        warnings=(*decoded.warnings, *_warnings(skipped)),
        charset=decoded.charset,
        kind="chat",
        layout=builder.layout(),
    )


def _with_speakers(said: Sequence[Said]) -> list[Said]:
    """`said` with the speakers that the lines themselves name, if several names come again: else it is no name."""
    if any(line.voice for line in said):
        return list(said)
    names = Counter(speaker_in(line.text)[0] for line in said)
    known = {name for name, count in names.items() if name and count > 1}
    if len(known) < 2:
        return list(said)
    return list(_named(said, names))


def _named(said: Sequence[Said], names: Counter[str]) -> Iterator[Said]:
    """Each line with its speaker, who goes on until another begins."""
    speaker = ""
    for line in said:
        name, rest = speaker_in(line.text)
        if name and (names[name] > 1 or name.isupper()):
            speaker = name
            start = line.source.end - len(rest) if line.source.end - line.source.start == len(line.text) else None
            span = Span(start, line.source.end) if start is not None else line.source
            yield replace(line, voice=speaker, text=rest, source=span)
        else:
            speaker = "" if line.text.startswith(_CHANGES) else speaker
            yield replace(line, voice=speaker)


def _passages(said: Sequence[Said]) -> Iterator[_Passage]:
    """`said` in parts of one speaker each, that end with a sentence, a pause, or when they are long."""
    current: _Passage | None = None
    size = 0
    for line in said:
        if current and _ends(current, line, size):
            yield current
            current = None
        if current is None:
            current, size = _Passage(line.voice, []), 0
        current.said.append(line)
        size += sum(2 if char > "\u2e7f" else 1 for char in line.text)
    if current:
        yield current


def _ends(passage: _Passage, line: Said, size: int) -> bool:
    """Whether `line` is not read with `passage`."""
    last = passage.said[-1]
    if line.voice != passage.speaker or line.seconds - last.until >= PAUSE_SECONDS or size >= MOST:
        return True
    return size >= ENOUGH and _SENTENCE_END.search(last.text) is not None


def _write(builder: TextBuilder, passage: _Passage) -> None:
    """The block of a passage."""
    start = builder.begin()
    head = f"[{_clock(passage.said[0].seconds)}]" + (f" {passage.speaker}:" if passage.speaker else "")
    header = builder.write(head)
    before = " "
    for line in passage.said:
        joined = before > "\u2e7f" and line.text[0] > "\u2e7f"
        builder.write("" if joined else " ")
        builder.write(line.text, (line.source.start, line.source.end))
        before = line.text[-1]
    builder.close("turn" if passage.speaker else "paragraph", start, header=(header,))


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds of a recording.

    >>> _clock(3723.9)
    '01:02:03'
    """
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def _warnings(skipped: Skipped) -> Iterator[str]:
    yield "numbers, end times and settings of cues were left out"
    if skipped.notes:
        yield f"notes and styles were left out: {skipped.notes:,} characters"
    if skipped.repeated:
        yield f"lines that repeat the cue before were left out: {skipped.repeated:,}"
