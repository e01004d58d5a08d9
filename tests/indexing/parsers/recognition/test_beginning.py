import pytest

from indexing.parsers.recognition.beginning import BEGINNING_BYTES, beginning_of

HAN = "甲方应当在三十日内付款，乙方应当交付房屋。"


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [HAN, HAN + "\n", "a" + HAN, "🏠" + HAN, "🏠 " + HAN])
def test_the_beginning_of_a_long_text_is_the_text_up_to_there(text: str, codec: str) -> None:
    whole = text * 6_000
    begun = beginning_of(whole.encode(codec), None)
    assert whole.startswith(begun)
    assert len(begun.encode(codec)) > BEGINNING_BYTES - 200


def test_a_short_text_is_its_own_beginning() -> None:
    assert beginning_of(HAN.encode("gbk"), None) == HAN
    assert beginning_of("é".encode("latin-1"), "latin-1") == "é"


@pytest.mark.parametrize("charset", ["ascii", "no-such", "punycode"])
def test_what_is_not_in_its_declared_charset_has_no_beginning(charset: str) -> None:
    assert beginning_of("café ".encode() * 20_000, charset) == ""


@pytest.mark.parametrize("content", [b"", b" " * 100_000 + b"rent", bytes(range(256)) * 400])
def test_blanks_and_other_bytes_have_no_beginning(content: bytes) -> None:
    assert beginning_of(content, None) == ""
