import pytest

from indexing.errors import DocumentRejected
from indexing.parsers import PARSERS, parse
from indexing.parsers.detect import MEDIA_TYPES


def test_the_media_type_chooses_the_parser() -> None:
    assert parse(b"# A", "text/markdown", None).blocks[0].kind == "heading"
    assert parse(b"# A", "text/plain", None).blocks[0].kind == "paragraph"


def test_case_and_parameters_of_a_media_type_do_not_matter() -> None:
    assert parse(b"# A", " Text/Markdown; charset=utf-8", None).blocks[0].kind == "heading"


def test_the_declared_charset_reaches_the_parser() -> None:
    assert parse("é".encode("latin-1"), "text/plain", "latin-1").text == "é"


@pytest.mark.parametrize("media_type", ["", "image/png", "text/markdownish", "markdown"])
def test_an_unknown_media_type_is_refused_naming_the_known_ones(media_type: str) -> None:
    with pytest.raises(DocumentRejected, match="text/markdown, text/plain") as caught:
        parse(b"a", media_type, None)
    assert caught.value.code == "unsupported_type"


def test_every_media_type_a_name_implies_has_a_parser() -> None:
    assert set(MEDIA_TYPES.values()) <= set(PARSERS)
