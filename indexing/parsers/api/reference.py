"""API references in running text: one section for each operation, with all that is said of it.

An operation is a heading that names method and path (`GET /users/{id}`), a heading with such a line right below it or
with both as fields (`请求地址：/users`, `请求方式：GET`), or, where one heading has several of these lines, each line.
Headings inside it (parameters, responses, errors) divide no longer, so that an operation that fits is one chunk.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from indexing.model import Block, ParsedText, Span
from indexing.parsers.lines import trimmed
from indexing.parsers.subheadings import headings_as_text

LEAST: Final = 2
"""Operations of a reference."""

SHARE: Final = 0.5
"""Of a reference that is in its operations."""

_METHOD: Final = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
_CALL: Final = rf"(?:{_METHOD})[`*_]{{0,3}}\s+[`*_]{{0,3}}(?:https?://[^\s`*]+|\{{[\w.-]+\}}/?|/)[^\s`*]*"
_IN_TITLE: Final = re.compile(rf"(?<![\w/.-])({_CALL})")
_AS_LINE: Final = re.compile(rf"[>\-\s]*[`*_]{{0,4}}({_CALL})[^\r\n]{{0,80}}")
_BETWEEN: Final = r"[\s*_`：:>|-]{1,20}"
_ADDRESS_FIELD: Final = re.compile(
    r"(?:(?:接口|请求|访问|调用)(?:地址|路径|路由|\s?URL|\s?URI)|\b(?:Request )?(?:URL|URI|Path|Endpoint)\b)"
    rf"{_BETWEEN}((?:https?://|/)[^\s`*|]+)",
    re.IGNORECASE,
)
_METHOD_FIELD: Final = re.compile(
    rf"(?:请求(?:方式|方法|类型)|HTTP\s?方法|\b(?:HTTP |Request )?Method\b){_BETWEEN}({_METHOD})\b", re.IGNORECASE
)
_MAY_CALL: Final = re.compile(rf"(?:{_METHOD})[`*_]{{0,3}}\s")
_MAY_STATE: Final = re.compile(
    rf"(?:[Mm]ethod|METHOD|请求方式|请求方法|请求类型|HTTP\s?方法){_BETWEEN}(?i:{_METHOD})\b"
)
"""What every text has that names an operation: a method before a path, or as a field."""

_METHOD_WORDS: Final = ("ethod", "METHOD", "请求", "HTTP")
"""What a method's field is called has one of these: looked for first, since that is quicker."""

_FIELDS_REACH: Final = 800
"""Characters behind a heading in which its address and method stand."""

_FENCE: Final = re.compile(r"[ \t]*(?:`{3,}|~{3,})[^\r\n]*(?:\r\n?|\n)")
_PARTS: Final = re.compile(
    r"\W*(?:(?:path|query|url|uri|body|form|header|request|response|optional|required|http|sample|example|success|error)s?\W+)*"
    r"(?:param|argument|request|respons|error|exampl|return|header|body|bodies|quer|path|url|status|code|note|authenti|authoriz"
    r"|usage|sample|curl|field|attribut|payload|schema|result|output|input|permission|rate limit|remark|description"
    r"|definition)"
    r"|(?:请求|响应|返回|参数|错误|示例|例子|说明|状态码|备注|权限|鉴权|调用|字段|输入|输出|接口(?:说明|描述|地址|定义))",
    re.IGNORECASE,
)
"""Titles of what belongs to an operation and is none, an example of a call below them or not."""


class Operation(Struct, frozen=True):
    """A call with what is said of it."""

    first: int
    """Index of the block that opens it."""
    end: int
    """Index behind its last block."""
    level: int
    call: tuple[Span, ...]
    """Method and path, together or apart, in order."""


def looks_like(parsed: ParsedText) -> bool:
    """Whether operations make up most of the document."""
    if not _may_have_operations(parsed.text):
        return False  # spares most texts the reading of their blocks
    operations = operations_in(parsed.text, parsed.blocks)
    calls = {_named(parsed.text, one.call) for one in operations}
    filled = sum(parsed.blocks[one.end - 1].span.end - parsed.blocks[one.first].span.start for one in operations)
    return len(calls) >= LEAST and filled >= SHARE * len(parsed.text.strip())


def _may_have_operations(text: str) -> bool:
    """Whether a method stands anywhere in `text`."""
    stated = any(word in text for word in _METHOD_WORDS) and _MAY_STATE.search(text) is not None
    return stated or _MAY_CALL.search(text) is not None


def read_api(parsed: ParsedText) -> ParsedText:
    """`parsed` with one section for each operation."""
    blocks = list(parsed.blocks)
    for operation in operations_in(parsed.text, parsed.blocks):
        inside = blocks[operation.first : operation.end]
        blocks[operation.first : operation.end] = _whole(parsed.text, inside, operation)
    return replace(parsed, blocks=tuple(blocks))


def operations_in(text: str, blocks: Sequence[Block]) -> tuple[Operation, ...]:
    """The operations of a text, in order."""
    opens = list(_openings(text, blocks))
    found = []
    for number, (first, level, call) in enumerate(opens):
        following = opens[number + 1] if number + 1 < len(opens) else (len(blocks), 0, ())
        around = level if blocks[first].level else level - 1
        end = next((i for i in range(first + 1, following[0]) if 0 < blocks[i].level <= around), following[0])
        has_operations = end == following[0] and following[1] > level
        if not has_operations:
            found.append(Operation(first, end, level, call))
    return tuple(found)


def _openings(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int, tuple[Span, ...]]]:
    """Where operations begin: index of the block, level, and the call."""
    heads = [index for index, block in enumerate(blocks) if block.level]
    level = 0
    for first, end in zip([-1, *heads], [*heads, len(blocks)], strict=True):
        own = _call_in(text, blocks[first], _IN_TITLE) if first >= 0 else None
        level = blocks[first].level if first >= 0 else 0
        if own:
            yield first, level, (own,)
        elif first < 0 or not _PARTS.match(blocks[first].title):
            yield from _lines_below(text, blocks, first, end, level)


def _lines_below(
    text: str, blocks: Sequence[Block], first: int, end: int, level: int
) -> Iterator[tuple[int, int, tuple[Span, ...]]]:
    """The operations that lines say between the heading `first` and the next one: one is the heading's own."""
    found = [(index, call) for index in range(first + 1, end) if (call := _call_in(text, blocks[index], _AS_LINE))]
    lines = [(index, call) for index, call in found if blocks[index].kind != "code"]
    if first >= 0 and len(lines) <= 1 and found and found[0][0] <= first + 2:
        yield first, level, (found[0][1],)
    elif len(lines) > 1:
        for index, call in lines:
            yield index, level + 1, (call,)
    elif first >= 0 and (fields := _fields_below(text, blocks, first)):
        yield first, level, fields


def _fields_below(text: str, blocks: Sequence[Block], first: int) -> tuple[Span, ...]:
    """Address and method as fields below the heading `first`, before another heading that is no part of it."""
    start = blocks[first].span.end
    stop = min(blocks[-1].span.end, start + _FIELDS_REACH)
    for index in range(first + 1, len(blocks)):
        block = blocks[index]
        if block.span.start >= stop:
            break
        if block.level and not _PARTS.match(block.title):
            stop = block.span.start
    address, method = (pattern.search(text, start, stop) for pattern in (_ADDRESS_FIELD, _METHOD_FIELD))
    return tuple(sorted(Span(*found.span(1)) for found in (address, method) if found)) if address and method else ()


def _call_in(text: str, block: Block, pattern: re.Pattern[str]) -> Span | None:
    """The method and path that a heading has, or that a block begins with."""
    if block.kind not in ("heading", "paragraph", "code"):
        return None
    start = block.span.start
    fence = _FENCE.match(text, start, block.span.end) if block.kind == "code" else None
    start = fence.end() if fence else start
    stop = min(block.span.end, start + 400)
    found = pattern.search(text, start, stop) if block.kind == "heading" else pattern.match(text, start, stop)
    return Span(found.start(1), found.end(1)) if found else None


def _whole(text: str, blocks: Sequence[Block], operation: Operation) -> list[Block]:
    """The blocks of an operation as one section, each with the call if that is not in the title."""
    head, *rest = blocks
    if not head.level:
        title = re.sub(r"[`*_]", "", _named(text, operation.call))
        head = replace(head, level=operation.level, title=title)
    calls = [trimmed(text, span.start, span.end) for span in operation.call if span.start >= head.span.end]
    body = headings_as_text(rest)
    if body:
        body[0] = replace(body[0], follows=True)
    needs = ((one, tuple(call for call in calls if call.end <= one.span.start)) for one in body)
    return [head, *(replace(one, context=(*before, *one.context)) if before else one for one, before in needs)]


def _named(text: str, call: Sequence[Span]) -> str:
    """Method and path on one line."""
    return " ".join(" ".join(span.slice(text) for span in call).split())
