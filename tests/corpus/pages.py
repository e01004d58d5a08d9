"""PDF files as people make them: two columns, running heads, a table over three pages, Chinese clauses, a scan."""

from io import BytesIO
from typing import Any, Final

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from tests.corpus.sample import Sample

HAN: Final = "STSong-Light"
"""A font that needs no file: readers of PDF know its characters."""

_WIDTH, _HEIGHT = A4
_TREES: Final = ("ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew", "larch", "maple", "willow", "poplar")


def report() -> bytes:
    """English, a title page and two columns after it, a running head and page numbers."""
    styles = getSampleStyleSheet()
    story: list[Flowable] = [
        Paragraph("Annual report on the trees", styles["Title"]),
        Paragraph(
            "The gardeners of Lindenhof look after twelve kinds of trees. This report says how each fared.", _body()
        ),
        NextPageTemplate("columns"),
        PageBreak(),
    ]
    for tree in _TREES:
        story += [Paragraph(f"The {tree}", styles["Heading2"]), *(Paragraph(text, _body()) for text in _news_of(tree))]
    return _built(story, "Lindenhof annual report")


def _news_of(tree: str) -> tuple[str, str]:
    first = (
        f"The {tree} was planted beside the north path and watered on every day of the dry summer. "
        f"Its leaves were counted twice, and the second count of the {tree} confirmed the first one."
    )
    second = (
        f"In autumn the {tree} lost a branch to the storm. The branch was sawn into boards, which the school took for "
        f"its workshop. Nobody was hurt, and the insurance was not asked to pay for the {tree}."
    )
    return first, second


def price_table() -> bytes:
    """A heading, a table whose header repeats on each of its pages, a paragraph after it."""
    styles = getSampleStyleSheet()
    rows = [["Article", "Name", "Price (EUR)"]]
    rows += [[f"A-{number:03}", f"Tent peg no. {number}", f"{number}.50"] for number in range(1, 91)]
    table = Table(rows, repeatRows=1, colWidths=[90, 200, 90])
    table.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("BACKGROUND", (0, 0), (-1, 0), colors.lightgrey)])
    story = [Paragraph("Price list", styles["Heading1"]), table, Spacer(1, 12)]
    story += [Paragraph("Delivery", styles["Heading1"]), Paragraph("Orders are delivered within three days.", _body())]
    return _built(story, "Lindenhof prices")


def clauses_zh() -> bytes:
    """Chinese articles over two pages, with a running head and page numbers in Chinese."""
    heading = ParagraphStyle("章", fontName=HAN, fontSize=15, leading=24, wordWrap="CJK")
    body = ParagraphStyle("条", fontName=HAN, fontSize=11, leading=18, wordWrap="CJK")
    story: list[Flowable] = []
    number = 0
    for chapter, title in enumerate(("总则", "使用与保养", "责任"), start=1):
        story.append(Paragraph(f"第{'一二三'[chapter - 1]}章 {title}", heading))
        for _ in range(5):
            number += 1
            story.append(Paragraph(f"{_article(number)} {_duty(number)}", body))
    return _built(story, "设备租赁办法", font=HAN, number="第 {} 页")


def _article(number: int) -> str:
    digits = "一二三四五六七八九"
    tens = ("十" if number >= 10 else "") + (digits[number % 10 - 1] if number % 10 else "")
    return f"第{tens}条"


def _duty(number: int) -> str:
    things = ("炉具", "帐篷", "睡袋", "背包", "登山杖")
    thing = things[number % 5]
    return (
        f"承租人应当妥善保管所租{thing}，不得转租，不得擅自改装。{thing}的正常磨损由出租人承担，"
        f"因使用不当造成的损坏由承租人负责赔偿，但因不可抗力造成的除外。第{number}类{thing}的押金在归还之日起七日内退还。"
    ) * 2


def newsletter_zh() -> bytes:
    """Chinese in two columns: a heading above each article, sentences that go on in the next column."""
    heading = ParagraphStyle("题", fontName=HAN, fontSize=14, leading=22, wordWrap="CJK", spaceBefore=6)
    body = ParagraphStyle("文", fontName=HAN, fontSize=10.5, leading=17, wordWrap="CJK", firstLineIndent=21)
    topics = ("太仓仓库扩建完成", "炉具通过低温测试", "徒步季活动预告", "老帐篷回收计划", "新同事介绍")
    story: list[Flowable] = []
    for topic in topics:
        story.append(Paragraph(topic, heading))
        story += [Paragraph(text, body) for text in _news_zh(topic)]
    return _built(story, "林登霍夫通讯", first="columns", font=HAN, number="{}")


def _news_zh(topic: str) -> tuple[str, str]:
    first = f"关于“{topic}”，项目组于五月召开了第二次会议，会议确认了时间表与预算，并指定了负责人。" * 3
    second = f"各部门可在月底前向办公室提出意见，意见将汇总后公布。{topic}的最新进展将在下一期通讯中说明。" * 3
    return first, second


def scanned() -> bytes:
    """Two pages, of which the second is a picture without text."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 760, "The signed original is on the next page.")
    canvas.showPage()
    canvas.rect(100, 300, 300, 300, fill=1)
    canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _body() -> ParagraphStyle:
    return ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=13, spaceAfter=8)


def _built(
    story: list[Any], head: str, *, first: str = "whole", font: str = "Helvetica", number: str = "Page {}"
) -> bytes:
    """The pages of a story, each with a running head and its number; `first` lays out the first one."""
    pdfmetrics.registerFont(UnicodeCIDFont(HAN))

    def furnish(canvas: Any, document: Any) -> None:
        canvas.setFont(font, 9)
        canvas.drawString(72, _HEIGHT - 40, head)
        canvas.drawRightString(_WIDTH - 72, 36, number.format(document.page))

    buffer = BytesIO()
    template = BaseDocTemplate(buffer, pagesize=A4, title=head, invariant=1)
    frames = {
        "whole": [Frame(72, 60, _WIDTH - 144, _HEIGHT - 130)],
        "columns": [Frame(60 + side * 240, 60, 225, _HEIGHT - 130) for side in (0, 1)],
    }
    for name in sorted(frames, key=lambda name: name != first):
        template.addPageTemplates([PageTemplate(name, frames[name], onPage=furnish)])
    template.build(story)
    return buffer.getvalue()


SAMPLES: Final = (
    Sample(
        name="annual-report.pdf",
        content=report(),
        kind="pdf",
        outline="""\
Annual report on the trees (p. 1)
  The ash (p. 2)
  The birch (p. 2)
  The cedar (p. 2)
  The elm (p. 2)
  The fir (p. 2)
  The oak (p. 2)
  The pine (p. 2)
  The yew (p. 2)
  The larch (p. 2)
  The maple (p. 3)
  The willow (p. 3)
  The poplar (p. 3)""",
        together=(
            (
                "The oak",
                "the second count of the oak confirmed the first one.",
                "the insurance was not asked to pay for the oak.",
            ),
            (
                "The larch",
                "The larch was planted beside the north path",
                "the insurance was not asked to pay for the larch.",
            ),
        ),
        left_out=(
            "Lindenhof annual report",
            "Page 2",
        ),
    ),
    Sample(
        name="price-list.pdf",
        content=price_table(),
        kind="pdf",
        outline="""\
Price list (p. 1)
Delivery (p. 3)""",
        together=(
            ("Price list", "| Article | Name | Price (EUR) |", "| A-042 | Tent peg no. 42 | 42.50 |"),
            ("| Article | Name | Price (EUR) |", "| A-090 | Tent peg no. 90 | 90.50 |"),
        ),
        left_out=(
            "Lindenhof prices",
            "Page 3",
        ),
    ),
    Sample(
        name="设备租赁办法.pdf",
        content=clauses_zh(),
        kind="legal",
        outline="""\
第一章 总则 (p. 1)
  第一条 (p. 1)
  第二条 (p. 1)
  第三条 (p. 1)
  第四条 (p. 1)
  第五条 (p. 1)
第二章 使用与保养 (p. 1)
  第六条 (p. 1)
  第七条 (p. 1)
  第八条 (p. 2)
  第九条 (p. 2)
  第十条 (p. 2)
第三章 责任 (p. 2)
  第十一条 (p. 2)
  第十二条 (p. 2)
  第十三条 (p. 2)
  第十四条 (p. 2)
  第十五条 (p. 2)""",
        together=(("第三章 责任", "第十五条 承租人应当妥善保管所租炉具", "第15类炉具的押金在归还之日起七日内退还。"),),
        left_out=(
            "设备租赁办法",
            "第 2 页",
        ),
    ),
    Sample(
        name="通讯.pdf",
        content=newsletter_zh(),
        kind="pdf",
        outline="""\
太仓仓库扩建完成 (p. 1)
炉具通过低温测试 (p. 1)
徒步季活动预告 (p. 1)
老帐篷回收计划 (p. 1)
新同事介绍 (p. 1)""",
        together=(("老帐篷回收计划", "老帐篷回收计划的最新进展将在下一期通讯中说明。"),),
        left_out=("林登霍夫通讯",),
    ),
    Sample(
        name="signed.pdf",
        content=scanned(),
        kind="pdf",
        outline="",
        together=(("The signed original is on the next page.",),),
    ),
)
