import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.chat.log import looks_like, read_chat
from indexing.parsers.chat.pauses import LEAST_CHARACTERS
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from indexing.parsers.plain import parse_plain
from tests.indexing.parsers.soundness import assert_sound, of


def markdown(text: str) -> ParsedText:
    return parse_markdown(Original(content=text.encode(), media_type="text/markdown"))


def plain(text: str) -> ParsedText:
    return parse_plain(Original(content=text.encode(), media_type="text/plain"))


def read(parsed: ParsedText) -> ParsedText:
    assert looks_like(parsed)
    found = read_chat(parsed)
    assert_sound(found)
    return found


def test_each_turn_is_a_block_with_who_speaks_and_when() -> None:
    log = read(
        plain("[10:02] Alice: Is it due?\nI mean the rent.\n[10:03] Bob: Yes.\n[10:04] Alice: Ok.\n[10:05] Bob: Bye.\n")
    )
    assert of(log, "kind", "header")[:2] == [
        ("turn", ["[10:02] Alice:"], "[10:02] Alice: Is it due?\nI mean the rent."),
        ("turn", ["[10:03] Bob:"], "[10:03] Bob: Yes."),
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice: the rent is due", "Bob: I know it is"),
        ("10:02 <alice> the rent is due", "10:03 <bob> I know"),
        ("12/31/20, 10:02 PM - Alice: due", "12/31/20, 10:03 PM - Bob: ok"),
        ("[2020/12/31 下午10:02:11] 张三: 你好", "[2020/12/31 下午10:03:11] 李四: 在"),
        ("2024-01-02 10:02 张三：早上好，订单没发货", "2024-01-02 10:03 李四：9 点前发"),
        ("10:02 张三:早上好", "10:03 李四:早"),
        ("张三 2024-01-02 10:02:03\n你好", "李四 2024-01-02 10:03:03\n在"),
        ("2024-01-02 10:02:03 张三(1)\n你好", "2024-01-02 10:03:03 李四(2)\n在"),
        ("用户：房租什么时候交？", "客服：每月一日之前。"),
        ("User: when is it due?", "Assistant: On the first."),
        ("SPEAKER 1 [00:01:02]\nHello to all.", "SPEAKER 2 [00:01:03]\nHello."),
        ("--- Comment by Bo on 2024-01-02 ---\nIt fails.", "--- Comment by Al on 2024-01-03 ---\nFixed."),
        ("Interviewer: Why did you go there?", "Ms. Li: It was near."),
        ("【客服】2024/3/12 10:00:05：您好", "【用户】2024/3/12 10:00:30：在吗"),
        ("[Yesterday 3:14 PM] Anna Berg\nIs it due?", "[Yesterday 3:20 PM] Li, Wei (Finance)\nYes."),
        ("2024-01-02 9:02:03 张伟(12345)\n你好", "2024-01-02 9:03:03 李娜<li@example.org>\n在"),
        ("anna_b — 03/12/2024 9:14 AM\nIs it due?", "tom.lin — Yesterday at 10:02 AM\nYes."),
        ("Anna Berg\n  9:14 AM\nIs it due?", "Tom Lin\n  9:20 AM\nYes."),
        ("12/31/20, 10:02 - +49 170 1234567: due", "12/31/20, 10:03 - Łukasz 🎸: ok"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_each_shape_of_log_is_recognised_and_cut_at_its_turns(one: str, other: str, end: str) -> None:
    log = read(plain(end.join([one, other, one, other]) + end))
    assert [block.kind for block in log.blocks] == ["turn"] * 4
    assert [text for (text,) in of(log)] == [one, other, one, other]


def test_what_nobody_says_is_attributed_to_nobody() -> None:
    said = "10:03 <bob> Two.\n10:04 <al> Ok.\n10:05 <bob> Bye.\n"
    log = read(plain("Export of 2024\n\n10:01 <al> One.\n10:02 *** bob joined\n" + said))
    assert [(kind, text) for kind, text in of(log, "kind") if kind == "paragraph"] == [
        ("paragraph", "Export of 2024"),
        ("paragraph", "10:02 *** bob joined"),
    ]


def test_a_listing_in_a_turn_stays_a_listing_and_knows_its_speaker() -> None:
    said = "**Bo:** Try this one.\n\n- now\n\n**Al:** It works, thanks.\n\n**Bo:** Good to hear.\n"
    text = f"**Al:** It fails:\n\n```\nboom\n```\n\nPlease help me.\n\n{said}"
    log = read(markdown(text))
    assert of(log, "kind", "context", "follows")[:4] == [
        ("turn", [], False, "**Al:** It fails:"),
        ("code", ["**Al:**"], True, "```\nboom\n```"),
        ("turn", ["**Al:**"], True, "Please help me."),
        ("turn", [], False, "**Bo:** Try this one.\n\n- now"),
    ]


def test_headings_and_lines_that_name_a_day_open_sections() -> None:
    turns = "[10:01] Al: One.\n[10:02] Bo: Two.\n"
    log = read(markdown(f"# Team\n\n--- 2024-01-02 ---\n\n{turns}\n--- 2024-01-03 ---\n\n{turns}"))
    assert [section.path for section in build_sections(log)[0][1:]] == [
        ("Team",),
        ("Team", "2024-01-02"),
        ("Team", "2024-01-03"),
    ]


def test_tickets_are_sections() -> None:
    comments = "Bo commented on 2024-01-02\nIt fails.\n\nAl commented on 2024-01-03\nFixed.\n\n"
    log = read(plain(f"Ticket #1: Printer\n\n{comments}Ticket #2: Door\n\n{comments}"))
    assert [section.title for section in build_sections(log)[0][1:]] == ["Ticket #1: Printer", "Ticket #2: Door"]


def test_a_day_after_a_long_silence_is_a_section_unless_the_one_before_is_tiny() -> None:
    said = "x" * LEAST_CHARACTERS
    days = [
        ("2024-01-02 23:50", said),
        ("2024-01-03 00:10", said),
        ("2024-01-04 09:00", "hi"),
        ("2024-01-05 09:00", said),
    ]
    log = read(plain("".join(f"[{when}] Al: {what}\n[{when}] Bo: ok\n" for when, what in days)))
    assert [section.title for section in build_sections(log)[0][1:]] == ["2024-01-02", "2024-01-04"]


def test_a_log_of_one_day_has_no_section() -> None:
    log = read(plain("[2024-01-02 10:01] Al: a\n[2024-01-02 10:02] Bo: b\n" * 2))
    assert len(build_sections(log)[0]) == 1


@pytest.mark.parametrize("write", [json.dumps, repr])
def test_a_log_in_literals_is_cut_at_its_messages_and_kept_as_it_is(write: object) -> None:
    talk = [{"content": 'Who\'s "in"?\n\nAnd {why}?', "role": "user"}, {"content": "I, [really].", "role": "assistant"}]
    other = [{"content": "到期了吗？", "role": "user"}, {"content": "是的。", "role": "assistant"}]
    text = f"{write(talk)}\n\n{write(other)}"  # type: ignore[operator]
    log = read(markdown(text))
    assert log.text == text
    assert [block.kind for block in log.blocks] == ["turn"] * 4
    assert [block.level for block in log.blocks] == [1, 0, 1, 0]
    assert all("role" in block.header[0].slice(text) for block in log.blocks)
    assert log.blocks[0].title in text
    assert log.blocks[2].title in ("到期了吗？", "\\u5230\\u671f\\u4e86\\u5417\\uff1f")


def test_a_literal_that_is_cut_off_is_read_as_far_as_it_goes() -> None:
    whole = repr([{"role": name, "content": f"said by {name}"} for name in "abab"])
    for end in range(1, len(whole)):
        assert_sound(read_chat(plain(whole[:end])))


@pytest.mark.parametrize(
    "text",
    [
        "Note: do this.\nWarning: not that.\nNote: and this.\nWarning: never that.\n",
        "Name: Al Li\nStatus: open now, ok\nName: Bo Li\nStatus: open again, ok\n",
        "Content-Type: text/plain; a b\nContent-Id: a b c d\n" * 3,
        "2024-01-02 10:02:03 INFO: one is on\n2024-01-02 10:02:04 worker: two is on\n" * 4,
        "2013-07-25 17:06:27 a.txt\n2013-07-25 17:06:28 b.txt\n" * 4,
        "host: a\nport: 1\nhost: b\nport: 2\n",
        "She said: never. He asked: why? Nobody: nothing.\n",
        "Alice: one turn is here.\n\nThen much prose without any speaker follows.\n",
        '{"a": 1, "b": {"role": "x", "content": "y"}}',
        "# A\n\nDefault: 5. It counts.\n\nType: string, or so.\n\nDefault: 6. It counts.\n\nType: number, or so.\n",
    ],
)
def test_fields_notes_and_program_logs_are_no_chats(text: str) -> None:
    assert not looks_like(plain(text))
    assert not looks_like(markdown(text))


def test_declared_text_without_speakers_stays_as_it_is() -> None:
    parsed = plain("One.\n\nTwo.\n")
    assert read_chat(parsed).blocks == parsed.blocks


LINES = st.sampled_from(
    ["Alice: hi 👍🏽", "张三：你好", "[10:02] Bob: x", "10:03 *** left", "--- 2024-01-02 ---", "", "  more", "# T",
     "```", "- y", "<!-- c -->", "> q", "2024-01-02 10:02 Al: z", "| a |\n|---|\n| 1 |", "Ticket #5",
     "Anna Berg", "  9:14 AM", "From: Bo <b@x.org>", "Sent: today", "\u200e[10:04] Al: x", "【客服】10:02：在",
     "2024-01-02 10:02:03 🐱", "客户：12", "[Yesterday 3:14 PM] Li, Wei"]
)  # fmt: skip


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_every_character_keeps_one_owner(lines: list[str], end: str) -> None:
    text = end.join([*lines, "x"])
    assert_sound(read_chat(markdown(text)))
    assert_sound(read_chat(plain(text)))


@given(st.text(st.sampled_from("{}[]'\":, \\nrole中"), max_size=40))
def test_broken_literals_are_read_as_text(text: str) -> None:
    assert_sound(read_chat(plain("[" + text)))


def test_what_a_speaker_says_in_figures_is_not_the_words_of_the_one_before() -> None:
    text = "客服：请报手机号。\n客户：13800138000。\n客服：好的，请稍等。\n客户：谢谢您了。\n"
    assert [header for _, header, _ in of(read(plain(text)), "kind", "header")] == [
        ["客服："],
        ["客户："],
        ["客服："],
        ["客户："],
    ]


def test_fields_that_a_speaker_dictates_are_not_speakers() -> None:
    fields = "\n收货地：北京市朝阳区\n套餐费：九十八元\n手机号：13800138000\n"
    text = f"客服：请提供信息。\n客户：好的，如下{fields}客服：已修改了。\n客户：谢谢您了。\n"
    assert [words for _, words in of(read(plain(text)), "kind")][1] == (
        "客户：好的，如下\n收货地：北京市朝阳区\n套餐费：九十八元\n手机号：13800138000"
    )


def test_a_name_with_emoji_speaks_in_a_log_of_plain_names() -> None:
    text = "".join(
        f"2024-03-12 09:1{minute}:22 {name}\n{words}\n\n"
        for minute, (name, words) in enumerate(
            [
                ("张伟", "几点开会？"),
                ("李娜", "下午两点"),
                ("🐱喵", "[图片]"),
                ("anna_b", "好"),
                ("张伟", "收到"),
                ("李娜", "好的"),
            ]
        )
    )
    assert [header for _, header, _ in of(read(plain(text)), "kind", "header")][2:4] == [
        ["2024-03-12 09:12:22 🐱喵"],
        ["2024-03-12 09:13:22 anna_b"],
    ]


def test_marks_of_the_writing_direction_hide_no_speaker() -> None:
    attached = "\u200e[1.2.24, 09:16] Al: \u200e<attached: 1.jpg>\n"
    text = f"[1.2.24, 09:14] Al: one\n[1.2.24, 09:15] Bo: two\n{attached}[1.2.24, 09:17] Bo: ok\n"
    assert of(read(plain(text)), "kind", "header")[2][1] == ["\u200e[1.2.24, 09:16] Al:"]


@pytest.mark.parametrize(
    "fields", ["From: {0} <x@y.org>\nSent: {1}\nTo: All\n", "发件人：{0}\n发送时间：{1}\n主题：租金\n"]
)
def test_a_thread_of_mails_on_the_clipboard_is_a_turn_for_each_mail(fields: str) -> None:
    heads = [fields.format(name, f"2024-01-0{day} 10:00") for name, day in (("Anna Berg", 2), ("Tom Lin", 1))]
    parsed = read(plain(f"{heads[0]}\nPay it.\n\nPlease.\n\n{heads[1]}\nWhat is due?\n"))
    assert of(parsed, "kind", "header") == [
        ("turn", [heads[0].strip()], f"{heads[0]}\nPay it.\n\nPlease."),
        ("turn", [heads[1].strip()], f"{heads[1]}\nWhat is due?"),
    ]
