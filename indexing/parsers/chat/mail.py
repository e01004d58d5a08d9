"""Mails to text: one turn for each letter, with who wrote it, when and on what; letters on one subject in a section.

What a letter quotes stands behind it once, as a quote. What letters before it in the same file say is not repeated.
"""

import importlib
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from indexing.errors import DocumentRejected
from indexing.model import ParsedText, Span
from indexing.parsers.builder import TextBuilder
from indexing.parsers.chat.letters import Letter, letters_of
from indexing.parsers.chat.quotes import (
    LEAST_CHARACTERS,
    Passage,
    is_attribution,
    normal,
    passages_of,
    without_known,
)
from indexing.parsers.detect import decode
from indexing.parsers.graft import graft
from indexing.parsers.lines import unified
from indexing.parsers.original import Original

MAX_NAMES: Final = 10
"""Attachments that a warning names."""

_REPLY: Final = re.compile(
    r"(?:(?:Re|Fwd?|Aw|Wg|Sv|回复|回覆|答复|答覆|转发|轉寄)(?:\[\d+\])?\s?[:：]\s*)+", re.IGNORECASE
)
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*(?=\S)")


def parse_mail(original: Original) -> ParsedText:
    """The letters of a message or mailbox. Raises DocumentRejected (`corrupt`, `encrypted`, `no_text`)."""
    letters = letters_of(original.content)
    if not any(letter.sender or letter.subject or letter.date for letter in letters):
        raise DocumentRejected("corrupt", "this is no mail: it has neither From, nor Subject, nor Date")
    if all(letter.encrypted for letter in letters):
        raise DocumentRejected("encrypted", "the mail is encrypted; save it decrypted")
    writer = _Writer(original)
    for letter in letters:
        writer.letter(letter)
    first = letters[0]
    stated = {"from": first.sender, "to": first.receivers, "date": first.date}
    return ParsedText(
        text=writer.builder.text(),
        blocks=tuple(writer.builder.blocks),
        title=first.subject or None,
        attributes={key: value for key, value in stated.items() if value} if len(letters) == 1 else {},
        warnings=tuple(_warnings(writer, letters)),
        kind="chat",
    )


class _Writer:
    """Writes the letters of one file."""

    def __init__(self, original: Original) -> None:
        self.builder = TextBuilder()
        self.repeated = 0
        """Characters of quotes that were left out."""
        self.unreadable = 0
        """Bodies in no known charset."""
        self._original = original
        self._known: set[str] = set()
        self._subject: str | None = None

    def letter(self, letter: Letter) -> None:
        """The turn of a letter and what it quotes."""
        start = self.builder.begin()
        head = self._head(letter)
        subject = _REPLY.sub("", letter.subject, count=1).strip()
        fields: dict[str, Any] = {"header": (head,)}
        if subject and subject != self._subject:
            fields |= {"level": 1, "title": subject}
        self._subject = subject
        plain = [self._text(content, charset) for kind, content, charset in letter.bodies if kind == "text/plain"]
        passages = [passage for text in plain for passage in passages_of(unified(text))]
        if passages and not passages[0].is_quote:
            self._own(passages.pop(0), start, fields)
        else:
            self.builder.close("turn", start, **fields)
        for passage in passages:
            self._passage(passage, head)
        for kind, content, charset in letter.bodies:
            if kind == "text/html":
                self._html(content, charset, head)

    def _head(self, letter: Letter) -> Span:
        """Write what a letter begins with. Who wrote it and when, of that: not its subject, nor its receivers."""
        subject = f"Subject: {letter.subject}\n" if letter.subject else ""
        date = f"\nDate: {letter.date}" if letter.date else ""
        self.builder.write(subject)
        head = self.builder.write(f"From: {letter.sender}".rstrip() + date)
        self.builder.write(f"\nTo: {letter.receivers}" if letter.receivers else "")
        return head

    def _own(self, passage: Passage, start: int, fields: dict[str, Any]) -> None:
        """The sender's own words, in the turn that begins at `start`."""
        self._learn(passage.text)
        at = self.builder.position
        body = ("\n\n" if at > start else "") + passage.text
        self.builder.write(body)
        cuts = tuple(at + found.end() for found in _PARAGRAPH.finditer(body, len(body) - len(passage.text)))
        self.builder.close("turn", start, cuts=cuts, **fields)

    def _passage(self, passage: Passage, head: Span) -> None:
        """What comes behind the first words: more of the sender's, or a quote as far as it is new."""
        fields: dict[str, Any] = {"context": (head,), "follows": True}
        if not passage.is_quote:
            self._own(passage, self.builder.begin(), fields)
            return
        text, left_out = without_known(passage.text, self._known)
        self.repeated += left_out
        if left_out and is_attribution(text):
            self.repeated += len(normal(text))
        elif normal(text):
            start = self.builder.begin()
            self.builder.write(text)
            cuts = tuple(start + found.end() for found in re.finditer(r"\n\n(?=\S)", text))
            self.builder.close("quote", start, cuts=cuts, **fields)

    def _html(self, content: bytes, charset: str | None, head: Span) -> None:
        """A body in HTML, without the quotes that are known."""
        parse: Callable[[Original], ParsedText] = importlib.import_module("indexing.parsers.html.page").parse_html
        page = replace(self._original, content=content, charset=charset, media_type="text/html")
        try:
            parsed = parse(page)
        except DocumentRejected as exc:
            self.unreadable += exc.code != "no_text"
            return
        kept = []
        for block in parsed.blocks:
            words = normal(block.span.slice(parsed.text))
            if block.kind == "quote" and len(words) >= LEAST_CHARACTERS and words in self._known:
                self.repeated += len(words)
            else:
                kept.append(block)
                self._known.add(words)
        graft(self.builder, replace(parsed, blocks=tuple(kept)), below=None, context=(head,))

    def _text(self, content: bytes, charset: str | None) -> str:
        """A body as text: in its charset, else in the one it shows; nothing when none fits."""
        for declared in dict.fromkeys((charset, None)):
            try:
                return decode(content, declared).text
            except DocumentRejected as exc:
                blank = exc.code == "no_text"
                if blank:
                    return ""
        self.unreadable += 1
        return ""

    def _learn(self, text: str) -> None:
        self._known.update(map(normal, _PARAGRAPH.split(text)))


def _warnings(writer: _Writer, letters: list[Letter]) -> Iterator[str]:
    names = [name for letter in letters for name in letter.attachments]
    if names:
        more = ", …" if len(names) > MAX_NAMES else ""
        yield f"attachments were left out: {len(names)}: {', '.join(names[:MAX_NAMES])}{more}"
    if writer.repeated:
        yield f"quotes of earlier letters were left out: {writer.repeated:,} characters"
    if writer.unreadable:
        yield f"bodies in no known charset were left out: {writer.unreadable}"
    encrypted = sum(letter.encrypted for letter in letters)
    if encrypted:
        yield f"encrypted letters were left out: {encrypted}"
