"""One message of an exported chat: who says what, when, and in answer to what, whatever the messenger calls its fields.

What has no text of its own stands in the text by its name (`[attached: plan.pdf]`); what can not be said is counted.
"""

import datetime
import html
import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.parsers.left_out import LeftOut
from indexing.parsers.original import Original

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
    "requester",
    "reporter",
    "from_id",
    "sender_id",
    "user_id",
    "bot_id",
)
TEXTS: Final = ("content", "text", "message", "body", "value", "msg", "parts", "blocks", "elements")
TIMES: Final = (
    "timestamp",
    "ts",
    "date",
    "time",
    "created_at",
    "createdAt",
    "create_time",
    "createdDateTime",
    "datetime",
    "sent_at",
)
NAMES: Final = ("real_name", "display_name", "nickname", "global_name", "displayName", "name", "username", "role", "id")
INNER_NAMES: Final = ("user", "application", "profile")
"""Objects in which a speaker's name is, where it is not in the speaker's own."""
IDS: Final = ("id", "ts", "message_id", "uuid")
THREADS: Final = ("thread_ts", "thread_id")
REPLIES: Final = ("reply_to_message_id", "reply_to", "in_reply_to", "replyToId", "parent_id", "reference")
FILES: Final = ("attachments", "files", "file", "photo", "image", "video", "audio", "document")
FILE_NAMES: Final = ("title", "fileName", "filename", "file_name", "name", "url", "id")
"""What exports call these things, the surest first."""

MAX_DEPTH: Final = 6
"""Of lists and objects in what is said."""

MAX_NAME: Final = 200
"""Characters of a file's name."""

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


def is_message(value: Any) -> bool:
    """Whether `value` says something, and who or when."""
    if not isinstance(value, dict) or not any(key in value for key in TEXTS):
        return False
    return any(key in value for key in SPEAKERS) or any(key in value for key in TIMES)


def read_message(value: Any, users: Mapping[str, str], left_out: LeftOut) -> Message | None:
    """The message that an object is; None, and counted, when it says nothing."""
    if not isinstance(value, dict):
        left_out.piece("values that are no messages")
        return None
    text = _first_text(value, left_out)
    text = _unmarked(text, users) if "ts" in value else text
    text = "\n\n".join(filter(None, [text, *_attached(value, left_out), *_calls(value)]))
    if not text:
        left_out.piece("empty messages")
        return None
    kinds = (value.get("type"), value.get("subtype"))
    return Message(
        speaker=_speaker(value, users),
        time=time_of(_first(value, TIMES)),
        text=text,
        key=_name(_first(value, IDS)),
        reply_to=_reference(_first(value, REPLIES)),
        thread=_name(_first(value, THREADS)),
        is_note=any(isinstance(kind, str) and kind in _SYSTEM for kind in kinds),
    )


def users_of(exported: Any) -> dict[str, str]:
    """Names by user id: what the export says of its users, and of the senders of its messages."""
    found: dict[str, str] = {}
    listed = exported.get("users") if isinstance(exported, dict) else None
    for user in _objects(listed):
        if isinstance(user.get("id"), str):
            profile = user["profile"] if isinstance(user.get("profile"), dict) else {}
            found[user["id"]] = _name(_first({**profile, **user}, NAMES)) or user["id"]
    messages = exported.get("messages") if isinstance(exported, dict) else exported
    for value in _objects(messages):
        if isinstance(value.get("user_profile"), dict) and isinstance(value.get("user"), str):
            found.setdefault(value["user"], _name(_first(value["user_profile"], NAMES)) or value["user"])
    return found


def time_of(value: Any) -> str:
    """A time as `2024-01-02 10:02`, in UTC where only seconds or milliseconds since 1970 are given.

    >>> time_of(1704189720), time_of("1704189720.000200"), time_of("2024-01-02T10:02:33+08:00"), time_of("noon")
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


def _first(value: Mapping[str, Any], keys: Sequence[str]) -> Any:
    """The value of the first of `keys` that has one."""
    return next((value[key] for key in keys if value.get(key) not in (None, "", [], {})), None)


def _first_text(value: Mapping[str, Any], left_out: LeftOut) -> str:
    """What the first of the fields says that say anything."""
    texts = (_text(value[key], 0, left_out).strip() for key in TEXTS if value.get(key))
    return next(filter(None, texts), "")


def _speaker(value: Mapping[str, Any], users: Mapping[str, str]) -> str:
    """The name of who speaks: the person's own before the name of a part in the conversation."""
    found = _first(value, SPEAKERS)
    if found == value.get("role"):
        found = value.get("name") or found
    name = _own_name(found) if isinstance(found, dict) else _name(found)
    return " ".join(users.get(name, name).split())


def _own_name(person: Mapping[str, Any]) -> str:
    """The name in an object that describes who speaks, or in one inside it."""
    inner: dict[str, Any] = next((person[key] for key in INNER_NAMES if isinstance(person.get(key), dict)), {})
    return _name(_first(person, NAMES)) or _name(_first(inner, NAMES))


def _name(value: Any) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _objects(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _reference(value: Any) -> str:
    """The key of the message that is answered."""
    if isinstance(value, dict):
        value = _first(value, ("messageId", "message_id", "id"))
    return _name(value)


def _text(value: Any, depth: int, left_out: LeftOut) -> str:
    """What is said, as plain text: of lists of parts those that are text."""
    if isinstance(value, str):
        return value
    if depth > MAX_DEPTH or not isinstance(value, dict | list):
        return ""
    if isinstance(value, list):
        apart = any(isinstance(one, dict) and one.get("type") in ("text", "section", "rich_text") for one in value)
        inline = any(isinstance(one, dict) and one.get("type") == "link" for one in value)
        texts = (_text(one, depth + 1, left_out) for one in value)
        return ("\n\n" if apart and not inline else "").join(filter(None, texts))
    said = next((value[key] for key in TEXTS if value.get(key)), None)
    if said is None:
        left_out.piece("parts of messages that are no text")
        return ""
    text = _text(said, depth + 1, left_out)
    return _plain(text) if value.get("contentType") == "html" else text


def _plain(source: str) -> str:
    """HTML as text; as it is where it has none."""
    page = Original(content=source.encode("utf-8", "replace"), media_type="text/html", charset="utf-8")
    try:
        text: str = importlib.import_module("indexing.parsers.html.page").parse_html(page).text
    except DocumentRejected:
        return ""
    return text


def _attached(value: Mapping[str, Any], left_out: LeftOut) -> Iterator[str]:
    """What is attached to a message: its text, or its name."""
    for key in FILES:
        given = value.get(key)
        for one in given if isinstance(given, list) else [given]:
            name = _name(_first(one, FILE_NAMES)) if isinstance(one, dict) else _name(one)
            text = _first_text(one, left_out) if isinstance(one, dict) else ""
            if text:
                yield f"{name}: {text}" if name else text
            elif name:
                yield f"[attached: {' '.join(name.split())[:MAX_NAME]}]"


def _calls(value: Mapping[str, Any]) -> Iterator[str]:
    """The tools that a message of an assistant calls."""
    for call in _objects(value.get("tool_calls")):
        function = call.get("function")
        if isinstance(function, dict):
            yield f"[call: {_name(function.get('name'))}({_name(function.get('arguments'))})]"


def _unmarked(text: str, users: Mapping[str, str]) -> str:
    """`text` without the marks that Slack puts around names and links, which also escapes `&`, `<` and `>`."""
    if "<" in text:
        text = _MENTION.sub(lambda found: f"@{users.get(found[1], found[1])}", text)
        text = _LINK.sub(lambda found: f"{found[2]} ({found[1]})" if found[2] else found[1], text)
        text = _CHANNEL.sub(lambda found: f"#{found[1]}", text)
    return html.unescape(text) if "&" in text else text
