from pathlib import Path

import pytest

from tests.server.served import served


def counts(text: str) -> dict[str, float]:
    """Samples by name with labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_writes_flags_and_searches_are_counted_and_no_tenant_is_named(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        text = "# Rent\n\nThis applies to all tenants of the house without any exception.\n"
        headers = {"X-Tenant": "secret-tenant"}
        client.put("/documents/a.md", json={"text": text, "access": ["*"]}, headers=headers)
        client.put("/documents/a.md", json={"text": text, "access": ["*"]}, headers=headers)
        client.put("/documents/b.md", json={"text": "x", "access": ["*"]}, headers=headers)
        client.put("/documents/c.md", json={"text": "  "}, headers=headers)
        client.post("/search", json={"query": "rent"}, headers=headers)
        reply = client.get("/metrics")
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "secret-tenant" not in reply.text
    found = counts(reply.text)
    assert found['parentage_documents_total{kind="markdown",outcome="unchanged"}'] == 1
    assert found['parentage_documents_total{kind="",outcome="refused_no_text"}'] == 1
    assert found["parentage_chunks_total"] == 2
    assert found['parentage_flagged_chunks_total{flag="short"}'] == 1
    assert found['parentage_searches_total{stopped="exhausted"}'] == 1
    assert found["parentage_search_seconds_count"] == 1


def test_patches_are_counted_as_writes_and_refusals(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        client.put("/documents/a.md", json={"text": "# Rent\n\nMonthly.\n", "access": ["*"]})
        client.patch("/documents/a.md", json={"title": "Fees"})
        client.patch("/documents/a.md", json={"section_access": [{"path": ["None"], "access": []}]})
        found = counts(client.get("/metrics").text)
    assert found['parentage_documents_total{kind="markdown",outcome="changed"}'] == 1
    assert found['parentage_documents_total{kind="",outcome="refused_section_not_found"}'] == 1


@pytest.mark.parametrize("auth", ["none", "keys"])
def test_metrics_need_no_key(tmp_path: Path, auth: str) -> None:
    with served(tmp_path, auth=auth) as client:
        assert client.get("/metrics").status_code == 200
