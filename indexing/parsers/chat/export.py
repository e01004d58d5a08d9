"""Exports of chats, decoded from JSON, to conversations: whatever the messenger called its fields.

Known by their shape: lists of messages (Slack, chat completions), objects with a list of messages (Telegram, Discord,
Teams, training data), trees of messages (ChatGPT), and lists of all of these.
"""

import datetime
import html
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

SPEAKERS: Final = (
    "role",
    "speaker",
    "author",
    "from",
    "sender",
    "user_profile",
    "user",
    "username",
    "name",
    "nickname",
    "actor",
)
TEXTS: Final = ("content", "text", "message", "body", "value", "msg", "parts")
TIMES: Final = ("timestamp", "ts", "date", "time", "created_at", "createdAt", "create_time", "datetime", "sent_at")
NAMES: Final = ("real_name", "display_name", "nickname", "global_name", "displayName", "name", "username", "role", "id")
LISTS: Final = (
    "messages",
    "conversation",
    "conversations",
    "chat",
    "turns",
    "dialogue",
    "dialog",
    "items",
    "data",
    "comments",
)
TITLES: Final = ("title", "name", "subject", "topic", "channel")
IDS: Final = ("id", "ts", "message_id", "uuid")
THREADS: Final = ("thread_ts", "thread_id")
REPLIES: Final = ("reply_to_message_id", "reply_to", "in_reply_to", "parent_id", "reference")
"""What exports call these things, the surest first."""

MAX_DEPTH: Final = 6
"""Of objects around a list of messages, and of lists in what is said."""

_SYSTEM: Final = frozenset(
    {"service", "channel_join", "channel_leave", "channel_topic", "channel_purpose", "system", "pinned_item"}
)
_MENTION: Final = re.compile(r"<@([A-Z0-9]+)(?:\|[^<>]*)?>")
_LINK: Final = re.compile(r"<((?:https?|mailto):[^<>|\s]+)(?:\|([^<>]*))?>")
_CHANNEL: Final = re.compile(r"<#[A-Z0-9]+\|([^<>]*)>")


class Message(Struct, frozen=True, kw_only=True):
    """What one speaker says at once."""

    speaker: str
    """Empty: the export names nobody."""
    time: str
    """`2024-01-02 10:02` where it can be read, else as it is written; empty: not told."""
    text: str
    key: str = ""
    """What replies name it by; empty: nothing."""
    reply_to: str = ""
    """The `key` of the message it answers."""
    thread: str = ""
    """What the messages of its thread have in common."""
    is_note: bool = False
    """The messenger says it, about the conversation."""


class Conversation(Struct, frozen=True, kw_only=True):
    """Messages in the order of the export."""

    title: str
    """Empty: the export gives none."""
    messages: tuple[Message, ...]


def conversations_of(exported: Any) -> tuple[Conversation, ...]:
    """The conversations in a decoded export that have any message; none where no shape is known."""
    users = _users(exported)
    return tuple(one for one in _conversations(exported, "", users, 0) if one.messages)


def _conversations(value: Any, title: str, users: Mapping[str, str], depth: int) -> Iterator[Conversation]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, list):
        if any(_is_message(one) for one in value):
            yield Conversation(title=title, messages=tuple(_messages(value, users)))
            return
        for one in value:
            yield from _conversations(one, title, users, depth + 1)
    elif isinstance(value, dict):
        own = next((value[key] for key in TITLES if isinstance(value.get(key), str)), title)
        if isinstance(value.get("mapping"), dict):
            yield Conversation(title=own, messages=tuple(_messages(_path(value), users)))
            return
        lists = [value[key] for key in LISTS if isinstance(value.get(key), list | dict)]
        rest = [one for key, one in value.items() if key not in LISTS and isinstance(one, list | dict)]
        for one in lists or rest:
            yield from _conversations(one, own, users, depth + 1)


def _is_message(value: Any) -> bool:
    """Whether `value` says something, and who or when."""
    if not isinstance(value, dict) or not any(key in value for key in TEXTS):
        return False
    return any(key in value for key in SPEAKERS) or any(key in value for key in TIMES)


def _path(tree: Mapping[str, Any]) -> list[Any]:
    """The messages of a tree from its root to the node that is current, or to its last: what was seen in the end."""
    nodes: dict[str, Any] = tree["mapping"]
    current = tree.get("current_node")
    if current not in nodes:
        current = next(reversed(nodes), None)
    found: list[Any] = []
    seen: set[str] = set()
    while isinstance(current, str) and isinstance(nodes.get(current), dict) and current not in seen:
        seen.add(current)
        found.append(nodes[current].get("message"))
        current = nodes[current].get("parent")
    return [message for message in reversed(found) if isinstance(message, dict)]


def _messages(values: Sequence[Any], users: Mapping[str, str]) -> Iterator[Message]:
    for value in values:
        if not isinstance(value, dict):
            continue
        text = _text(_first(value, TEXTS), 0).strip()
        text = _unmarked(text, users) if "ts" in value else text
        if text:
            kinds = (value.get("type"), value.get("subtype"))
            yield Message(
                speaker=_speaker(value, users),
                time=_time(_first(value, TIMES)),
                text=text,
                key=_name(_first(value, IDS)),
                reply_to=_reference(_first(value, REPLIES)),
                thread=_name(_first(value, THREADS)),
                is_note=any(isinstance(kind, str) and kind in _SYSTEM for kind in kinds),
            )


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """The value of the first of `keys` that has one."""
    return next((value[key] for key in keys if value.get(key) not in (None, "", [], {})), None)


def _speaker(value: Mapping[str, Any], users: Mapping[str, str]) -> str:
    """The name of who speaks: the person's own before the name of a part in the conversation."""
    found = _first(value, SPEAKERS)
    name = _name(_first(found, NAMES)) if isinstance(found, dict) else _name(found)
    return " ".join(users.get(name, name).split())


def _users(exported: Any) -> dict[str, str]:
    """Names by user id: what the export says of its users, and of the senders of its messages."""
    found: dict[str, str] = {}
    listed = exported.get("users") if isinstance(exported, dict) else None
    for user in listed if isinstance(listed, list) else ():
        if isinstance(user, dict) and isinstance(user.get("id"), str):
            profile = user["profile"] if isinstance(user.get("profile"), dict) else {}
            name = _first({**profile, **user}, NAMES)
            found[user["id"]] = _name(name) or user["id"]
    values = (
        exported if isinstance(exported, list) else exported.get("messages") if isinstance(exported, dict) else None
    )
    for value in values if isinstance(values, list) else ():
        if (
            isinstance(value, dict)
            and isinstance(value.get("user_profile"), dict)
            and isinstance(value.get("user"), str)
        ):
            found.setdefault(value["user"], _name(_first(value["user_profile"], NAMES)) or value["user"])
    return found


def _name(value: Any) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _reference(value: Any) -> str:
    """The key of the message that is answered."""
    if isinstance(value, dict):
        value = _first(value, ("messageId", "message_id", "id"))
    return _name(value)


def _text(value: Any, depth: int) -> str:
    """What is said, as plain text: of lists of parts those that are text."""
    if isinstance(value, str):
        return value
    if depth > MAX_DEPTH:
        return ""
    if isinstance(value, dict):
        return _text(_first(value, TEXTS), depth + 1)
    if isinstance(value, list):
        joint = "\n\n" if any(isinstance(one, dict) and one.get("type") == "text" for one in value) else ""
        return joint.join(_text(one, depth + 1) for one in value)
    return ""


def _unmarked(text: str, users: Mapping[str, str]) -> str:
    """`text` without the marks that Slack puts around names and links, which also escapes `&`, `<` and `>`."""
    if "<" in text:
        text = _MENTION.sub(lambda found: f"@{users.get(found[1], found[1])}", text)
        text = _LINK.sub(lambda found: f"{found[2]} ({found[1]})" if found[2] else found[1], text)
        text = _CHANNEL.sub(lambda found: f"#{found[1]}", text)
    return html.unescape(text) if "&" in text else text


def _time(value: Any) -> str:
    """A time as `2024-01-02 10:02`, in UTC where only seconds or milliseconds since 1970 are given.

    >>> _time(1704189720), _time("1704189720.000200"), _time("2024-01-02T10:02:33+08:00"), _time("noon")
    ('2024-01-02 10:02', '2024-01-02 10:02', '2024-01-02 10:02', 'noon')
    """
    try:
        seconds = float(value) if isinstance(value, str | int | float) else None
    except ValueError:
        seconds = None
    if seconds is not None:
        seconds = seconds / 1000 if seconds > 1e11 else seconds
        try:
            return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime("%Y-%m-%d %H:%M")
        except (ValueError, OverflowError, OSError):
            return ""
    if not isinstance(value, str):
        return ""
    found = re.match(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)", value)
    return f"{found[1]} {found[2]}" if found else " ".join(value.split())[:40]
