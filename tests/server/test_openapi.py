import re
from pathlib import Path
from typing import Any

import msgspec

from server.app import ROUTES
from server.openapi import OPERATIONS, description
from tests.server.served import served


def test_description_is_served_without_a_key(tmp_path: Path) -> None:
    with served(tmp_path, auth="keys") as client:
        response = client.get("/schema")
    assert response.json()["openapi"] == "3.1.0"
    assert response.json() == msgspec.json.decode(msgspec.json.encode(description()))


def test_every_route_is_described_and_nothing_else() -> None:
    def plain(path: str) -> str:
        return path.replace(":path", "").replace(":int", "").replace(":str", "")

    served_routes = {
        (method.lower(), plain(path))
        for route in ROUTES
        for path in route.paths
        for method in route.http_methods
        if path not in ("/schema", "/metrics")  # no JSON of ours
    }
    assert served_routes == {(operation.method, operation.path) for operation in OPERATIONS}


def test_every_reference_has_its_target() -> None:
    described = description()

    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return own + [found for value in node.values() for found in references(value)]
        return [found for value in node for found in references(value)] if isinstance(node, list) else []

    names = {reference.removeprefix("#/components/schemas/") for reference in references(described)}
    assert names <= set(described["components"]["schemas"])


def test_requests_are_described_as_strictly_as_they_are_decoded() -> None:
    schema = description()["components"]["schemas"]["SearchRequest"]
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["query"]
    assert schema["properties"]["top_k"]["minimum"] == 1
    assert schema["properties"]["max_passage_tokens"]["minimum"] == 16
    assert schema["properties"]["window"]["maximum"] == 10
    pattern = schema["properties"]["principals"]["items"]["pattern"]
    assert [bool(re.search(pattern, name)) for name in ("user:7", "group:a b", "*", "", "group: ")] == [
        *(True, True, False, False, False),
    ]


def test_headers_that_are_heeded_are_described() -> None:
    def headers(path: str, method: str) -> list[str]:
        parameters = description()["paths"][path][method].get("parameters", [])
        return [parameter["name"] for parameter in parameters if parameter["in"] == "header"]

    assert headers("/search", "post") == ["X-Tenant"]
    for method in ("put", "patch", "delete"):
        assert headers("/documents/{document_id}", method) == ["X-Tenant", "If-Match", "If-None-Match"]
    assert headers("/health/live", "get") == []


def test_a_patch_may_call_itself_one() -> None:
    body = description()["paths"]["/documents/{document_id}"]["patch"]["requestBody"]
    assert list(body["content"]) == ["application/json", "application/merge-patch+json"]
