from indexing.model import Span
from tests.indexing.parsers.pdf.drawing import (
    HAN,
    HEIGHT,
    Text,
    assert_covered,
    block_with,
    column,
    drawn,
    grid,
    pages_of,
    read,
    texts,
)

ROWS = [("Plan", "Fee", "Term"), ("Basic", "5", "1 month"), ("Plus", "9", "1 year"), ("Team", "20", "2 years")]
RENDERED = """\
| Plan | Fee | Term |
| --- | --- | --- |
| Basic | 5 | 1 month |
| Plus | 9 | 1 year |
| Team | 20 | 2 years |"""
PROSE = (
    "The garden is open to everyone who lives in the house, on all",
    "days of the year, from sunrise until sunset.",
)


def aligned(top: float, rows: list[tuple[str, ...]], lefts: tuple[float, ...] = (72, 200, 300)) -> list[Text]:
    return [
        Text(left, top + 16 * index, cell)
        for index, row in enumerate(rows)
        for left, cell in zip(lefts, row, strict=True)
        if cell
    ]


def test_a_ruled_table_is_one_block_with_its_header() -> None:
    parsed = read(drawn([*column(72, 60, *PROSE), *grid(72, 120, (100, 60, 80), ROWS)]))
    table = block_with(parsed, "Basic")
    assert table.span.slice(parsed.text) == (RENDERED)
    assert [span.slice(parsed.text) for span in table.header] == ["| Plan | Fee | Term |\n| --- | --- | --- |"]
    assert len(table.cuts) == 2


def test_text_of_one_string_that_runs_over_borders_is_cut_at_them() -> None:
    rows = [("Plan", "Fee"), ("", ""), ("Plus", "9")]
    page = [*grid(72, 120, (50, 60), rows), Text(76, 154, "Basic          5")]
    assert "| Basic | 5 |" in read(drawn(page)).text


def test_lines_of_a_cell_are_one_text() -> None:
    rows = [("Duty", "Who"), ("", "租客"), ("Keys", "landlord")]
    page = [
        *grid(72, 120, (160, 80), rows),
        Text(76, 149, "Pay the rent on the", 8),
        Text(76, 158, "first of the month", 8),
    ]
    page = [item._replace(font=HAN) if isinstance(item, Text) and item.text == "租客" else item for item in page]
    assert "| Pay the rent on the first of the month | 租客 |" in read(drawn(page)).text


def test_a_frame_around_text_is_no_table() -> None:
    def frame(canvas: object) -> None:
        canvas.rect(60, HEIGHT - 160, 450, 100)  # type: ignore[attr-defined]

    assert texts(read(drawn([frame, *column(72, 90, *PROSE)])), "table") == []


def test_a_table_over_two_pages_is_one_and_says_its_header_once() -> None:
    more = [("Plan", "Fee", "Term"), ("Home", "7", "3 months"), ("School", "8", "4 months")]
    first = [*column(72, 60, *PROSE), *grid(72, 700, (100, 60, 80), ROWS[:3]), Text(290, 820, "Page 1")]
    second = [*grid(72, 60, (100, 60, 80), more), *column(72, 300, *PROSE), Text(290, 820, "Page 2")]
    parsed = read(drawn(first, second))
    (table,) = [block for block in parsed.blocks if block.kind == "table"]
    assert parsed.text.count("Plan") == 1
    assert pages_of(parsed, table) == (1, 2)
    assert "headers and captions that tables repeat on later pages were left out: 11 characters" in parsed.warnings
    boxes = [box for box in parsed.layout.boxes if table.span.start <= box.start < table.span.end]
    assert [(box.page, parsed.text[box.start :].split()[1]) for box in boxes] == [(1, "Plan"), (2, "Home")]
    assert parsed.layout.pages[1] == parsed.text.index("| Home")


def test_tables_of_other_columns_stay_two() -> None:
    first = grid(72, 700, (100, 60, 80), ROWS[:3])
    second = [*grid(72, 60, (60, 120), [("Key", "Door"), ("A", "Front"), ("B", "Back")]), *column(72, 300, *PROSE)]
    assert len(texts(read(drawn(first, second)), "table")) == 2


def test_rows_that_stand_below_each_other_are_a_table_without_lines() -> None:
    parsed = read(drawn([*column(72, 60, *PROSE), *aligned(120, ROWS), *column(72, 220, *PROSE)]))
    assert texts(parsed, "table") == [RENDERED]


def test_two_rows_are_no_table() -> None:
    assert texts(read(drawn([*column(72, 60, *PROSE), *aligned(120, ROWS[:2])])), "table") == []


def test_two_columns_of_prose_are_no_table() -> None:
    left = (
        "Seedlings need shade during the",
        "first week. They are watered each",
        "morning before the sun is high.",
        "No fertiliser is used.",
    )
    right = (
        "The harvest begins in August, and",
        "everyone takes part. Tools are kept",
        "in the shed behind the house, and",
        "the key hangs at the door.",
    )
    parsed = read(drawn([*column(72, 100, *left), *column(320, 100, *right)]))
    assert texts(parsed, "table") == []
    assert "morning before the sun is high. No fertiliser is used." in parsed.text.replace("\n", " ")


def test_numbered_items_beside_text_are_no_table() -> None:
    items = [("1.", "Lock the door."), ("2.", "Hang up the key."), ("3.", "Switch off the light."), ("4.", "Go home.")]
    parsed = read(drawn([*column(72, 60, *PROSE), *aligned(120, items, (72, 90))]))
    assert texts(parsed, "list_item") == [
        "1. Lock the door.",
        "2. Hang up the key.",
        "3. Switch off the light.",
        "4. Go home.",
    ]


def test_a_table_between_three_lines_has_the_rows_below_the_second() -> None:
    def rules(canvas: object) -> None:
        for top in (105, 127, 180):
            canvas.line(70, HEIGHT - top, 400, HEIGHT - top)  # type: ignore[attr-defined]

    parsed = read(drawn([rules, *column(72, 60, *PROSE), *aligned(120, [ROWS[0]]), *aligned(144, ROWS[1:3])]))
    assert texts(parsed, "table") == [
        "| Plan | Fee | Term |\n| --- | --- | --- |\n| Basic | 5 | 1 month |\n| Plus | 9 | 1 year |"
    ]


def test_caption_and_unit_line_are_context_of_the_table_below() -> None:
    page = [Text(72, 80, "表 1 费用", 11, HAN), Text(72, 100, "单位：元", 11, HAN), *grid(72, 110, (100, 60, 80), ROWS)]
    parsed = read(drawn(page))
    assert [span.slice(parsed.text) for span in block_with(parsed, "Basic").context] == ["表 1 费用", "单位：元"]


def test_a_caption_below_its_table_stands_above_it_in_the_text() -> None:
    page = [
        *column(72, 60, *PROSE),
        *grid(72, 120, (100, 60, 80), ROWS),
        Text(72, 220, "Table 3: Fees"),
        *column(72, 260, *PROSE),
    ]
    parsed = read(drawn(page))
    assert parsed.text.index("Table 3: Fees") < parsed.text.index("| Plan")
    assert [span.slice(parsed.text) for span in block_with(parsed, "Basic").context] == ["Table 3: Fees"]
    assert_covered(parsed)


def test_a_year_heads_a_column_although_it_is_a_number() -> None:
    rows = [("", "2023", "2022"), ("Rent", "900", "850"), ("Water", "40", "38")]
    assert block_with(read(drawn(grid(72, 120, (100, 60, 60), rows))), "Rent").header != ()


def test_a_row_that_ends_in_a_negative_amount_is_a_row() -> None:
    rows = [("Item", "2023", "2022"), ("Revenue", "1,200", "1,100"), ("Cost", "(700)", "(650)"), ("Net", "500", "450")]
    assert "| Cost | (700) | (650) |\n| Net | 500 | 450 |" in read(drawn(aligned(80, rows))).text


def test_short_chinese_names_are_a_header() -> None:
    rows = [("类别", "上限", "备注"), ("电脑", "800", "每年"), ("电话", "300", "每月"), ("座椅", "200", "每年")]
    parsed = read(drawn([text._replace(font=HAN) for text in aligned(80, rows)]))
    assert [span.slice(parsed.text) for span in parsed.blocks[0].header] == [
        "| 类别 | 上限 | 备注 |\n| --- | --- | --- |"
    ]


def test_a_header_that_the_end_of_a_page_cuts_off_is_that_of_its_table() -> None:
    first = [*column(72, 60, *PROSE), *grid(72, 760, (100, 60, 80), ROWS[:1])]
    parsed = read(drawn(first, grid(72, 60, (100, 60, 80), ROWS[1:])))
    table = block_with(parsed, "Basic")
    assert table.span.slice(parsed.text) == RENDERED
    assert pages_of(parsed, table) == (1, 2)
    assert [box.page for box in parsed.layout.boxes_in(*_ends(table.span))] == [1, 2]
    at = parsed.text.index("| Basic")
    assert parsed.layout.pages_of(at, at + 1) == (2, 2)


def test_a_unit_below_a_caption_is_context_with_it() -> None:
    rows = grid(72, 140, (100, 60, 80), ROWS)
    parsed = read(drawn([*column(72, 60, *PROSE), Text(72, 105, "Table 2: Fees"), Text(72, 128, "Unit: USD"), *rows]))
    table = block_with(parsed, "Basic")
    assert [span.slice(parsed.text) for span in table.context] == ["Table 2: Fees", "Unit: USD"]


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end
