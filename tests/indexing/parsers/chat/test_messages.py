import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.chat.messages import parse_chat_json
from indexing.parsers.chat.pauses import LEAST_CHARACTERS
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound, of, refusal


def read(exported: Any) -> ParsedText:
    parsed = parse_bytes(json.dumps(exported, ensure_ascii=False).encode())
    assert_sound(parsed)
    return parsed


def parse_bytes(content: bytes) -> ParsedText:
    return parse_chat_json(Original(content=content, media_type="application/x-chat+json"))


def texts(exported: Any) -> list[object]:
    return [text for (text,) in of(read(exported))]


def test_each_message_is_a_turn_with_time_and_speaker() -> None:
    parsed = read(
        [
            {"from": "张三", "date": "2024-01-02T10:02:00", "text": "你好"},
            {"from": "Al", "date": "noon", "text": "Hi 👍🏽"},
        ]
    )
    assert of(parsed, "kind", "header") == [
        ("turn", ["[2024-01-02 10:02] 张三:"], "[2024-01-02 10:02] 张三: 你好"),
        ("turn", ["[noon] Al:"], "[noon] Al: Hi 👍🏽"),
    ]


@pytest.mark.parametrize(
    "message",
    [
        {"role": "user", "content": "Hi"},
        {"author": {"name": "user"}, "content": {"content_type": "text", "parts": ["Hi"]}},
        {"sender": "user", "message": "Hi"},
        {"user": "user", "body": "Hi"},
        {"from": "user", "value": "Hi"},
        {"username": "user", "text": ["H", {"type": "bold", "text": "i"}]},
        {"role": "human", "name": "user", "content": "Hi"},
        {"role": "user", "name": None, "content": "Hi"},
        {"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "image_url", "image_url": {}}]},
    ],
)
@pytest.mark.parametrize("around", [lambda m: m, lambda m: {"messages": m}, lambda m: {"data": {"conversation": m}}])
def test_messages_are_known_whatever_their_fields_are_called(message: dict[str, Any], around: Any) -> None:
    assert texts(around([message, message])) == ["user: Hi", "user: Hi"]


def test_slack_threads_stand_together_with_names_and_links_readable() -> None:
    users = [{"id": "U1", "profile": {"real_name": "Al Li"}}, {"id": "U2", "name": "bo"}]
    messages = [
        {
            "user": "U1",
            "text": "Where is <https://x.org|the lease>, <@U2>?",
            "ts": "1704189720.1",
            "thread_ts": "1704189720.1",
        },
        {"user": "U2", "text": "Lunch?", "ts": "1704189780.1"},
        {"user": "U2", "text": "Here &amp; there", "ts": "1704189840.1", "thread_ts": "1704189720.1"},
        {"user": "U3", "subtype": "channel_join", "text": "<@U3> has joined", "ts": "1704189900.1"},
    ]
    question = "[2024-01-02 10:02] Al Li: Where is the lease (https://x.org), @bo?"
    assert of(read({"users": users, "messages": messages}), "kind", "context", "follows") == [
        ("turn", [], False, question),
        ("turn", [question], True, "[2024-01-02 10:04] bo: Here & there"),
        ("turn", [], False, "[2024-01-02 10:03] bo: Lunch?"),
        ("paragraph", [], False, "[2024-01-02 10:05] U3: @U3 has joined"),
    ]


def test_a_reply_has_what_it_answers_as_context() -> None:
    parsed = read({"name": "Home", "messages": [
        {"id": 1, "from": "Al", "text": "Who pays?"}, {"id": 2, "from": "Bo", "text": "Hm."},
        {"id": 3, "from": "Bo", "text": "You.", "reply_to_message_id": 1},
    ]})  # fmt: skip
    assert parsed.title == "Home"
    assert of(parsed, "context")[-1] == (["Al: Who pays?"], "Bo: You.")


def test_a_tree_of_messages_is_read_along_its_current_branch() -> None:
    def node(role: str, text: str, parent: str | None) -> dict[str, Any]:
        return {"parent": parent, "message": {"author": {"role": role}, "content": {"parts": [text]}}}

    mapping = {"r": {"parent": None, "message": None}, "a": node("user", "One?", "r"),
               "b": node("assistant", "Old", "a"), "c": node("assistant", "New", "a")}  # fmt: skip
    assert texts([{"title": "T", "mapping": mapping, "current_node": "c"}]) == ["T", "user: One?", "assistant: New"]
    for current in (None, "unknown", ["c"]):
        assert len(texts([{"title": "T", "mapping": mapping, "current_node": current}])) > 1


def test_several_conversations_are_sections_by_title_or_first_words() -> None:
    talk = [{"role": "user", "content": "Who pays the rent?\nTell me."}, {"role": "assistant", "content": "You."}]
    parsed = read([{"title": "Rent", "messages": talk}, {"messages": talk}])
    assert [section.title for section in build_sections(parsed)[0][1:]] == ["Rent", "Who pays the rent?"]


def test_lines_of_json_are_conversations() -> None:
    line = json.dumps({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]})
    assert [block.level for block in parse_bytes(f"{line}\n{line}\n".encode()).blocks] == [1, 0, 1, 0]


def test_a_long_silence_opens_the_section_of_a_day() -> None:
    said = "x" * LEAST_CHARACTERS
    times = ["2024-01-02 10:00", "2024-01-02 10:01", "2024-01-03 10:00"]
    parsed = read([{"user": "al", "text": said, "date": time} for time in times])
    assert [section.title for section in build_sections(parsed)[0][1:]] == ["2024-01-02", "2024-01-03"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"messages": [', "corrupt"),
        (b"[" * 100_000, "corrupt"),
        (b"<html>", "corrupt"),
        (b"[]", "no_text"),
        (b'{"a": 1}', "no_text"),
        (b'[{"role": "user", "content": ""}]', "no_text"),
        (b" ", "no_text"),
        (b"\xff\xfe\xfd\x00\x81", "unknown_encoding"),
    ],
)
def test_what_is_no_chat_is_refused(content: bytes, code: str) -> None:
    assert refusal(parse_bytes, content) == code


KEYS = st.sampled_from(
    ["messages", "role", "content", "text", "ts", "user", "author", "id", "mapping", "parent", "message", "parts",
     "users", "thread_ts", "reply_to", "title", "name", "current_node", "date", "user_profile", "type"]
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=5),
        KEYS,
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)


@given(VALUES)
def test_any_json_is_read_soundly_or_refused(exported: Any) -> None:
    assert refusal(read, exported) in ("", "no_text")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ({"text": "", "files": [{"name": "a.pdf", "title": "Lease"}]}, "[attached: Lease]"),
        ({"text": "See", "attachments": [{"fileName": "x.png"}]}, "See\n\n[attached: x.png]"),
        ({"text": "", "photo": "photos/1.jpg"}, "[attached: photos/1.jpg]"),
        ({"text": "", "attachments": [{"title": "Deploy", "text": "Version 2"}]}, "Deploy: Version 2"),
        (
            {"text": "", "blocks": [{"elements": [{"type": "x", "elements": [{"type": "text", "text": "Hi"}]}]}]},
            "Hi",
        ),
        ({"content": None, "tool_calls": [{"function": {"name": "get", "arguments": "{}"}}]}, "[call: get({})]"),
        ({"body": {"contentType": "html", "content": "<p>Hi <b>Bo</b></p><ul><li>a</li></ul>"}}, "Hi Bo\n\n- a"),
    ],
)
def test_what_is_said_without_plain_text_is_said_by_its_name(message: dict[str, Any], said: str) -> None:
    assert texts([{"user": "Al", "text": "One"}, {"user": "Al", **message}]) == ["Al: One", f"Al: {said}"]


@pytest.mark.parametrize(
    "sender",
    [
        {"from": {"user": {"displayName": "Wei Li"}}},
        {"from": None, "from_id": "Wei Li"},
        {"author": {"id": "9", "global_name": "Wei Li"}},
    ],
)
def test_nobody_is_lost_whose_name_stands_deeper(sender: dict[str, Any]) -> None:
    assert texts([{**sender, "text": "One"}, {**sender, "text": "Two"}]) == ["Wei Li: One", "Wei Li: Two"]


def test_what_says_nothing_is_counted() -> None:
    parsed = read(
        [
            {"role": "user", "content": [{"type": "text", "text": "See"}, {"type": "image_url", "image_url": {}}]},
            {"role": "assistant", "content": ""},
            7,
        ]
    )
    assert parsed.warnings == (
        "parts of messages that are no text were left out: 1",
        "empty messages were left out: 1",
        "values that are no messages were left out: 1",
    )


def test_other_branches_of_a_tree_are_counted() -> None:
    def node(text: str, parent: str | None) -> dict[str, Any]:
        return {"parent": parent, "message": {"author": {"role": "user"}, "content": {"parts": [text]}}}

    tree = {"mapping": {"a": node("Why?", None), "b": node("Old.", "a"), "c": node("New.", "a")}, "current_node": "c"}
    parsed = read([{"title": "T", **tree}])
    assert of(parsed)[1:] == [("user: Why?",), ("user: New.",)]
    assert parsed.warnings == ("messages of other branches were left out: 1",)


def test_a_ticket_begins_with_its_description() -> None:
    ticket = {
        "subject": "Printer",
        "description": "It is offline.",
        "requester": {"name": "Anna"},
        "comments": [{"author": "IT", "body": "Restart it."}, {"author": "Anna", "body": "Done."}],
    }
    assert texts(ticket) == ["Printer", "Anna: It is offline.", "IT: Restart it.", "Anna: Done."]


def test_exports_with_the_newest_first_are_read_from_the_oldest_on() -> None:
    days = [{"user": "Al", "text": str(day), "date": f"2024-01-0{day}T10:00:00"} for day in (3, 2, 1)]
    assert texts(days) == [f"[2024-01-0{day} 10:00] Al: {day}" for day in (1, 2, 3)]
