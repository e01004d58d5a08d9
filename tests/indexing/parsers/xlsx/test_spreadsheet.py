import datetime
import zipfile
from contextlib import suppress
from io import BytesIO

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.worksheet.worksheet import Worksheet

from indexing.config import ParserConfig
from indexing.errors import DocumentRejected
from indexing.model import Block, ParsedText
from indexing.parsers.original import Original
from indexing.parsers.xlsx.spreadsheet import parse_xlsx

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"


def bytes_of(book: Workbook) -> bytes:
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def parsed_of(content: bytes | Workbook, **config: int) -> ParsedText:
    data = content if isinstance(content, bytes) else bytes_of(content)
    return parse_xlsx(Original(content=data, media_type="", config=ParserConfig(**config)))  # type: ignore[arg-type]


def book_of(*rows: list[object], name: str = "Fees") -> tuple[Workbook, Worksheet]:
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = name
    for row in rows:
        sheet.append(row)
    return book, sheet


def with_part(content: bytes, part: str, old: str, new: str) -> bytes:
    """`content` with something else in one of its parts; all of the part for an empty `old`."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            text = before.read(name).decode()
            if name == part:
                assert old in text
                text = text.replace(old, new) if old else new
            after.writestr(name, text)
    return stream.getvalue()


def cells_xml(cells: str, namespace: str = MAIN) -> str:
    return f'<worksheet xmlns="{namespace}"><sheetData>{cells}</sheetData></worksheet>'


def said(parsed: ParsedText, block: Block) -> str:
    return block.span.slice(parsed.text)


SHEET = "xl/worksheets/sheet1.xml"


def test_a_sheet_is_a_section_and_a_table_has_header_rows_and_numbers() -> None:
    book, _ = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    parsed = parsed_of(book)
    heading, table = parsed.blocks
    assert (heading.kind, heading.level, heading.title) == ("heading", 1, "Fees")
    assert said(parsed, table) == "| Plan | Fee |\n| --- | --- |\n| Basic | 5 |\n| Plus | 9 |"
    assert said(parsed, Block(kind="table", span=table.header[0])) == "| Plan | Fee |\n| --- | --- |"
    assert table.atomic
    assert parsed.text[table.cuts[0] :] == "| Plus | 9 |"
    assert parsed.layout.rows_of(table.cuts[0], table.span.end) == (3, 3)


def test_headers_of_several_levels_are_one_name_and_units_are_context() -> None:
    book, sheet = book_of(
        ["利润表"],
        ["单位：万元"],
        ["项目", 2024, None, 2023],
        [None, "Q1", "Q2", "Q1", "Q2"],
        ["收入", 1, 2, 3, 4],
        ["注：未经审计"],
    )
    sheet.merge_cells("A1:E1")
    sheet.merge_cells("B3:C3")
    sheet.merge_cells("A3:A4")
    sheet["D3"] = 2023
    sheet.merge_cells("D3:E3")
    parsed = parsed_of(book)
    _, above, table, below = parsed.blocks
    assert said(parsed, above) == "利润表\n单位：万元"
    assert table.context == (above.span,)
    assert said(parsed, table).startswith("| 项目 | 2024 / Q1 | 2024 / Q2 | 2023 / Q1 | 2023 / Q2 |\n")
    assert said(parsed, below) == "注：未经审计"
    assert below.follows


def test_cells_are_as_they_are_shown() -> None:
    book, sheet = book_of(["Name", "Start", "Pay", "Rate", "Active"])
    sheet.append(["Ann", datetime.date(2024, 1, 1), 1234.5, 0.125, True])
    for cell, code in zip(sheet[2][1:4], ['yyyy"年"m"月"d"日"', '"¥"#,##0', "0.0%"], strict=True):
        cell.number_format = code
    parsed = parsed_of(book)
    assert "| Ann | 2024年1月1日 | ¥1,235 | 12.5% | TRUE |" in parsed.text
    assert "45292" not in parsed.text


def test_days_of_the_built_in_format_are_dates() -> None:
    book, sheet = book_of(["Name", "Start"], ["Ann", 45292], ["Bob", 45293])
    sheet["B2"].number_format = sheet["B3"].number_format = "mm-dd-yy"
    assert "| Ann | 2024-01-01 |" in parsed_of(book).text


def test_errors_texts_and_escapes_are_read() -> None:
    book, _ = book_of(["x"])
    cells = (
        '<row r="1"><c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" t="str"><f>A1</f><v>a_x0041_b</v></c></row>'
        '<row r="2"><c r="A2" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>no</t></rPh></is></c>'
        '<c r="B2" t="b"><v>0</v></c></row>'
    )
    parsed = parsed_of(with_part(bytes_of(book), SHEET, "", cells_xml(cells)))
    assert "| #DIV/0! | aAb |" in parsed.text
    assert "| rich text | FALSE |" in parsed.text


def test_shared_texts_are_read_without_phonetic_hints() -> None:
    book, _ = book_of(["x"])
    cells = '<row r="1"><c r="A1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c></row>'
    content = with_part(bytes_of(book), SHEET, "", cells_xml(cells))
    relation = '<Relationship Id="rIdS" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>'
    content = with_part(content, "xl/_rels/workbook.xml.rels", "</Relationships>", relation)
    stream = BytesIO(content)
    with zipfile.ZipFile(stream, "a") as archive:
        texts = "<si><t>second</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh><t>トウキョウ</t></rPh></si>"
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{MAIN}">{texts}</sst>')
    assert parsed_of(stream.getvalue()).text == "Fees\n\n東京\nsecond"


def test_cells_without_references_follow_each_other() -> None:
    book, _ = book_of(["x"])
    cells = "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c><c><v>4</v></c></row>"
    assert "| 1 | 2 |\n| 3 | 4 |" in parsed_of(with_part(bytes_of(book), SHEET, "", cells_xml(cells))).text


def test_the_strict_variant_is_read() -> None:
    book, _ = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    content = bytes_of(book)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if name.startswith("xl/") and name.endswith(".xml")]
    for name in names:
        content = with_part(content, name, MAIN, STRICT) if MAIN in _part(content, name) else content
    assert "| Basic | 5 |" in parsed_of(content).text


def _part(content: bytes, name: str) -> str:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return archive.read(name).decode()


def test_formulas_without_a_stored_result_are_declared() -> None:
    book, sheet = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    sheet["B4"] = "=SUM(B2:B3)"
    sheet["A4"] = "Total"
    parsed = parsed_of(book)
    assert "| Total |  |" in parsed.text
    assert parsed.warnings == ("results of formulas, which the file does not store, were left out: 1",)


def test_what_a_reader_does_not_see_is_left_out_and_declared() -> None:
    book, sheet = book_of(["Plan", "Fee", "Cost"], ["Basic", 5, 1], ["Secret", 7, 2], ["Plus", 9, 3])
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["C"].hidden = True
    sheet["A3"].comment = Comment("hidden too", "Ann")
    other = book.create_sheet("Draft")
    other["A1"] = "Internal"
    other.sheet_state = "hidden"
    parsed = parsed_of(book)
    assert not {"Secret", "Cost", "Internal", "hidden"} & set(parsed.text.split())
    assert parsed.warnings == (
        "hidden rows were left out: 1",
        "hidden columns were left out: 1",
        "hidden sheets were left out: 1",
    )


def test_comments_are_notes_that_name_their_cell() -> None:
    book, sheet = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    sheet["B2"].comment = Comment("Agreed\nwith finance", "Ann")
    parsed = parsed_of(book)
    assert said(parsed, parsed.blocks[-1]) == "B2 (5): Agreed with finance"
    assert parsed.blocks[-1].follows


def test_charts_are_declared() -> None:
    book, sheet = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3))
    sheet.add_chart(chart, "E5")
    assert parsed_of(book).warnings == ("charts were left out: 1",)


def test_tables_with_empty_rows_between_them_are_blocks_of_their_own() -> None:
    book, _ = book_of(
        ["Plan", "Fee"], ["Basic", 5], ["Plus", 9], [], ["City", "Office"], ["Paris", "Main"], ["Rome", "East"]
    )
    _, first, second = parsed_of(book).blocks
    assert first.header
    assert second.header


def test_lines_of_text_on_a_sheet_are_text() -> None:
    book, _ = book_of(["How to use this file"], ["Fill in the yellow cells."], name="Read me")
    parsed = parsed_of(book)
    assert [block.kind for block in parsed.blocks] == ["heading", "paragraph"]
    assert said(parsed, parsed.blocks[1]) == "How to use this file\nFill in the yellow cells."


def test_the_title_of_the_properties_is_the_title() -> None:
    book, _ = book_of(["x"])
    book.properties.title = "Price list"
    assert parsed_of(book).title == "Price list"


def test_pipes_and_line_ends_stay_in_their_cells() -> None:
    book, _ = book_of(["Op", "Meaning"], ["a | b", "either\nor"], ["c", "d"])
    assert "| a \\| b | either or |" in parsed_of(book).text


def test_blocks_hold_all_text_once_and_trimmed() -> None:
    book, sheet = book_of(["标题👍🏽"], [], ["Plan", "Fee"], ["Basic", 5], [" Plus ", 9], [], ["x", None, "y"])
    sheet["F9"] = "far"
    parsed = parsed_of(book)
    end = 0
    for block in parsed.blocks:
        assert parsed.text[end : block.span.start].strip() == ""
        assert said(parsed, block) == said(parsed, block).strip() != ""
        end = block.span.end
    assert parsed.text[end:].strip() == ""


def test_an_empty_workbook_is_no_text() -> None:
    book, sheet = book_of()
    sheet["A1"].number_format = "0.00"
    sheet["B2"] = "  "
    with pytest.raises(DocumentRejected) as rejected:
        parsed_of(book)
    assert rejected.value.code == "no_text"


def test_many_formatted_empty_rows_make_no_text() -> None:
    book, _ = book_of(["x"])
    empty = "".join(f'<row r="{i}" s="1" customFormat="1"><c r="A{i}" s="1"/></row>' for i in range(2, 50_000))
    cells = f'<row r="1"><c r="A1"><v>5</v></c></row>{empty}'
    assert parsed_of(with_part(bytes_of(book), SHEET, "", cells_xml(cells))).text == "Fees\n\n5"


def test_entities_are_refused() -> None:
    book, _ = book_of(["x"])
    declared = '<!DOCTYPE worksheet [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    xml = declared + cells_xml('<row r="1"><c r="A1" t="str"><v>&a;</v></c></row>')
    with pytest.raises(DocumentRejected) as rejected:
        parsed_of(with_part(bytes_of(book), SHEET, "", xml))
    assert rejected.value.code == "corrupt"


def test_what_unpacks_to_too_much_is_refused() -> None:
    book, _ = book_of(["x"])
    xml = cells_xml('<row r="1"><c r="A1"><v>5</v></c></row>') + " " * 200_000
    with pytest.raises(DocumentRejected) as rejected:
        parsed_of(with_part(bytes_of(book), SHEET, "", xml), max_unpacked_bytes=100_000)
    assert rejected.value.code == "too_large"


@pytest.mark.parametrize(
    "cells",
    [
        '<row r="1"><c r="A1" t="s"><v>999</v></c></row>',
        '<row r="1"><c r="A1"><v>five</v></c></row>',
        '<row r="one"><c r="A1"><v>5</v></c></row>',
        '<row r="1"><c r="A1" s="x"><v>5</v></c></row>',
        '<row r="1"><c r="A1"><v>5</v></row>',
    ],
)
def test_damaged_sheets_are_corrupt(cells: str) -> None:
    book, _ = book_of(["x"])
    with pytest.raises(DocumentRejected) as rejected:
        parsed_of(with_part(bytes_of(book), SHEET, "", cells_xml(cells)))
    assert rejected.value.code == "corrupt"


def test_a_file_cut_off_anywhere_is_corrupt() -> None:
    book, _ = book_of(["Plan", "Fee"], ["Basic", 5])
    content = bytes_of(book)
    for end in range(0, len(content) - 1, 7):
        with pytest.raises(DocumentRejected) as rejected:
            parsed_of(content[:end])
        assert rejected.value.code == "corrupt"


def test_a_part_cut_off_anywhere_is_read_or_refused() -> None:
    book, _ = book_of(["Plan", "Fee"], ["Basic", 5], ["Plus", 9])
    content = bytes_of(book)
    for part in (SHEET, "xl/workbook.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"):
        text = _part(content, part)
        for end in range(0, len(text), 29):
            with suppress(DocumentRejected):
                assert parsed_of(with_part(content, part, "", text[:end])).blocks


def test_a_remark_below_a_table_is_none_of_the_next_one() -> None:
    rows = [
        ["Plan", "Fee"],
        ["Basic", 5],
        ["Plus", 9],
        [],
        ["Note: without tax"],
        [],
        ["Deposits"],
        ["Plan", "Sum"],
        ["Basic", 50],
    ]
    book, _ = book_of(*rows)
    parsed = parsed_of(book)
    assert [block.follows for block in parsed.blocks] == [False, False, True, False, False]
    assert [span.slice(parsed.text) for span in parsed.blocks[-1].context] == ["Deposits"]


def test_fields_of_a_form_have_no_header() -> None:
    book, _ = book_of(["Project", "Apollo"], ["Start", datetime.date(2024, 1, 5)], ["Budget", 1200], ["Owner", "Ann"])
    assert parsed_of(book).blocks[-1].header == ()


def test_a_workbook_states_its_author() -> None:
    book, _ = book_of(["Plan", "Fee"], ["Basic", 5])
    book.properties.creator, book.properties.title = "Ann Lee", "Fees of 2024"
    parsed = parsed_of(book)
    assert (parsed.title, parsed.attributes["author"]) == ("Fees of 2024", "Ann Lee")


def test_lines_above_and_below_a_table_have_their_row_numbers() -> None:
    book, _ = book_of(["Fees"], ["Unit: USD"], ["Plan", "Fee"], ["Basic", 5], ["Plus", 9], ["Note: without tax"])
    layout, blocks = parsed_of(book).layout, parsed_of(book).blocks[1:]
    assert [layout.rows_of(block.span.start, block.span.end) for block in blocks] == [(1, 2), (3, 5), (6, 6)]
