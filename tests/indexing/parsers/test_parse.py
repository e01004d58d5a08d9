import importlib
from typing import get_args

import pytest

from indexing.errors import DocumentRejected
from indexing.model import DocumentKind
from indexing.parsers import KINDS, PARSERS, READERS, RUNNING_TEXT, Original, parse
from indexing.parsers.detect import MEDIA_TYPES
from indexing.parsers.recognition.declared import BINARIES, TEXTS


def test_the_media_type_chooses_the_parser() -> None:
    assert parse(Original(content=b"# A", media_type="text/markdown")).blocks[0].kind == "heading"
    assert parse(Original(content=b"# A", media_type="text/plain")).blocks[0].kind == "paragraph"


def test_case_and_parameters_of_a_media_type_do_not_matter() -> None:
    assert parse(Original(content=b"# A", media_type=" Text/Markdown; charset=utf-8")).blocks[0].kind == "heading"


def test_the_declared_charset_reaches_the_parser() -> None:
    assert parse(Original(content="é".encode("latin-1"), media_type="text/plain", charset="latin-1")).text == "é"


def test_a_document_of_which_nothing_is_said_is_parsed_as_what_it_is() -> None:
    assert parse(Original(content=b"# A\n\nText.\n", media_type="")).kind == "markdown"
    assert parse(Original(content=b"Text.\n", media_type="application/octet-stream")).kind == "plain"
    assert parse(Original(content=b"a,b\n1,2\n3,4\n", media_type="", name="rents")).kind == "table"


@pytest.mark.parametrize("media_type", ["font/woff", "audio/mpeg", "markdown"])
def test_an_unknown_media_type_is_refused_naming_the_known_ones(media_type: str) -> None:
    with pytest.raises(DocumentRejected, match="text/markdown, text/plain") as caught:
        parse(Original(content=b"a", media_type=media_type))
    assert caught.value.code == "unsupported_type"


@pytest.mark.parametrize("kind", ["legal", "faq", "chat", "api", "plain"])
def test_a_declared_kind_is_what_the_document_is(kind: DocumentKind) -> None:
    assert parse(Original(content=b"The rent is due in May.\n", media_type="text/plain", kind=kind)).kind == kind


def test_a_kind_that_the_bytes_can_not_be_is_refused() -> None:
    with pytest.raises(DocumentRejected) as caught:
        parse(Original(content=b"# A", media_type="text/markdown", kind="pdf"))
    assert caught.value.code == "kind_mismatch"


def test_every_media_type_a_name_implies_has_a_parser() -> None:
    assert set(MEDIA_TYPES.values()) <= set(PARSERS)


def test_every_media_type_that_is_recognised_has_a_parser_and_no_other() -> None:
    assert set(PARSERS) == TEXTS | BINARIES
    assert set(KINDS) <= set(PARSERS)


@pytest.mark.parametrize("function", sorted({*PARSERS.values(), *READERS.values()}))
def test_every_parser_is_where_the_table_says(function: str) -> None:
    module, _, name = function.partition(":")
    assert callable(getattr(importlib.import_module(f"indexing.parsers.{module}"), name))
    assert module not in {reader.partition(":")[0] for reader in READERS.values()} or callable(
        importlib.import_module(f"indexing.parsers.{module}").looks_like
    )


def test_kinds_are_those_of_the_model() -> None:
    assert {*KINDS.values(), *READERS, *RUNNING_TEXT} <= set(get_args(DocumentKind))
