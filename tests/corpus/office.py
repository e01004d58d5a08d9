"""Office files as people make them: numbered headings, merged cells, notes, speaker notes, sheets with units."""

import datetime
from io import BytesIO
from typing import Any, Final

from docx import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font
from pptx import Presentation
from pptx.util import Inches

from tests.corpus.sample import Sample


def handbook() -> bytes:
    """English; headings numbered by Word, a table with merged cells, a list, a running head."""
    document = Document()
    _number_headings(document)
    document.core_properties.title = "Handbook 2025"
    document.sections[0].header.paragraphs[0].text = "Lindenhof, internal"
    document.sections[0].footer.paragraphs[0].text = "Printed copies are not controlled"
    document.add_heading("Working time", 1)
    document.add_paragraph("The weekly working time is forty hours. It is recorded in the time sheet.")
    document.add_heading("Breaks", 2)
    document.add_paragraph("A break of thirty minutes is due after six hours.")
    document.add_paragraph("Note: breaks are not paid.")
    document.add_heading("Leave", 1)
    document.add_paragraph("Leave is granted for:")
    for reason in ("moving house, one day;", "the birth of a child, two days."):
        document.add_paragraph(reason, style="List Bullet")
    document.add_heading("Entitlement", 2)
    _entitlement(document)
    document.add_heading("Carrying over", 2)
    paragraph = document.add_paragraph("Up to five days may be carried over ")
    paragraph.add_run("until the end of March").bold = True
    paragraph.add_run(".")
    return _saved(document)


def rules_zh() -> bytes:
    """Chinese; articles in their words, a style of its own for chapter headings."""
    document = Document()
    style = document.styles.add_style("章标题", WD_STYLE_TYPE.PARAGRAPH)
    style.base_style = document.styles["Heading 1"]
    document.add_paragraph("员工宿舍管理办法", style="Title")
    document.add_paragraph("第一章 总则", style="章标题")
    document.add_paragraph("第一条 为规范员工宿舍管理，制定本办法。")
    document.add_paragraph("第二条 本办法适用于苏州办公室全体员工，实习生除外。")
    document.add_paragraph("第二章 入住与退宿", style="章标题")
    document.add_paragraph("第三条 有下列情形之一的，应当退宿：")
    document.add_paragraph("（一）劳动合同终止的；")
    document.add_paragraph("（二）连续三十日未入住的，但经批准的除外。")
    document.add_paragraph("第四条 本办法自 2025 年 4 月 1 日起施行。")
    return _saved(document)


def slides() -> bytes:
    """A title slide, bullets with speaker notes, a table; a Chinese slide."""
    presentation = Presentation()
    title = presentation.slides.add_slide(presentation.slide_layouts[0])
    title.shapes.title.text = "Spring collection"
    title.placeholders[1].text = "Product council, May 2025"
    stove = presentation.slides.add_slide(presentation.slide_layouts[1])
    stove.shapes.title.text = "Flint HS3"
    stove.placeholders[1].text = "Boils a litre in 3.5 minutes\nWeighs 310 grams"
    stove.notes_slide.notes_text_frame.text = "Mention the cold test at minus twenty."
    prices = presentation.slides.add_slide(presentation.slide_layouts[5])
    prices.shapes.title.text = "价格"
    rows = (("产品", "零售价（元）"), ("炉头", "699"), ("挡风板", "149"))
    table = prices.shapes.add_table(3, 2, Inches(1), Inches(2), Inches(6), Inches(1)).table
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            table.cell(at, column).text = cell
    return _saved(presentation)


def price_list() -> bytes:
    """Two sheets: a title and a unit line above the header, dates, amounts, a merged cell; Chinese stock levels."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Prices"
    sheet["A1"] = "Wholesale prices, spring 2025"
    sheet.merge_cells("A1:D1")
    sheet.append(["in EUR, without VAT"])
    sheet.append(["Article", "Name", "Price", "Valid from"])
    for cell in sheet[3]:
        cell.font = Font(bold=True)
    for row in (("HS3-001", "Flint HS3 stove", 89.9), ("KS2-010", "Kestrel 2 tent", 349), ("SB-400", "Bag", 189.5)):
        sheet.append([*row, datetime.date(2025, 3, 1)])
    for (cell,) in sheet["C4:C6"]:
        cell.number_format = "#,##0.00"
    sheet["C6"].comment = Comment("Until the new down is in stock", "Maya")
    stock = book.create_sheet("库存")
    stock.append(["货号", "仓库", "库存（件）"])
    for number in range(40):
        stock.append([f"A-{number:02}", "太仓" if number % 2 else "苏州", number * 3])
    return _saved(book)


def _saved(document: Any) -> bytes:
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _entitlement(document: Any) -> None:
    document.add_paragraph("Table 1: Days of leave by age", style="Caption")
    table = document.add_table(rows=4, cols=3)
    rows = (("Age", "Days", ""), ("", "full time", "part time"), ("below 30", "25", "15"), ("30 and above", "28", "17"))
    for at, row in enumerate(rows):
        for column, text in enumerate(row):
            table.cell(at, column).text = text
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))


def _number_headings(document: Any) -> None:
    """Bind the heading styles to a multi-level numbering: 1, 1.1."""
    numbering = document.part.numbering_part.element
    abstract = OxmlElement("w:abstractNum")
    abstract.set(qn("w:abstractNumId"), "90")
    for level, text in enumerate(("%1", "%1.%2")):
        abstract.append(_level(level, text))
    numbering.insert(0, abstract)
    number = OxmlElement("w:num")
    number.set(qn("w:numId"), "90")
    number.append(_valued("w:abstractNumId", "90"))
    numbering.append(number)
    for level in (0, 1):
        properties = OxmlElement("w:numPr")
        properties.extend([_valued("w:ilvl", str(level)), _valued("w:numId", "90")])
        document.styles[f"Heading {level + 1}"].element.get_or_add_pPr().append(properties)


def _level(number: int, text: str) -> Any:
    level = OxmlElement("w:lvl")
    level.set(qn("w:ilvl"), str(number))
    values = {"w:start": "1", "w:numFmt": "decimal", "w:pStyle": f"Heading{number + 1}", "w:lvlText": text}
    level.extend([_valued(name, value) for name, value in values.items()])
    return level


def _valued(name: str, value: str) -> Any:
    element = OxmlElement(name)
    element.set(qn("w:val"), value)
    return element


SAMPLES: Final = (
    Sample(
        name="handbook.docx",
        content=handbook(),
        kind="docx",
        outline="""\
[1] Working time
  [1.1] Breaks
[2] Leave
  [2.1] Entitlement
  [2.2] Carrying over""",
        together=(
            (
                "2.1",
                "Entitlement",
                "Table 1: Days of leave by age",
                "full time",
                "| 30 and above | 28 | 17 |",
            ),
            ("Leave is granted for:", "moving house, one day;"),
            ("may be carried over until the end of March.",),
        ),
        left_out=(
            "internal",
            "Printed copies",
        ),
    ),
    Sample(
        name="员工宿舍管理办法.docx",
        content=rules_zh(),
        kind="legal",
        outline="""\
员工宿舍管理办法
  第一章 总则
    第一条
    第二条
  第二章 入住与退宿
    第三条
    第四条""",
        together=(
            ("第二章 入住与退宿", "第三条 有下列情形之一的，应当退宿：", "（二）连续三十日未入住的，但经批准的除外。"),
        ),
    ),
    Sample(
        name="collection.pptx",
        content=slides(),
        kind="slides",
        outline="""\
Spring collection (p. 1)
Flint HS3 (p. 2)
价格 (p. 3)""",
        together=(
            ("Flint HS3", "Weighs 310 grams", "Mention the cold test at minus twenty."),
            ("价格", "| 产品 | 零售价（元） |", "| 挡风板 | 149 |"),
        ),
    ),
    Sample(
        name="prices.xlsx",
        content=price_list(),
        kind="table",
        outline="""\
Prices
库存""",
        together=(
            (
                "Prices",
                "in EUR, without VAT",
                "| Article | Name | Price | Valid from |",
                "| SB-400 | Bag | 189.50 | 2025-03-01 |",
            ),
            ("库存", "| 货号 | 仓库 | 库存（件） |", "| A-39 | 太仓 | 117 |"),
            ("C6 (189.50): Until the new down is in stock",),
        ),
    ),
)
