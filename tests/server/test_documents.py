import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.served import problem, put, search, served

Client = TestClient[Litestar]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        yield client


def test_put_creates_then_replaces_then_changes_nothing(client: Client) -> None:
    first, second, third = put(client, "doc", "one"), put(client, "doc", "two"), put(client, "doc", "two")
    assert [r.status_code for r in (first, second, third)] == [201, 200, 200]
    assert [r.json()["version"] for r in (first, second, third)] == [1, 2, 2]
    assert [r.json()["unchanged"] for r in (first, second, third)] == [False, False, True]
    assert [r.headers["etag"] for r in (first, second, third)] == ['"1"', '"2"', '"2"']
    assert third.json()["revision"] == second.json()["revision"]


def test_reply_to_a_put_says_what_became_of_the_text(client: Client) -> None:
    reply = put(client, "doc", "---\ntitle: Fees\n---\n# Rent\n\nMonthly.\n").json()
    assert list(reply) == ["document_id", "version", "revision", "unchanged", "chunks", "report"]
    assert (reply["document_id"], reply["chunks"], reply["report"]["coverage"]) == ("doc", 1, 1.0)
    assert reply["report"]["characters"] == 37
    assert reply["report"]["removed"] == [{"start": 0, "end": 19, "reason": "front_matter"}]


@pytest.mark.parametrize(
    "document_id", ["a", "a/b.md", "a//b", "/a", "a/", "租户/一 二.md", "100%", "a?b#c", "a+b&c=d", "a:b", "."]
)
def test_id_in_the_address_is_taken_as_it_is(client: Client, document_id: str) -> None:
    address = f"/documents/{quote(document_id, safe='/').replace('.', '%2E')}"
    assert client.put(address, json={"text": "zebra", "access": ["*"]}).json()["document_id"] == document_id
    assert client.get(address).json()["document_id"] == document_id
    assert search(client, "zebra")["results"][0]["document"]["document_id"] == document_id
    assert client.delete(address).json()["document_id"] == document_id


def test_id_without_a_document_is_not_found_whatever_it_holds(client: Client) -> None:
    for name in ("%00", "%ff", "a%0Ab", "x" * 2000):
        for method in ("GET", "PATCH", "DELETE"):
            body = {} if method == "PATCH" else None
            assert problem(client.request(method, f"/documents/{name}", json=body))[0] == 404


def test_id_no_document_may_have_is_refused(client: Client) -> None:
    response = client.put("/documents/" + "x" * 1025, json={"text": "a"})
    assert problem(response)[:2] == (400, "invalid_document_id")
    assert problem(client.put("/documents/a%0Ab", json={"text": "a"}))[:2] == (400, "invalid_document_id")
    assert problem(client.put("/documents/%ff", json={"text": "a"}))[::2] == (400, ["document id"])


def test_file_comes_with_what_is_said_of_it(client: Client) -> None:
    text = "甲方应当在三十日内付款。"
    meta = {"title": "合同", "access": ["*"], "attributes": {"lang": "zh"}}
    files = {"file": ("合同.txt", text.encode("gbk"), "text/plain"), "meta": (None, json.dumps(meta))}
    response = client.put("/documents/contract", files=files)
    assert response.status_code == 201
    assert response.json()["report"]["charset"].lower() in ("gbk", "gb18030")
    assert client.get("/text/contract").json()["segments"] == [{"start": 0, "end": len(text), "text": text}]
    described = client.get("/documents/contract").json()
    assert (described["title"], described["attributes"], described["media_type"]) == (
        "合同",
        {"lang": "zh"},
        "text/plain",
    )


def test_declared_charset_is_used_or_the_file_refused(client: Client) -> None:
    def put_file(charset: str) -> Any:
        meta = json.dumps({"charset": charset, "access": ["*"]})
        return client.put("/documents/f", files={"file": ("f.txt", "付款。".encode("gbk")), "meta": (None, meta)})

    assert put_file("gb18030").json()["report"]["charset"] == "gb18030"
    assert problem(put_file("utf-8"))[:2] == (422, "unknown_encoding")


GO = b"package main\n\nfunc Pay() int { return 1 }\n\nfunc Rent() int { return 2 }\n"


def test_code_is_in_the_language_of_the_file_whatever_the_document_is_called(client: Client) -> None:
    meta = json.dumps({"access": ["*"]})
    for name in ("snippet-1", "main.md"):
        assert (
            client.put(f"/documents/{name}", files={"file": ("main.go", GO), "meta": (None, meta)}).status_code == 201
        )
        assert {chunk["language"] for chunk in client.get(f"/chunks/{name}").json()["chunks"]} == {"go"}


def test_code_is_in_the_language_of_the_declared_type(client: Client) -> None:
    put(client, "snippet", GO.decode(), media_type="text/x-go")
    assert {chunk["language"] for chunk in client.get("/chunks/snippet").json()["chunks"]} == {"go"}


@pytest.mark.parametrize(
    ("files", "field"),
    [
        ({"meta": (None, "{}")}, "file"),
        ({"file": ("a.md", b"a"), "other": (None, "x")}, "other"),
        ({"file": ("a.md", b"a"), "meta": (None, '{"text": "b"}')}, "text"),
        ({"file": ("a.md", b"a"), "meta": (None, "")}, "meta"),
    ],
)
def test_part_that_does_not_belong_is_named(client: Client, files: dict[str, Any], field: str) -> None:
    status, _, fields = problem(client.put("/documents/f", files=files))
    assert (status, fields) == (400, [field])


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "no_text"), (b"   ", "no_text"), (b"\xff\xfe\xfd\x00\x81", "unknown_encoding")],
)
def test_file_without_text_is_no_document(client: Client, content: bytes, code: str) -> None:
    assert problem(client.put("/documents/f", files={"file": ("f.md", content)}))[:2] == (422, code)
    assert client.get("/documents", params={"all": "true"}).json()["documents"] == []


def test_type_nothing_can_read_is_refused(client: Client) -> None:
    assert problem(client.put("/documents/f", files={"file": ("f.exe", b"MZ")}))[:2] == (415, "unsupported_type")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": None}, "text"),
        ({"text": "a", "access": None}, "access"),
        ({"text": "a", "access": [""]}, "access"),
        ({"text": "a", "access": "*"}, "access"),
        ({"text": "a", "acess": ["*"]}, "acess"),
        ({"text": "a", "charset": "gbk"}, "charset"),
        ({"text": "a", "section_access": None}, "section_access"),
        ({"text": "a", "section_access": [{"path": [], "access": []}]}, "section_access[0].path"),
        (
            {"text": "a", "section_access": [{"path": ["a"], "occurrence": 0, "access": []}]},
            "section_access[0].occurrence",
        ),
        ({"text": "# a\n\nb", "section_access": [{"path": ["a"], "access": ["x"]}]}, "section_access.access"),
        ({"text": "a", "attributes": {"year": "2024"}}, "attributes.year"),
        ({"text": "a", "attributes": {"x": {"y": 1}}}, "attributes.x"),
        ({"text": "a", "attributes": {"x": None}}, "attributes.x"),
        ({"text": "a", "attributes": {"x": 2**63}}, "attributes.x"),
    ],
)
def test_field_of_a_document_that_is_wrong_is_named(client: Client, body: dict[str, Any], field: str) -> None:
    status, _, fields = problem(client.put("/documents/d", json=body))
    assert (status, fields) == (400, [field])


def test_rule_for_a_section_that_is_not_there_is_refused(client: Client) -> None:
    body = {"text": "# a\n\nb", "section_access": [{"path": ["c"], "access": ["group:x"]}]}
    assert problem(client.put("/documents/d", json=body))[:2] == (422, "section_not_found")


def test_half_a_surrogate_pair_never_enters(client: Client) -> None:
    response = client.put(
        "/documents/d", content=b'{"text": "a \\ud83d b"}', headers={"content-type": "application/json"}
    )
    assert problem(response)[0] == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "text/json"])
def test_body_of_another_type_is_refused(client: Client, kind: str) -> None:
    for method, address in (("POST", "/search"), ("PUT", "/documents/d"), ("PATCH", "/documents/d")):
        response = client.request(method, address, content=b"{}", headers={"content-type": kind})
        assert problem(response)[:2] == (415, "unsupported_media_type")


def test_too_large_a_body_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, max_body_bytes=1000) as client:
        body = json.dumps({"text": "a" * 1000}).encode()

        def pieces() -> Iterator[bytes]:
            for first in range(0, len(body), 100):
                yield body[first : first + 100]

        for content in (body, pieces()):
            response = client.put("/documents/d", content=content, headers={"content-type": "application/json"})
            assert problem(response)[:2] == (413, "body_too_large")


def test_write_that_expects_another_version_is_refused(client: Client) -> None:
    put(client, "doc", "one")
    stale = {"if-match": '"7"'}
    for response in (
        client.put("/documents/doc", json={"text": "two"}, headers=stale),
        client.patch("/documents/doc", json={"title": "x"}, headers=stale),
        client.delete("/documents/doc", headers=stale),
        client.put("/documents/doc", json={"text": "two"}, headers={"if-none-match": "*"}),
    ):
        assert problem(response)[:2] == (412, "version_conflict")
    assert client.put("/documents/doc", json={"text": "two"}, headers={"if-match": '"1"'}).status_code == 200
    assert client.put("/documents/new", json={"text": "two"}, headers={"if-none-match": "*"}).status_code == 201


@pytest.mark.parametrize("value", ["*", 'W/"1"', '"1", "2"', "x", ""])
def test_expectation_that_is_not_one_version_is_refused(client: Client, value: str) -> None:
    response = client.put("/documents/doc", json={"text": "two"}, headers={"if-match": value})
    assert problem(response)[::2] == (400, ["If-Match"])


def test_patch_changes_only_what_it_names(client: Client) -> None:
    put(client, "doc", "zebra", title="A", uri="file:a", attributes={"lang": "en", "year": 2024})
    response = client.patch("/documents/doc", json={"uri": None, "attributes": {"year": None, "lang": "zh"}})
    assert (response.status_code, response.headers["etag"]) == (200, '"2"')
    described = client.get("/documents/doc").json()
    assert (described["title"], described["uri"], described["attributes"]) == ("A", None, {"lang": "zh"})
    assert len(search(client, "zebra", filter={"lang": "zh"})["results"]) == 1


def test_patch_of_rights_holds_for_the_next_search(client: Client) -> None:
    put(client, "doc", "zebra")
    client.patch("/documents/doc", json={"access": ["group:hr"]})
    assert search(client, "zebra")["results"] == []
    assert len(search(client, "zebra", "hr")["results"]) == 1
    client.patch("/documents/doc", json={"access": None})
    assert search(client, "zebra", "hr")["results"] == []


def test_deleted_document_is_found_by_no_way(client: Client) -> None:
    put(client, "d1", "same licence text")
    put(client, "d2", "same licence text")
    for name in ("d1", "d2"):
        assert list(client.delete(f"/documents/{name}").json()) == ["document_id", "revision"]
        assert problem(client.delete(f"/documents/{name}"))[:2] == (404, "not_found")
    for mode in ("lexical", "dense", "hybrid"):
        assert search(client, "licence", mode=mode)["results"] == []
    for address in ("/documents/d1", "/text/d1", "/sections/d1", "/chunks/d1"):
        assert client.get(address).status_code == 404


def test_shorter_version_leaves_nothing_of_the_longer_one(client: Client) -> None:
    put(
        client,
        "doc",
        "".join(f"# {word}\n\nAbout {word}.\n\n" for word in ("alpha", "beta", "gamma", "delta", "epsilon")),
    )
    put(client, "doc", "# zeta\n\nAbout zeta.\n\n# eta\n\nAbout eta.\n")
    assert search(client, "epsilon", mode="lexical")["results"] == []
    (found,) = search(client, "zeta", mode="lexical")["results"]
    assert (found["document"]["version"], found["citations"][0]["start"]) == (2, 0)
    assert len(client.get("/chunks/doc").json()["chunks"]) == 2


def test_list_holds_what_the_caller_may_read_something_of(client: Client) -> None:
    rules = [{"path": ["Open"], "access": ["*"]}]
    put(client, "a", "x", access=["group:hr"])
    put(client, "b", "x")
    put(client, "c", "# Open\n\nx", access=[], section_access=rules)
    put(client, "d", "x", access=[])

    def listed(**params: Any) -> list[str]:
        return [document["document_id"] for document in client.get("/documents", params=params).json()["documents"]]

    assert listed() == ["b", "c"]
    assert listed(principal="group:hr") == ["a", "b", "c"]
    assert listed(all="true") == ["a", "b", "c", "d"]


def test_list_comes_in_pages_without_gaps(client: Client) -> None:
    for i in range(7):
        put(client, f"d{i}", "x", access=["*"] if i % 3 else [])
    found, after = list[str](), ""
    while True:
        page = client.get("/documents", params={"limit": 2, "after": after}).json()
        found += [document["document_id"] for document in page["documents"]]
        assert len(page["documents"]) <= 2
        if page["next"] is None:
            break
        after = page["next"]
    assert found == ["d1", "d2", "d4", "d5"]


def test_rights_are_shown_to_administration_only(client: Client) -> None:
    rules = [{"path": ["Secret plan"], "access": ["group:hr"]}]
    put(client, "doc", "# Secret plan\n\nx", section_access=rules)
    assert "Secret plan" not in client.get("/documents/doc").text + client.get("/documents").text
    shown = client.get("/documents/doc", params={"all": "true"}).json()
    assert shown["access"] == ["*"]
    assert shown["section_access"] == [{"path": ["Secret plan"], "occurrence": None, "access": ["group:hr"]}]


@pytest.mark.parametrize(
    ("query", "field"),
    [("limit=0", "limit"), ("limit=x", "limit"), ("limit=1&limit=2", "limit"), ("principals=group:a", "principals")],
)
def test_parameter_without_meaning_is_named(client: Client, query: str, field: str) -> None:
    assert problem(client.get(f"/documents?{query}"))[::2] == (400, [field])


def test_document_that_states_its_own_title_is_shown_under_it(client: Client) -> None:
    put(client, "doc", "---\ntitle: Fees\nlang: en\n---\nMonthly.\n")
    described = client.get("/documents/doc").json()
    assert (described["title"], described["attributes"]) == ("Fees", {"lang": "en"})
