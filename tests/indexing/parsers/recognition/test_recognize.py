import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.model import DocumentKind
from indexing.parsers.original import Original
from indexing.parsers.recognition.declared import (
    BINARIES,
    CHAT,
    CSV,
    HTML,
    MAIL,
    MARKDOWN,
    OPENAPI,
    PLAIN,
    SOURCE,
    SRT,
    TEXTS,
    TSV,
)
from indexing.parsers.recognition.declared import VTT as VTT_TYPE
from indexing.parsers.recognition.declared import XHTML as XHTML_TYPE
from indexing.parsers.recognition.recognize import recognize
from tests.indexing.parsers import files

PDF_TYPE = "application/pdf"
PAGE = "<!DOCTYPE html>\n<html><body><p>押金 Deposit</p></body></html>"
GUIDE = "# Rent\n\nIt is due in **May**.\n"
NOTE = "The rent is due in May.\nIt is paid by bank transfer.\n"
ROWS = "city,rent\nBerlin,900\nParis,1200\n"
SUBTITLES = "1\n00:00:01,000 --> 00:00:02,500\nHello.\n"
CAPTIONS = "WEBVTT\n\n00:01.000 --> 00:02.500\nHello.\n"
LETTER = "From: ann@example.org\nTo: bo@example.org\nDate: Mon, 6 May 2024 10:00:00 +0200\nSubject: Rent\n\nDear Bo,\n"
API = {"openapi": "3.1.0", "info": {"title": "Rent"}, "paths": {}}
API_YAML = "openapi: 3.0.3\ninfo:\n  title: Rent\npaths: {}\n"
TALK = [{"role": "user", "content": "When?"}, {"role": "assistant", "content": "In May."}]


def type_of(content: str | bytes, media_type: str = "", name: str = "", kind: DocumentKind | None = None) -> str:
    data = content.encode() if isinstance(content, str) else content
    return recognize(Original(content=data, media_type=media_type, name=name, kind=kind))[0]


def refusal(content: str | bytes, media_type: str = "", name: str = "", kind: DocumentKind | None = None) -> str:
    with pytest.raises(DocumentRejected) as caught:
        type_of(content, media_type, name, kind)
    return caught.value.code


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (files.PDF, PDF_TYPE),
        (files.PNG, "image/png"),
        (files.JPEG, "image/jpeg"),
        (files.GIF, "image/gif"),
        (files.TIFF, "image/tiff"),
        (files.WEBP, "image/webp"),
        (files.BMP, "image/bmp"),
        (files.DOCX, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (files.PPTX, "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        (files.XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
@pytest.mark.parametrize(
    ("declared", "name"),
    [("", ""), ("text/markdown", "a.md"), ("image/png", "a.png"), ("application/octet-stream", "a.json")],
)
def test_bytes_of_a_binary_format_decide_whatever_was_said(
    content: bytes, media_type: str, declared: str, name: str
) -> None:
    assert type_of(content, declared, name) == media_type


@pytest.mark.parametrize(
    "text",
    [
        "BM25 is a ranking function.",
        "GIF89a is an image format.",
        "ID3 learns decision trees.",
        "MZ are the initials of Mark Zbikowski.",
        "PK is a penalty kick.",
        "RIFF and WAVE are formats.",
        "GNU is not Unix. " * 40,
        "See %PDF-1.7 below.",
    ],
)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-16-le"])
def test_texts_that_begin_with_the_letters_of_a_mark_are_texts(text: str, codec: str) -> None:
    assert type_of(text.encode(codec)) == PLAIN


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("# 租金\n\n押金应当在三十日内退还。\n\n[合同](contract.md)\n", MARKDOWN),
        ("甲方应当在三十日内付款，乙方应当交付房屋。\n", PLAIN),
        ("<!doctype html><p>押金应当在三十日内退还。</p>", HTML),
        ("城市,租金\n北京,九百\n上海,一千二百\n", CSV),
        ('{"openapi": "3.0.0", "info": {"title": "押金应当在三十日内退还"}}', OPENAPI),
        ('[{"role": "user", "content": "押金应当在三十日内退还吗？"}]', CHAT),
    ],
)
def test_what_is_recognised_does_not_depend_on_the_charset(text: str, media_type: str, codec: str) -> None:
    assert type_of(text.encode(codec)) == media_type


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        (GUIDE, MARKDOWN),
        (NOTE, PLAIN),
        ("- milk\n- bread\n", PLAIN),
        ("#!/bin/sh\n# Stop at errors\n\nset -e\n", SOURCE),
        ("<?php echo 1;", SOURCE),
        ("# Comment\nkey = value\n# Other\nother = 1\n", PLAIN),
        ("# Names of hosts.\n# One a line.\n\n# Local\n\n127.0.0.1 localhost\n\n# Others\n", PLAIN),
        ('# Leaves the folder.\n\nleave () {\n    cd ..\n}\n\nif [ -n "$A" ] ; then\n    leave\nfi\n', PLAIN),
        ("# Setup\n\n```sh\n# first\n# second\nmake\n```\n", MARKDOWN),
        ("import os\n\n# Constants\n\nLIMIT = 3\n\n\ndef f() -> int:\n    return LIMIT\n", PLAIN),
        (PAGE, HTML),
        ("\n<!-- saved -->\n<HTML lang=zh><p>押金", HTML),
        ('<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><p>Rent</p></html>', XHTML_TYPE),
        ('<?xml version="1.0"?>\n<rent>900</rent>', SOURCE),
        ("<h1>Rent</h1>\n<p>It is due.</p>", HTML),
        ('<div align="center">\n\n# Rent\n\n</div>\n\nSee [terms](terms.md).\n', MARKDOWN),
        ("<ann@example.org> wrote that the rent is due.", PLAIN),
        (CAPTIONS, VTT_TYPE),
        ("WEBVTTX is no mark.", PLAIN),
        (SUBTITLES, SRT),
        (LETTER, MAIL),
        ("From ann@example.org Mon May  6 10:00:00 2024\n" + LETTER, MAIL),
        ("From: Ann\nThe rent is due.\n", PLAIN),
        ("Title: Rent\nDate: May\n\nIt is due.\n", PLAIN),
        (ROWS, CSV),
        ('name;note\n"A; B";"first\nsecond"\nC;third\n', CSV),
        ("city\trent\nBerlin\t900\nParis\t1200\n", TSV),
        ("Roses are red, violets are blue.\nSugar is sweet, and so are you.\nThe rent, alas, is due.\n", PLAIN),
        (json.dumps(API), OPENAPI),
        (json.dumps({"components": {"schemas": {"A" * 70_000: {}}}, "info": {}, "openapi": "3.0.0"}), OPENAPI),
        (json.dumps({"swagger": "2.0", "info": {}}), OPENAPI),
        (API_YAML, OPENAPI),
        ("---\n# the API\n" + API_YAML, OPENAPI),
        (json.dumps({"note": API}), SOURCE),
        (json.dumps({"rent": 900}), SOURCE),
        ("[1, 2]", SOURCE),
        ("[1] Ann: Rents of our time.\n", PLAIN),
        ("[Rent](rent.md) is due.\n", MARKDOWN),
    ],
)
def test_a_text_of_which_nothing_was_said_is_what_it_looks_like(text: str, media_type: str) -> None:
    assert type_of(text) == media_type
    assert type_of(text, "application/octet-stream", "upload.xyz1") == media_type
    assert type_of(text, "text/unheard-of") == media_type


@pytest.mark.parametrize(
    "export",
    [
        TALK,
        {"messages": TALK},
        [{"messages": TALK}, {"messages": TALK}],
        [{"type": "message", "user": "U1", "text": "Rent?", "ts": "1714982400.0001"}],
        {"name": "Ann", "messages": [{"type": "service", "action": "x"}, {"from": "Ann", "text": ["Rent", "?"]}]},
        {"chats": {"list": [{"messages": [{"from": "Ann", "text": "Rent?"}]}]}},
        {"guild": {}, "messages": [{"author": {"name": "Ann"}, "content": "Rent?"}]},
        {"conversations": [{"from": "human", "value": "Rent?"}]},
        [{"title": "Rent", "mapping": {"a": {"message": None}, "b": {"message": TALK[0]}}}],
    ],
)
def test_exports_of_chats_are_chats(export: Any) -> None:
    assert type_of(json.dumps(export)) == CHAT
    assert type_of(json.dumps(export, indent=2, ensure_ascii=False), "application/json", "a.json") == CHAT


@pytest.mark.parametrize(
    "data",
    [
        [{"author": "Ann", "title": "Rents", "content": "A novel."}],
        [{"name": "rent", "text": "due"}],
        {"messages": {"rent.due": "The rent is due."}},
        {"messages": ["The rent is due."]},
        {"messages": []},
        [],
        {},
        [TALK],
    ],
)
def test_other_data_is_no_chat(data: Any) -> None:
    assert type_of(json.dumps(data), "application/json") == SOURCE


def test_lines_of_json_are_a_chat_when_they_are_turns() -> None:
    assert type_of("\n".join(map(json.dumps, TALK)), name="talk.jsonl") == CHAT
    assert type_of('{"rent": 900}\n{"rent": 1200}\n', name="rents.jsonl") == SOURCE


@pytest.mark.parametrize(
    ("name", "text", "media_type"),
    [
        ("a.md", NOTE, MARKDOWN),
        ("a.txt", GUIDE, PLAIN),
        ("a.log", GUIDE, PLAIN),
        ("a.rst", GUIDE, PLAIN),
        ("a.html", GUIDE, HTML),
        ("a.csv", NOTE, CSV),
        ("a.py", GUIDE, SOURCE),
        ("a.ts", "export const rent = 900;", SOURCE),
        ("a.php", PAGE, SOURCE),
        ("a.vue", "<template><p>Rent</p></template>", SOURCE),
        ("Dockerfile", "# Rent\n\nFROM python\n", SOURCE),
        ("run", "#!/usr/bin/env python3\nprint(1)\n", SOURCE),
        ("a.yaml", "rent: 900\n", SOURCE),
        ("a.yaml", API_YAML, OPENAPI),
        ("a.json", json.dumps(API), OPENAPI),
        ("a.json", "{broken", SOURCE),
        ("a.srt", SUBTITLES, SRT),
        ("a.eml", LETTER, MAIL),
        ("page", PAGE, HTML),
    ],
)
def test_the_name_tells_what_the_declaration_does_not(name: str, text: str, media_type: str) -> None:
    assert type_of(text, name=name) == media_type
    assert type_of(text, "application/octet-stream", name) == media_type


@pytest.mark.parametrize(
    ("declared", "text", "media_type"),
    [
        ("text/plain", GUIDE, PLAIN),
        ("text/plain", ROWS, PLAIN),
        ("text/plain", LETTER, PLAIN),
        ("text/plain", json.dumps(TALK), PLAIN),
        ("text/plain", PAGE, HTML),
        ("text/plain", CAPTIONS, VTT_TYPE),
        ("text/plain", json.dumps(API), OPENAPI),
        ("text/markdown", PAGE, HTML),
        ("text/markdown", "<div>\n\n# Rent\n\n</div>", MARKDOWN),
        ("text/csv", PAGE, HTML),
        ("text/html", GUIDE, HTML),
        ("Text/X-Markdown; charset=utf-8", NOTE, MARKDOWN),
        ("text/x-python", PAGE, SOURCE),
        ("application/javascript", "rent()", SOURCE),
        ("application/x-yaml", "rent: 900\n", SOURCE),
        ("application/x-yaml", API_YAML, OPENAPI),
        ("application/problem+json", "{}", SOURCE),
        ("application/vnd.oai.openapi+json;version=3.1", json.dumps(API), OPENAPI),
        ("application/vnd.ms-excel", ROWS, CSV),
        ("video/mp2t", "export const rent = 900;", PLAIN),
        ("font/woff", NOTE, "font/woff"),
    ],
)
def test_a_declared_text_format_counts_unless_the_text_states_another(
    declared: str, text: str, media_type: str
) -> None:
    name = "a.py" if declared == "text/x-python" else ""
    assert type_of(text, declared, name) == media_type


def test_what_was_declared_goes_before_the_name() -> None:
    assert type_of(GUIDE, "text/plain", "a.md") == PLAIN
    assert type_of(NOTE, "text/markdown", "a.txt") == MARKDOWN


@pytest.mark.parametrize("media_type", sorted(BINARIES))
def test_a_text_that_was_said_to_be_binary_is_refused(media_type: str) -> None:
    assert refusal(PAGE, media_type) == "wrong_type"
    assert refusal(b"\x80\x00\xff\xfe\x01\x02\x9c" * 9, media_type) == "corrupt"


@pytest.mark.parametrize("content", [b"", b" \r\n\t ", b"   "])
@pytest.mark.parametrize("media_type", ["", "text/markdown", "application/pdf"])
def test_nothing_and_blanks_are_no_text(content: bytes, media_type: str) -> None:
    assert refusal(content, media_type) == "no_text"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x1f\x8b\x08\0rest", "gzip"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "7z"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\x7fELF\x02\x01\x01\0", "ELF"),
        (b"MZ\x90\0\x03\0\0\0", "Windows"),
        (b"{\\rtf1 Rent}", "RTF"),
        (b"ID3\x03\0\0\0\0", "MP3"),
        (b"\0\0\0\x18ftypmp42", "ISO media"),
        ((b"G\0\x11\x10" + b"\xff" * 184) * 3, "MPEG transport"),
        (files.zipped("mimetype", "META-INF/container.xml"), "EPUB"),
        (files.zipped("mimetype", "content.xml"), "OpenDocument"),
        (files.zipped("a.txt"), "ZIP"),
        (files.compound("WordDocument"), "save it as DOCX"),
        (files.compound("Workbook"), "save it as XLSX"),
        (files.compound("PowerPoint Document"), "save it as PPTX"),
        (files.compound(), "OLE"),
    ],
)
def test_known_formats_that_are_not_read_are_named(content: bytes, what: str) -> None:
    for media_type, name in (("", ""), ("text/plain", "a.txt"), ("application/pdf", "a.ts")):
        with pytest.raises(DocumentRejected, match=what) as caught:
            type_of(content, media_type, name)
        assert caught.value.code == "unsupported_type"


def test_an_office_document_with_a_password_is_encrypted() -> None:
    assert refusal(files.compound("DataSpaces", "EncryptedPackage"), name="a.docx") == "encrypted"
    said = files.compound("WordDocument") + "EncryptedPackage is the name of a stream.".encode("utf-16-le")
    assert refusal(said, name="a.doc") == "unsupported_type"


@pytest.mark.parametrize("container", [files.DOCX, files.XLSX, files.PPTX])
def test_a_container_cut_off_anywhere_is_refused(container: bytes) -> None:
    for end in range(1, len(container) - 1):
        with pytest.raises(DocumentRejected) as caught:
            type_of(container[:end], name="a.docx")
        assert caught.value.code in {"corrupt", "wrong_type"}


def test_the_main_part_of_an_office_document_may_be_numbered() -> None:
    assert type_of(files.zipped("[Content_Types].xml", "word/document2.xml")).endswith("wordprocessingml.document")


def test_a_pdf_may_begin_a_little_late() -> None:
    assert type_of(b"HTTP/1.1 200 OK\r\n\r\n" + files.PDF, PDF_TYPE) == PDF_TYPE
    assert type_of(b"\0\0\0" + files.PDF) == PDF_TYPE


@pytest.mark.parametrize(
    ("kind", "text", "declared", "media_type"),
    [
        ("markdown", GUIDE, "text/plain", MARKDOWN),
        ("plain", GUIDE, "text/markdown", PLAIN),
        ("plain", ROWS, "", PLAIN),
        ("code", GUIDE, "text/plain", SOURCE),
        ("html", NOTE, "text/plain", HTML),
        ("table", ROWS, "text/plain", CSV),
        ("table", "a\tb\n1\t2\n3\t4\n", "", TSV),
        ("legal", ROWS, "", PLAIN),
        ("legal", GUIDE, "text/markdown", MARKDOWN),
        ("faq", PAGE, "", HTML),
        ("api", GUIDE, "", MARKDOWN),
        ("api", json.dumps(API), "", OPENAPI),
        ("chat", NOTE, "text/plain", PLAIN),
        ("chat", json.dumps(TALK), "text/plain", CHAT),
        ("chat", CAPTIONS, "", VTT_TYPE),
        ("chat", json.dumps({"log": [1]}), "application/json", CHAT),
        ("legal", files.PDF, "", PDF_TYPE),
        ("scan", files.PDF, "", PDF_TYPE),
        ("scan", files.PNG, "", "image/png"),
        ("table", files.XLSX, "", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ],
)
def test_a_declared_kind_chooses_between_text_formats(
    kind: DocumentKind, text: str | bytes, declared: str, media_type: str
) -> None:
    assert type_of(text, declared, kind=kind) == media_type


@pytest.mark.parametrize(
    ("kind", "content", "declared"),
    [
        ("pdf", GUIDE, "text/markdown"),
        ("pdf", GUIDE, ""),
        ("docx", NOTE, "text/plain"),
        ("scan", NOTE, ""),
        ("markdown", files.PDF, ""),
        ("code", files.PNG, ""),
        ("legal", files.XLSX, ""),
        ("legal", ROWS, "text/csv"),
        ("slides", files.DOCX, ""),
        ("pdf", files.PNG, ""),
        ("api", json.dumps({"rent": 900}), "application/json"),
    ],
)
def test_a_kind_that_the_format_can_not_be_is_refused(kind: DocumentKind, content: str | bytes, declared: str) -> None:
    assert refusal(content, declared, kind=kind) == "kind_mismatch"


def outcome(content: bytes, media_type: str = "", kind: DocumentKind | None = None) -> str:
    try:
        return type_of(content, media_type, kind=kind)
    except DocumentRejected as exc:
        return exc.code


@given(st.binary(max_size=300), st.sampled_from(["", "text/plain", "application/json", "application/pdf"]))
def test_any_bytes_are_recognised_or_refused(content: bytes, media_type: str) -> None:
    refusals = {"no_text", "unsupported_type", "corrupt", "wrong_type", "too_large", "encrypted"}
    assert outcome(content, media_type) in TEXTS | BINARIES | refusals


@given(st.text(min_size=1).filter(lambda text: not text.isspace() and "\0" not in text))
def test_any_text_is_a_text(text: str) -> None:
    content = text.encode("utf-8", "surrogatepass")
    assert outcome(content) in TEXTS
    assert outcome(content, kind="plain") == PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        '{"messages":' + "[" * 200_000,
        " " * 200_000 + "a",
        "\n" + " " * 200_000 + "|",
        "| --- " * 40_000,
        "`" * 200_000,
        "```a\n" * 40_000,
        "[a" * 100_000,
        "**a" * 70_000,
        "<!--" * 50_000,
        "From:" * 40_000,
        "a:\n" * 70_000,
        '"' * 200_000,
        'a,"' * 70_000,
        "- a\n" * 50_000,
        "x" * 2_000_000,
    ],
)
@pytest.mark.timeout(10)
def test_texts_made_to_be_slow_are_not(text: str) -> None:
    for media_type in ("", "text/plain", "application/json"):
        assert type_of(text, media_type) in TEXTS
