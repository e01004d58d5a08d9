"""Hostile files through the pool: each ends with a result or a typed error, and the next document goes on."""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

import pytest

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers import Original
from indexing.parsing.pool import ParserPool
from tests.indexing.parsers import hostile

pytestmark = pytest.mark.timeout(60)

CONFIG = ParserConfig(timeout_s=15, memory_mb=1024, max_unpacked_bytes=100_000_000)
GOOD = Original(content="# 租金\n\n押金三十日内退还。\n".encode(), media_type="", name="good.md")


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(CONFIG, 1) as pool:
        yield pool


def outcome(pool: ParserPool, content: bytes, name: str) -> ParsedText | str:
    """The text, or the code of the refusal (`too_slow` when it ran out of time); then the next document is parsed."""
    original = Original(content=content, media_type="", name=name, config=CONFIG)
    try:
        found: ParsedText | str = pool.parse(original)
    except DocumentRejected as exc:
        found = "too_slow" if "indexing.parser.timeout_s" in str(exc) else exc.code
    assert pool.parse(GOOD).blocks[0].title == "租金"
    return found


def assert_whole(parsed: ParsedText | str) -> None:
    """The document was read, and every visible character has one owner."""
    assert isinstance(parsed, ParsedText), parsed
    owned = sorted([block.span for block in parsed.blocks] + [removal.span for removal in parsed.removed])
    assert all(first.end <= second.start for first, second in pairwise(owned))
    ends = [0, *(edge for span in owned for edge in (span.start, span.end)), len(parsed.text)]
    gaps = [parsed.text[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert "".join(gaps).strip() == ""


TRAPS = {
    "square brackets": "[" * 100_000,
    "brackets and text": "[a](" * 50_000,
    "image marks": "![" * 50_000,
    "stars": "*" * 100_000,
    "stars around words": "*a **b " * 30_000,
    "underscores": "_a" * 50_000,
    "backticks of all lengths": " ".join("`" * n for n in range(1, 600)),
    "unclosed frames": '<iframe width="1" src="u ' * 2_000,
    "unclosed tags": "<a" * 50_000,
    "unclosed comments": "<!--" * 50_000,
    "entities": "&" * 100_000,
    "dollars": "$" * 100_000,
    "dollars and text": "$a " * 50_000,
    "blanks": "a" + " " * 200_000 + "b",
    "blank lines": "a" + "\n" * 200_000 + "b",
    "tabs": "a\n" + "\t" * 200_000 + "b",
    "one line": "rent " * 400_000,
    "one word": "x" * 2_000_000,
    "one line of Han": "押金" * 300_000,
    "pipes": "|" * 100_000,
    "a wide table": "|" + "a|" * 20_000 + "\n|" + "-|" * 20_000 + "\n",
    "quotes": "> a\n" * 20_000,
    "links that are defined": "".join(f"[l{n}]: u{n}\n" for n in range(20_000)),
    "links to nothing": "[a][b] " * 30_000,
    "headings": "# a\n" * 10_000,
    "fences": "```a\n" * 30_000,
    "numbers": "1.1.1.1 " * 50_000,
    "clauses": "第一条" * 60_000,
    "brackets of Han": "（一）" * 60_000,
    "question marks": "Q:" * 60_000,
    "speakers": "A: b\n" * 10_000,
    "times": "12:30 " * 50_000,
    "zero-width joiners": "a" + "\u200d" * 200_000,
    "marks on a letter": "e" + "\u0301" * 200_000,
}


@pytest.mark.parametrize("name", ["trap.md", "trap.txt"])
@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.replace(" ", "_"))
def test_texts_made_to_be_slow_are_read(pool: ParserPool, trap: str, name: str) -> None:
    assert_whole(outcome(pool, TRAPS[trap].encode(), name))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.md", ">" * 50_000 + " deep"),
        ("a.md", "- " * 20_000 + "deep"),
        ("a.md", "".join("  " * depth + "- deep\n" for depth in range(400))),
        ("a.md", "1. " * 20_000 + "deep"),
        ("a.md", "> - " * 10_000 + "deep"),
        ("a.md", "[" * 20_000 + "deep" + "](u)" * 20_000),
        ("a.md", "*" * 20_000 + "deep" + "*" * 20_000),
        ("a.md", "---\na: " + "[" * 20_000 + "\n---\ndeep"),
        ("a.html", "<div>" * 30_000 + "deep"),
        ("a.html", "<table><tr><td>" * 5_000 + "deep"),
        ("a.html", "<ul><li>" * 10_000 + "deep"),
        ("a.html", "<b><i>" * 20_000 + "deep"),
        ("a.html", "<p>" * 20_000 + "deep"),
        ("a.html", "<svg>" * 50_000 + "deep"),
        ("a.html", "<p>deep" + "</div>" * 100_000),
        ("a.json", "[" * 200_000),
        ("a.json", "[" * 100_000 + "]" * 100_000),
        ("a.json", '{"openapi": "3.0.0", "info": {}, "paths": ' + '{"a": ' * 5_000 + "1" + "}" * 5_001),
        ("a.json", '{"messages": [{"role": "user", "content": ' + "[" * 100_000 + "]" * 100_000 + "}]}"),
        ("a.yaml", "a: " + "[" * 100_000),
        ("a.yaml", "openapi: 3.0.0\ninfo: {}\npaths: " + "[" * 20_000 + "]" * 20_000),
        ("a.yaml", "".join("  " * depth + "a:\n" for depth in range(1_000))),
        ("a.xml", "<a>" * 10_000),
        ("a.py", "(" * 100_000),
        ("a.py", "".join(" " * depth + "if a:\n" for depth in range(1_000))),
        ("a.js", "function f() {" * 10_000),
        ("a.c", "{" * 100_000),
        ("a.docx", hostile.word("<w:p>" * 50_000 + "</w:p>" * 50_000)),
        ("a.docx", hostile.word("<w:tbl><w:tr><w:tc>" * 5_000 + "</w:tc></w:tr></w:tbl>" * 5_000)),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "docx",
)
def test_deep_nests_end(pool: ParserPool, name: str, content: str | bytes) -> None:
    found = outcome(pool, content.encode() if isinstance(content, str) else content, name)
    if isinstance(found, ParsedText):
        assert_whole(found)
    else:
        assert found in {"too_complex", "corrupt", "no_text", "too_large"}


def test_a_document_that_unpacks_to_too_much_is_refused(pool: ParserPool) -> None:
    bomb = hostile.large_word(300)
    assert len(bomb) < 3 * hostile.MEGABYTE
    assert outcome(pool, bomb, "a.docx") in {"too_large", "too_complex"}


@pytest.mark.parametrize(
    ("name", "bomb"),
    [
        ("a.docx", hostile.word("<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>", hostile.laughs())),
        ("a.xlsx", hostile.workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
        ("a.xlsx", hostile.workbook('<row><c t="n"><v>1</v></c></row>' * 50_000)),
        ("a.pdf", hostile.page(b"BT /F1 12 Tf (Rent) Tj ET\n" * 100_000)),
        ("a.pdf", hostile.page(b"q " * 500_000)),
        ("a.pdf", hostile.page(b"[" * 500_000)),
        ("a.pdf", hostile.pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 9>>")),
        ("a.pdf", hostile.pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<<" * 100_000)),
        ("a.png", hostile.huge_png(100_000)),
        ("a.yaml", "openapi: 3.0.0\ninfo: {}\npaths: {}\na0: &a0 [x]\n" + "".join(
            f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
        )),
        ("a.xml", hostile.laughs() + "<x>&l9;</x>"),
        ("a.html", hostile.laughs() + "<p>&l9;</p>"),
        ("a.csv", "a," * 500_000),
        ("a.csv", '"' + "a,b\n" * 50_000),
        ("a.csv", "a\n" + "," * 200_000 + "\n" + "b\n" * 10_000),
        ("a.eml", "From: a@example.org\nDate: x\n" + "Received: by a\n" * 50_000 + "\nRent\n"),
        ("a.eml", "".join(
            f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(2_000)
        )),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\n" * 10_000),
        ("a.vtt", "WEBVTT\n\n" + "NOTE " * 100_000),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else "bomb",
)  # fmt: skip
def test_bombs_end(pool: ParserPool, name: str, bomb: str | bytes) -> None:
    found = outcome(pool, bomb.encode() if isinstance(bomb, str) else bomb, name)
    if isinstance(found, ParsedText):
        assert_whole(found)
        assert len(found.text) < 20 * hostile.MEGABYTE
    else:
        assert found in {"too_complex", "corrupt", "no_text", "too_large"}


def test_a_container_that_lies_about_its_size_is_refused(pool: ParserPool) -> None:
    bomb = hostile.lying(hostile.large_word(120), b"word/document.xml")
    assert outcome(pool, bomb, "a.docx") in {"corrupt", "too_large"}


def test_a_page_that_unpacks_to_a_lot_ends(pool: ParserPool) -> None:
    assert outcome(pool, hostile.inflating_page(60), "a.pdf") == "no_text"


def test_files_of_the_machine_are_not_read(pool: ParserPool) -> None:
    entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    body = "<w:p><w:r><w:t>Rent &e;</w:t></w:r></w:p>"
    for content, name in ((hostile.word(body, entity), "a.docx"), (f"{entity}<p>Rent &e;</p>".encode(), "a.html")):
        found = outcome(pool, content, name)
        assert isinstance(found, str) or "root:" not in found.text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.docx", hostile.word("<w:p><w:r><w:t>Rent</w:t></w:r></w:p>")),
        ("a.xlsx", hostile.workbook('<row r="1"><c r="A1"><v>900</v></c></row>')),
        ("a.pdf", hostile.page(b"BT /F1 12 Tf 72 700 Td (The rent is due.) Tj ET")),
        ("a.json", json.dumps({"openapi": "3.0.0", "info": {"title": "R"}, "paths": {"/a": {"get": {}}}}).encode()),
        ("a.json", json.dumps([{"role": "user", "content": "Rent?"}]).encode()),
        ("a.html", "<!DOCTYPE html><table><tr><td>押金</td></tr></table><pre>a</pre>".encode()),
        ("a.eml", b"From: a@example.org\nDate: x\nContent-Type: text/html\n\n<p>Rent</p>\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_cut_off_anywhere_is_read_or_refused(pool: ParserPool, name: str, content: bytes) -> None:
    for end in range(0, len(content), max(1, len(content) // 60)):
        found = outcome(pool, content[:end], name)
        assert isinstance(found, ParsedText) or found in {"corrupt", "no_text", "wrong_type", "unsupported_type"}
    assert_whole(outcome(pool, content, name))


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.pdf"])
def test_a_file_with_any_byte_changed_is_read_or_refused(pool: ParserPool, name: str) -> None:
    whole = {
        "a.docx": hostile.word("<w:p><w:r><w:t>Rent</w:t></w:r></w:p>"),
        "a.xlsx": hostile.workbook('<row r="1"><c r="A1"><v>900</v></c></row>'),
        "a.pdf": hostile.page(b"BT /F1 12 Tf 72 700 Td (The rent is due.) Tj ET"),
    }[name]
    for at in range(0, len(whole), max(1, len(whole) // 60)):
        found = outcome(pool, whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :], name)
        assert found != "parser_failed"


def test_a_file_with_the_wrong_ending_is_what_its_bytes_are(pool: ParserPool) -> None:
    document = hostile.word("<w:p><w:r><w:t>Rent</w:t></w:r></w:p>")
    for name in ("a.pdf", "a.md", "a.png", "a.json", "a"):
        found = outcome(pool, document, name)
        assert isinstance(found, ParsedText)
        assert found.kind == "docx"
    for name in ("a.docx", "a.pdf", "a.png"):
        assert outcome(pool, b"Rent is due.", name) == "wrong_type"
    assert outcome(pool, b"\x7fELF\x02\x01\x01\0", "a.md") == "unsupported_type"


def test_an_archive_under_the_name_of_a_document_is_refused(pool: ParserPool) -> None:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.bin", b"\0" * 50 * hostile.MEGABYTE)
    assert outcome(pool, buffer.getvalue(), "a.docx") == "unsupported_type"
