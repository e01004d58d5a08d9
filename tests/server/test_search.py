import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.served import StubEmbedder, problem, put, search, served

Client = TestClient[Litestar]

HANDBOOK = (
    "# Handbook\n\n## Leave\n\nEveryone gets 25 days.\n\n## Pay\n\nCANARY-17 bonus list.\n\n"
    "## Travel\n\nEveryone books by train.\n"
)
PAY_IS_HRS = [{"path": ["Handbook", "Pay"], "access": ["group:hr"]}]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        yield client


def spans(reply: dict[str, Any]) -> list[tuple[int, int]]:
    return [(c["start"], c["end"]) for result in reply["results"] for c in result["citations"]]


@pytest.mark.parametrize("expansion", [{"expand": "parent"}, {"expand": "window", "window": 1}])
def test_forbidden_section_splits_the_passage_and_leaves_no_trace(client: Client, expansion: dict[str, Any]) -> None:
    put(client, "handbook", HANDBOOK, access=["group:staff", "group:hr"], section_access=PAY_IS_HRS)
    reply = search(client, "everyone", "staff", **expansion)
    assert sorted(spans(reply)) == [(12, 44), (77, 112)]
    assert "CANARY" not in json.dumps(reply)
    assert "Pay" not in json.dumps(reply)


def test_whole_parent_is_one_citation_for_those_who_may_read_all_of_it(client: Client) -> None:
    put(client, "handbook", HANDBOOK, access=["group:staff", "group:hr"], section_access=PAY_IS_HRS)
    assert spans(search(client, "everyone", "staff", "hr")) == [(12, 112)]


@pytest.mark.parametrize("mode", ["lexical", "hybrid", "dense"])
def test_rows_of_other_groups_are_no_results_in_any_mode(client: Client, mode: str) -> None:
    put(client, "desk", "cedar desk", access=["group:a"])
    put(client, "forest", "cedar forest", access=["group:b"])
    put(client, "table", "oak table", access=["group:c"])
    assert [r["text"] for r in search(client, "cedar", "a", mode=mode, top_k=3)["results"]] == ["cedar desk"]


def test_removed_right_ends_with_the_reply_to_its_removal(client: Client) -> None:
    put(client, "salary", "salary table", access=["group:hr", "group:it"])
    assert len(search(client, "salary", "hr")["results"]) == 1
    put(client, "salary", "salary table", access=["group:it"])
    assert search(client, "salary", "hr")["results"] == []
    assert len(search(client, "salary", "it")["results"]) == 1
    assert client.get("/text/salary", params={"principal": "group:hr"}).status_code == 404


def test_missing_rights_show_a_document_to_nobody(client: Client) -> None:
    put(client, "A", "zebra a", access=["group:hr"])
    put(client, "B", "zebra b", access=[])
    assert client.put("/documents/C", json={"text": "zebra c"}).status_code == 201
    put(client, "D", "zebra d", access=["*"])
    for body in ({"principals": []}, {}, {"principals": ["group:HR"]}):
        found = client.post("/search", json={"query": "zebra", **body}).json()["results"]
        assert [result["document"]["document_id"] for result in found] == ["D"]


@pytest.mark.parametrize("principals", [None, [""], ["*"], ["hr"], ["group:"], "group:hr", [None]])
def test_what_is_no_principal_is_refused(client: Client, principals: Any) -> None:
    response = client.post("/search", json={"query": "x", "principals": principals})
    assert problem(response)[0] == 400
    assert problem(response)[2][0].startswith("principals")


def test_reply_to_one_caller_is_not_another_ones(client: Client) -> None:
    put(client, "bonus", "bonus table", access=["group:hr"])
    cold = client.post("/search", json={"query": "bonus", "principals": ["group:staff"]})
    assert len(search(client, "bonus", "hr")["results"]) == 1
    warm = client.post("/search", json={"query": "bonus", "principals": ["group:staff"]})
    assert warm.content == cold.content
    assert warm.json()["results"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"query": "x", "tenant": "t2"}, "tenant"),
        ({"query": "x", "filter": {"$or": [{"tenant": "t2"}, {"lang": "en"}]}}, "filter.$or[0].tenant"),
        ({"query": "x", "filter": {"tenat": "t1"}}, "filter.tenat"),
        ({"query": "x", "topk": 50}, "topk"),
        ({"query": "x", "top_k": "5"}, "top_k"),
        ({"query": "x", "top_k": 5.0}, "top_k"),
        ({"query": "x", "top_k": -1}, "top_k"),
        ({"query": "x", "top_k": 0}, "top_k"),
        ({"query": "x", "top_k": 10**9}, "top_k"),
        ({"query": "x", "top_k": 10**30}, "top_k"),
        ({"query": "x", "top_k": True}, "top_k"),
        ({"query": "x", "top_k": None}, "top_k"),
        ({"query": "x", "window": 11}, "window"),
        ({"query": "x", "mode": "magic"}, "mode"),
        ({"query": "x", "explain": 1}, "explain"),
        ({"query": "x", "min_similarity": 1.5}, "min_similarity"),
        ({"query": "x", "rerank": True}, "rerank"),
        ({"query": "  "}, "query"),
        ({"query": "x" * 4097}, "query"),
        ({"query": 5}, "query"),
        ({"query": None}, "query"),
        ({}, "query"),
    ],
)
def test_field_without_meaning_is_named(client: Client, body: dict[str, Any], field: str) -> None:
    status, _, fields = problem(client.post("/search", json=body))
    assert (status, fields) == (400, [field])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xef\xbb\xbf" + b'{"query":"x"}',
        b'{"query":"\xff"}',
        b'{"query":"\\ud83d"}',
        b'{"query":"x"',
        b'{"query":"x"} {}',
        b'{"query":"x","min_similarity":NaN}',
        b"null",
        b"[" * 100_000,
        b'{"query":"x","filter":' + b'{"$and":[' * 50_000,
    ],
)
def test_body_that_is_not_a_json_object_in_utf8_is_refused(client: Client, body: bytes) -> None:
    status, code, fields = problem(client.post("/search", content=body, headers={"content-type": "application/json"}))
    assert (status, code, len(fields)) == (400, "invalid_request", 1)


def test_too_long_query_has_a_code_of_its_own(client: Client) -> None:
    assert problem(client.post("/search", json={"query": "x" * 4097}))[1] == "query_too_long"


@pytest.mark.parametrize("tenant", ["t1' OR '1'='1", "%", "租户 一", "a/../b", "t" * 200])
def test_any_tenant_name_is_a_plain_value(client: Client, tenant: str) -> None:
    headers = {b"x-tenant": tenant.encode()}
    put(client, "mine", f"zebra of {tenant}", headers=headers)
    put(client, "other", "zebra of another tenant")
    found = search(client, "zebra", headers=headers)["results"]
    assert [result["text"] for result in found] == [f"zebra of {tenant}"]


@pytest.mark.parametrize("tenant", [b"", b"t" * 257, b"a\x07b"])
def test_name_no_tenant_has_is_refused(client: Client, tenant: bytes) -> None:
    response = client.post("/search", json={"query": "x"}, headers={b"x-tenant": tenant})
    assert problem(response)[::2] == (400, ["X-Tenant"])


def test_filter_by_rights_does_not_starve_the_reply(client: Client) -> None:
    for i in range(60):
        put(client, f"b{i}", "rent deposit rent deposit rent deposit", access=["group:b"])
    for i in range(5):
        put(client, f"a{i}", f"a deposit of {i}", access=["group:a"])
    for top_k in (5, 10):
        found = search(client, "rent deposit", "a", top_k=top_k)["results"]
        assert sorted(result["document"]["document_id"] for result in found) == [f"a{i}" for i in range(5)]


def test_forty_thousand_groups_find_what_the_one_that_matters_finds(client: Client) -> None:
    put(client, "doc", "a rare word", access=["group:g7"])
    many = search(client, "rare", *(f"g{i}" for i in range(40_000)))
    assert many == search(client, "rare", "g7")
    assert len(many["results"]) == 1


def test_equal_searches_give_equal_bytes(client: Client) -> None:
    for i in range(20):
        put(client, f"d{i}", "the same licence text")
    replies = {client.post("/search", json={"query": "licence", "top_k": 10}).content for _ in range(20)}
    assert len(replies) == 1


def test_fields_of_the_reply_stand_in_their_order(client: Client) -> None:
    put(client, "doc", HANDBOOK)
    reply = search(client, "everyone")
    result = reply["results"][0]
    assert list(reply) == ["generation", "revision", "stopped", "best_similarity", "results", "usage"]
    assert list(result) == [
        *("rank", "score", "parent_id", "document", "section"),
        *("text", "tokens", "truncated", "citations", "matches"),
    ]
    assert list(result["document"]) == ["document_id", "version", "title", "uri", "attributes"]
    assert list(result["section"]) == ["section_id", "path", "part", "label"]
    assert list(result["citations"][0]) == [
        *("citation_id", "text_id", "start", "end", "text_start", "text_end", "pages", "lines", "sha256", "anchor"),
    ]
    assert list(result["matches"][0]) == [
        *("chunk_id", "ordinal", "start", "end", "score", "similarity", "dense_rank", "lexical_rank"),
    ]
    assert list(reply["usage"]) == ["context_tokens", "query_truncated"]


def test_explanation_is_given_only_when_asked_for(client: Client) -> None:
    put(client, "doc", HANDBOOK)
    reply = search(client, "everyone", explain=True)
    assert reply["explanation"] == {"visible_rows": 3, "dense_rows": 3, "lexical_rows": 2}
    assert "contribution" in reply["results"][0]["matches"][0]


def test_every_citation_is_the_text_it_cites(client: Client) -> None:
    put(client, "doc", HANDBOOK, section_access=PAY_IS_HRS)
    for result in search(client, "everyone bonus", "x")["results"]:
        for cited in result["citations"]:
            segment = client.get("/text/doc", params={k: cited[k] for k in ("text_id", "start", "end")}).json()
            assert segment["segments"] == [
                {
                    "start": cited["start"],
                    "end": cited["end"],
                    "text": result["text"][cited["text_start"] : cited["text_end"]],
                }
            ]


def test_times_are_in_a_header(client: Client) -> None:
    put(client, "doc", HANDBOOK)
    response = client.post("/search", json={"query": "everyone"})
    names = [part.split(";dur=")[0] for part in response.headers["server-timing"].split(", ")]
    assert {"embed", "dense", "lexical", "total"} <= set(names)


def test_search_can_demand_a_revision(client: Client) -> None:
    revision = put(client, "doc", HANDBOOK).json()["revision"]
    assert search(client, "everyone", min_revision=revision)["revision"] == revision
    response = client.post("/search", json={"query": "everyone", "min_revision": revision + 1})
    assert problem(response)[:2] == (503, "revision_not_reached")
    assert response.headers["retry-after"] == "1"


def test_log_line_says_nothing_of_query_passage_or_principal(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    put(client, "doc", HANDBOOK, access=["group:secretgroup"])
    caplog.set_level(logging.INFO)
    client.post(
        "/search", json={"query": "everyone", "principals": ["group:secretgroup"]}, headers={"x-request-id": "r-1"}
    )
    (record,) = [record for record in caplog.records if record.getMessage() == "search"]
    facts: dict[str, Any] = record.__dict__["facts"]
    assert (facts["request_id"], facts["tenant"], facts["passages"]) == ("r-1", "default", 1)
    assert facts["total_ms"] >= facts["embed_ms"] >= 0
    assert not any(word in repr(facts).lower() for word in ("everyone", "25 days", "secretgroup"))


def test_roles_of_query_and_passage_reach_the_model(tmp_path: Path) -> None:
    embedder = StubEmbedder()
    with served(tmp_path, embedder=embedder) as client:
        put(client, "doc", "a deposit")
        search(client, "what deposit")
    assert embedder.encoded == ["passage: a deposit", "query: what deposit"]


def test_search_of_a_tenant_nobody_wrote_to_is_empty(client: Client) -> None:
    reply = search(client, "x", headers={"x-tenant": "new"})
    assert (reply["generation"], reply["results"], reply["stopped"]) == (0, [], "exhausted")
