import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.api.openapi import INLINE_FIELDS, parse_openapi
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound, of, refusal

PETS = """openapi: 3.0.3
info: {title: Pets, version: 1.10, description: "Our pets.\\n\\n# Limits\\n\\nTen a second."}
tags: [{name: pets, description: All about pets.}, {name: owners}]
paths:
  /owners:
    get: {tags: [owners], summary: List owners, responses: {200: {description: Owners}}}
  /pets/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer, format: int64}, description: Which pet}
    get:
      tags: [pets]
      summary: Find a pet
      responses:
        200: {description: A pet, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
        404: {description: No such pet}
    put:
      tags: [pets]
      deprecated: true
      security: [{key: []}, {login: ["write:pets"]}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {204: {description: Changed}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, description: "What it is | called"}
        kind: {type: string, enum: [cat, dog], default: cat}
        on: {type: boolean}
        mother: {$ref: '#/components/schemas/Pet'}
        owner: {type: object, properties: {city: {type: string}}}
        toys: {type: array, items: {$ref: 'toys.yaml#/Toy'}}
    Color: {type: string, enum: [red, 蓝]}
"""


def parse(content: str) -> ParsedText:
    parsed = parse_openapi(Original(content=content.encode(), media_type="application/vnd.oai.openapi"))
    assert_sound(parsed)
    return parsed


def section(parsed: ParsedText, title: str) -> str:
    return next(one.span.slice(parsed.text) for one in build_sections(parsed)[0] if one.title == title).strip()


def test_each_operation_is_a_section_below_its_tag_in_the_order_of_the_document() -> None:
    assert [one.path for one in build_sections(parse(PETS))[0][1:]] == [
        ("Limits",),
        ("Security",),
        ("pets",),
        ("pets", "GET /pets/{id} Find a pet"),
        ("pets", "PUT /pets/{id}"),
        ("owners",),
        ("owners", "GET /owners List owners"),
        ("Schemas",),
        ("Schemas", "Color"),
    ]


def test_an_operation_has_parameters_responses_errors_and_fields_together() -> None:
    assert (
        section(parse(PETS), "GET /pets/{id} Find a pet")
        == """GET /pets/{id} Find a pet

Parameters:
- id (path, integer (int64), required): Which pet

Responses:
- 200 (Pet): A pet
- 404: No such pet

Fields of response 200 (Pet):
- name (string, required): What it is | called
- kind (string): One of: cat, dog. Default: cat.
- on (boolean)
- mother (Pet)
- owner (object)
- owner.city (string)
- toys (array of Toy)"""
    )


def test_what_counts_for_an_operation_is_said_with_it() -> None:
    text = section(parse(PETS), "PUT /pets/{id}")
    assert "Deprecated. Security: key, or login (write:pets)." in text
    assert "Request body (application/json, required): Pet\n- name" in text


def test_items_have_their_lead_in_as_context() -> None:
    parsed = parse(PETS)
    items = [row for row in of(parsed, "kind", "context") if row[0] == "list_item"]
    assert items[1:4] == [
        ("list_item", ["Parameters:"], "- id (path, integer (int64), required): Which pet"),
        ("list_item", ["Responses:"], "- 200 (Pet): A pet"),
        ("list_item", ["Responses:"], "- 404: No such pet"),
    ]


def test_what_is_not_in_the_text_is_declared() -> None:
    body = {"content": {"a/b": {"example": 1}, "a/c": {}}, "links": {"next": {}}}
    get = {"responses": {"200": body}, "callbacks": {"done": {}}, "x-own": 1}
    assert parse(json.dumps({"openapi": "3.0.0", "paths": {"/a": {"get": get}}})).warnings == (
        "examples were left out: 1",
        "other media types of bodies were left out: 1",
        "callbacks were left out: 1",
        "links were left out: 1",
        "extensions were left out: 1",
    )


def test_scalars_stay_as_they_are_written() -> None:
    parsed = parse(PETS)
    assert (parsed.title, parsed.attributes) == ("Pets", {"version": "1.10"})


def test_other_documents_are_not_fetched_but_named() -> None:
    assert parse(PETS).warnings == ("references to other documents were not followed: 1 (toys.yaml#/Toy)",)


def as_json(text: str, **more: Any) -> str:
    return json.dumps(
        yaml.safe_load(text.replace("1.10", '"1.10"').replace(" on:", ' "on":')), ensure_ascii=False, **more
    )


@pytest.mark.parametrize("source", [PETS, as_json(PETS), as_json(PETS, indent=1)])
def test_json_and_yaml_give_one_text_and_know_where_an_operation_stands(source: str) -> None:
    parsed = parse(source)
    assert parsed.text == parse(PETS).text
    at = parsed.text.index("Find a pet")
    found = parsed.layout.source_of(at, at + 4)
    assert found is not None
    piece = source[slice(*found)]
    assert piece.strip('"').startswith("get")
    assert "No such pet" in piece
    assert "deprecated" not in piece


SWAGGER = """swagger: "2.0"
info: {title: 宠物, version: "1"}
host: x.org
basePath: /v1
paths:
  /pets:
    post:
      summary: 新增宠物
      parameters:
        - {name: body, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
        - {name: dry, in: query, type: boolean, description: 试运行}
      responses: {default: {description: 错误, schema: {type: object, properties: {code: {type: integer}}}}}
    put:
      parameters: [{name: file, in: formData, type: file, required: true}]
      responses: {}
definitions:
  Pet: {type: object, properties: {name: {type: string}}}
"""


def test_swagger_2_is_read_alike() -> None:
    parsed = parse(SWAGGER)
    post = section(parsed, "POST /pets 新增宠物")
    assert "- dry (query, boolean): 试运行" in post
    assert "Request body (required): Pet\n- name (string)" in post
    assert "Fields of response default (object):" in post
    assert "Request body (form data): object\n- file (file, required)" in section(parsed, "PUT /pets")
    assert "Servers: x.org/v1" in parsed.text


def test_the_schema_of_errors_has_a_section_and_is_not_in_each_operation() -> None:
    body = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    get = {"responses": {"404": {"description": "Not there", "content": body}}}
    problem = {"type": "object", "properties": {"code": {"type": "string"}}}
    spec = {"openapi": "3.0.0", "paths": {"/a": {"get": get}}, "components": {"schemas": {"Problem": problem}}}
    parsed = parse(json.dumps(spec))
    assert section(parsed, "GET /a") == "GET /a\n\nResponses:\n- 404 (Problem): Not there"
    assert section(parsed, "Problem") == "Problem\n\nFields:\n- code (string)"


def test_a_large_schema_has_its_own_section_once() -> None:
    fields = {f"f{n}": {"type": "string"} for n in range(INLINE_FIELDS + 1)}
    use = {
        "responses": {"200": {"description": "", "content": {"a/b": {"schema": {"$ref": "#/components/schemas/Big"}}}}}
    }
    spec = {"openapi": "3.0.0", "paths": {"/a": {"get": use, "put": use}},
            "components": {"schemas": {"Big": {"type": "object", "properties": fields}}}}  # fmt: skip
    parsed = parse(json.dumps(spec))
    assert parsed.text.count("- f0 (string)") == 1
    assert "- f0 (string)" in section(parsed, "Big")
    assert "- 200 (Big, a/b)" in section(parsed, "GET /a")


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/components/schemas/A"},
        {"allOf": [{"$ref": "#/components/schemas/A"}], "properties": {"x": {"$ref": "#/components/schemas/A"}}},
        {"type": "array", "items": {"$ref": "#/components/schemas/A"}},
        {"properties": {"b": {"properties": {"a": {"$ref": "#/components/schemas/A"}}}}},
    ],
)
def test_a_schema_that_refers_to_itself_ends(schema: dict[str, Any]) -> None:
    parse(json.dumps({"openapi": "3.1.0", "info": {"title": "x"}, "components": {"schemas": {"A": schema}}}))


def test_aliases_that_multiply_are_bounded() -> None:
    levels = "".join(
        f"l{n}: &l{n} {{properties: {{a: *l{n - 1}, b: *l{n - 1}, c: *l{n - 1}}}}}\n" for n in range(1, 30)
    )
    bomb = (
        f"openapi: 3.0.0\ninfo: {{title: x}}\nl0: &l0 {{type: string}}\n{levels}components: {{schemas: {{A: *l29}}}}\n"
    )
    parsed = parse(bomb)
    assert len(parsed.text) < 20_000
    assert any(warning.startswith("schemas were not unfolded") for warning in parsed.warnings)
    keys = ", ".join(f"k{n}: x" for n in range(1000))
    merges = "".join(f"u{n}: {{<<: *m}}\n" for n in range(200))
    assert refusal(parse, f"openapi: 3.0.0\nm: &m {{{keys}}}\n{merges}") == "corrupt"


def test_a_text_that_is_repeated_beyond_measure_is_refused() -> None:
    long = "y" * 200_000
    uses = "".join(f"  /p{n}: {{get: {{description: *d, responses: {{}}}}}}\n" for n in range(100))
    assert refusal(parse, f"openapi: 3.0.0\nx-d: &d {long}\npaths:\n{uses}") == "too_large"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('{"openapi": ', "corrupt"),
        ("openapi: [", "corrupt"),
        ("{" * 50_000, "corrupt"),
        ('{"openapi":' + "[" * 100_000 + "]" * 100_000 + "}", "corrupt"),
        ("- a\n- b\n", "corrupt"),
        ("a: b\n", "corrupt"),
        ("text", "corrupt"),
        ("openapi: 3.0.0\n", "no_text"),
        (" ", "no_text"),
    ],
)
def test_what_is_no_description_is_refused(content: str, code: str) -> None:
    assert refusal(parse, content) == code


def test_a_description_cut_off_anywhere_is_read_or_refused() -> None:
    for end in range(0, len(PETS), 7):
        assert refusal(parse, PETS[:end]) in ("", "corrupt", "no_text")


KEYS = st.sampled_from(
    ["info", "title", "paths", "/a", "get", "parameters", "name", "in", "schema", "type", "properties", "items",
     "allOf", "enum", "$ref", "responses", "200", "content", "a/b", "description", "tags", "requestBody",
     "required", "components", "schemas", "security", "servers", "url", "headers", "definitions",
     "additionalProperties", "securitySchemes", "callbacks"]
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.text(max_size=4), KEYS, st.just("#/info"), st.just("#/paths/~1a")
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=30,
)


@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_values_of_any_type_anywhere_are_read_soundly_or_refused(spec: dict[str, Any]) -> None:
    assert refusal(parse, json.dumps({"openapi": "3.0.0", **spec})) in ("", "no_text")


def described(*, schema: str = "{}", components: str = "{}", more: str = "") -> ParsedText:
    """An API with one operation whose body has `schema`."""
    body = f"requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}"
    return parse(f"""openapi: 3.1.0
info: {{title: T, version: "1"}}
paths: {{/a: {{description: Of all of them., post: {{{body}, responses: {{200: {{description: Ok}}}}{more}}}}}}}
components: {{schemas: {components}}}
""")


def test_fields_of_alternatives_say_of_which_they_are() -> None:
    pets = "{Dog: {properties: {bark: {type: boolean}}}, Cat: {properties: {meow: {type: boolean}}}}"
    either = "{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}"
    parsed = described(
        schema=f"{{oneOf: [{either}], discriminator: {{propertyName: kind}}, properties: {{kind: {{type: string}}}}}}",
        components=pets,
    )
    assert "Request body (application/json): Dog or Cat. Which one it is: kind" in parsed.text
    assert [text for (text,) in of(parsed) if str(text).startswith("- ")][:3] == [
        "- bark (boolean, only Dog)",
        "- meow (boolean, only Cat)",
        "- kind (string)",
    ]


def test_what_a_composition_requires_is_required_of_its_parts() -> None:
    base = "{Base: {properties: {note: {type: string}, tag: {type: string, nullable: true}}}}"
    parsed = described(schema="{allOf: [{$ref: '#/components/schemas/Base'}], required: [note]}", components=base)
    assert "- note (string, required)\n- tag (string or null)" in parsed.text


def test_flows_and_scopes_of_security_are_said() -> None:
    flows = "{clientCredentials: {tokenUrl: https://x.org/token, scopes: {read: Read pets, write: Write pets}}}"
    parsed = parse(f"""openapi: 3.1.0
info: {{title: T, version: "1"}}
components: {{securitySchemes: {{login: {{type: oauth2, flows: {flows}}}}}}}
""")
    said = "- login (oauth2): clientCredentials: https://x.org/token, scopes read: Read pets; write: Write pets"
    assert said in section(parsed, "Security")


def test_what_is_said_of_a_path_is_said_of_its_operations_and_the_rest_is_declared() -> None:
    parsed = described(more=", tags: [a, b], externalDocs: {url: x}, servers: [{url: y}]")
    assert "Of all of them." in section(parsed, "POST /a")
    assert "Tags: a, b." in section(parsed, "POST /a")
    assert parsed.warnings == (
        "documentation links were left out: 1",
        "servers of single operations were left out: 1",
    )
