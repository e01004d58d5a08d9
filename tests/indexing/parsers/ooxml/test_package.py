import pytest

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.parsers.ooxml.package import MAX_DEPTH, Package
from indexing.parsers.original import Original
from tests.indexing.parsers.docx.word_file import RELATIONS, archive, relations


def package(files: dict[str, str], limit: int = 10_000) -> Package:
    content = archive({name: text.encode() for name, text in files.items()})
    return Package(Original(content=content, media_type="", config=ParserConfig(max_unpacked_bytes=limit)))


def test_parts_are_found_whatever_their_case_and_slashes() -> None:
    parts = package({"Word/Document.xml": "<a/>", "word\\styles.xml": "<b/>"})
    root, styles = parts.root("word/document.xml"), parts.root("/word/styles.xml")
    assert root is not None
    assert styles is not None
    assert (root.tag, styles.tag) == ("a", "b")
    assert parts.root("word/none.xml") is None


def test_relations_lead_to_parts_inside_the_package_only() -> None:
    outside = '<Relationship Id="o" Type="x/image" Target="file:///etc/hostname" TargetMode="External"/>'
    inside = relations(
        {"a": ("styles", "../styles.xml"), "b": ("slide", "/ppt/s%201.xml"), "c": ("x", "../../../../e")}
    )
    parts = package({"word/_rels/d.xml.rels": inside.replace("</R", f"{outside}</R")})
    found = parts.relations("word/d.xml")
    assert {key: (one.type, one.part) for key, one in found.items()} == {
        "a": ("styles", "styles.xml"),
        "b": ("slide", "ppt/s 1.xml"),
        "c": ("x", "e"),
    }


def test_a_package_without_main_part_is_refused() -> None:
    for files in ({"a": ""}, {"_rels/.rels": f'<Relationships xmlns="{RELATIONS}"/>'}):
        with pytest.raises(DocumentRejected, match="no main part"):
            package(files).main_part()


def test_children_come_one_by_one_and_are_gone_afterwards() -> None:
    parts = package({"a": "<r><body><p>1</p><q/><p>2</p></body><p>3</p></r>"})
    kept = list(parts.children("a", "body"))
    assert [element.tag for element in kept] == ["p", "q", "p"]
    seen = [element.text for element in parts.children("a", "body")]
    assert seen == ["1", None, "2"]


def test_all_parts_together_unpack_to_no_more_than_is_allowed() -> None:
    parts = package({"a": f"<a>{'x' * 600}</a>", "b": f"<b>{'y' * 600}</b>"}, limit=1_000)
    assert parts.root("a") is not None
    with pytest.raises(DocumentRejected, match=r"1,000 bytes.*parser\.max_unpacked_bytes") as caught:
        parts.root("b")
    assert caught.value.code == "too_large"


@pytest.mark.parametrize(
    "text", ["", "<a>", "<a></b>", "<a>&nbsp;</a>", "<a/><b/>", '<?xml version="1.0" encoding="x"?><a/>']
)
def test_broken_xml_is_refused(text: str) -> None:
    with pytest.raises(DocumentRejected) as caught:
        package({"a": text}).root("a")
    assert caught.value.code == "corrupt"


def test_elements_may_be_so_deep_and_no_deeper() -> None:
    def nest(depth: int) -> str:
        return "<a>" * depth + "</a>" * depth

    assert package({"a": nest(MAX_DEPTH)}).root("a") is not None
    with pytest.raises(DocumentRejected, match="deep"):
        package({"a": nest(MAX_DEPTH + 1)}).root("a")


def test_an_outside_entity_is_never_read() -> None:
    text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>'
    with pytest.raises(DocumentRejected, match="document type"):
        package({"a": text}).root("a")
