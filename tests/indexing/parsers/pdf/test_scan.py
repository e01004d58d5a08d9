import io
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.original import Original
from indexing.parsers.pdf.ocr import parse_tsv
from indexing.parsers.pdf.paged import parsed_sheets
from indexing.parsers.pdf.scan import parse_image
from indexing.parsers.pdf.sheet import Sheet
from tests.indexing.parsers.pdf.drawing import read, texts

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")


def picture(*lines: str) -> Image.Image:
    image = Image.new("L", (1100, 1000), 255)
    font = ImageFont.load_default(40)
    for index, line in enumerate(lines):
        ImageDraw.Draw(image).text((80, 80 + 60 * index), line, fill=0, font=font)
    return image


def saved(image: Image.Image, name: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, name, **options)
    return buffer.getvalue()


def scan(content: bytes, **config: Any) -> ParsedText:
    settings = ParserConfig(**{"ocr": True, "ocr_languages": "eng", **config})
    return parse_image(Original(content=content, media_type="image/png", config=settings))


@needs_tesseract
def test_an_image_is_read_with_its_confidence_and_boxes() -> None:
    parsed = scan(saved(picture("The deposit is returned", "within ten days."), "PNG"))
    assert texts(parsed) == ["The deposit is returned within ten days."]
    (facts,) = parsed.pages
    assert facts.characters == 34
    assert facts.confidence is not None
    assert facts.confidence > 0.8
    (box,) = parsed.layout.boxes
    assert (box.page, round(box.left, -1), round(box.top, -1)) == (1, 80, 90)


@needs_tesseract
def test_low_confidence_is_said_with_the_page() -> None:
    parsed = scan(saved(picture("The deposit is returned"), "PNG"), ocr_low_confidence=1.0)
    assert "low confidence" in parsed.warnings[0]
    assert parsed.warnings[0].endswith("pages: 1")


@needs_tesseract
def test_each_page_of_a_tiff_is_a_page() -> None:
    content = saved(picture("First page."), "TIFF", save_all=True, append_images=[picture(), picture("Third page.")])
    parsed = scan(content)
    assert texts(parsed) == ["First page.", "Third page."]
    assert [facts.characters for facts in parsed.pages] == [10, 0, 10]


@needs_tesseract
def test_pages_of_a_pdf_without_text_are_read_when_that_is_switched_on() -> None:
    content = saved(picture("The deposit is returned."), "PDF", resolution=100)
    with pytest.raises(DocumentRejected, match=r"indexing\.parser\.ocr") as caught:
        read(content)
    assert caught.value.code == "no_text"
    parsed = read(content, ocr=True, ocr_languages="eng")
    assert texts(parsed) == ["The deposit is returned."]
    assert parsed.pages[0].confidence is not None


@needs_tesseract
def test_an_image_without_text_has_none() -> None:
    with pytest.raises(DocumentRejected) as caught:
        scan(saved(picture(), "PNG"))
    assert caught.value.code == "no_text"


@needs_tesseract
def test_a_language_without_data_is_named_with_its_package() -> None:
    with pytest.raises(DocumentRejected, match="tesseract-ocr-chi-tra-vert") as caught:
        scan(saved(picture("Text."), "PNG"), ocr_languages="eng+chi_tra_vert")
    assert caught.value.code == "no_text"


def test_switched_off_the_message_names_the_switch() -> None:
    with pytest.raises(DocumentRejected, match=r"indexing\.parser\.ocr = true") as caught:
        scan(saved(picture("Text."), "PNG"), ocr=False)
    assert caught.value.code == "no_text"


def test_without_the_program_the_message_names_the_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DocumentRejected, match="tesseract-ocr tesseract-ocr-eng tesseract-ocr-chi-sim") as caught:
        scan(saved(picture("Text."), "PNG"), ocr_languages="eng+chi_sim")
    assert caught.value.code == "no_text"


def fake_tesseract(folder: Path, script: str) -> None:
    program = folder / "tesseract"
    program.write_text(f'#!/bin/sh\nif [ "$1" = --list-langs ]; then echo List; echo eng; exit 0; fi\n{script}\n')
    program.chmod(0o755)


@pytest.mark.parametrize("script", ["exit 1", "exec sleep 30", "kill -9 $$"])
def test_a_program_that_fails_or_hangs_gives_a_typed_error(
    script: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake_tesseract(tmp_path, script)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(DocumentRejected) as caught:
        scan(saved(picture("Text."), "PNG"), timeout_s=0.5, ocr_timeout_s=0.5)
    assert caught.value.code == "corrupt"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_reaches_the_program_in_shades_of_gray(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    row = "5\\t1\\t1\\t1\\t1\\t1\\t10\\t10\\t90\\t20\\t95\\t"
    fake_tesseract(tmp_path, f"printf '{row}'; head -c 15 | tr '\\n' ' '; cat >/dev/null; echo")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert texts(scan(saved(picture("Text."), name))) == ["P5 1100 1000 255"[:15]]


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"II*\0" + b"\xff" * 40])
def test_what_is_no_image_is_corrupt(content: bytes) -> None:
    with pytest.raises(DocumentRejected) as caught:
        scan(content)
    assert caught.value.code == "corrupt"


@pytest.mark.parametrize("name", FORMATS)
def test_an_image_cut_off_anywhere_gives_a_typed_error(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake_tesseract(tmp_path, "cat >/dev/null")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    content = saved(Image.new("L", (8, 8), 255), name)
    for length in range(0, len(content), max(1, len(content) // 12)):
        with pytest.raises(DocumentRejected) as caught:
            scan(content[:length])
        assert caught.value.code in ("corrupt", "no_text")


def test_an_image_of_too_many_pixels_is_refused_before_it_is_unpacked() -> None:
    small = saved(Image.new("1", (8, 8)), "PNG")
    header = small[:16] + (60_000).to_bytes(4, "big") * 2 + small[24:]
    header = header[:29] + zlib.crc32(header[12:29]).to_bytes(4, "big") + header[33:]
    with pytest.raises(DocumentRejected, match="pixels") as caught:
        scan(header)
    assert caught.value.code == "too_large"


def test_too_many_pages_of_a_tiff_are_refused() -> None:
    pages = [Image.new("1", (8, 8)) for _ in range(3)]
    with pytest.raises(DocumentRejected, match="max_pages") as caught:
        scan(saved(pages[0], "TIFF", save_all=True, append_images=pages[1:]), max_pages=2)
    assert caught.value.code == "too_large"


def word(number: int, left: int, text: str, *, width: int = 40, paragraph: int = 1, confidence: float = 90) -> str:
    return f"5\t1\t1\t{paragraph}\t1\t{number}\t{left}\t0\t{width}\t40\t{confidence}\t{text}\n"


def test_chinese_words_are_joined_without_spaces_latin_ones_with() -> None:
    tsv = word(1, 0, "押金") + word(2, 44, "为") + word(3, 100, "3") + word(4, 160, "months") + word(5, 220, "rent")
    assert [piece.text for piece in parse_tsv(tsv, scale=1).pieces] == ["押金为 3 months rent"]


def test_confidence_is_the_mean_over_words() -> None:
    tsv = word(1, 0, "a", confidence=100) + word(2, 60, "b", confidence=40) + "4\t1\t1\t1\t1\t0\t0\t0\t9\t9\t-1\t\n"
    assert parse_tsv(tsv, scale=1).confidence == 0.7


def test_without_words_there_is_nothing() -> None:
    assert parse_tsv("level\tpage_num\n1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t\n", scale=1) == ([], 0.0)


def test_a_recognised_heading_is_no_part_of_the_text_below_it() -> None:
    reading = parse_tsv(
        tsv(
            (1, 1, 1, 60, 80, 160, "第一条"),
            (1, 1, 2, 60, 160, 900, "租客应当在每月五日前支付租金，"),
            (1, 1, 3, 60, 210, 400, "并结清水电费。"),
        ),
        scale=1.0,
    )
    sheet = Sheet(number=1, bounds=(0, 0, 1000, 1000), pieces=reading.pieces, confidence=0.9)
    assert texts(parsed_sheets([sheet])) == ["第一条", "租客应当在每月五日前支付租金，并结清水电费。"]


def test_a_block_of_one_recognised_line_does_not_run_into_the_next_block() -> None:
    reading = parse_tsv(
        tsv(
            (1, 1, 1, 60, 80, 260, "Duties of tenants"),
            (2, 1, 1, 60, 130, 900, "Keys are kept."),
            (2, 1, 2, 60, 170, 90, "So"),
        ),
        scale=1.0,
    )
    sheet = Sheet(number=1, bounds=(0, 0, 1000, 1000), pieces=reading.pieces, confidence=0.9)
    assert texts(parsed_sheets([sheet]))[0] == "Duties of tenants"


def tsv(*lines: tuple[int, int, int, int, int, int, str]) -> str:
    """Lines as tesseract tells of them, 40 high: block, paragraph, line, left, top, width, text."""
    row = "5\t1\t{}\t{}\t{}\t1\t{}\t{}\t{}\t40\t90\t{}"
    return "\n".join(row.format(*line) for line in lines)
