from io import BytesIO

import pytest
from lxml.etree import tostring
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml import parse_xml
from pptx.util import Inches

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.outline import build_sections
from indexing.parsers.original import Original
from indexing.parsers.pptx.presentation import parse_pptx
from tests.indexing.parsers.docx.word_file import rewritten
from tests.indexing.parsers.soundness import assert_sound

TITLE, CONTENT, TWO_COLUMNS, TITLE_ONLY, BLANK = 0, 1, 3, 5, 6
DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'


def saved(deck: object) -> bytes:
    content = BytesIO()
    deck.save(content)  # type: ignore[attr-defined]
    return content.getvalue()


def read(deck: object, config: ParserConfig | None = None) -> ParsedText:
    parsed = parse_pptx(Original(content=saved(deck), media_type="", config=config or ParserConfig()))
    assert_sound(parsed)
    return parsed


def rejection(content: bytes, config: ParserConfig | None = None) -> str:
    with pytest.raises(DocumentRejected) as caught:
        parse_pptx(Original(content=content, media_type="", config=config or ParserConfig()))
    return caught.value.code


def texts(parsed: ParsedText) -> list[str]:
    return [block.span.slice(parsed.text) for block in parsed.blocks]


def contexts(parsed: ParsedText) -> list[list[str]]:
    return [[span.slice(parsed.text) for span in block.context] for block in parsed.blocks]


def add_slide(deck: object, layout: int, title: str = "") -> object:
    slide = deck.slides.add_slide(deck.slide_layouts[layout])  # type: ignore[attr-defined]
    if title:
        slide.shapes.title.text = title
    return slide


def add_box(slide: object, text: str, left: float = 0, top: float = 0, width: float = 2, height: float = 1) -> object:
    box = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(width), Inches(height))  # type: ignore[attr-defined]
    box.text_frame.text = text
    return box


def bullets(shape: object, *lines: tuple[str, int]) -> None:
    frame = shape.text_frame  # type: ignore[attr-defined]
    for index, (text, level) in enumerate(lines):
        paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
        paragraph.text, paragraph.level = text, level


def test_each_slide_is_a_section_and_a_page() -> None:
    deck = Presentation()
    first = add_slide(deck, TITLE, "Lease")
    first.placeholders[1].text = "For tenants"
    bullets(add_slide(deck, CONTENT, "Rent").placeholders[1], ("Monthly", 0), ("In advance", 1), ("By transfer", 0))
    parsed = read(deck)
    sections, _ = build_sections(parsed)
    assert [section.path for section in sections[1:]] == [("Lease",), ("Rent",)]
    assert texts(parsed) == ["Lease", "For tenants", "Rent", "Monthly", "In advance", "By transfer"]
    assert [block.kind for block in parsed.blocks][2:] == ["heading", "list_item", "list_item", "list_item"]
    assert contexts(parsed)[3:] == [[], ["Monthly"], []]
    assert parsed.layout.pages_of(parsed.text.index("Rent"), len(parsed.text)) == (2, 2)
    assert [(page.number, page.characters) for page in parsed.pages] == [(1, 15), (2, 30)]


def test_a_slide_without_title_has_the_title_of_its_first_line() -> None:
    deck = Presentation()
    add_box(add_slide(deck, BLANK), "押金\n两个月")
    block = read(deck).blocks[0]
    assert (block.kind, block.level, block.title) == ("paragraph", 1, "押金")


def test_a_slide_without_text_is_a_page_without_text() -> None:
    deck = Presentation()
    add_slide(deck, BLANK)
    add_slide(deck, CONTENT, "Rent")
    add_slide(deck, BLANK)
    parsed = read(deck)
    assert [page.characters for page in parsed.pages] == [0, 4, 0]
    assert parsed.layout.pages_of(0, 4) == (2, 2)


def test_shapes_are_read_from_top_to_bottom_and_left_to_right() -> None:
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Plan")
    for text, left, top in [("d", 5, 4), ("b", 5, 2), ("c", 1, 4), ("a", 1, 2)]:
        add_box(slide, text, left, top)
    assert texts(read(deck)) == ["Plan", "a", "b", "c", "d"]


def test_columns_take_their_places_from_the_layout() -> None:
    deck = Presentation()
    slide = add_slide(deck, TWO_COLUMNS, "Plan")
    right, left = slide.placeholders[2], slide.placeholders[1]
    right.text, left.text = "right", "left"
    left._element.getparent().append(left._element)  # the order of the file says nothing
    assert texts(read(deck)) == ["Plan", "left", "right"]


def test_a_group_is_read_as_a_whole() -> None:
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Plan")
    add_box(slide, "last", 1, 6)
    group = slide.shapes.add_group_shape()
    for text, left in [("two", 4), ("one", 1)]:
        shape = group.shapes.add_textbox(Inches(left), Inches(3), Inches(1), Inches(1))
        shape.text_frame.text = text
    assert texts(read(deck)) == ["Plan", "one", "two", "last"]


def test_numbers_that_the_program_computes_are_labels() -> None:
    deck = Presentation()
    box = add_box(add_slide(deck, TITLE_ONLY, "Steps"), "")
    bullets(box, ("Open", 0), ("the lid", 1), ("Close", 0))
    for paragraph, scheme in zip(
        box.text_frame.paragraphs, ["arabicPeriod", "alphaLcParenR", "arabicPeriod"], strict=True
    ):
        paragraph._p.get_or_add_pPr().append(parse_xml(f'<a:buAutoNum {DRAWING} type="{scheme}"/>'))
    parsed = read(deck)
    assert [block.label for block in parsed.blocks] == ["", "1", "a)", "2"]
    assert [mark.name for mark in parsed.layout.labels] == ["1.", "a)", "2."]
    assert "1" not in parsed.text


def test_a_paragraph_before_bullets_is_their_lead_in() -> None:
    deck = Presentation()
    body = add_slide(deck, CONTENT, "Rent").placeholders[1]
    bullets(body, ("You pay:", 0), ("water", 0), ("light", 0))
    body.text_frame.paragraphs[0]._p.get_or_add_pPr().append(parse_xml(f"<a:buNone {DRAWING}/>"))
    parsed = read(deck)
    assert [block.kind for block in parsed.blocks] == ["heading", "paragraph", "list_item", "list_item"]
    assert contexts(parsed)[2:] == [["You pay:"], ["You pay:"]]


def test_a_table_keeps_its_header_and_merged_cells() -> None:
    deck = Presentation()
    table = add_slide(deck, TITLE_ONLY, "Fees").shapes.add_table(3, 3, 0, Inches(2), Inches(5), Inches(2)).table
    for at, text in enumerate(["Plan", "Fee", "", "A", "5", "6", "", "7", "8"]):
        table.cell(at // 3, at % 3).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    parsed = read(deck)
    assert texts(parsed)[1].split("\n") == [
        "| Plan | Fee | Fee |",
        "| --- | --- | --- |",
        "| A | 5 | 6 |",
        "| A | 7 | 8 |",
    ]


def test_a_chart_is_a_table_with_its_title() -> None:
    deck = Presentation()
    data = CategoryChartData()
    data.categories = ["May", "June"]
    data.add_series("Rent", (5, 6))
    place = (Inches(1), Inches(2), Inches(4), Inches(3))
    chart = add_slide(deck, TITLE_ONLY, "Money").shapes.add_chart(XL_CHART_TYPE.PIE, *place, data).chart
    chart.has_title, chart.chart_title.text_frame.text = True, "By month"
    parsed = read(deck)
    assert texts(parsed)[1:] == ["By month", "|  | Rent |\n| --- | --- |\n| May | 5 |\n| June | 6 |"]
    assert contexts(parsed)[2] == ["By month"]


def test_notes_follow_what_is_on_the_slide() -> None:
    deck = Presentation()
    slide = add_slide(deck, CONTENT, "Rent")
    slide.notes_slide.notes_text_frame.text = "Say it slowly.\n慢慢说。"
    parsed = read(deck)
    assert texts(parsed) == ["Rent", "Say it slowly.", "慢慢说。"]
    assert [block.follows for block in parsed.blocks] == [False, True, True]


def test_what_stands_on_every_slide_is_left_out_and_counted() -> None:
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Rent")
    number = next(one for one in deck.slide_layouts[TITLE_ONLY].placeholders if one.placeholder_format.idx == 12)
    slide.shapes._spTree.append(parse_xml(_xml(number).replace("‹#›", "17")))
    assert read(deck).text == "Rent"
    assert read(deck).warnings == ("numbers, dates and footers of slides were left out: 2 characters",)


def test_hidden_slides_are_kept_and_hidden_shapes_are_not() -> None:
    deck = Presentation()
    slide = add_slide(deck, CONTENT, "Backup")
    slide._element.set("show", "0")
    box = add_box(slide, "secret")
    box._element.nvSpPr.cNvPr.set("hidden", "1")
    parsed = read(deck)
    assert texts(parsed) == ["Backup"]
    assert parsed.warnings == (
        "hidden shapes were left out: 6 characters",
        "slides that are hidden in the show were kept: 1",
    )


def test_line_breaks_and_links_in_text() -> None:
    deck = Presentation()
    slide = add_slide(deck, TITLE_ONLY, "Two\vlines")
    paragraph = add_box(slide, "See ").text_frame.paragraphs[0]
    link = paragraph.add_run()
    link.text, link.hyperlink.address = "the lease", "http://example.org"
    parsed = read(deck)
    assert parsed.blocks[0].title == "Two lines"
    assert texts(parsed) == ["Two\nlines", "See the lease"]


def test_the_presentation_says_who_made_it() -> None:
    deck = Presentation()
    add_slide(deck, CONTENT, "Rent")
    deck.core_properties.title, deck.core_properties.author = "租赁", "Mei Lin"
    parsed = read(deck)
    assert (parsed.title, parsed.attributes["author"]) == ("租赁", "Mei Lin")


def test_a_presentation_without_text_is_refused() -> None:
    deck = Presentation()
    assert rejection(saved(deck)) == "no_text"
    add_slide(deck, BLANK)
    assert rejection(saved(deck)) == "no_text"


def test_limits_on_slides_and_on_unpacked_bytes_hold() -> None:
    deck = Presentation()
    add_slide(deck, CONTENT, "One")
    add_slide(deck, CONTENT, "Two")
    assert rejection(saved(deck), ParserConfig(max_pages=1)) == "too_large"
    assert rejection(saved(deck), ParserConfig(max_unpacked_bytes=5_000)) == "too_large"


def test_deep_groups_and_document_types_are_refused() -> None:
    deck = Presentation()
    add_slide(deck, CONTENT, "One")
    content = saved(deck)
    deep = b"<p:grpSp>" * 10_000 + b"</p:grpSp>" * 10_000
    assert rejection(rewritten(content, b"</p:spTree>", deep + b"</p:spTree>")) == "corrupt"
    assert rejection(rewritten(content, b"<p:sld ", b"<!DOCTYPE x><p:sld ")) == "corrupt"


def test_a_file_cut_anywhere_is_refused() -> None:
    deck = Presentation()
    add_slide(deck, CONTENT, "One")
    content = saved(deck)
    assert {rejection(content[:length]) for length in range(0, len(content), 97)} == {"corrupt"}


def _xml(shape: object) -> str:
    return tostring(shape._element, encoding="unicode")  # type: ignore[attr-defined]


def test_a_table_has_a_header_only_if_its_first_row_is_said_to_be_one() -> None:
    for stated, header in ((True, "| Name | Ann |"), (False, "|  |  |")):
        deck = Presentation()
        slide = add_slide(deck, TITLE_ONLY, "People")
        table = slide.shapes.add_table(2, 2, 0, Inches(2), Inches(4), Inches(1)).table  # type: ignore[attr-defined]
        table.first_row = stated
        for index, text in enumerate(("Name", "Ann", "Age", "5")):
            table.cell(index // 2, index % 2).text = text
        assert texts(read(deck))[1].split("\n")[0] == header
