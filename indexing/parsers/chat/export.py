"""Exports of chats, decoded from JSON, to conversations: whatever the messenger called its fields.

Known by their shape: lists of messages (Slack, chat completions), objects with a list of messages (Telegram, Discord,
Teams, tickets, training data), trees of messages (ChatGPT), and lists of all of these.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from indexing.parsers.chat.message_fields import Message, is_message, read_message, users_of
from indexing.parsers.left_out import LeftOut

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
OPENINGS: Final = ("description", "body", "content", "text")
"""What a ticket begins with, before its comments."""

MAX_DEPTH: Final = 6
"""Of objects around a list of messages."""


class Conversation(Struct, frozen=True, kw_only=True):
    """Messages in the order in which they were said."""

    title: str
    """Empty: the export gives none."""
    messages: tuple[Message, ...]


def conversations_of(exported: Any, left_out: LeftOut) -> tuple[Conversation, ...]:
    """The conversations in a decoded export that have any message; none where no shape is known.

    What is in the export and can not be said is counted in `left_out`.
    """
    reader = _Reader(users_of(exported), left_out)
    return tuple(one for one in reader.conversations(exported, "", 0) if one.messages)


class _Reader:
    """Reads the conversations of one export."""

    def __init__(self, users: Mapping[str, str], left_out: LeftOut) -> None:
        self._users = users
        self._left_out = left_out

    def conversations(self, value: Any, title: str, depth: int) -> Iterator[Conversation]:
        """The conversations in `value`, which is so deep in the export."""
        if depth > MAX_DEPTH:
            return
        if isinstance(value, list):
            if any(is_message(one) for one in value):
                yield Conversation(title=title, messages=self._messages(value))
                return
            for one in value:
                yield from self.conversations(one, title, depth + 1)
        elif isinstance(value, dict):
            yield from self._in_object(value, title, depth)

    def _in_object(self, value: dict[str, Any], title: str, depth: int) -> Iterator[Conversation]:
        own = next((value[key] for key in TITLES if isinstance(value.get(key), str)), title)
        if isinstance(value.get("mapping"), dict):
            yield Conversation(title=own, messages=self._messages(self._path(value)))
            return
        lists = [value[key] for key in LISTS if isinstance(value.get(key), list | dict)]
        rest = [one for key, one in value.items() if key not in LISTS and isinstance(one, list | dict)]
        found = [each for one in lists or rest for each in self.conversations(one, own, depth + 1)]
        opening = self._opening(value) if len(found) == 1 else None
        if opening:
            found = [Conversation(title=found[0].title, messages=(opening, *found[0].messages))]
        yield from found

    def _opening(self, value: dict[str, Any]) -> Message | None:
        """What an object with comments says before them."""
        said = next((value[key] for key in OPENINGS if isinstance(value.get(key), str)), "")
        return read_message({**value, "content": said}, self._users, self._left_out) if said.strip() else None

    def _messages(self, values: Sequence[Any]) -> tuple[Message, ...]:
        """The messages among `values`; those of an export that has the newest first the other way round."""
        read = (read_message(value, self._users, self._left_out) for value in values)
        messages = tuple(message for message in read if message)
        times = [message.time for message in messages if message.time[:2].isdigit()]
        is_reversed = times != sorted(times) and times == sorted(times, reverse=True)
        return messages[::-1] if is_reversed else messages

    def _path(self, tree: Mapping[str, Any]) -> list[Any]:
        """The messages of a tree from its root to the current node, or to its last: what was seen in the end."""
        nodes: dict[str, Any] = tree["mapping"]
        current = tree.get("current_node")
        if not isinstance(current, str) or current not in nodes:
            current = next(reversed(nodes), None)
        path: list[str] = []
        seen: set[str] = set()
        while isinstance(current, str) and isinstance(nodes.get(current), dict) and current not in seen:
            seen.add(current)
            path.append(current)
            current = nodes[current].get("parent")
        others = sum(isinstance(node, dict) and bool(node.get("message")) for node in nodes.values())
        found = [message for key in reversed(path) if isinstance(message := nodes[key].get("message"), dict)]
        self._left_out.piece("messages of other branches", others - len(found))
        return found
