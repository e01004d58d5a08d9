from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.served import problem, put, served

Client = TestClient[Litestar]

TEXT = "# Handbook\n\n## Leave\n\n25 days.\n\n## Pay\n\nCANARY.\n\n### Bonus\n\nYearly.\n\n## Travel\n\nBy train.\n"
RULES = [
    {"path": ["Handbook", "Pay"], "access": ["group:hr"]},
    {"path": ["Handbook", "Pay", "Bonus"], "access": ["group:staff"]},
]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        put(client, "h", TEXT, access=["group:staff"], section_access=RULES)
        yield client


def get(client: Client, address: str, *groups: str, **params: Any) -> Any:
    response = client.get(address, params={"principal": [f"group:{group}" for group in groups], **params})
    assert response.status_code == 200, response.text
    return response.json()


def test_text_comes_in_the_segments_that_may_be_read(client: Client) -> None:
    reply = get(client, "/text/h", "staff")
    assert [segment["text"].split()[:2] for segment in reply["segments"]] == [["#", "Handbook"], ["###", "Bonus"]]
    for segment in reply["segments"]:
        assert TEXT[segment["start"] : segment["end"]] == segment["text"]
    assert "CANARY" not in str(reply)
    whole = get(client, "/text/h", "staff", "hr")
    assert whole["segments"] == [{"start": 0, "end": len(TEXT), "text": TEXT}]


@pytest.mark.parametrize(
    ("start", "end", "text"), [(2, 10, "Handbook"), (0, 0, None), (10_000, 20_000, None), (5, 2, None)]
)
def test_text_is_cut_to_what_was_asked_for(client: Client, start: int, end: int, text: str | None) -> None:
    segments = get(client, "/text/h", "staff", start=start, end=end)["segments"]
    assert [segment["text"] for segment in segments] == ([text] if text else [])


def test_former_text_is_gone_for_those_who_may_read_the_document(client: Client) -> None:
    former = get(client, "/text/h", "staff")["text_id"]
    put(client, "h", "# New\n\nText.\n", access=["group:staff"], section_access=[])
    params = {"text_id": former, "principal": "group:staff"}
    assert problem(client.get("/text/h", params=params))[:2] == (410, "text_gone")
    assert problem(client.get("/text/h", params={"text_id": former}))[:2] == (404, "not_found")


def test_sections_are_those_that_may_be_read_with_masked_paths(client: Client) -> None:
    sections = get(client, "/sections/h", "staff")["sections"]
    assert [section["path"] for section in sections] == [
        [],
        ["Handbook"],
        ["Handbook", "Leave"],
        ["Handbook", None, "Bonus"],
        ["Handbook", "Travel"],
    ]
    assert list(sections[0]) == ["section_id", "path", "level", "start", "end", "label"]
    assert [section["section_id"] for section in sections] == ["h#s0", "h#s1", "h#s2", "h#s4", "h#s5"]


def test_chunks_are_those_that_may_be_read(client: Client) -> None:
    chunks = get(client, "/chunks/h", "staff")["chunks"]
    texts = [TEXT[chunk["start"] : chunk["end"]] for chunk in chunks]
    assert [text.split("\n")[0] for text in texts] == ["# Handbook", "## Leave", "### Bonus", "## Travel"]
    assert list(chunks[0]) == [
        *("chunk_id", "ordinal", "section_id", "parent_id", "start", "end", "context", "kind", "tokens", "method"),
        *("language", "flags", "key", "indexed", "content_hash"),
    ]
    assert len(get(client, "/chunks/h", "staff", "hr")["chunks"]) == 5


def test_chunks_come_in_pages_without_gaps(client: Client) -> None:
    found, after = list[int](), -1
    while True:
        page = get(client, "/chunks/h", "staff", limit=2, after=after)
        found += [chunk["ordinal"] for chunk in page["chunks"]]
        if page["next"] is None:
            break
        after = page["next"]
    assert found == [0, 1, 3, 4]


def test_forbidden_and_unknown_are_one_reply(client: Client) -> None:
    replies = set()
    for address in ("/text", "/sections", "/chunks", "/documents"):
        for name in ("h", "h#c1", "h#p0", "unknown", "%ff", "", "x" * 3000):
            response = client.get(f"{address}/{name.replace('#', '%23')}", params={"principal": "group:other"})
            if name or address != "/documents":
                request_id = response.headers.pop("x-request-id")
                replies.add((response.status_code, response.text.replace(request_id, ""), str(response.headers)))
    assert len(replies) == 1
    assert next(iter(replies))[0] == 404


def test_other_tenant_reads_nothing(client: Client) -> None:
    params = {"principal": ["group:staff", "group:hr"]}
    assert client.get("/text/h", params=params, headers={"x-tenant": "other"}).status_code == 404


def test_context_is_of_readable_characters(client: Client) -> None:
    rows = "\n".join(f"| R{i:02} | 100 | note about region {i} |" for i in range(400))
    put(client, "t", f"# T\n\n| Region | Price | Note |\n|---|---|---|\n{rows}\n")
    chunks = get(client, "/chunks/t")["chunks"]
    assert len(chunks) > 1
    assert all(chunk["context"] == [[5, chunk["context"][0][1]]] for chunk in chunks[1:])


def test_a_chunk_keeps_its_content_hash_while_what_the_model_sees_of_it_stays(client: Client) -> None:
    def hashes(text: str) -> list[str]:
        put(client, "hashed", text)
        return [chunk["content_hash"] for chunk in get(client, "/chunks/hashed")["chunks"]]

    before = hashes("# A\n\nRent is due.\n\n# B\n\nKeys are kept.\n")
    after = hashes("# A\n\nRent is due in May.\n\n# B\n\nKeys are kept.\n")
    assert before[0] != after[0]
    assert before[1] == after[1]
    assert len(before[0]) == 32
