import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.api.reference import looks_like, read_api
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original
from tests.indexing.parsers.soundness import assert_sound, of


def markdown(text: str) -> ParsedText:
    return parse_markdown(Original(content=text.encode(), media_type="text/markdown"))


def sections(text: str) -> list[tuple[str, ...]]:
    parsed = markdown(text)
    assert looks_like(parsed)
    read = read_api(parsed)
    assert_sound(read)
    return [section.path for section in build_sections(read)[0][1:]]


BY_HEADING = """# Pets

## GET /pets/{id}

Finds a pet.

### Parameters

| Name | Type |
| --- | --- |
| id | integer |

### Errors

404: no such pet.

## `DELETE /pets/{id}`

Removes a pet.
"""


def test_an_operation_is_one_section_with_all_that_is_below_it() -> None:
    assert sections(BY_HEADING) == [("Pets",), ("Pets", "GET /pets/{id}"), ("Pets", "DELETE /pets/{id}")]


def test_headings_of_parts_are_text_and_keep_what_they_head() -> None:
    read = read_api(markdown(BY_HEADING))
    assert of(read, "kind", "level", "follows")[2:7] == [
        ("paragraph", 0, True, "Finds a pet."),
        ("paragraph", 0, False, "### Parameters"),
        ("table", 0, True, "| Name | Type |\n| --- | --- |\n| id | integer |"),
        ("paragraph", 0, False, "### Errors"),
        ("paragraph", 0, True, "404: no such pet."),
    ]


@pytest.mark.parametrize(
    "call", ["`POST /pets`", "**POST** `/pets`", "POST https://x.org/pets", "```http\nPOST /pets\n```"]
)
def test_a_line_below_a_heading_makes_it_an_operation_and_goes_with_each_later_block(call: str) -> None:
    text = f"# Pets\n\n## Add a pet\n\n{call}\n\nAdds it.\n\n### Returns\n\nThe pet.\n\n## GET /pets\n\nLists pets.\n"
    assert sections(text) == [("Pets",), ("Pets", "Add a pet"), ("Pets", "GET /pets")]
    context = of(read_api(markdown(text)), "context")[-3][0]
    assert len(context) == 1  # type: ignore[arg-type]
    assert "POST" in context[0]  # type: ignore[index]
    assert "/pets" in context[0]  # type: ignore[index]


def test_several_lines_below_one_heading_are_an_operation_each() -> None:
    text = "# 宠物\n\n**GET** `/pets`\n\n列出。\n\n**POST** `/pets`\n\n新增。\n"
    assert sections(text) == [("宠物",), ("宠物", "GET /pets"), ("宠物", "POST /pets")]


def test_headings_of_any_form_are_operations() -> None:
    assert sections("GET /a\n======\n\nx\n\n# List (`GET /b`)\n\ny\n") == [("GET /a",), ("List (GET /b)",)]


def test_an_example_of_a_call_is_no_operation() -> None:
    text = "# A\n\n## GET /a\n\nx\n\n### Example request\n\n```\nGET /a?b=1\n```\n\n## PUT /a\n\ny\n"
    assert sections(text) == [("A",), ("A", "GET /a"), ("A", "PUT /a")]


def test_a_group_of_operations_stays_a_section_around_them() -> None:
    text = "# A\n\n## Users\n\n### GET /users\n\nx\n\n### PUT /users\n\ny\n\n## Teams\n\n### GET /teams\n\nz\n"
    assert ("A", "Users", "PUT /users") in sections(text)
    assert ("A", "Teams", "GET /teams") in sections(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Guide\n\nSend `GET /a` and wait. Then go on.\n\n## More\n\nPUT it there / here.\n",
        "# Guide\n\n## GET /a\n\nShort.\n\n## Notes\n\n" + "Much other text. " * 40,
        "# Rest\n\n## Get / set\n\nx\n\n## Post /later/\n\ny\n",
    ],
)
def test_texts_that_mention_calls_are_no_references(text: str) -> None:
    assert not looks_like(markdown(text))


LINES = st.sampled_from(
    [
        "# A",
        "## GET /a",
        "### 返回",
        "`POST /b`",
        "**GET** /c",
        "text 👍🏽",
        "```",
        "| a |\n|---|\n| 1 |",
        "",
        "- x",
        "#### PUT /d",
    ]
)


@given(st.lists(LINES, max_size=14), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_every_character_keeps_one_owner(lines: list[str], end: str) -> None:
    assert_sound(read_api(markdown(end.join([*lines, "x"]))))


@pytest.mark.parametrize(
    "fields",
    [
        "**接口地址：** `/api/users`\n\n**请求方式：** POST",
        "**请求URL：**\n- ` /api/users `\n\n**请求方式：**\n- POST",
        "### 请求URL\n\n- `/api/users`\n\n### 请求方式\n\n- POST",
        "- Endpoint: `/api/users`\n- Method: `POST`",
        "| URL | `/api/users` |\n| --- | --- |\n| Method | POST |",
    ],
)
def test_address_and_method_may_be_fields_below_a_heading(fields: str) -> None:
    login = fields.replace("users", "login")
    text = f"# 接口\n\n## 注册\n\n{fields}\n\n### 错误码\n\n1001 重名\n\n## 登录\n\n{login}\n\n### 返回\n\n0\n"
    assert sections(text) == [("接口",), ("接口", "注册"), ("接口", "登录")]
    parsed = read_api(markdown(text))
    code = next(block for block in parsed.blocks if block.span.slice(text) == "1001 重名")
    assert sorted(span.slice(text) for span in code.context)[:2] == ["/api/users", "POST"]
