import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.parsers.chat.subtitles import ENOUGH, MOST, parse_subtitles
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound, of, refusal


def parse(text: str) -> ParsedText:
    parsed = parse_subtitles(Original(content=text.encode(), media_type="text/vtt"))
    assert_sound(parsed)
    return parsed


def cue(start: int, text: str, end: int | None = None) -> str:
    end = start + 1 if end is None else end
    return f"00:{start // 60:02}:{start % 60:02}.000 --> 00:{end // 60:02}:{end % 60:02}.000\n{text}\n\n"


VTT = """WEBVTT - title

NOTE made by hand

STYLE
::cue { color: red }

intro
00:01.000 --> 00:04.000 align:start
<v Alice>Hello <i>all</i> &amp; welcome
to the <00:02.000>hall.

00:05.000 --> 00:06.000
<v.loud Bob>Thanks.

01:00:07.000 --> 01:00:08.000
<v Bob>Later.
"""


def test_voices_are_turns_with_speaker_and_time() -> None:
    assert of(parse(VTT), "kind", "header") == [
        ("turn", ["[00:00:01] Alice:"], "[00:00:01] Alice: Hello all & welcome to the hall."),
        ("turn", ["[00:00:05] Bob:"], "[00:00:05] Bob: Thanks."),
        ("turn", ["[01:00:07] Bob:"], "[01:00:07] Bob: Later."),
    ]


def test_what_is_not_read_is_declared() -> None:
    assert parse(VTT).warnings == (
        "numbers, end times and settings of cues were left out",
        "notes and styles were left out: 35 characters",
    )


def test_cues_without_speakers_join_to_sentences_and_chinese_without_blanks() -> None:
    first = "1\r\n00:00:01,000 --> 00:00:02,000\r\n押金在三十日\r\n\r\n"
    srt = first + "2\r\n00:00:02,000 --> 00:00:03,000\r\n{\\an8}<i>内退还。</i>\r\n"
    assert of(parse(srt), "kind") == [("paragraph", "[00:00:01] 押金在三十日内退还。")]


def test_a_block_ends_with_a_sentence_a_pause_or_when_it_is_long() -> None:
    half = "x" * (ENOUGH // 2)
    sentences = parse("WEBVTT\n\n" + cue(1, half) + cue(2, half + ".") + cue(3, "Next."))
    assert [text[:10] for (text,) in of(sentences)] == ["[00:00:01]", "[00:00:03]"]  # type: ignore[index]
    pause = parse("WEBVTT\n\n" + cue(1, "One") + cue(20, "two."))
    assert [text for (text,) in of(pause)] == ["[00:00:01] One", "[00:00:20] two."]
    endless = parse("WEBVTT\n\n" + "".join(cue(second, half[:-1] + str(second % 10)) for second in range(20)))
    assert all(len(str(text)) < 2 * MOST for (text,) in of(endless))


def test_names_in_the_lines_are_speakers_if_several_come_again() -> None:
    lines = ["ALICE: Hi", "BOB: Yes?", "go on", "- ALICE: Well", "BOB: I see"]
    assert [text for (text,) in of(parse("WEBVTT\n\n" + "".join(cue(n, line) for n, line in enumerate(lines))))] == [
        "[00:00:00] ALICE: Hi",
        "[00:00:01] BOB: Yes? go on",
        "[00:00:03] ALICE: Well",
        "[00:00:04] BOB: I see",
    ]
    once = parse("WEBVTT\n\n" + cue(1, "Remember: pay"))
    assert of(once, "kind") == [("paragraph", "[00:00:01] Remember: pay")]


def test_a_line_that_live_captions_show_again_is_read_once() -> None:
    rolling = (
        cue(1, "this is the first") + cue(2, "this is the first\nand the second") + cue(3, "Yes.") + cue(4, "Yes.")
    )
    parsed = parse("WEBVTT\n\n" + rolling)
    assert [text for (text,) in of(parsed)] == ["[00:00:01] this is the first and the second Yes. Yes."]
    assert parsed.warnings[-1] == "lines that repeat the cue before were left out: 1"


def test_cues_without_a_blank_line_between_them_are_told_apart() -> None:
    packed = "1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:20,000 --> 00:00:21,000\nTwo\n"
    assert [text for (text,) in of(parse(packed))] == ["[00:00:01] One", "[00:00:20] Two"]


def test_text_is_mapped_to_its_line_in_the_file() -> None:
    parsed = parse(VTT)
    at = parsed.text.index("Hello")
    source = parsed.layout.source_of(at, at + 5)
    assert source is not None
    assert VTT[slice(*source)] == "<v Alice>Hello <i>all</i> &amp; welcome"


@pytest.mark.parametrize(
    ("text", "code"), [("WEBVTT\n\nNOTE x\n", "no_text"), ("Just text.", "corrupt"), (" ", "no_text")]
)
def test_what_has_no_cue_is_refused(text: str, code: str) -> None:
    assert refusal(parse, text) == code


def test_a_file_cut_off_anywhere_is_read_or_refused() -> None:
    for end in range(len(VTT)):
        assert refusal(parse, VTT[:end]) in ("", "no_text", "corrupt")


PARTS = st.sampled_from(
    ["WEBVTT", "00:01.000 --> 00:02.000", "1", "<v A>x", "NOTE y", "&#0;&lt;", "中文", "👨‍👩‍👧", "A: b", "B: c", ""]
)


@given(st.lists(PARTS, max_size=20), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_order_of_parts_is_read_soundly_or_refused(parts: list[str], end: str) -> None:
    assert refusal(parse, end.join(parts)) in ("", "no_text", "corrupt")
