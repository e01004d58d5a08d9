from typing import Any

from tests.indexing.parsers.pdf.drawing import HEIGHT, Draw, Text, drawn, read

LINES = ("Keys of the house are given back on the last day;", "meters are read together;", "walls are painted white.")


def dot(left: float, top: float, radius: float = 1.8, fill: int = 1) -> Draw:
    def draw(canvas: Any) -> None:
        canvas.circle(left, HEIGHT - top, radius, stroke=1 - fill, fill=fill)

    return draw


def page(*dots: Draw) -> list[Text | Draw]:
    lines = [Text(90, 100 + 14 * index, line) for index, line in enumerate(LINES)]
    return [Text(72, 80, "When you move out:"), *lines, *dots]


def test_dots_that_are_drawn_before_lines_are_their_bullets() -> None:
    for fill in (0, 1):
        parsed = read(drawn(page(*(dot(80, 97 + 14 * index, fill=fill) for index in range(3)))))
        items = [block for block in parsed.blocks if block.kind == "list_item"]
        assert [block.span.slice(parsed.text) for block in items] == [f"• {line}" for line in LINES]
        assert {span.slice(parsed.text) for block in items for span in block.context} == {"When you move out:"}


def test_dots_elsewhere_are_drawings() -> None:
    far, large, behind = dot(40, 97), dot(80, 97, 4.4), dot(400, 97)
    assert "•" not in read(drawn(page(far, large, behind))).text
