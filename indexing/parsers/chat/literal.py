"""Chat logs as literals in a text: lists of `{'role': 'user', 'content': '…'}`, in JSON or as Python prints them.

The text stays as it is. Each message is a turn, each list a conversation. One pass over strings and brackets finds
them, so a text that is cut off or not quite JSON is read as far as it goes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, ParsedText, Removal, Span
from indexing.parsers.coverage import cover
from indexing.parsers.lines import trimmed

SPEAKER_KEYS: Final = ("role", "speaker", "author", "from", "sender", "user", "username", "name", "nickname")
TEXT_KEYS: Final = ("content", "text", "message", "body", "value", "msg")
"""What messages call who speaks and what is said, the surest first."""

LEAST: Final = 4
"""Turns of a log: two exchanges."""

SHARE: Final = 0.6
"""Of the characters of a log that are in turns."""

MAX_DEPTH: Final = 64
"""Of brackets in one another up to which a text is read."""

MAX_TITLE: Final = 100
"""Characters of a conversation's first words that are its title."""

_TOKEN: Final = re.compile(
    r""""(?:[^"\\]|\\.)*+(?:"|\Z)|'(?:[^'\\]|\\.)*+(?:'|\Z)|[{}\[\],:]""",
    re.DOTALL,
)
_CLOSING: Final = re.compile(r"[\s,\]}]*")
_PARAGRAPH: Final = re.compile(r"(?:\\n){2,}|\\n(?=[-*#\d])")
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s|(?<=[。？！])|\\n")


class _Object(Struct):
    """An object whose end is not known yet."""

    start: int
    key: str = ""
    """Of the value that comes next; empty: a key comes next."""
    key_at: int = 0
    speaker: Span | None = None
    words: Span | None = None
    """What is said, without its quotes."""
    is_list: bool = False
    turns: int = 0
    """Of a list: how many messages it has so far."""


class LiteralTurn(Struct, frozen=True):
    """A message in a text."""

    span: Span
    speaker: Span
    """The key and the name of who speaks."""
    words: Span | None
    """What is said, as it is written, without quotes; None: it is no plain string."""
    opens: bool
    """It is the first of its list."""


def literal_turns(text: str) -> tuple[LiteralTurn, ...]:
    """The messages in `text`, in order; none where its first visible character begins no list or object."""
    if text.lstrip()[:1] not in ("[", "{"):
        return ()
    return tuple(_scan(text))


def is_literal_log(text: str, turns: Sequence[LiteralTurn]) -> bool:
    """Whether `text` is nothing but a log: several messages of several speakers fill it."""
    speakers = {turn.speaker.slice(text) for turn in turns}
    filled = sum(turn.span.end - turn.span.start for turn in turns)
    return len(turns) >= LEAST and len(speakers) >= 2 and filled >= SHARE * len(text)


def read_literal(parsed: ParsedText, turns: Sequence[LiteralTurn]) -> ParsedText:
    """`parsed` with a block for each turn; of several conversations each is a section titled by its first words."""
    several = sum(turn.opens for turn in turns) > 1
    blocks = [_block(parsed.text, turn, several=several) for turn in turns]
    kept = [block for block in blocks if not _is_torn(block.span, parsed.removed)]
    return replace(parsed, blocks=cover(parsed.text, kept, parsed.removed))


def _is_torn(span: Span, removed: Sequence[Removal]) -> bool:
    """Whether something in `span` was removed; `removed` is in order and disjoint."""
    following = bisect_right(removed, span.start, key=lambda removal: removal.span.end)
    return following < len(removed) and removed[following].span.start < span.end


def _scan(text: str) -> Iterator[LiteralTurn]:
    """The messages of `text`: objects that say who speaks, and are in no object that does."""
    open_: list[_Object] = []
    for token in _TOKEN.finditer(text):
        mark = token.group()
        current = open_[-1] if open_ else None
        if len(open_) > MAX_DEPTH:
            return
        if mark in "{[":
            open_.append(_Object(token.start(), is_list=mark == "["))
        elif mark in "}]" and current:
            open_.pop()
            if current.speaker and not any(one.speaker for one in open_):
                yield _turn(text, current, token.end(), open_)
        elif current is None or current.is_list:
            continue
        elif mark == ",":
            current.key = ""
        elif mark != ":":
            _read(current, token.start(), Span(token.start() + 1, token.end() - 1), text)


def _read(current: _Object, at: int, inner: Span, text: str) -> None:
    """Take a string of an object as its next key, or as the value of its last key."""
    if not current.key:
        current.key, current.key_at = inner.slice(text), at
    elif current.key in SPEAKER_KEYS and _is_better(text, current):
        current.speaker = Span(current.key_at, inner.end + 1)
    elif current.key in TEXT_KEYS:
        current.words = inner


def _is_better(text: str, current: _Object) -> bool:
    """Whether the key of this value says who speaks more surely than the one found before."""
    if current.speaker is None:
        return True
    known = next(key for key in SPEAKER_KEYS if text.startswith(key, current.speaker.start + 1))
    return SPEAKER_KEYS.index(current.key) < SPEAKER_KEYS.index(known)


def _turn(text: str, current: _Object, end: int, around: Sequence[_Object]) -> LiteralTurn:
    opens = False
    if around:
        around[-1].turns += 1
        opens = around[-1].turns == 1
    closing = _CLOSING.match(text, end)
    span = trimmed(text, current.start, closing.end() if closing else end)
    return LiteralTurn(span, current.speaker or span, current.words, opens)


def _block(text: str, turn: LiteralTurn, *, several: bool) -> Block:
    """The block of a turn, cut between the paragraphs of what is said, if at all."""
    found = _PARAGRAPH.finditer(text, turn.words.start, turn.words.end) if turn.words else ()
    cuts = tuple(cut.end() for cut in found if turn.span.start < cut.end() < turn.span.end)
    title = _title(text, turn) if several and turn.opens else ""
    return Block(kind="turn", span=turn.span, header=(turn.speaker,), cuts=cuts, level=1 if title else 0, title=title)


def _title(text: str, turn: LiteralTurn) -> str:
    """The first sentence of what is said, or its first words."""
    if turn.words is None:
        return turn.speaker.slice(text)
    start = trimmed(text, turn.words.start, min(turn.words.end, turn.words.start + MAX_TITLE)).slice(text)
    words = _SENTENCE.split(start, maxsplit=1)[0].strip()
    if len(words) < MAX_TITLE:
        return words or turn.speaker.slice(text)
    return words.rsplit(" ", 1)[0]
