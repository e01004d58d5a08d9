"""Messages of a chat as JSON to a text that can be read: `[2024-01-02 10:02] Alice: text`, one block for each turn.

Replies stand behind what they answer. A conversation is a section where there are several or it has a title; so is what
follows a long silence.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.model import ParsedText, Span
from indexing.parsers.builder import TextBuilder
from indexing.parsers.chat.clock import Moment, moment_of
from indexing.parsers.chat.export import Conversation, conversations_of
from indexing.parsers.chat.message_fields import Message
from indexing.parsers.chat.pauses import begins_anew
from indexing.parsers.detect import decode
from indexing.parsers.lead_in import opening_of
from indexing.parsers.left_out import LeftOut
from indexing.parsers.lines import trimmed
from indexing.parsers.original import Original

MAX_TITLE: Final = 100
"""Characters of first words that stand in for a title."""


def parse_chat_json(original: Original) -> ParsedText:
    """The turns of an exported chat. Raises DocumentRejected (`corrupt`, `no_text`, `unknown_encoding`)."""
    decoded = decode(original.content, original.charset)
    exported = _loaded(decoded.text)
    left_out = LeftOut()
    conversations = conversations_of(exported, left_out)
    if not conversations:
        raise DocumentRejected(
            "no_text",
            "the JSON has no messages: they are objects that say who speaks (role, user, author, from, …) and"
            " what (content, text, message, body); give other JSON as text/plain",
        )
    builder = TextBuilder()
    for conversation in conversations:
        _Writer(builder).conversation(conversation, several=len(conversations) > 1)
    return ParsedText(
        text=builder.text(),
        blocks=tuple(builder.blocks),
        title=conversations[0].title or None if len(conversations) == 1 else None,
        warnings=(*decoded.warnings, *left_out.warnings()),
        charset=decoded.charset,
        kind="chat",
    )


def _loaded(text: str) -> Any:
    """The value of a JSON text, or the list of those of its lines. Raises DocumentRejected (`corrupt`)."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as exc:
        failure = exc
    try:
        return msgspec.json.Decoder().decode_lines(text)
    except (msgspec.DecodeError, RecursionError):
        reason = "it is nested too deeply" if isinstance(failure, RecursionError) else str(failure)
        raise DocumentRejected(
            "corrupt", f"the chat is not JSON ({reason}); export it again, or give it as text/plain"
        ) from failure


_PARAGRAPH: Final = re.compile(r"\n\s*\n\s*(?=\S)")


class _Writer:
    """Writes one conversation."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._moment = Moment()
        self._began = builder.position
        self._openings: dict[str, tuple[Span, ...]] = {}
        """How the messages written so far begin, by their keys and threads."""
        self._days: list[int] = []
        """Blocks that open the section of a day."""

    def conversation(self, conversation: Conversation, *, several: bool) -> None:
        """All turns of a conversation: a section if it has a title, or by its first words among several."""
        own = " ".join(conversation.title.split())[:MAX_TITLE]
        if own:
            self._builder.block("heading", own, level=1, title=own)
        title = _first_words(conversation) if several and not own else ""
        base = 1 if own or several else 0
        for message in _by_thread(conversation.messages):
            self._turn(message, base, title)
            title = ""
        if len(self._days) == 1:
            index = self._days[0]
            self._builder.blocks[index] = replace(self._builder.blocks[index], level=0, title="")

    def _turn(self, message: Message, base: int, title: str) -> None:
        """A message, with the beginning of the one it answers as context."""
        start = self._builder.begin()
        head = _head(message)
        body = self._builder.write(head).end
        answered = self._openings.get(message.thread) or self._openings.get(message.reply_to) or ()
        fields: dict[str, Any] = {"context": answered, "follows": bool(self._openings.get(message.thread))}
        if title:
            fields |= {"level": base, "title": title}
        elif day := self._new_day(message, answered):
            fields |= {"level": base + 1, "title": day, "context": ()}
            self._days.append(len(self._builder.blocks))
        self._builder.write(message.text)
        fields["cuts"] = tuple(body + found.end() for found in _PARAGRAPH.finditer(message.text))
        is_turn = message.speaker and not message.is_note
        header = (Span(start, start + len(head.rstrip())),) if is_turn else ()
        self._builder.close("turn" if is_turn else "paragraph", start, header=header, **fields)
        self._remember(message, start, head + message.text)

    def _new_day(self, message: Message, answered: tuple[Span, ...]) -> str:
        """The day that opens a section; empty when the conversation goes on."""
        before, moment = self._moment, moment_of(message.time)
        if moment.day and not answered:
            self._moment = moment
        if not moment.day or answered:
            return ""
        if not before.day or begins_anew(before, moment, said=self._builder.position - self._began):
            self._began = self._builder.position
            return moment.day
        return ""

    def _remember(self, message: Message, start: int, written: str) -> None:
        """How a message begins, for those that answer it."""
        opening = tuple(
            Span(start + span.start, start + span.end)
            for span in opening_of(written, trimmed(written, 0, len(written)))
        )
        for name in (message.key, message.thread):
            if name:
                self._openings.setdefault(name, opening)


def _head(message: Message) -> str:
    """What a turn begins with: when, and who."""
    time = f"[{message.time}] " if message.time else ""
    return f"{time}{message.speaker}: " if message.speaker else time


def _first_words(conversation: Conversation) -> str:
    """The first line of a conversation, or its first words."""
    line = conversation.messages[0].text.splitlines()[0]
    if len(line) <= MAX_TITLE:
        return line.strip()
    return line[:MAX_TITLE].rsplit(" ", 1)[0].strip()


def _by_thread(messages: Sequence[Message]) -> Iterator[Message]:
    """`messages` with those of one thread behind the first of it."""
    threads: dict[str, list[Message]] = {}
    for index, message in enumerate(messages):
        threads.setdefault(message.thread or f"\0{index}", []).append(message)
    for thread in threads.values():
        yield from thread
