"""Chat logs, transcripts and tickets as text: one block for what one speaker says at once.

Who speaks, and when, is part of each turn and goes with its later pieces. What stands before the first speaker, and
what a program notes between turns (`10:05 Bob left`), is nobody's and stays a paragraph. A new day, or the heading of a
thread or ticket, opens a section.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, ParsedText, Removal, Span
from indexing.parsers.chat.clock import DATE, STAMP, Moment, moment_of
from indexing.parsers.chat.lines import TEXTS, Line, Log, is_conversation, read_lines
from indexing.parsers.chat.literal import is_literal_log, literal_turns, read_literal
from indexing.parsers.chat.pauses import begins_anew

_DAY_LINE: Final = re.compile(rf"[-=*_—–#~\s\[【]*{DATE}[-=*_—–#~\s\]】:：]*", re.IGNORECASE)
_THREAD_LINE: Final = re.compile(
    r"[-=#*\s]*(?:(?:Ticket|Case|Issue|Incident|Conversation|Call|Session|工单|会话|通话|案例)\s?(?:ID|No\.?|编号|号)?\s?[:：]?\s?[#№]?\s?[A-Z]{0,6}-?\d"
    r"|(?:Subject|Thread|Topic|Channel|主题|会话|话题|议题|频道|群聊)\s?[:：]\s?\S)[^\r\n]{0,200}",
    re.IGNORECASE,
)
_STAMPED: Final = re.compile(rf"[\[【(（]?{STAMP}", re.IGNORECASE)


PARAGRAPHS_A_HEADING: Final = 6
"""A text with more headings than one in so many blocks is divided by subject, not by who speaks,"""
LEAST_HEADINGS: Final = 5
"""if it has so many at all: a log may have one for each of a few days."""


def looks_like(parsed: ParsedText) -> bool:
    """Whether several speakers take turns over most of the document."""
    turns = literal_turns(parsed.text)
    if turns:
        return is_literal_log(parsed.text, turns)
    headings = sum(block.level > 0 for block in parsed.blocks)
    if headings >= LEAST_HEADINGS and headings * PARAGRAPHS_A_HEADING > len(parsed.blocks):
        return False  # an article: spares reading all its lines
    return is_conversation(parsed.text, read_lines(parsed.text, parsed.blocks))


def read_chat(parsed: ParsedText) -> ParsedText:
    """`parsed` with its turns as blocks; as it is where nobody is said to speak."""
    turns = literal_turns(parsed.text)
    if turns:
        return read_literal(parsed, turns)
    log = read_lines(parsed.text, parsed.blocks)
    if not log.shape:
        return parsed
    reader = _Reader(parsed, log)
    blocks = list(reader.read())
    if len(reader.days) == 1:
        blocks = [replace(block, level=0, title="") if block.span.start in reader.days else block for block in blocks]
    return replace(parsed, blocks=tuple(blocks))


class _Open(Struct):
    """A block that may go on."""

    span: Span
    cuts: list[int]
    more: dict[str, Any]
    """Its other fields."""


class _Reader:
    """Reads the lines of one log into blocks."""

    def __init__(self, parsed: ParsedText, log: Log) -> None:
        self._text = parsed.text
        self._blocks = parsed.blocks
        self._lines = log.lines
        self._removed: Sequence[Removal] = parsed.removed
        self.days: set[int] = set()
        """Where turns begin that open the section of a day."""
        self._base = 0
        """Level of the heading around."""
        self._speaker: Span | None = None
        """Who speaks, and when: the beginning of the turn; None: nobody."""
        self._is_divided = False
        """The log itself names its days, threads or tickets."""
        self._open: _Open | None = None
        self._moment = Moment()
        self._size = 0
        """Characters since the last section of a day began."""
        self._passed = 0
        """Removals that begin before what was read."""

    def read(self) -> Iterator[Block]:
        """The blocks of the log, in order."""
        position = 0
        for index, block in enumerate(self._blocks):
            first = position
            while position < len(self._lines) and self._lines[position].block == index:
                position += 1
            if block.level or block.kind not in TEXTS:
                yield from self._other(block)
            else:
                yield from self._running(block, self._lines[first:position])
        yield from self._close()

    def _other(self, block: Block) -> Iterator[Block]:
        """A heading ends the turn before it; a listing or table goes on with it."""
        yield from self._close()
        if block.level:
            self._base, self._speaker, self._size = block.level, None, 0
            self._moment, self._is_divided = Moment(), False
        elif self._speaker:
            block = replace(block, context=(self._speaker, *block.context), follows=True)
        yield block

    def _running(self, block: Block, lines: Sequence[Line]) -> Iterator[Block]:
        """Lines of one block of running text."""
        for number, line in enumerate(lines):
            source = line.span.slice(self._text)
            if line.name:
                yield from self._close()
                yield from self._turn(line, source)
            elif number == 0 and len(lines) == 1 and self._is_section(source):
                yield from self._close()
                yield self._section(line, source)
            elif line.stamped and self._is_stamped_log():
                yield from self._close()
                yield replace(block, kind="paragraph", span=line.span, cuts=(), header=(), context=())
                self._speaker = None
            else:
                yield from self._go_on(block, line, first=number == 0)

    def _is_stamped_log(self) -> bool:
        """Whether the turns of this log begin with a time: then other lines that do are notes, and nobody's."""
        turn = next((line for line in self._lines if line.name), None)
        return turn is not None and turn.stamped

    def _is_section(self, source: str) -> bool:
        """Whether a line by itself names a day, thread or ticket."""
        return bool(_DAY_LINE.fullmatch(source) or _THREAD_LINE.fullmatch(source))

    def _section(self, line: Line, source: str) -> Block:
        self._speaker, self._size = None, 0
        self._is_divided = True
        title = source.strip("-=*_—–#~[]【】 \t")
        return Block(kind="heading", span=line.span, level=self._base + 1, title=title)

    def _turn(self, line: Line, source: str) -> Iterator[Block]:
        """Begin a turn: nothing yet, as it may go on."""
        head = Span(line.span.start, line.span.start + len(source[: line.length].rstrip()))
        more: dict[str, Any] = {"kind": "turn", "header": (head,)}
        moment = moment_of(head.slice(self._text))
        if self._is_new_day(moment):
            more |= {"level": self._base + 1, "title": moment.day}
            self.days.add(line.span.start)
            self._size = 0
        if moment.minute is not None:
            self._moment = moment if moment.day else Moment(self._moment.day, self._moment.days, moment.minute)
        self._speaker = head
        self._open = _Open(line.span, [], more)
        yield from ()

    def _is_new_day(self, moment: Moment) -> bool:
        """Whether the log goes on after a long silence, on a day it names, and has said enough before."""
        if self._is_divided or not moment.day:
            return False
        begins = not self._moment.day and not self._base and self._size == 0
        return begins or begins_anew(self._moment, moment, said=self._size)

    def _go_on(self, block: Block, line: Line, *, first: bool) -> Iterator[Block]:
        """A line that nobody begins to speak in: the open block goes on, or one of its own begins."""
        if self._open and self._speaker and not self._removed_before(line.span.start):
            if first:
                self._open.cuts.append(line.span.start)
            self._open.span = Span(self._open.span.start, line.span.end)
            return
        if self._open and not first and not self._removed_before(line.span.start):
            self._open.span = Span(self._open.span.start, line.span.end)
            return
        yield from self._close()
        context = (self._speaker,) if self._speaker else block.context
        kind = "turn" if self._speaker else block.kind
        self._open = _Open(line.span, [], {"kind": kind, "context": context, "follows": self._speaker is not None})

    def _removed_before(self, position: int) -> bool:
        """Whether something was removed between the open block and `position`."""
        passed = self._passed
        while self._passed < len(self._removed) and self._removed[self._passed].span.start < position:
            self._passed += 1
        return self._passed > passed

    def _close(self) -> Iterator[Block]:
        """The open block, complete."""
        if self._open:
            span = self._open.span
            self._size += span.end - span.start
            yield Block(span=span, cuts=tuple(self._open.cuts), **self._open.more)
        self._open = None
