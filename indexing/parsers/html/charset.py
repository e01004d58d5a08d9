"""The charset a page declares for itself, in a `meta` element or an XML declaration.

It counts as declared when nobody else declares one and there is no byte order mark. Labels mean what browsers take
them for (WHATWG Encoding): `gb2312` is written by people who mean GB 18030, `iso-8859-1` by people who mean
Windows-1252.
"""

import codecs
import re
from typing import Final

from indexing.errors import DocumentRejected
from indexing.parsers.detect import Decoded, decode

_PRESCAN: Final = 4_096
"""Bytes in which it must stand: the standard's 1,024, and some for pages that begin with a long comment."""

_COMMENT: Final = re.compile(rb"<!--.*?-->", re.DOTALL)
_META: Final = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_XML: Final = re.compile(rb"\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_MARKS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_MEANT: Final = {
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "utf-16": "utf-8",
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}


def decode_page(content: bytes, charset: str | None) -> Decoded:
    """The text of a page: in `charset` if that is declared, else in what the page declares, else as any text.

    A page that is not in the charset it declares is read as if it declared none, with a warning. Raises
    DocumentRejected (`unknown_encoding`, `no_text`).

    >>> decode_page('<meta charset="gbk">押金'.encode("gbk"), None).charset
    'gb18030'
    """
    stated = None if charset is not None else stated_charset(content)
    if stated is None:
        return decode(content, charset)
    try:
        return decode(content, _MEANT.get(stated, stated))
    except DocumentRejected as rejected:
        if rejected.code != "unknown_encoding":
            raise
    decoded = decode(content, None)
    warning = f"the page declares the charset {stated!r}, is not in it and was read as {decoded.charset}"
    return Decoded(text=decoded.text, charset=decoded.charset, warnings=(*decoded.warnings, warning))


def stated_charset(content: bytes) -> str | None:
    """The label of the charset that a page states, lower case; None when it has a byte order mark or states none.

    >>> stated_charset(b'<?xml version="1.0" encoding="Big5"?><html>'), stated_charset(b"<!-- <meta charset=big5> -->")
    ('big5', None)
    """
    if content.startswith(_MARKS):
        return None
    head = _COMMENT.sub(b"", content[:_PRESCAN])
    found = _XML.match(head) or _META.search(head)
    return found[1].decode("ascii").lower() if found else None
