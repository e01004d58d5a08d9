import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.errors import InvalidRequest
from server.multipart import MAX_PARTS, parts_of

TYPE = 'multipart/form-data; boundary="b"'


def body(*parts: tuple[str, bytes]) -> bytes:
    return (
        b"".join(b"--b\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n" for head, content in parts) + b"--b--\r\n"
    )


def test_part_keeps_its_bytes_and_what_its_headers_state() -> None:
    head = 'Content-Disposition: form-data; name="file"; filename="合同.txt"\r\nContent-Type: Text/Plain; charset=gbk'
    (part,) = parts_of(body((head, b"\r\n--x\x00\xff")), TYPE).values()
    assert (part.name, part.filename, part.media_type, part.charset) == ("file", "合同.txt", "text/plain", "gbk")
    assert part.content == b"\r\n--x\x00\xff"


@given(st.binary(max_size=2000).filter(lambda content: b"--b" not in content))
def test_any_bytes_come_back_as_they_were(content: bytes) -> None:
    assert parts_of(body(('Content-Disposition: form-data; name="file"', content)), TYPE)["file"].content == content


FILE = ('Content-Disposition: form-data; name="file"', b"x")


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"", TYPE),
        (b"no boundary in it", TYPE),
        (body(FILE)[:-10], TYPE),
        (body(FILE, FILE), TYPE),
        (body(*[FILE] * (MAX_PARTS + 1)), TYPE),
        (body(("Content-Disposition: form-data", b"x")), TYPE),
        (body(FILE), "multipart/form-data"),
        (body(FILE), "multipart/form-data; boundary=" + "b" * 500),
    ],
)
def test_what_is_no_form_is_refused(content: bytes, content_type: str) -> None:
    with pytest.raises(InvalidRequest):
        parts_of(content, content_type)
