import io
from typing import Any

import pypdf
import pytest

from indexing.errors import DocumentRejected
from indexing.model import PageFacts, ParsedText
from tests.indexing.parsers.pdf.drawing import (
    HAN,
    HEIGHT,
    Text,
    assert_covered,
    block_with,
    column,
    drawn,
    pages_of,
    read,
    texts,
)

TWO_COLUMNS = [
    *column(72, 100, "Seedlings need shade during", "the first week and"),
    *column(320, 100, "weekly watering until the", "frost has passed."),
]


def test_a_sentence_goes_on_in_the_next_column() -> None:
    parsed = read(drawn(TWO_COLUMNS))
    assert "shade during the first week and weekly watering until the frost has passed." in parsed.text
    assert len(parsed.blocks) == 1


def test_each_column_of_a_paragraph_has_its_box() -> None:
    parsed = read(drawn(TWO_COLUMNS))
    left, right = parsed.layout.boxes
    assert parsed.text[left.start : left.end] == "Seedlings need shade during the first week and"
    assert (left.page, round(left.left), round(left.top), round(left.bottom)) == (1, 72, 91, 116)
    assert right.left > left.right


def annexes(foot: str = "ACME page {}") -> bytes:
    bodies = [
        column(72, 700, "The tenant shall return the keys to the"),
        column(72, 80, "landlord within ten days of the end."),
        column(72, 80, "Annex B", "Each door has two keys."),
        column(72, 80, "No copies are made."),
    ]
    return drawn(*([*body, Text(280, 800, foot.format(number))] for number, body in enumerate(bodies, 1)))


def test_feet_that_count_the_pages_do_not_cut_a_sentence_over_two_pages() -> None:
    parsed = read(annexes())
    sentence = block_with(parsed, "The tenant shall return the keys to the landlord within ten days of the end.")
    assert pages_of(parsed, sentence) == (1, 2)
    assert [(box.page, parsed.text[box.start : box.end]) for box in parsed.layout.boxes[:2]] == [
        (1, "The tenant shall return the keys to the"),
        (2, "landlord within ten days of the end."),
    ]
    assert "ACME page" not in parsed.text


def test_a_heading_at_the_top_of_a_page_is_no_running_head() -> None:
    parsed = read(annexes())
    assert block_with(parsed, "Annex B").kind == "heading"


def test_what_is_left_out_is_said() -> None:
    assert read(annexes()).warnings == (
        "running heads, feet and page numbers were left out: 36 characters on 4 pages, for example 'ACME page 1'",
    )


def test_the_pages_of_a_text_and_their_characters_are_stated() -> None:
    parsed = read(drawn(column(72, 100, "One page."), [], column(72, 100, "Last page.")))
    assert parsed.layout.pages == (0, 11, 11)
    assert parsed.pages == (
        PageFacts(number=1, characters=8),
        PageFacts(number=2, characters=0),
        PageFacts(number=3, characters=9),
    )
    assert parsed.warnings == ("1 of 3 pages have no text: 2",)


def test_blank_pages_have_no_text_and_the_message_says_how_to_read_images() -> None:
    with pytest.raises(DocumentRejected, match=r"indexing\.parser\.ocr") as caught:
        read(drawn([], []))
    assert caught.value.code == "no_text"


def encrypted(user: str) -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(drawn(column(72, 100, "The key is under the mat."))))
    writer.encrypt(user, "owner", algorithm="RC4-128")
    return written(writer)


def written(writer: pypdf.PdfWriter) -> bytes:
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def test_a_pdf_that_opens_with_a_password_only_is_refused() -> None:
    with pytest.raises(DocumentRejected, match="password") as caught:
        read(encrypted("secret"))
    assert caught.value.code == "encrypted"


def test_a_pdf_that_opens_without_its_owner_password_is_read() -> None:
    assert texts(read(encrypted(""))) == ["The key is under the mat."]


@pytest.mark.parametrize("content", [b"", b"%PDF-", b"# Not a PDF", b"%PDF-1.7\n%%EOF", b"PK\x03\x04" * 50])
def test_what_is_no_pdf_is_corrupt(content: bytes) -> None:
    with pytest.raises(DocumentRejected) as caught:
        read(content)
    assert caught.value.code == "corrupt"


def test_a_pdf_cut_off_anywhere_is_corrupt() -> None:
    whole = drawn(column(72, 100, "One line."), column(72, 100, "Another line."))
    for length in range(whole.rindex(b"%%EOF")):
        with pytest.raises(DocumentRejected) as caught:
            read(whole[:length])
        assert caught.value.code == "corrupt"


def test_damage_inside_a_pdf_gives_text_or_a_typed_error() -> None:
    whole = drawn(column(72, 100, "One line."), TWO_COLUMNS)
    for at in range(0, len(whole), 41):
        found = read_or_refusal(whole[:at] + b"\xff\x00/<<[" + whole[at + 6 :])
        if isinstance(found, DocumentRejected):
            assert found.code in ("corrupt", "no_text", "encrypted")
        else:
            assert_covered(found)


def read_or_refusal(content: bytes) -> ParsedText | DocumentRejected:
    try:
        return read(content)
    except DocumentRejected as refusal:
        return refusal


def test_too_many_pages_are_refused() -> None:
    with pytest.raises(DocumentRejected, match="max_pages") as caught:
        read(drawn(*[column(72, 100, "A page.")] * 3), max_pages=2)
    assert caught.value.code == "too_large"


def test_title_author_and_dates_are_what_the_document_states() -> None:
    parsed = read(drawn(column(72, 100, "Text."), invariant=1))
    assert parsed.title is None
    assert parsed.attributes == {"created": "2000-01-01", "modified": "2000-01-01"}

    def state(canvas: Any) -> None:
        canvas.setTitle("租赁 Handbook")
        canvas.setAuthor("王芳")

    stated = read(drawn([*column(72, 100, "Text."), state], invariant=1))
    assert (stated.title, stated.attributes["author"]) == ("租赁 Handbook", "王芳")


def test_a_title_that_is_a_file_name_is_none() -> None:
    parsed = read(drawn([*column(72, 100, "Text."), lambda canvas: canvas.setTitle("Microsoft Word - lease.docx")]))
    assert parsed.title is None


def test_chinese_lines_are_joined_without_a_space() -> None:
    page = column(72, 100, "押金为三个月租金，由租客在签约时支付，房东在退租后十", "日内返还。", font=HAN)
    assert texts(read(drawn(page))) == ["押金为三个月租金，由租客在签约时支付，房东在退租后十日内返还。"]


def test_a_chinese_sentence_over_two_pages_is_one_block() -> None:
    first = column(72, 700, "房东应当在租赁合同终止之日起十个工作日之内将押金全部", font=HAN)
    second = column(72, 80, "返还租客。", font=HAN)
    parsed = read(drawn(first, second))
    assert texts(parsed) == ["房东应当在租赁合同终止之日起十个工作日之内将押金全部返还租客。"]
    assert pages_of(parsed, parsed.blocks[0]) == (1, 2)


@pytest.mark.parametrize("meant", ["𠮷", "👍🏽", "👨‍👩‍👧", "e\u0301", "fi"])
def test_a_glyph_is_what_the_map_of_its_font_says(meant: str) -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(drawn(column(72, 100, "A key."))))
    font = next(iter(writer.pages[0]["/Resources"]["/Font"].values())).get_object()
    code = meant.encode("utf-16-be").hex().encode()
    mapping = b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <" + code + b"> endbfchar"
    stream = pypdf.generic.StreamObject()
    stream.set_data(b"/CIDInit /ProcSet findresource begin begincmap " + mapping + b" endcmap end")
    font[pypdf.generic.NameObject("/ToUnicode")] = writer._add_object(stream)
    assert texts(read(written(writer))) == [f"{meant} key."]


def test_words_broken_at_a_line_end_are_whole_and_the_hyphens_declared() -> None:
    page = column(72, 100, "Everyone who wants more infor-", "mation asks the well-known con-", "sultant.")
    parsed = read(drawn(page))
    assert texts(parsed) == ["Everyone who wants more information asks the well-known consultant."]
    assert parsed.warnings == ("2 hyphens at line ends were left out, and their words made whole",)


def test_text_drawn_invisibly_over_a_scan_is_text() -> None:
    def layer(canvas: Any) -> None:
        text = canvas.beginText(72, HEIGHT - 100)
        text.setTextRenderMode(3)
        text.textOut("Recognised before.")
        canvas.drawText(text)

    assert texts(read(drawn([layer]))) == ["Recognised before."]


def test_a_page_turned_on_its_side_is_read_upright() -> None:
    def turned(canvas: Any) -> None:
        canvas.translate(500, 100)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 11)
        for index, line in enumerate(("The annual report of the", "gardeners is read here.")):
            canvas.drawString(0, -14 * index, line)

    parsed = read(drawn([turned]))
    assert texts(parsed) == ["The annual report of the gardeners is read here."]
    (box,) = parsed.layout.boxes
    assert box.bottom - box.top > box.right - box.left


def test_boxes_of_a_page_shown_turned_are_as_it_is_shown() -> None:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(drawn(column(72, 100, "Turned."))))
    writer.pages[0].rotate(90)
    (box,) = read(written(writer)).layout.boxes
    assert (round(box.right), round(box.top)) == (round(HEIGHT - 100 + 0.85 * 11), 72)


def test_what_was_filled_into_a_form_is_text() -> None:
    def field(canvas: Any) -> None:
        canvas.acroForm.textfield(
            name="tenant", value="Wang Fang", x=130, y=HEIGHT - 108, width=120, height=16, fontSize=11
        )

    assert "Wang Fang" in read(drawn([*column(72, 100, "Tenant:"), field])).text


def test_an_outline_that_runs_in_circles_comes_to_an_end() -> None:
    def entries(canvas: Any) -> None:
        for name in ("Rent", "Keys"):
            canvas.bookmarkPage(name)
            canvas.addOutlineEntry(name, name, 0)

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(drawn([Text(72, 80, "Rent"), Text(72, 140, "Keys"), entries])))
    first = writer.root_object["/Outlines"]["/First"]
    first["/Next"][pypdf.generic.NameObject("/Next")] = first.indirect_reference
    assert texts(read(written(writer)), "heading") == ["Rent", "Keys"]


def test_a_space_that_is_left_free_between_chinese_words_is_kept() -> None:
    title = [Text(72, 80, "第一章", 16, HAN), Text(72 + 3.25 * 16, 80, "总则", 16, HAN)]
    assert read(drawn(title)).text == "第一章 总则"


def test_blank_lines_of_code_are_kept() -> None:
    body = column(72, 60, "The garden is open to everyone who lives in the house, on all", "days of the year.")
    code = [
        Text(72, 120 + 13 * index, line, 10, "Courier") for index, line in enumerate(("a = 1", "b = 2", "", "c = 3"))
    ]
    assert texts(read(drawn([*body, *code])), "code") == ["a = 1\nb = 2\n\nc = 3"]
