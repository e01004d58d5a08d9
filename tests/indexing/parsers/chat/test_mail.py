import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.chat.mail import parse_mail
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound, of, refusal


def parse(content: str | bytes) -> ParsedText:
    content = content.encode() if isinstance(content, str) else content
    parsed = parse_mail(Original(content=content, media_type="message/rfc822"))
    assert_sound(parsed)
    return parsed


HEAD = "From: Alice <al@x.org>\nTo: Bob <bo@x.org>\nSubject: Rent\nDate: Tue, 2 Jan 2024 10:02:00 +0000\n"
SHOWN = "Subject: Rent\nFrom: Alice <al@x.org>\nDate: Tue, 2 Jan 2024 10:02:00 +0000\nTo: Bob <bo@x.org>"


def test_a_letter_is_a_turn_whose_header_says_who_when_and_about_what() -> None:
    parsed = parse(f"{HEAD}\nHi Bob,\n\nthe rent is due.\n")
    assert of(parsed, "kind", "title", "header") == [
        ("turn", "Rent", [WROTE], f"{SHOWN}\n\nHi Bob,\n\nthe rent is due.")
    ]
    assert parsed.title == "Rent"
    assert parsed.attributes["from"] == "Alice <al@x.org>"
    assert [parsed.text[cut:] for cut in parsed.blocks[0].cuts] == ["the rent is due."]


def test_fields_in_any_charset_are_read() -> None:
    encoded = base64.b64encode("租金".encode("gb18030")).decode()
    raw = f"From: 张三 <z@x.org>\nSubject: =?gb18030?B?{encoded}?= =?unknown?Q?a?=\n\nHi".encode()
    assert parse(raw).text.startswith("Subject: 租金a\nFrom: 张三 <z@x.org>\n")


def test_a_body_is_decoded_by_its_charset_else_by_what_it_shows() -> None:
    body = "甲方应当在三十日内付款。".encode("gb18030")
    declared = f"{HEAD}Content-Type: text/plain; charset=gb2312\n\n".encode() + body
    wrong = f"{HEAD}Content-Type: text/plain; charset=utf-8\n\n".encode() + body
    assert parse(declared).text.endswith("甲方应当在三十日内付款。")
    assert parse(wrong).text.endswith("甲方应当在三十日内付款。")


WROTE = SHOWN.partition("\n")[2].rpartition("\n")[0]
"""Who wrote it and when: what every piece of the letter needs."""
QUOTE = "On Mon, 1 Jan 2024 at 09:00, Bob <bo@x.org>\nwrote:\n\n> When is the rent due this month?\n>\n> And to whom?\n"


def test_what_is_quoted_stands_behind_the_letter_with_who_is_quoted() -> None:
    parsed = parse(f"{HEAD}\nOn the first.\n\n{QUOTE}\nBest, Al\n")
    assert of(parsed, "kind", "context")[1:] == [
        (
            "quote",
            [WROTE],
            "On Mon, 1 Jan 2024 at 09:00, Bob <bo@x.org>\nwrote:\n\n"
            "> When is the rent due this month?\n\n> And to whom?",
        ),
        ("turn", [WROTE], "Best, Al"),
    ]


@pytest.mark.parametrize(
    "quote",
    [
        "-----Original Message-----\nFrom: Bob\nSent: Monday\n\nWhen is the rent due?\n",
        "From: Bob\nSent: Monday\nTo: Alice\nSubject: Rent\n\nWhen is the rent due?\n",
        "发件人：李四\n发送时间：星期一\n收件人：张三\n主题：租金\n\n什么时候交房租？\n",
        "在 2024年1月1日，李四写道：\n> 什么时候交房租？\n",
    ],
)
def test_each_way_of_quoting_is_known(quote: str) -> None:
    kinds = [kind for kind, _ in of(parse(f"{HEAD}\nOn the first.\n\n{quote}"), "kind")]
    assert kinds == ["turn", "quote"]


def mailbox(*letters: str) -> str:
    return "".join(f"From x@x.org Tue Jan  2 10:02:00 2024\n{letter}\n\n" for letter in letters)


def test_a_thread_is_one_section_and_repeats_nothing() -> None:
    first = "From: Bob\nSubject: Rent\n\nWhen is the rent due this month?\n\nAnd to whom?"
    second = f"From: Alice\nSubject: Re: Rent\n\nOn the first.\n\n{QUOTE}"
    third = "From: Carol\nSubject: 回复: Door\n\nIt sticks."
    parsed = parse(mailbox(first, second, third))
    assert [section.title for section in build_sections(parsed)[0][1:]] == ["Rent", "Door"]
    assert parsed.text.count("When is the rent due this month?") == 1
    assert parsed.warnings == ("quotes of earlier letters were left out: 26 characters",)


def multipart(kind: str, *parts: str) -> str:
    return f"{HEAD}MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=X\n\n" + "".join(
        f"--X\n{part}\n" for part in parts
    ) + "--X--\n"  # fmt: skip


PLAIN = "Content-Type: text/plain\n\nThe plain text."
TABLE = "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
HTML = f"Content-Type: text/html; charset=utf-8\n\n<p>The <b>rich</b> text.</p>{TABLE}"
FILE = 'Content-Type: application/pdf; name="lease.pdf"\nContent-Transfer-Encoding: base64\n\nAAAA'


def test_plain_text_is_preferred_and_attachments_are_named() -> None:
    parsed = parse(
        multipart(
            "mixed", multipart("alternative", PLAIN, HTML).partition("MIME-Version: 1.0\n")[2].replace("X", "Y"), FILE
        )
    )
    assert "The plain text." in parsed.text
    assert "rich" not in parsed.text
    assert parsed.warnings == ("attachments were left out: 1: lease.pdf (application/pdf, 3 bytes)",)


def test_html_is_read_as_blocks_that_know_their_letter() -> None:
    parsed = parse(multipart("alternative", "Content-Type: text/plain\n\n ", HTML))
    assert of(parsed, "kind", "context")[:2] == [("turn", [], SHOWN), ("paragraph", [WROTE], "The rich text.")]
    assert parsed.blocks[2].kind == "table"


def test_a_letter_in_a_letter_is_a_letter_of_its_own() -> None:
    inner = "Content-Type: message/rfc822\n\nFrom: Carol\nSubject: Door\n\nIt sticks."
    parsed = parse(multipart("mixed", PLAIN, inner))
    assert [section.title for section in build_sections(parsed)[0][1:]] == ["Rent", "Door"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("Just text.\n\nNo mail.", "corrupt"),
        ("\0\1\2", "corrupt"),
        (f"{HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nAAAA", "encrypted"),
        (multipart("encrypted", FILE), "encrypted"),
    ],
)
def test_what_can_not_be_read_is_refused(content: str, code: str) -> None:
    assert refusal(parse, content) == code


def test_a_nest_of_parts_is_read_or_refused() -> None:
    deep = HEAD + "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3000)) + "\nx"
    assert refusal(parse, deep) in ("", "corrupt")


WHOLE = multipart("mixed", PLAIN, HTML, FILE).encode()


def test_a_mail_cut_off_anywhere_is_read_or_refused() -> None:
    for end in range(0, len(WHOLE), 3):
        assert refusal(parse, WHOLE[:end]) in ("", "corrupt")


PARTS = st.sampled_from(
    [
        "hi",
        "> quoted 👍🏽",
        ">> more",
        "On x wrote:",
        "",
        "发件人：x",
        "Sent: y",
        "-----Original Message-----",
        "--X",
        "中文",
    ]
)


@given(st.lists(PARTS, max_size=14), st.sampled_from(["\n", "\r\n"]))
def test_any_body_is_read_soundly(parts: list[str], end: str) -> None:
    parse("From: a\n\n" + end.join(parts))


@given(st.binary(max_size=80))
def test_any_bytes_after_a_header_are_read_or_refused(content: bytes) -> None:
    assert refusal(parse, b"From: a\nSubject: " + content) in ("", "corrupt", "encrypted")


@pytest.mark.parametrize(
    "who", ["On Mon, Mar 11, 2024 at 5:00 PM Bo\n<b@x.org> wrote:", "Bo wrote:", "在 2024年3月11日，Bo\n写道："]
)
def test_the_last_words_of_the_sender_are_no_part_of_the_quote(who: str) -> None:
    parsed = parse(f"From: a\n\nI agree.\n\nI pay on Friday.\n\n{who}\n\n> The rent is due on Monday.\n")
    assert of(parsed, "kind") == [
        ("turn", "From: a\n\nI agree.\n\nI pay on Friday."),
        ("quote", f"{who}\n\n> The rent is due on Monday."),
    ]


def test_many_receivers_do_not_crowd_out_who_wrote() -> None:
    receivers = ", ".join(f"p{number}@example.org" for number in range(40))
    (turn,) = parse(f"From: Al <a@x.org>\nTo: {receivers}\nDate: Tue, 2 Jan 2024 10:02:00 +0000\n\nHi.\n").blocks
    assert turn.header[0].end - turn.header[0].start == len("From: Al <a@x.org>\nDate: Tue, 2 Jan 2024 10:02:00 +0000")
