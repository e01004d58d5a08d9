"""Messages (RFC 5322, MIME) to letters: who wrote to whom when about what, what can be read of it, and what can not.

Of alternatives the plain text is read, else the HTML. Messages inside messages are letters of their own. Header fields
are decoded leniently: no field, however broken, hides the text.
"""

import email
import email.policy
import re
from collections.abc import Iterator
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from typing import Final

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.parsers.detect import decode

MAX_LETTERS: Final = 10_000
"""Of one file: messages inside messages included."""

MAX_FIELD: Final = 2000
"""Characters of a header field that are read: a list of all receivers is no text."""

_MBOX: Final = re.compile(rb"(?:\A|\r?\n\r?\n)From [^\r\n]{3,200}\d{2}:\d{2}[^\r\n]{0,40}\r?\n")


class Letter(Struct, frozen=True, kw_only=True):
    """One message."""

    subject: str
    sender: str
    receivers: str
    date: str
    """As it is written."""
    bodies: tuple[tuple[str, bytes, str | None], ...]
    """What can be read, in order: media type (`text/plain`, `text/html`), content and declared charset."""
    attachments: tuple[str, ...]
    """Names, types and sizes of the parts that are not read."""
    encrypted: bool
    """Its text is encrypted."""


def letters_of(content: bytes) -> list[Letter]:
    """The letters of a message, or of the messages of a mailbox file (RFC 4155), in order.

    Raises DocumentRejected (`corrupt`).
    """
    found: list[Letter] = []
    try:
        for raw in _messages(content):
            waiting: list[Message] = [email.message_from_bytes(raw, policy=email.policy.compat32)]
            while waiting and len(found) < MAX_LETTERS:
                inside: list[Message] = []
                found.append(_letter(waiting.pop(), inside))
                waiting.extend(reversed(inside))
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError, AssertionError) as exc:
        reason = "it is nested too deeply" if isinstance(exc, RecursionError) else str(exc)
        raise DocumentRejected(
            "corrupt", f"the mail can not be read ({reason}); save it again from the mailer"
        ) from exc
    return found


def _messages(content: bytes) -> Iterator[bytes]:
    """The messages of a mailbox, or the one message there is."""
    if not content.startswith(b"From "):
        yield content
        return
    starts = list(_MBOX.finditer(content))
    for one, after in zip(starts, [*starts[1:], None], strict=True):
        yield content[one.end() : after.start() if after else None]


def _letter(message: Message, inside: list[Message]) -> Letter:
    """A message as a letter; the messages in it are added to `inside`."""
    bodies: list[tuple[str, bytes, str | None]] = []
    attachments: list[str] = []
    encrypted = False
    waiting = [message]
    while waiting:
        part = waiting.pop()
        kind = part.get_content_type()
        if kind == "message/rfc822":
            inside.extend(_inner(part))
        elif kind == "multipart/encrypted" or (kind == "application/pkcs7-mime" and not bodies):
            encrypted = True
        elif kind == "multipart/alternative":
            waiting.extend(reversed(_preferred(part)))
        elif part.is_multipart():
            waiting.extend(reversed(_inner(part)))
        elif kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            bodies.append((kind, _payload(part), part.get_content_charset()))
        elif part is not message or _payload(part).strip():
            attachments.append(f"{_file_name(part)} ({kind}, {len(_payload(part)):,} bytes)")
    return Letter(
        subject=field(message, "Subject"),
        sender=field(message, "From"),
        receivers=", ".join(filter(None, (field(message, "To"), field(message, "Cc")))),
        date=field(message, "Date"),
        bodies=tuple(bodies),
        attachments=tuple(attachments),
        encrypted=encrypted and not bodies,
    )


def _inner(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _preferred(part: Message) -> list[Message]:
    """Of alternatives the plain text if it says anything, else the richest that can be read."""
    parts = _inner(part)
    for one in parts:
        if one.get_content_type() == "text/plain" and _payload(one).strip():
            return [one]
    readable = [one for one in parts if one.is_multipart() or one.get_content_type() == "text/html"]
    return readable[-1:] or parts[:1]


def _payload(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _file_name(part: Message) -> str:
    try:
        return " ".join((part.get_filename() or "unnamed").split())[:100]
    except (ValueError, LookupError, TypeError):
        return "unnamed"


def field(message: Message, name: str) -> str:
    """A header field as text on one line; empty when there is none."""
    raw = message.get(name)
    if raw is None:
        return ""
    try:
        parts = decode_header(raw[: 4 * MAX_FIELD] if isinstance(raw, str) else raw)
    except (MessageError, ValueError):
        parts = [(str(raw), None)]
    text = "".join(_words(part, charset) for part, charset in parts)
    return " ".join(text.split())[:MAX_FIELD]


def _words(part: str | bytes, charset: str | None) -> str:
    """A part of a header field; bytes that say nothing of their charset as those of documents."""
    if isinstance(part, str):
        return part
    try:
        known = None if charset in (None, "unknown-8bit") else charset
        return decode(part, known).text if part.strip() else " "
    except DocumentRejected:
        return part.decode("utf-8", "replace")
