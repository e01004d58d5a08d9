"""Multipart bodies (RFC 7578): a file and what is said of it. Parsed in a lane's thread, from memory to memory."""

from email.message import Message
from typing import Any, Final

from msgspec import Struct
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from server.errors import InvalidRequest

MAX_PARTS: Final = 8
"""A document has two."""


class Part(Struct, frozen=True, kw_only=True):
    """One part of a body."""

    name: str
    filename: str | None
    media_type: str
    """Lower case, without parameters; empty if none is stated."""
    charset: str | None
    content: bytes


def parts_of(body: bytes, content_type: str) -> dict[str, Part]:
    """The parts by name. Raises InvalidRequest for a body that is cut short, has a name twice or too many parts."""
    boundary = parse_options_header(content_type)[1].get(b"boundary")
    if not boundary:
        raise InvalidRequest("Content-Type", "has no boundary")
    collector = _Collector()
    try:
        parser = MultipartParser(boundary, collector.callbacks())
        parser.write(body)
        parser.finalize()
    except FormParserError as exc:
        raise InvalidRequest("body", f"is not multipart/form-data: {exc}") from exc
    if not collector.ended:
        raise InvalidRequest("body", "is not multipart/form-data: the last boundary is missing")
    found: dict[str, Part] = {}
    for headers, content in collector.parts:
        part = _part(headers, bytes(content))
        if part.name in found:
            raise InvalidRequest(part.name, "is given twice")
        found[part.name] = part
    return found


class _Collector:
    """Gathers what the parser calls out."""

    def __init__(self) -> None:
        self.parts: list[tuple[dict[str, str], bytearray]] = []
        self.ended = False
        self._name, self._value = bytearray(), bytearray()

    def callbacks(self) -> Any:
        """The parser's hooks by name."""
        return {
            "on_part_begin": self._begin,
            "on_part_data": self._data,
            "on_header_field": self._field,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_end": self._end,
        }

    def _begin(self) -> None:
        if len(self.parts) == MAX_PARTS:
            raise InvalidRequest("body", f"has more than {MAX_PARTS} parts")
        self.parts.append(({}, bytearray()))

    def _data(self, data: bytes, start: int, end: int) -> None:
        self.parts[-1][1].extend(memoryview(data)[start:end])

    def _field(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _header_end(self) -> None:
        name, value = self._name.decode("latin-1").lower(), self._value.decode("utf-8", "replace")
        self.parts[-1][0][name] = value
        self._name, self._value = bytearray(), bytearray()

    def _end(self) -> None:
        self.ended = True


def _part(headers: dict[str, str], content: bytes) -> Part:
    stated = Message()
    stated["Content-Disposition"] = headers.get("content-disposition", "")
    stated["Content-Type"] = headers.get("content-type", "")
    name = stated.get_param("name", header="content-disposition")
    if not isinstance(name, str) or not name:
        raise InvalidRequest("body", "has a part without a name")
    charset = stated.get_param("charset")
    return Part(
        name=name,
        filename=stated.get_filename(),
        media_type=headers.get("content-type", "").partition(";")[0].strip().lower(),
        charset=charset if isinstance(charset, str) else None,
        content=content,
    )
