import pytest

from indexing.errors import DocumentRejected
from indexing.parsers.detect import decode, media_type_of

SIMPLIFIED = "承租人须于每季度首月缴纳租金。"
TRADITIONAL = "承租人須於每季首月繳納租金，逾期加計利息。"
JAPANESE = "第五条　賃料は毎月末日までに支払うものとする。"
WESTERN = "Le café – très naïf – coûte 5 €."


def code_of(content: bytes, charset: str | None = None) -> str:
    with pytest.raises(DocumentRejected) as caught:
        decode(content, charset)
    return caught.value.code


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("a.md", "text/markdown"),
        ("a/b.c/READ.Markdown", "text/markdown"),
        ("page.mdx", "text/markdown"),
        ("a.txt", "text/plain"),
        ("C:\\logs\\x.LOG", "text/plain"),
        ("a.rst", "text/plain"),
        ("a", None),
        (".md", None),
        ("a.exe", None),
        ("", None),
    ],
)
def test_the_ending_of_a_name_implies_the_media_type(name: str, media_type: str | None) -> None:
    assert media_type_of(name) == media_type


@pytest.mark.parametrize(
    ("text", "codec", "reported"),
    [
        (SIMPLIFIED, "gbk", "gb18030"),
        (SIMPLIFIED, "utf-16", "utf-16-le"),
        (SIMPLIFIED, "utf-16-le", "utf-16-le"),
        (SIMPLIFIED, "utf-16-be", "utf-16-be"),
        (SIMPLIFIED, "utf-32", "utf-32-le"),
        (SIMPLIFIED, "utf-8-sig", "utf-8"),
        (TRADITIONAL, "big5", "big5"),
        (JAPANESE, "shift_jis", "cp932"),
        (JAPANESE, "utf-16-le", "utf-16-le"),
        (JAPANESE, "iso2022_jp", "iso2022_jp_2"),
        ("임대료를 지급하여야 한다.", "iso2022_kr", "iso2022_kr"),
        ("\x1b[1mrent\x1b[0m costs \x1b$ 5", "utf-8", "utf-8"),
        (WESTERN, "cp1252", "cp1252"),
        ("naïve", "cp1252", "cp1252"),
        ("plain rent\n" * 9000 + SIMPLIFIED, "gbk", "gb18030"),
        ("hello wörld", "utf-16-le", "utf-16-le"),
        ("rent", "utf-16-be", "utf-16-be"),
    ],
)
def test_undeclared_text_is_read_as_it_was_written(text: str, codec: str, reported: str) -> None:
    decoded = decode(text.encode(codec), None)
    assert (decoded.text, decoded.charset, decoded.warnings) == (text, reported, ())


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\xfd\x00\x81",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x02\x00",
        bytes(range(256)) * 4,
        b"\x00\x01\x02\x03\x04\x05",
        "Съешь же ещё этих мягких французских булок".encode("cp1251"),
        "임차인은 매월 말일까지 임대료를 지급하여야 한다.".encode("cp949"),
        b"\xef\xbb\xbf rent \xff",
    ],
)
def test_what_no_charset_explains_is_refused(content: bytes) -> None:
    assert code_of(content) == "unknown_encoding"


def test_a_declared_charset_is_the_charset_or_none_is() -> None:
    assert decode(SIMPLIFIED.encode("gbk"), "GBK").text == SIMPLIFIED
    assert decode("é".encode("latin-1"), " latin-1 ").text == "é"
    assert decode(SIMPLIFIED.encode("gbk"), "cp1252").text == SIMPLIFIED.encode("gbk").decode("cp1252")
    assert code_of(SIMPLIFIED.encode("gbk"), "utf-8") == "unknown_encoding"
    assert code_of(JAPANESE.encode("shift_jis"), "ascii") == "unknown_encoding"


@pytest.mark.parametrize("charset", ["", "no-such", "hex", "rot13", "zlib", "unicode_escape", "punycode", "a\0b", "é"])
def test_a_declared_charset_that_is_none_is_refused(charset: str) -> None:
    assert code_of(b"6869", charset) == "unknown_encoding"


def test_the_refusal_says_how_to_declare_a_charset() -> None:
    with pytest.raises(DocumentRejected, match="declare it with `charset`"):
        decode(b"\xff\xfe\xfd\x00\x81", None)


def test_a_byte_order_mark_is_not_counted_and_newlines_stay() -> None:
    assert decode("\ufeff# A\r\n\rb\u2028".encode(), None).text == "# A\r\n\rb\u2028"
    assert decode("\ufeffa\ufeffb".encode("utf-16-le"), "utf-16-le").text == "a\ufeffb"


def test_null_characters_are_replaced_and_declared() -> None:
    decoded = decode(b"a\0b \0", None)
    assert decoded.text == "a\ufffdb \ufffd"
    assert decoded.warnings == ("2 U+0000 characters were replaced by U+FFFD",)


@pytest.mark.parametrize(("codec", "charset"), [("utf-8", None), ("utf-8", "utf-8"), ("utf-16", None)])
def test_lone_surrogates_are_replaced_and_declared(codec: str, charset: str | None) -> None:
    decoded = decode("x\ud83dy".encode(codec, "surrogatepass"), charset)
    assert decoded.text == "x\ufffdy"
    assert len(decoded.warnings) == 1


@pytest.mark.parametrize("content", [b"", b"   ", b"\r\n\t\n", b"\xef\xbb\xbf", "\u3000\n".encode()])
def test_text_without_any_character_is_no_text(content: bytes) -> None:
    assert code_of(content) == "no_text"


def test_a_sample_that_misleads_does_not_decide_alone() -> None:
    late = SIMPLIFIED.encode("gbk") * 4000 + b"\xff\xff"
    assert code_of(late) == "unknown_encoding"
