import pytest

from indexing.errors import DocumentRejected
from indexing.parsers.recognition import containers
from indexing.parsers.recognition.containers import DOCX, XLSX, ole_refusal, zip_type
from tests.indexing.parsers import files


@pytest.mark.parametrize(
    ("names", "media_type"),
    [
        (("[Content_Types].xml", "word/document.xml"), DOCX),
        (("[Content_Types].xml", "Word\\Document.xml"), DOCX),
        (("word/document2.xml",), DOCX),
        (("xl/workbook.xml", "xl/embeddings/word/document.xml"), XLSX),
    ],
)
def test_the_main_part_tells_what_a_container_holds(names: tuple[str, ...], media_type: str) -> None:
    assert zip_type(files.zipped(*names)) == media_type


def test_an_archive_of_endless_members_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(containers, "MAX_MEMBERS", 2)
    assert zip_type(files.zipped("word/document.xml", "b")) == DOCX
    with pytest.raises(DocumentRejected) as caught:
        zip_type(files.zipped("word/document.xml", "b", "c"))
    assert caught.value.code == "too_large"


@pytest.mark.parametrize("name", ["xl/workbook.bin", "content.xml", "META-INF/MANIFEST.MF", "word/styles.xml", ""])
def test_other_archives_are_refused_with_a_way_out(name: str) -> None:
    with pytest.raises(DocumentRejected, match=r"save it as|unpack it") as caught:
        zip_type(files.zipped(name or "a"))
    assert caught.value.code == "unsupported_type"


def test_streams_are_found_by_their_whole_name() -> None:
    assert ole_refusal(files.compound("Workbook")).code == "unsupported_type"
    assert "Excel" in str(ole_refusal(files.compound("Book")))
    assert "Excel" not in str(ole_refusal(files.compound("Bookmarks")))
    assert ole_refusal(files.compound("EncryptedPackage")).code == "encrypted"
    assert ole_refusal(files.compound("EncryptedPackages")).code == "unsupported_type"
