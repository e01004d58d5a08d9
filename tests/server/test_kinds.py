"""Documents of every kind over the wire: a file goes in, and is found, cited and filtered by what it is."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from docx import Document
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from tests.corpus import office, pages, texts
from tests.corpus.sample import Sample
from tests.server.served import client_of, config_of, opened, problem, search, served
from tests.server.test_metrics import counts

Client = TestClient[Litestar]

SAMPLES = {sample.name: sample for sample in (*texts.SAMPLES, *office.SAMPLES, *pages.SAMPLES)}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server that holds the whole corpus."""
    with served(tmp_path_factory.mktemp("kinds")) as client:
        for sample in SAMPLES.values():
            assert put_file(client, sample.name, sample.content).status_code == 201
        yield client


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        yield client


def put_file(client: Client, name: str, content: bytes, **meta: Any) -> Any:
    said = json.dumps({"access": ["*"]} | meta)
    return client.put(f"/documents/{quote(name)}", files={"file": (name, content), "meta": (None, said)})


def only(client: Client, query: str, document_id: str, **fields: Any) -> dict[str, Any]:
    """The one passage of a document that a search for its words, and nothing around them, gives."""
    asked = {"mode": "lexical", "expand": "none", "filter": {"document_id": document_id}, "top_k": 1} | fields
    (result,) = search(client, query, **asked)["results"]
    found: dict[str, Any] = result
    return found


def kinds_of(reply: dict[str, Any]) -> set[str]:
    return {SAMPLES[result["document"]["document_id"]].kind for result in reply["results"]}


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=lambda sample: sample.name)
def test_file_is_read_as_what_it_is_and_cited_exactly(client: Client, sample: Sample) -> None:
    address = quote(sample.name)
    assert client.get(f"/documents/{address}").json()["kind"] == sample.kind
    (segment,) = client.get(f"/text/{address}").json()["segments"]
    for words in sample.together:
        for citation in only(client, words[-1], sample.name, expand="parent")["citations"]:
            assert 0 <= citation["start"] < citation["end"] <= len(segment["text"])
        result = only(client, words[-1], sample.name)
        for citation in result["citations"]:
            cited = result["text"][citation["text_start"] : citation["text_end"]]
            assert cited == segment["text"][citation["start"] : citation["end"]]


def test_report_says_what_a_file_was_read_as(empty: Client) -> None:
    report = put_file(empty, "flint.html", SAMPLES["flint.html"].content).json()["report"]
    assert (report["kind"], report["media_type"], report["coverage"]) == ("html", "text/html", 1.0)
    assert "navigation was left out: 13 characters" in report["warnings"]
    assert (report["status"], report["pages"], report["pages_without_text"]) == ("complete", [], [])


def test_file_with_pages_without_text_is_partial(empty: Client) -> None:
    report = put_file(empty, "signed.pdf", SAMPLES["signed.pdf"].content).json()["report"]
    assert (report["status"], report["pages_without_text"]) == ("partial", [2])
    assert [(page["number"], page["characters"] > 0) for page in report["pages"]] == [(1, True), (2, False)]


def test_declared_kind_is_what_a_text_is_read_as(empty: Client) -> None:
    faq = SAMPLES["faq.txt"].content
    for kind, sections in ((None, 4), ("plain", 0), ("faq", 4)):
        report = put_file(empty, f"{kind}.txt", faq, kind=kind).json()["report"]
        assert (report["kind"], report["sections"]) == (kind or "faq", sections)
    assert empty.get("/documents/plain.txt", params={"all": "true"}).json()["given"]["kind"] == "plain"


def test_declared_type_names_the_parser_of_a_file_without_an_ending(empty: Client) -> None:
    csv = SAMPLES["prices.csv"].content
    report = put_file(empty, "prices", csv, media_type="text/csv; header=present").json()["report"]
    assert (report["media_type"], report["kind"]) == ("text/csv", "table")


@pytest.mark.parametrize("kind", ["legal", "table", "pdf", "chat", "code", "slides"])
def test_filter_admits_documents_of_one_kind(client: Client, kind: str) -> None:
    words = "rent price 租金 tent 帐篷 order 订单 stock 库存 oak value"
    found = search(client, words, filter={"document_kind": kind}, top_k=50)
    assert kinds_of(found) == {kind}
    others = search(client, words, filter={"document_kind": {"$ne": kind}}, top_k=50)
    assert kind not in kinds_of(others)


def test_filter_of_code_in_one_language_admits_it_wherever_it_stands(client: Client) -> None:
    def documents(language: str) -> set[str]:
        reply = search(client, "def return add", filter={"kind": "code", "language": language}, top_k=50)
        return {result["document"]["document_id"] for result in reply["results"]}

    assert documents("python") == {"stock.py", "差旅报销办法.md"}
    assert documents("py") == documents("python")
    assert documents("typescript") == documents("TS") == {"cart.ts"}


def test_filter_on_a_word_of_the_other_kind_says_where_it_belongs(client: Client) -> None:
    response = client.post("/search", json={"query": "rent", "filter": {"kind": "legal"}})
    assert problem(response) == (400, "invalid_filter", ["filter.kind"])
    assert "document_kind" in response.text


def test_citation_of_a_pdf_has_pages_and_boxes(client: Client) -> None:
    (citation,) = only(client, "maple", "annual-report.pdf")["citations"]
    assert citation["pages"] == [3, 3]
    assert {box[0] for box in citation["boxes"]} == {3}
    assert all(0 <= box[1] < box[3] <= 596 and 0 <= box[2] < box[4] <= 842 for box in citation["boxes"])


def test_citation_of_slides_has_the_slide(client: Client) -> None:
    (citation,) = only(client, "minus twenty", "collection.pptx")["citations"]
    assert citation["pages"] == [2, 2]


def test_citation_of_a_page_has_its_anchor_and_its_place_in_the_source(client: Client) -> None:
    (citation,) = only(client, "gas", "flint.html")["citations"]
    assert citation["anchor"] == "specs"
    start, end = citation["source"]
    assert "Gas &lt; 110 g" in SAMPLES["flint.html"].content.decode()[start:end]


def test_citation_of_a_sheet_has_its_rows(client: Client) -> None:
    assert only(client, "Kestrel", "prices.csv")["citations"][0]["rows"] == [1, 6]
    rows = only(client, "117", "prices.xlsx")["citations"][0]["rows"]
    assert rows[0] > 1
    assert rows[1] == 41


def test_passage_of_two_sheets_states_no_rows(client: Client) -> None:
    (citation,) = only(client, "117", "prices.xlsx", expand="parent")["citations"]
    assert "rows" not in citation


def test_numbers_that_a_file_computes_are_labels_of_citations_and_sections(client: Client) -> None:
    result = only(client, "1.1", "handbook.docx")
    assert result["text"].startswith("Breaks")
    (citation,) = result["citations"]
    assert citation["labels"] == [[citation["start"], "1.1"]]
    sections = client.get("/sections/handbook.docx").json()["sections"]
    assert [(section["label"], section["path"][-1:]) for section in sections] == [
        ("", []),
        ("1", ["Working time"]),
        ("1.1", ["Breaks"]),
        ("2", ["Leave"]),
        ("2.1", ["Entitlement"]),
        ("2.2", ["Carrying over"]),
    ]


def test_clause_is_found_with_its_lead_in_and_labelled(client: Client) -> None:
    name = "仓库租赁合同.txt"
    assert only(client, "转租", name)["text"].startswith("第五条 有下列情形之一的")
    sections = client.get(f"/sections/{quote(name)}").json()["sections"]
    assert [section["label"] for section in sections][2:5] == ["第一章", "第一条", "第二条"]


def test_date_that_a_text_states_can_be_filtered_by(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    config = replace(config, indexing=replace(config.indexing, attributes={"effective": "date"}))
    with opened(config) as runtime, client_of(runtime) as client:
        put_file(client, "rules.docx", SAMPLES["员工宿舍管理办法.docx"].content)
        assert client.get("/documents/rules.docx").json()["attributes"] == {"effective": "2025-04-01"}
        for date, hits in (("2025-04-01", 1), ("2025-04-02", 0)):
            assert len(search(client, "办法", filter={"effective": {"$gte": date}})["results"]) == hits


def drawn(text: str, **options: Any) -> bytes:
    """A PDF of one page."""
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, **options)
    canvas.drawString(72, 700, text)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def blank_docx() -> bytes:
    buffer = BytesIO()
    Document().save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "meta", "code"),
    [
        ("a.md", b"   \n", {}, "no_text"),
        ("a.pdf", drawn(""), {}, "no_text"),
        ("a.docx", blank_docx(), {}, "no_text"),
        ("a.html", b"<html><script>run()</script></html>", {}, "no_text"),
        ("a.pdf", drawn("Rent", encrypt="secret"), {}, "encrypted"),
        ("a.pdf", b"%PDF-1.7\n", {}, "corrupt"),
        ("a.docx", SAMPLES["handbook.docx"].content[:3000], {}, "corrupt"),
        ("a.pdf", b"<html><p>Please log in", {}, "wrong_type"),
        ("a.txt", b"\xff\xfe\xfd\x00\x81", {}, "unknown_encoding"),
        ("a.md", b"# Rent", {"kind": "slides"}, "kind_mismatch"),
        ("a.exe", b"MZ\x90\x00", {}, "unsupported_type"),
    ],
)
def test_file_that_can_not_be_read_is_refused_with_its_reason(
    empty: Client, name: str, content: bytes, meta: dict[str, Any], code: str
) -> None:
    response = put_file(empty, name, content, **meta)
    assert problem(response)[:2] == (415 if code == "unsupported_type" else 422, code)
    assert empty.get("/documents", params={"all": "true"}).json()["documents"] == []


def test_writes_and_refusals_are_counted_by_kind(empty: Client) -> None:
    for name in ("faq.txt", "prices.csv"):
        put_file(empty, name, SAMPLES[name].content)
    put_file(empty, "a.pdf", drawn("Rent", encrypt="secret"))
    found = counts(empty.get("/metrics").text)
    for kind in ("faq", "table"):
        assert found[f'parentage_documents_total{{kind="{kind}",outcome="created"}}'] == 1
    assert found['parentage_documents_total{kind="",outcome="refused_encrypted"}'] == 1
