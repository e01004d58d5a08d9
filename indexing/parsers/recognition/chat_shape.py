"""Whether JSON is the export of a chat: by the shape of its first messages, whatever the messenger.

Nothing is built: values stay bytes. What the messages say is read by `chat_json`.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Raw, Struct

T = TypeVar("T")

_SEEN: Final = 50
"""Messages or conversations that are looked at: exports are alike throughout, but for notices of who came and went."""

_NOTHING: Final = (b"", b"null")


class _Message(Struct, frozen=True):
    """What messages have: of each group of fields one."""

    role: Raw = Raw()
    user: Raw = Raw()
    username: Raw = Raw()
    user_profile: Raw = Raw()
    author: Raw = Raw()
    sender: Raw = Raw()
    speaker: Raw = Raw()
    nickname: Raw = Raw()
    from_: Raw = msgspec.field(name="from", default=Raw())

    content: Raw = Raw()
    text: Raw = Raw()
    message: Raw = Raw()
    body: Raw = Raw()
    value: Raw = Raw()
    msg: Raw = Raw()

    ts: Raw = Raw()
    timestamp: Raw = Raw()
    time: Raw = Raw()
    date: Raw = Raw()
    created_at: Raw = Raw()

    def is_turn(self) -> bool:
        """Whether somebody says something."""
        people = (self.user, self.username, self.user_profile, self.author, self.sender, self.speaker, self.nickname)
        words = (self.content, self.text, self.message, self.body, self.value, self.msg)
        return _any(self.role, self.from_, *people) and _any(*words)

    def is_dated(self) -> bool:
        """Whether it has a role or a time, as turns have and reviews or posts may have not."""
        return _any(self.role, self.ts, self.timestamp, self.time, self.date, self.created_at)


class _Node(Struct, frozen=True):
    """A message in a tree of them."""

    message: Raw = Raw()


class _Conversation(Struct, frozen=True):
    """Where conversations keep their messages."""

    messages: Raw = Raw()
    conversation: Raw = Raw()
    conversations: Raw = Raw()
    turns: Raw = Raw()
    dialogue: Raw = Raw()
    dialog: Raw = Raw()
    chat: Raw = Raw()
    value: Raw = Raw()
    """Of Teams, as its interface answers."""
    mapping: Raw = Raw()
    """Of ChatGPT: a tree of messages."""
    chats: Raw = Raw()
    """Of Telegram: an account's conversations, as `list`."""


class _Chats(Struct, frozen=True):
    list: tuple[Raw, ...] = ()


def is_chat(values: Sequence[Raw]) -> bool:
    """Whether most of the first values of a JSON list (or of JSON lines) are turns or conversations.

    >>> is_chat([Raw(b'{"role": "user", "content": "Hello"}')]), is_chat([Raw(b'{"author": "Ann", "text": "Rent"}')])
    (True, False)
    """
    return _mostly([_is_dated_turn(value) or is_conversation(value) for value in values[:_SEEN]])


def is_conversation(value: Raw) -> bool:
    """Whether a JSON object holds messages, or several conversations.

    >>> is_conversation(Raw(b'{"messages": [{"author": "Ann", "text": "The rent is due."}]}'))
    True
    """
    found = _decoded(value, _Conversation)
    if found is None:
        return False
    lists = (found.messages, found.conversation, found.conversations, found.turns, found.dialogue, found.dialog)
    if any(_has_turns(_decoded(values, list[Raw]) or []) for values in (*lists, found.chat, found.value)):
        return True
    if _has_turns([node.message for node in (_decoded(found.mapping, dict[str, _Node]) or {}).values()]):
        return True
    chats = _decoded(found.chats, _Chats)
    return chats is not None and any(is_conversation(chat) for chat in chats.list[:_SEEN])


def _has_turns(values: Sequence[Raw]) -> bool:
    seen = [value for value in values if bytes(value) not in _NOTHING][:_SEEN]
    return _mostly([(message := _decoded(value, _Message)) is not None and message.is_turn() for value in seen])


def _is_dated_turn(value: Raw) -> bool:
    """Whether a message that stands alone, with nothing around it that says it is one, must be one."""
    message = _decoded(value, _Message)
    return message is not None and message.is_turn() and message.is_dated()


def _decoded(value: Raw, kind: type[T]) -> T | None:
    """The value as `kind`; None when it is something else."""
    try:
        return msgspec.json.decode(value, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _mostly(answers: list[bool]) -> bool:
    return bool(answers) and 2 * sum(answers) >= len(answers)


def _any(*values: Raw) -> bool:
    return any(bytes(value) not in _NOTHING for value in values)
