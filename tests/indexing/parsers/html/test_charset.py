import pytest

from indexing.errors import DocumentRejected
from indexing.parsers.html.page import parse_html
from indexing.parsers.original import Original

CLAUSE = "甲方应当在三十日内付款。"


def read(content: bytes, charset: str | None = None) -> tuple[str, str]:
    parsed = parse_html(Original(content=content, media_type="text/html", charset=charset))
    return parsed.text, parsed.charset


@pytest.mark.parametrize(
    ("head", "encoding", "charset"),
    [
        ("<meta charset=gbk>", "gbk", "gb18030"),
        ("<meta http-equiv='Content-Type' content='text/html; charset=GB2312'>", "gb18030", "gb18030"),
        ('<META CHARSET = "Big5">', "big5", "big5hkscs"),
        ("<meta charset=shift_jis>", "shift_jis", "cp932"),
        ("<?xml version='1.0' encoding='gb18030'?>", "gb18030", "gb18030"),
        ("<meta charset=utf-8>", "utf-8", "utf-8"),
        ("<meta charset=gbk>", "utf-8-sig", "utf-8"),
        ("<meta charset=utf-16>", "utf-8", "utf-8"),
        ("", "gbk", "gb18030"),
    ],
)
def test_what_the_page_declares_counts_behind_a_byte_order_mark(head: str, encoding: str, charset: str) -> None:
    clause = (
        "第三条　支払期限は三十日とする。" if "jis" in encoding else "甲方應當付款。" if encoding == "big5" else CLAUSE
    )
    assert read(f"{head}<p>{clause}".encode(encoding)) == (clause, charset)


def test_a_charset_declared_outside_wins() -> None:
    assert read(f"<meta charset=big5><p>{CLAUSE}".encode("gbk"), "gbk") == (CLAUSE, "gbk")
    with pytest.raises(DocumentRejected) as caught:
        read(f"<meta charset=gbk><p>{CLAUSE}".encode("gbk"), "utf-8")
    assert caught.value.code == "unknown_encoding"


@pytest.mark.parametrize("label", ["utf-8", "no-such-charset"])
def test_a_page_that_declares_wrongly_is_read_all_the_same(label: str) -> None:
    content = f"<meta charset={label}><p>{CLAUSE}".encode("gbk")
    parsed = parse_html(Original(content=content, media_type="text/html"))
    assert parsed.text == CLAUSE
    assert parsed.warnings == (f"the page declares the charset {label!r}, is not in it and was read as gb18030",)


def test_latin_1_means_what_browsers_take_it_for() -> None:
    assert read("<meta charset=iso-8859-1><p>“5 €”".encode("cp1252")) == ("“5 €”", "cp1252")


def test_a_declaration_in_a_comment_is_none() -> None:
    assert read(f"<!-- <meta charset=big5> --><p>{CLAUSE}".encode()) == (CLAUSE, "utf-8")
