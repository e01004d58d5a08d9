import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.parsers.original import Original
from indexing.parsers.plain import paragraphs_of, parse_plain


def test_paragraphs_are_what_blank_lines_separate() -> None:
    parsed = parse_plain(
        Original(content="  One\r\nline.\r\n\u3000\r\n\r\n# two\n- x\n\n".encode(), media_type="text/plain")
    )
    assert [block.span.slice(parsed.text) for block in parsed.blocks] == ["One\r\nline.", "# two\n- x"]
    assert {block.kind for block in parsed.blocks} == {"paragraph"}


def test_blank_text_is_refused() -> None:
    with pytest.raises(DocumentRejected) as caught:
        parse_plain(Original(content=b" \n ", media_type="text/plain"))
    assert caught.value.code == "no_text"


@given(st.text(st.sampled_from("ab \t\r\n\u3000\x0b\u2028中"), max_size=60))
def test_paragraphs_hold_all_that_is_not_blank(text: str) -> None:
    blocks = paragraphs_of(text)
    assert "".join("".join(block.span.slice(text).split()) for block in blocks) == "".join(text.split())
    assert all(block.span.slice(text) == block.span.slice(text).strip() != "" for block in blocks)
