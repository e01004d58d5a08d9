from io import BytesIO

import pytest
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import Block, ParsedText
from indexing.outline import build_sections
from indexing.parsers.docx.document import parse_docx
from indexing.parsers.original import Original
from tests.indexing.parsers.docx import word_file as w
from tests.indexing.parsers.soundness import assert_sound

HEADINGS = "".join(w.style(f"H{level}", f"heading {level}") for level in range(1, 5))
CLAUSES = w.definition(0, w.level(0, "%1"), w.level(1, "%1.%2")) + w.list_(1, 0)
BULLETS = w.definition(5, *(w.level(number, "\uf0b7", "bullet") for number in range(3))) + w.list_(5, 5)
STEPS = w.definition(6, w.level(0, "%1."), w.level(1, "%2)", "lowerLetter")) + w.list_(6, 6)


def read(*body: str, styles: str = HEADINGS, numbering: str = "", parts: dict[str, str] | None = None) -> ParsedText:
    return parsed_of(w.word_file(*body, styles=styles, numbering=numbering, parts=parts))


def parsed_of(content: bytes, config: ParserConfig | None = None) -> ParsedText:
    parsed = parse_docx(Original(content=content, media_type="", config=config or ParserConfig()))
    assert_sound(parsed)
    return parsed


def texts(parsed: ParsedText, blocks: tuple[Block, ...] | None = None) -> list[str]:
    return [block.span.slice(parsed.text) for block in (parsed.blocks if blocks is None else blocks)]


def contexts(parsed: ParsedText) -> list[list[str]]:
    return [[span.slice(parsed.text) for span in block.context] for block in parsed.blocks]


def rejection(content: bytes, config: ParserConfig | None = None) -> str:
    with pytest.raises(DocumentRejected) as caught:
        parse_docx(Original(content=content, media_type="", config=config or ParserConfig()))
    return caught.value.code


def outcome(content: bytes) -> str:
    """`read`, or the code with which the document was refused."""
    try:
        parsed_of(content)
    except DocumentRejected as exc:
        return exc.code
    return "read"


def saved(document: object) -> bytes:
    content = BytesIO()
    document.save(content)  # type: ignore[attr-defined]
    return content.getvalue()


# Headings


def test_numbers_that_word_computes_are_labels_and_not_text() -> None:
    parsed = read(
        w.paragraph("Term", style="H1", list_=(1, 0)),
        w.paragraph("Notice", style="H2", list_=(1, 1)),
        w.paragraph("Either party may end the lease."),
        w.paragraph("Cure", style="H2", list_=(1, 1)),
        numbering=CLAUSES,
    )
    assert texts(parsed) == ["Term", "Notice", "Either party may end the lease.", "Cure"]
    assert [block.label for block in parsed.blocks] == ["1", "1.1", "", "1.2"]
    assert [(mark.name, parsed.text[mark.at :][:4]) for mark in parsed.layout.labels] == [
        ("1", "Term"),
        ("1.1", "Noti"),
        ("1.2", "Cure"),
    ]
    sections, _ = build_sections(parsed)
    assert [(section.label, section.path) for section in sections[1:]] == [
        ("1", ("Term",)),
        ("1.1", ("Term", "Notice")),
        ("1.2", ("Term", "Cure")),
    ]


def test_numbers_bound_to_styles_count_too() -> None:
    styles = w.style("H1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
    styles += w.style("H2", "heading 2", '<w:basedOn w:val="H1"/>')
    numbering = w.definition(
        0, w.level(0, "%1.", inside='<w:pStyle w:val="H1"/>'), w.level(1, "%1.%2.", inside='<w:pStyle w:val="H2"/>')
    )
    body = [w.paragraph(text, style=style) for text, style in [("Term", "H1"), ("Notice", "H2"), ("Cure", "H2")]]
    parsed = read(*body, styles=styles, numbering=numbering + w.list_(1, 0))
    assert [block.label for block in parsed.blocks] == ["1", "1.1", "1.2"]
    assert [mark.name for mark in parsed.layout.labels] == ["1.", "1.1.", "1.2."]


def test_a_skipped_level_has_the_right_parent() -> None:
    levels = [("A", "H1"), ("C1", "H3"), ("C2", "H3"), ("D", "H2"), ("E", "H4")]
    parsed = read(*(w.paragraph(text, style=style) for text, style in levels))
    sections, _ = build_sections(parsed)
    assert [">".join(section.path) for section in sections[1:]] == ["A", "A>C1", "A>C2", "A>D", "A>D>E"]


@pytest.mark.parametrize(
    "style",
    [
        w.style("x", "heading 2"),
        w.style("x", "标题 2"),
        w.style("x", "標題 2"),
        w.style("x", "Heading 2,H2,章"),
        w.style("x", "My clause", '<w:basedOn w:val="y"/>') + w.style("y", "heading 2"),
        w.style("x", "My clause", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
    ],
)
def test_a_style_makes_a_heading_by_its_name_its_base_or_its_outline_level(style: str) -> None:
    parsed = read(w.paragraph("Rent", style="x"), w.paragraph("Text."), styles=style)
    assert [(block.kind, block.level) for block in parsed.blocks] == [("heading", 2), ("paragraph", 0)]


def test_an_outline_level_of_the_paragraph_itself_counts_before_that_of_its_style() -> None:
    body = w.paragraph("No heading", style="H1", properties='<w:outlineLvl w:val="9"/>')
    deeper = w.paragraph("Heading", properties='<w:outlineLvl w:val="2"/>')
    assert [block.level for block in read(body, deeper).blocks] == [0, 3]


def test_headings_stand_below_the_title_of_the_document() -> None:
    document = Document()
    document.add_heading("Handbook", 0)
    document.add_heading("Leave", 1)
    document.add_paragraph("Everyone has leave.")
    parsed = parsed_of(saved(document))
    sections, _ = build_sections(parsed)
    assert [section.path for section in sections[1:]] == [("Handbook",), ("Handbook", "Leave")]


def test_a_clause_in_a_style_for_headings_opens_a_section_with_its_first_words() -> None:
    clause = "Confidentiality. " + "Each party keeps what it learns to itself. " * 8
    block = read(w.paragraph(clause, style="H2")).blocks[0]
    assert (block.kind, block.level) == ("paragraph", 2)
    assert clause.startswith(block.title)
    assert len(block.title) <= 200


def test_clauses_numbered_as_articles_are_sections_below_the_heading() -> None:
    numbering = w.definition(0, w.level(0, "第%1条", "chineseCountingThousand")) + w.list_(1, 0)
    parsed = read(
        w.paragraph("付款", style="H1"),
        w.paragraph("期限", list_=(1, 0)),
        w.paragraph("三十日内付款。"),
        w.paragraph("租客应当按月支付租金。", list_=(1, 0)),
        numbering=numbering,
    )
    found = [(block.kind, block.level, block.label, block.title) for block in parsed.blocks]
    assert found == [
        ("heading", 1, "", "付款"),
        ("heading", 2, "第一条", "期限"),
        ("paragraph", 0, "", ""),
        ("paragraph", 2, "第二条", "租客应当按月支付租金。"),
    ]


def test_bold_lines_are_headings_only_where_there_are_no_others() -> None:
    bold = [w.paragraph(w.run(title, "<w:b/>")) for title in ("Rent", "押金")]
    text = w.paragraph("It is due monthly.")
    parsed = read(bold[0], text, bold[1], text)
    assert [block.title for block in parsed.blocks] == ["Rent", "", "押金", ""]
    assert not any(block.level for block in read(bold[0], text, text, text).blocks)
    styled = read(w.paragraph("Lease", style="H1"), bold[0], text, bold[1], text)
    assert [block.level for block in styled.blocks] == [1, 0, 0, 0, 0]


# Lists


def test_items_have_their_lead_in_and_the_items_around_them() -> None:
    parsed = read(
        w.paragraph("You need:"),
        w.paragraph("A key", list_=(5, 0)),
        w.paragraph("of brass", list_=(5, 1)),
        w.paragraph("A lamp", list_=(5, 0)),
        w.paragraph("Then go."),
        numbering=BULLETS,
    )
    assert [block.kind for block in parsed.blocks[1:4]] == ["list_item"] * 3
    assert contexts(parsed) == [[], ["You need:"], ["You need:", "A key"], ["You need:"], []]
    assert not any(block.label for block in parsed.blocks)


def test_a_list_that_counts_on_after_other_text_keeps_its_lead_in() -> None:
    parsed = read(
        w.paragraph("Steps:"),
        w.paragraph("Open", list_=(6, 0)),
        w.paragraph("The lid is heavy."),
        w.paragraph("Close", list_=(6, 0)),
        numbering=STEPS,
    )
    assert [block.label for block in parsed.blocks] == ["", "1", "", "2"]
    assert contexts(parsed)[3] == ["Steps:"]


def test_bullets_below_a_number_belong_to_it() -> None:
    parsed = read(
        w.paragraph("Pack", list_=(6, 0)),
        w.paragraph("shirts", list_=(5, 0)),
        w.paragraph("shoes", list_=(5, 0)),
        w.paragraph("Leave", list_=(6, 0)),
        numbering=BULLETS + STEPS,
    )
    assert contexts(parsed) == [[], ["Pack"], ["Pack"], []]


def test_an_indented_paragraph_goes_on_with_its_item() -> None:
    indented = '<w:ind w:left="720"/>'
    parsed = read(
        w.paragraph("Open", list_=(6, 0)),
        w.paragraph("The lid is heavy.", properties=indented),
        w.paragraph("Close", list_=(6, 0)),
        numbering=STEPS,
    )
    assert contexts(parsed) == [[], ["Open"], []]


def test_typed_numbers_are_text_and_their_items_have_the_lead_in() -> None:
    parsed = read(w.paragraph("租客承担："), w.paragraph("（一）水费；"), w.paragraph("（二）电费。"))
    assert texts(parsed)[1] == "（一）水费；"
    assert contexts(parsed) == [[], ["租客承担："], ["租客承担："]]


# Tables


def test_a_table_is_written_with_its_first_row_as_header() -> None:
    document = Document()
    table = document.add_table(3, 2)
    for at, text in enumerate(["Plan", "Fee", "A|B", "5", "C", "6\n7"]):
        table.cell(at // 2, at % 2).text = text
    parsed = parsed_of(saved(document))
    block = parsed.blocks[0]
    assert texts(parsed) == ["| Plan | Fee |\n| --- | --- |\n| A\\|B | 5 |\n| C | 6 7 |"]
    assert [span.slice(parsed.text) for span in block.header] == ["| Plan | Fee |\n| --- | --- |"]
    assert [parsed.text[cut:][:3] for cut in block.cuts] == ["| C"]


def test_merged_cells_are_said_in_each_row_and_header_rows_are_joined() -> None:
    heads = "<w:tblHeader/>"
    wide, start, goes_on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    parsed = read(
        w.table(
            w.row(w.cell("Item", properties=start), w.cell("2024", properties=wide), properties=heads),
            w.row(w.cell("", properties=goes_on), "Q1", "Q2", properties=heads),
            w.row(w.cell("Rent", properties=start), "5", "6"),
            w.row(w.cell("", properties=goes_on), w.cell("all year", properties=wide)),
        )
    )
    assert texts(parsed)[0].split("\n") == [
        "| Item | 2024 / Q1 | 2024 / Q2 |",
        "| --- | --- | --- |",
        "| Rent | 5 | 6 |",
        "| Rent | all year |  |",
    ]


def test_a_form_has_no_header() -> None:
    parsed = read(w.table(w.row("甲方：", "张三"), w.row("乙方：", "李四")))
    assert parsed.blocks[0].header == ()
    assert "| 甲方： | 张三 |" in texts(parsed)[0]


def test_a_table_has_its_caption_and_unit_line_as_context() -> None:
    parsed = read(
        w.paragraph("Fees follow."),
        w.paragraph("表 1 费用"),
        w.paragraph("单位：万元"),
        w.table(w.row("项目", "金额"), w.row("水", "5")),
    )
    assert contexts(parsed)[-1] == ["表 1 费用", "单位：万元"]


def test_a_caption_below_a_table_follows_it() -> None:
    styles = w.style("c", "caption")
    parsed = read(w.table(w.row("a", "b"), w.row("1", "2")), w.paragraph("Fees", style="c"), styles=styles)
    assert parsed.blocks[1].follows


def test_numbers_in_cells_are_labels_where_they_stand() -> None:
    table = w.table(w.row("No.", "Item"), *(w.row(w.cell(w.paragraph(list_=(6, 0))), name) for name in ("a|b", "c")))
    parsed = read(table, numbering=STEPS)
    assert [(mark.name, parsed.text[mark.at - 2 :][:6]) for mark in parsed.layout.labels] == [
        ("1.", "|  | a"),
        ("2.", "|  | c"),
    ]


def test_a_table_of_one_cell_is_a_frame_and_one_in_a_cell_is_a_list() -> None:
    framed = read(w.table(w.row(w.cell("First.", "Second."))))
    assert [block.kind for block in framed.blocks] == ["paragraph", "paragraph"]
    inner = w.table(w.row("x", "1"), w.row("y", "2"))
    nested = read(w.table(w.row("a", "b"), w.row(w.cell("See", inner), "c")))
    assert "| See; x, 1; y, 2 | c |" in texts(nested)[0]


# What stands in paragraphs


def test_notes_follow_the_paragraph_that_refers_to_them() -> None:
    reference = '<w:r><w:footnoteReference w:id="7"/></w:r>'
    separator = '<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>'
    notes = separator + f'<w:footnote w:id="7">{w.paragraph("From May on.")}</w:footnote>'
    parsed = read(w.paragraph("Rent rises.", reference), w.paragraph("It is due."), parts={"footnotes": notes})
    assert texts(parsed) == ["Rent rises.", "From May on.", "It is due."]
    assert [(block.follows, block.label) for block in parsed.blocks] == [(False, ""), (True, "1"), (False, "")]


def test_tracked_changes_are_read_as_accepted() -> None:
    old, new = w.run("500").replace("w:t>", "w:delText>").replace("<w:t ", "<w:delText "), w.run("600")
    parsed = read(w.paragraph("Rent is ", f"<w:del>{old}</w:del>", f"<w:ins>{new}</w:ins>", " yuan."))
    assert parsed.text == "Rent is 600 yuan."
    assert parsed.warnings == ("deleted text of tracked changes was left out: 3 characters",)


def test_a_paragraph_whose_end_was_deleted_goes_on_in_the_next() -> None:
    deleted = "<w:rPr><w:del/></w:rPr>"
    parsed = read(w.paragraph("Rent is ", properties=deleted), w.paragraph("due."), w.paragraph("End."))
    assert texts(parsed) == ["Rent is due.", "End."]


def test_hidden_text_is_left_out_and_counted() -> None:
    styles = w.style("s", "secret", "<w:rPr><w:vanish/></w:rPr>", kind="character")
    hidden = w.run("ab", "<w:vanish/>") + w.run("cd", '<w:rStyle w:val="s"/>')
    shown = w.run("shown", '<w:rStyle w:val="s"/><w:vanish w:val="0"/>')
    parsed = read(w.paragraph(hidden, shown), styles=styles)
    assert parsed.text == "shown"
    assert parsed.warnings == ("hidden text was left out: 4 characters",)


def test_a_table_of_contents_is_left_out_and_counted() -> None:
    entry = w.paragraph(w.run("Rent 1"))
    contents = w.paragraph(w.field("begin"), w.instruction(" TOC \\o "), w.field("separate"), w.run("Term 1"))
    parsed = read(contents, entry, w.paragraph(w.field("end")), w.paragraph("Term", style="H1"))
    assert parsed.text == "Term"
    assert parsed.warnings == ("entries of a table of contents were left out: 10 characters",)


def test_a_table_of_contents_without_end_ends_at_the_first_heading() -> None:
    contents = w.paragraph(w.field("begin"), w.instruction("TOC"), w.field("separate"), w.run("Term 1"))
    parsed = read(contents, w.paragraph("Term", style="H1"), w.paragraph("A year."))
    assert texts(parsed) == ["Term", "A year."]


def test_entries_are_left_out_by_their_style_and_by_their_content_control() -> None:
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    control = f"<w:sdt>{gallery}<w:sdtContent>{w.paragraph('Contents')}</w:sdtContent></w:sdt>"
    styles = w.style("t", "toc 1")
    parsed = read(control, w.paragraph("Term 1", style="t"), w.paragraph("A year."), styles=styles)
    assert parsed.text == "A year."


def test_of_a_field_its_result_is_read() -> None:
    def page(result: str) -> list[str]:
        return [w.field("begin"), w.instruction(" PAGEREF x "), w.field("separate"), w.run(result), w.field("end")]

    nested = [w.field("begin"), w.instruction("IF "), *page("hidden"), w.field("separate"), "yes", w.field("end")]
    parsed = read(w.paragraph("See page ", *page("7"), ": ", *nested))
    assert parsed.text == "See page 7: yes"


def test_a_field_that_never_ends_does_not_swallow_the_rest() -> None:
    assert texts(read(w.paragraph("a ", w.field("begin")), w.paragraph("b"))) == ["a", "b"]


def test_text_boxes_are_read_once_where_they_are_anchored() -> None:
    box = f"<w:txbxContent>{w.paragraph('In the box.')}</w:txbxContent>"
    both = (
        f"<mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict>"
    )
    parsed = read(
        w.paragraph("Before.", f"<w:r>{both}</mc:Fallback></mc:AlternateContent></w:r>"), w.paragraph("After.")
    )
    assert texts(parsed) == ["Before.", "In the box.", "After."]


def test_equations_are_linear_text() -> None:
    def symbol(text: str) -> str:
        return f"<m:r><m:t>{text}</m:t></m:r>"

    fraction = f"<m:f><m:num>{symbol('a+b')}</m:num><m:den>{symbol('c')}</m:den></m:f>"
    power = f"<m:sSup><m:e>{symbol('x')}</m:e><m:sup>{symbol('2')}</m:sup></m:sSup>"
    alone = f"<m:oMathPara><m:oMath>{fraction}</m:oMath></m:oMathPara>"
    parsed = read(w.paragraph("Let ", f"<m:oMath>{power}</m:oMath>", " be."), w.paragraph(alone))
    assert texts(parsed) == ["Let x^2 be.", "(a+b)/c"]
    assert [block.kind for block in parsed.blocks] == ["paragraph", "formula"]


def test_special_characters_of_runs() -> None:
    marks = (
        "<w:r><w:t>co</w:t><w:softHyphen/><w:t>op</w:t><w:tab/><w:t>x</w:t><w:noBreakHyphen/><w:t>y\u00ad</w:t><w:br/>"
        '<w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Odd" w:char="F0FE"/></w:r>'
    )
    parsed = read(w.paragraph(marks))
    assert parsed.text == "coop\tx\u2011y\n☑"
    assert parsed.warnings == ("signs of unknown symbol fonts were left out: 1",)


def test_links_form_fields_and_unknown_wrappers_are_read_through() -> None:
    control = f"<w:sdt><w:sdtContent>{w.run('name')}</w:sdtContent></w:sdt>"
    prompt = f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{w.run('Enter')}</w:sdtContent></w:sdt>"
    parsed = read(
        w.paragraph(f"<w:hyperlink>{w.run('A ')}</w:hyperlink>", control, f"<w:new>{w.run('!')}</w:new>", prompt)
    )
    assert parsed.text == "A name!"
    assert parsed.warnings == ("prompts of empty form fields were left out: 5 characters",)


def test_paragraphs_of_code_are_one_listing() -> None:
    styles = w.style("code", "Source Code")
    lines = ["def f():", "    return 1", "", "def g():"]
    parsed = read(w.paragraph("Run:"), *(w.paragraph(line, style="code") for line in lines), styles=styles)
    block = parsed.blocks[1]
    assert (block.kind, block.atomic) == ("code", True)
    assert texts(parsed)[1] == "def f():\n    return 1\n\ndef g():"
    assert [parsed.text[cut:] for cut in block.cuts] == ["def g():"]
    assert contexts(parsed)[1] == ["Run:"]


def test_code_in_a_list_has_the_item_around_it() -> None:
    code = w.paragraph("make", style="code", list_=(5, 0))
    styles = w.style("code", "Source Code")
    parsed = read(w.paragraph("Build it", list_=(6, 0)), code, numbering=BULLETS + STEPS, styles=styles)
    assert [block.kind for block in parsed.blocks] == ["list_item", "code"]
    assert contexts(parsed)[1] == ["Build it"]


def test_a_font_for_code_makes_code_unless_all_text_has_it() -> None:
    mono = '<w:rFonts w:ascii="Consolas"/>'
    body = [w.paragraph("Run:"), w.paragraph(w.run("make", mono))]
    defaults = f"<w:docDefaults><w:rPrDefault><w:rPr>{mono}</w:rPr></w:rPrDefault></w:docDefaults>"
    assert [block.kind for block in read(*body).blocks] == ["paragraph", "code"]
    assert [block.kind for block in read(*body, styles=defaults).blocks] == ["paragraph", "paragraph"]


def test_a_chart_is_a_table_with_its_title() -> None:
    def points(kind: str, *values: str) -> str:
        inside = "".join(f'<c:pt idx="{at}"><c:v>{value}</c:v></c:pt>' for at, value in enumerate(values))
        return f"<c:{kind}><c:strCache>{inside}</c:strCache></c:{kind}>"

    title = "<c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title>"
    series = f"<c:ser>{points('tx', 'Rent')}{points('cat', 'May', 'June')}{points('val', '5', '6')}</c:ser>"
    chart = f"<c:chartSpace {w.NAMESPACES}><c:chart>{title}{series}</c:chart></c:chartSpace>"
    parsed = read(w.paragraph('<w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r>'), parts={"chart": chart})
    assert texts(parsed) == ["Sales", "|  | Rent |\n| --- | --- |\n| May | 5 |\n| June | 6 |"]
    assert contexts(parsed)[1] == ["Sales"]


# Pages and properties


def test_pages_begin_where_word_laid_them_out() -> None:
    rendered = "<w:r><w:lastRenderedPageBreak/></w:r>"
    asked = '<w:r><w:br w:type="page"/></w:r>'
    parsed = read(w.paragraph("One.", asked), w.paragraph(rendered, "Two"), w.paragraph("still ", rendered, "three"))
    starts = [parsed.text[at:] for at in parsed.layout.pages]
    assert [start.strip()[:3] for start in starts] == ["One", "Two", "thr"]
    assert [page.characters for page in parsed.pages] == [4, 8, 5]


def test_breaks_alone_make_pages_only_where_all_text_fits_them() -> None:
    asked = '<w:r><w:br w:type="page"/></w:r>'
    cover, text = w.paragraph("Cover", asked), w.paragraph("Text. " * 100)
    assert len(read(cover, text).layout.pages) == 2
    assert read(cover, *[text] * 20).layout.pages == ()
    assert read(text).layout.pages == ()


def test_a_page_may_begin_in_a_row_of_a_table() -> None:
    rendered = w.cell(w.paragraph("<w:r><w:lastRenderedPageBreak/></w:r>", "c"))
    parsed = read(w.table(w.row("h", "i"), w.row("a", "b"), w.row(rendered, "d")))
    assert parsed.text[parsed.layout.pages[1] :] == "| c | d |"


def test_sections_of_the_layout_begin_pages_unless_they_are_continuous() -> None:
    def section(kind: str) -> str:
        return f'<w:sectPr><w:type w:val="{kind}"/></w:sectPr>'

    parsed = read(
        w.paragraph("a", properties=section("nextPage")),
        w.paragraph("b", properties=section("continuous")),
        w.paragraph("c"),
        section("nextPage"),
    )
    assert [parsed.text[at:].strip() for at in parsed.layout.pages] == ["a\n\nb\n\nc", "c"]


def test_the_document_says_who_wrote_it() -> None:
    document = Document()
    document.add_paragraph("Text.")
    document.core_properties.title, document.core_properties.author = "租赁手册", "Mei Lin"
    parsed = parsed_of(saved(document))
    assert parsed.title == "租赁手册"
    assert parsed.attributes["author"] == "Mei Lin"
    assert parsed.attributes["created"].startswith("2013-12-23")


def test_page_headers_and_comments_are_left_out_and_counted() -> None:
    document = Document()
    document.add_paragraph("Text.")
    document.sections[0].header.paragraphs[0].text = "Secret draft"
    document.add_comment(document.paragraphs[0].runs, "No.", "Mei", "M")
    parsed = parsed_of(saved(document))
    assert parsed.text == "Text."
    assert parsed.warnings == (
        "page headers and footers were left out: 11 characters",
        "comments were left out: 1",
    )


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gbk"])
def test_the_charset_of_the_parts_does_not_matter_where_xml_knows_it(encoding: str) -> None:
    content = w.word_file(w.paragraph("甲方应当付款。"), encoding=encoding)
    if encoding == "gbk":
        assert rejection(content) == "corrupt"
    else:
        assert parsed_of(content).text == "甲方应当付款。"


def test_the_strict_variant_is_read_alike() -> None:
    content = w.word_file(w.paragraph("Term", style="H1"), w.paragraph("A year."), styles=HEADINGS)
    strict = w.rewritten(
        content,
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
    )
    assert strict != content
    assert parsed_of(strict).blocks == parsed_of(content).blocks


def test_a_document_without_text_is_refused() -> None:
    assert rejection(saved(Document())) == "no_text"
    assert rejection(w.word_file(w.paragraph(" \t"), w.table(w.row("", "")))) == "no_text"


def test_a_document_type_is_refused_before_its_entities_count() -> None:
    bomb = b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
    content = w.rewritten(w.word_file(w.paragraph("x")), b"<w:document", bomb + b"<w:document")
    assert rejection(content) == "corrupt"


def test_what_unpacks_to_more_than_is_allowed_is_refused() -> None:
    content = w.word_file(w.paragraph("x" * 300_000))
    assert len(content) < 10_000
    assert rejection(content, ParserConfig(max_unpacked_bytes=100_000)) == "too_large"
    assert parsed_of(content, ParserConfig(max_unpacked_bytes=400_000)).text


def test_an_encrypted_member_is_refused_as_such() -> None:
    content = bytearray(w.word_file(w.paragraph("x")))
    for signature, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        at = content.find(signature)
        while at >= 0:
            content[at + offset] |= 1
            at = content.find(signature, at + 1)
    assert rejection(bytes(content)) == "encrypted"


@pytest.mark.parametrize("wrapper", ["w:x", "w:sdt", "w:tbl"])
def test_deep_nesting_is_refused(wrapper: str) -> None:
    body = f"<{wrapper}>" * 50_000 + w.paragraph("x") + f"</{wrapper}>" * 50_000
    assert rejection(w.word_file(body)) == "corrupt"


def test_tables_and_boxes_as_deep_as_is_allowed_are_read() -> None:
    body = w.paragraph("core")
    for _ in range(40):
        body = w.table(w.row(w.cell("a"), w.cell(body, "b")))
    assert "core" in parsed_of(w.word_file(body)).text


def test_a_file_cut_anywhere_is_refused() -> None:
    content = w.word_file(w.paragraph("Term", style="H1"), styles=HEADINGS)
    assert {rejection(content[:length]) for length in range(len(content))} == {"corrupt"}


def test_damaged_bytes_never_raise_anything_else() -> None:
    content = w.word_file(w.paragraph("Term", style="H1", list_=(1, 0)), styles=HEADINGS, numbering=CLAUSES)
    flipped = (content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :] for at in range(len(content)))
    outcomes = {outcome(one) for one in flipped}
    assert {"read", "corrupt"} <= outcomes <= {"read", "corrupt", "no_text", "encrypted", "too_large"}


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"garbage" * 99, b"\xd0\xcf\x11\xe0" * 99])
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    assert rejection(content) == "corrupt"


def test_odd_properties_are_ignored() -> None:
    odd = w.paragraph("x", style="none", list_=(99, 99), properties='<w:outlineLvl w:val="many"/><w:ind w:left="9e9"/>')
    loop = w.style("a", "A", '<w:basedOn w:val="b"/>') + w.style("b", "B", '<w:basedOn w:val="a"/>')
    assert texts(read(odd, w.paragraph("y", style="a"), styles=loop)) == ["x", "y"]


WORDS = st.text(st.sampled_from("ab1.|:：# 中。👍🏽é\u3000\u2028\t\\"), min_size=1, max_size=12)
PLACES = st.none() | st.tuples(st.sampled_from([1, 5, 6]), st.integers(0, 2))
PARAGRAPHS = st.builds(
    lambda text, style, place: w.paragraph(text, style=style, list_=place),
    WORDS,
    st.sampled_from(["", "H1", "H3", "code", "caption"]),
    PLACES,
)
ROWS = st.lists(st.lists(PARAGRAPHS.map(lambda inside: w.cell(inside)), min_size=1, max_size=3), min_size=1, max_size=3)
TABLES = ROWS.map(lambda rows: w.table(*(w.row(*cells) for cells in rows)))


@settings(max_examples=150, deadline=None)
@given(st.lists(PARAGRAPHS | TABLES, min_size=1, max_size=8))
def test_every_character_has_one_owner(body: list[str]) -> None:
    styles = HEADINGS + w.style("code", "Source Code") + w.style("caption", "caption")
    assert outcome(w.word_file(*body, styles=styles, numbering=CLAUSES + BULLETS + STEPS)) in ("read", "no_text")


# Tables that are more than rows below a header


def spanning(text: str, columns: int) -> str:
    return w.cell(w.paragraph(text), properties=f'<w:gridSpan w:val="{columns}"/>')


def cells(*texts_of_row: str) -> str:
    return w.row(*(w.cell(w.paragraph(text)) for text in texts_of_row))


def test_a_first_row_of_one_cell_is_the_title_of_its_table() -> None:
    parsed = read(w.table(w.row(spanning("Fees 2024", 2)), cells("Plan", "Fee"), cells("Basic", "5")))
    assert texts(parsed) == ["Fees 2024", "| Plan | Fee |\n| --- | --- |\n| Basic | 5 |"]
    assert contexts(parsed) == [[], ["Fees 2024"]]


def test_names_over_groups_of_columns_are_said_in_each() -> None:
    groups = w.row(w.cell(w.paragraph("Region")), spanning("2023", 2))
    parsed = read(w.table(groups, cells("", "Q1", "Q2"), cells("North", "1", "2"), cells("South", "3", "4")))
    assert texts(parsed)[0].split("\n")[0] == "| Region | 2023 / Q1 | 2023 / Q2 |"


def test_a_table_for_the_layout_is_read_cell_by_cell() -> None:
    side = w.row(w.cell(w.paragraph("Education", style="H2"), w.paragraph("School.")), w.cell(w.paragraph("2001")))
    work = w.row(w.cell(w.paragraph("Work", style="H2"), w.paragraph("Office.")), w.cell(w.paragraph("2009")))
    assert texts(read(w.table(side, work))) == ["Education", "School.", "2001", "Work", "Office.", "2009"]
    beside = w.row(w.cell(w.paragraph("One."), w.paragraph("Two.")), w.cell(w.paragraph("Three.")))
    assert texts(read(w.table(beside))) == ["One.", "Two.", "Three."]


def test_a_single_row_is_no_header() -> None:
    parsed = read(w.table(cells("Signed:", "Ann Lee")))
    assert parsed.blocks[0].header == ()
