"""The text of charts and diagrams, which Office documents keep in parts of their own."""

from typing import Final
from xml.etree.ElementTree import Element

from indexing.parsers.builder import TextBuilder
from indexing.parsers.left_out import LeftOut
from indexing.parsers.ooxml.cell_grid import Cell, write_table
from indexing.parsers.ooxml.names import CHART, DIAGRAM, A, number

MAX_POINTS: Final = 500
"""Of a series: a chart with more has no table that anybody reads."""
MAX_SERIES: Final = 50


def write_chart(builder: TextBuilder, chart: Element, left_out: LeftOut) -> None:
    """Write a chart: its title, and its data as a table."""
    title = builder.block("paragraph", chart_title(chart))
    rows = [[Cell(text=text) for text in row] for row in chart_rows(chart)]
    if rows:
        write_table(builder, rows, 1, (title.span,) if title is not None else ())
    else:
        left_out.piece("data of charts")


def write_diagram(builder: TextBuilder, diagram: Element) -> None:
    """Write a diagram: what its nodes say."""
    for line in diagram_lines(diagram):
        builder.block("list_item", line)


def chart_title(chart: Element) -> str:
    """The title of a chart; empty if it has none."""
    title = chart.find(f"{CHART}chart/{CHART}title")
    return " ".join("".join(text.text or "" for text in title.iter(A + "t")).split()) if title is not None else ""


def chart_rows(chart: Element) -> list[list[str]]:
    """The data of a chart as a table: a column for its categories and one for each series, the first row their names.

    Nothing for a chart without categories or with too much data.
    """
    series = list(chart.iter(CHART + "ser"))[: MAX_SERIES + 1]
    categories = _points(series[0].find(CHART + "cat")) if series else {}
    if not categories or len(series) > MAX_SERIES or max(categories) >= MAX_POINTS:
        return []
    columns = [_points(one.find(CHART + "val")) for one in series]
    names = ["".join(_points(one.find(CHART + "tx")).values()) for one in series]
    return [["", *names], *([name, *(column.get(at, "") for column in columns)] for at, name in categories.items())]


def diagram_lines(diagram: Element) -> list[str]:
    """The texts of the nodes of a diagram (SmartArt), in order of the file."""
    lines = []
    for node in diagram.iter(DIAGRAM + "pt"):
        if node.get("type", "node") in ("node", "asst"):
            lines += [" ".join("".join(t.text or "" for t in one.iter(A + "t")).split()) for one in node.iter(A + "p")]
    return [line for line in lines if line]


def _points(element: Element | None) -> dict[int, str]:
    """The values that a chart keeps of its source, by index."""
    found = {}
    for point in element.iter(CHART + "pt") if element is not None else ():
        index = number(point.get("idx"))
        if index is not None:
            found[index] = (point.findtext(CHART + "v") or "").strip()
    return dict(sorted(found.items()))
