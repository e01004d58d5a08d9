"""Data with a meaning of its own: API descriptions and chat exports among JSON and YAML, by their top-level keys.

The whole document is read, since keys may come in any order, but nothing of it is built: values stay bytes.
"""

import re
from typing import Final

import msgspec
from msgspec import Raw, Struct

from indexing.errors import DocumentRejected
from indexing.parsers.detect import decode
from indexing.parsers.recognition.chat_shape import is_chat, is_conversation
from indexing.parsers.recognition.declared import CHAT, OPENAPI, SOURCE

_JSON = re.compile(r"\s*+[\[{]\s*+[\"\[\]{}\d-]")
_JSON_VERSION = re.compile(rb'"?(?:3\.|2\.0)')
_YAML_KEY = re.compile(r"(?:\s|#[^\n]*\n|---[ \t]*\n|%[^\n]*\n)*+[\"']?[A-Za-z][\w.$-]*[\"']?[ \t]*:(?:\s|\Z)")
"""The first line that says something is `key:`."""
_YAML_VERSION = re.compile(r"^[\"']?(?:openapi[\"']?[ \t]*:[ \t]*[\"']?3\.|swagger[\"']?[ \t]*:[ \t]*[\"']?2\.0)", re.M)
_YAML_INFO = re.compile(r"^[\"']?info[\"']?[ \t]*:", re.M)
_YAML_CONTENT = re.compile(r"^[\"']?(?:paths|webhooks|components)[\"']?[ \t]*:", re.M)
_LINES: Final = msgspec.json.Decoder(Raw)


class _Top(Struct, frozen=True):
    """What the top level of an API description in JSON has."""

    openapi: Raw = Raw()
    swagger: Raw = Raw()
    info: Raw = Raw()


def data_type(content: bytes, charset: str | None, beginning: str) -> str | None:
    """OPENAPI or CHAT for what is one, SOURCE for other JSON; None for what is no JSON and no API description.

    `beginning`: the first characters of `content`.

    >>> text = '{"openapi": "3.1.0", "info": {}}'
    >>> data_type(text.encode(), None, text), data_type(b"[1]", None, "[1]"), data_type(b"a: 1", None, "a: 1")
    ('application/vnd.oai.openapi', 'text/x-source', None)
    """
    if _JSON.match(beginning):
        return _json_type(content, charset)
    if _YAML_KEY.match(beginning) and _is_yaml_description(_text(content, charset)):
        return OPENAPI
    return None


def _json_type(content: bytes, charset: str | None) -> str | None:
    try:
        return _type_of(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    try:  # in another charset
        return _type_of(_text(content, charset).encode())
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None


def _type_of(json: bytes) -> str:
    """The type of JSON, or of lines of JSON, in UTF-8. Raises msgspec.DecodeError when it is neither."""
    if json.lstrip()[:1] == b"[":
        return CHAT if is_chat(msgspec.json.decode(json, type=list[Raw])) else SOURCE
    try:
        top = msgspec.json.decode(json, type=_Top)
    except msgspec.DecodeError:
        return CHAT if is_chat(_LINES.decode_lines(json)) else SOURCE
    if top.info and (_JSON_VERSION.match(top.openapi) or _JSON_VERSION.match(top.swagger)):
        return OPENAPI
    return CHAT if is_conversation(Raw(json)) else SOURCE


def _is_yaml_description(text: str) -> bool:
    if "openapi" not in text and "swagger" not in text:
        return False
    return all(pattern.search(text) for pattern in (_YAML_VERSION, _YAML_INFO, _YAML_CONTENT))


def _text(content: bytes, charset: str | None) -> str:
    try:
        return decode(content, charset).text
    except DocumentRejected:
        return ""
