"""Random tenants, principals, documents, sections: whatever is asked, no reply holds a word its scope may not read."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import Struct

from tests.server.served import put, served

Client = TestClient[Litestar]

TENANTS = ("one", "租户 二")
GROUPS = ("a", "b", "c")
CANARY = re.compile(r"canary[0-9]+x")
READERS = ([], ["*"], ["group:a"], ["group:b"], ["group:a", "group:c"], ["user:7"])
SCOPES: tuple[tuple[str, ...], ...] = (
    (),
    ("group:a",),
    ("group:b",),
    ("group:c", "group:b"),
    ("user:7",),
    ("group:A",),
)


class Written(Struct):
    """A document as a test wrote it: a canary in the heading and in the body of each section."""

    tenant: str
    name: str
    text: str
    parts: list[tuple[list[str], list[str], str]]
    """Readers, canaries and characters of each section's own text."""


class World:
    """Documents of several tenants, and what each scope may read of them."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client, self.random, self.canaries = client, random.Random(seed), 0
        self.documents: dict[tuple[str, str], Written] = {}

    def canary(self) -> str:
        self.canaries += 1
        return f"canary{self.canaries}x"

    def write(self, tenant: str, name: str) -> None:
        access = self.random.choice(READERS)
        lead = f"{self.canary()} common words before the first heading. "
        parts, rules = [(access, CANARY.findall(lead), lead + "\n\n")], []
        stack: list[tuple[int, str, list[str]]] = [(0, "", access)]
        for _ in range(self.random.randint(1, 6)):
            level = self.random.randint(1, 3)
            while stack[-1][0] >= level:
                stack.pop()
            title = f"Section {self.canary()}"
            readers = stack[-1][2]
            if self.random.random() < 0.5:
                readers = self.random.choice(READERS)
                rules.append({"path": [part[1] for part in stack[1:]] + [title], "access": readers})
            stack.append((level, title, readers))
            body = f"{'#' * level} {title}\n\n共同 common words about {self.canary()} of this.\n\n"
            parts.append((readers, CANARY.findall(body), body))
        text = "".join(part[2] for part in parts)
        put(self.client, name, text, access=access, section_access=rules, headers=head(tenant))
        self.documents[tenant, name] = Written(tenant, name, text, parts)

    def delete(self, tenant: str, name: str) -> None:
        assert self.client.delete(f"/documents/{name}", headers=head(tenant)).status_code == 200
        del self.documents[tenant, name]

    def allowed(self, tenant: str, principals: tuple[str, ...]) -> set[str]:
        return {
            canary
            for document in self.documents.values()
            if document.tenant == tenant
            for readers, canaries, _ in document.parts
            if admits(readers, principals)
            for canary in canaries
        }


def admits(readers: list[str], principals: tuple[str, ...]) -> bool:
    return "*" in readers or any(principal in readers for principal in principals)


def head(tenant: str) -> dict[Any, Any]:
    return {b"x-tenant": tenant.encode()}


def replies(world: World, tenant: str, principals: tuple[str, ...]) -> Iterator[httpx.Response]:
    """What every address answers to this scope, about things there are and things there are not."""
    client, params = world.client, {"principal": list(principals), "limit": 1000}
    names = {name for _, name in world.documents} | {"unknown"}
    for name in names:
        for address in ("/text", "/sections", "/documents", "/chunks"):
            kept = {key: value for key, value in params.items() if key == "principal" or address == "/chunks"}
            yield client.get(f"{address}/{name}", params=kept, headers=head(tenant))
        body = {"document_id": name, "principals": principals}
        yield client.post("/admin/access/check", json=body, headers=head(tenant))
    yield client.get("/documents", params=params, headers=head(tenant))
    canaries = [canary for document in world.documents.values() for canary in CANARY.findall(document.text)]
    for query in ("common words", "共同", *world.random.sample(canaries, min(2, len(canaries)))):
        for mode in ("hybrid", "lexical", "dense"):
            for extra in ({"expand": "parent"}, {"expand": "window", "window": 2}, {"expand": "none", "explain": True}):
                body = {"query": query, "mode": mode, "principals": principals, "top_k": 50, **extra}
                yield client.post("/search", json=body, headers=head(tenant))
    for path in ("/search", "/nothing", "/text/" + "x" * 40):
        yield client.get(path, headers=head(tenant))
    yield client.post("/search", json={"query": "", "principals": principals}, headers=head(tenant))


def check(world: World) -> None:
    for tenant in TENANTS:
        for principals in SCOPES:
            allowed = world.allowed(tenant, principals)
            for response in replies(world, tenant, principals):
                shown = set(CANARY.findall(response.text)) | set(CANARY.findall(str(response.headers)))
                assert shown <= allowed, (response.request.url, principals, shown - allowed)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with served(tmp_path) as client:
        yield client


def test_no_reply_holds_a_word_its_scope_may_not_read(client: Client) -> None:
    world = World(client, seed=1)
    for tenant in TENANTS:
        for i in range(4):
            world.write(tenant, f"d{i}")
    check(world)
    for tenant in TENANTS:
        world.write(tenant, "d1")
        world.delete(tenant, "d2")
    check(world)


def test_text_is_shown_to_exactly_those_who_may_read_it(client: Client) -> None:
    world = World(client, seed=3)
    for i in range(12):
        world.write("one", f"d{i}")
    for document in world.documents.values():
        for principals in SCOPES:
            wanted = "".join(text for readers, _, text in document.parts if admits(readers, principals))
            params = {"principal": list(principals)}
            response = client.get(f"/text/{document.name}", params=params, headers=head("one"))
            if not any(admits(readers, principals) for readers, _, _ in document.parts):
                assert response.status_code == 404
                continue
            segments = response.json()["segments"]
            assert "".join(segment["text"] for segment in segments) == wanted
            assert all(document.text[s["start"] : s["end"]] == s["text"] for s in segments)


def test_word_of_a_hidden_section_finds_nothing(client: Client) -> None:
    world = World(client, seed=4)
    for i in range(8):
        world.write("one", f"d{i}")
    for principals in SCOPES:
        allowed = world.allowed("one", principals)
        for canary in (f"canary{i + 1}x" for i in range(world.canaries)):
            body = {"query": canary, "mode": "lexical", "principals": principals, "expand": "none"}
            found = client.post("/search", json=body, headers=head("one")).json()["results"]
            assert canary in allowed or found == []
