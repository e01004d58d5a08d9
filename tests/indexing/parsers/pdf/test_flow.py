from hypothesis import given, settings
from hypothesis import strategies as st

from tests.indexing.parsers.pdf.drawing import (
    HAN,
    HEIGHT,
    Draw,
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

LINES = (
    "The garden is open to everyone who lives in the house, on all",
    "days of the year, from sunrise until sunset.",
)


def body(number: int, top: float = 90) -> list[Text]:
    """Text that no other page has."""
    name = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Oak")[number % 6]
    first = f"The {name.lower()} tree stands behind the house and is open to everyone who lives in"
    return column(72, top, first, f"it, on all days. {name} wood is used for the fence.")


def test_what_repeats_on_every_page_of_a_letter_is_kept() -> None:
    parsed = read(drawn(*[column(72, 90, *LINES, "Yours, the gardeners")] * 4))
    assert parsed.text.count("Yours, the gardeners") == 4


def test_heads_of_pages_that_hold_nothing_but_a_table_are_left_out() -> None:
    def page(number: int) -> list[Text | Draw]:
        rows = [["Article", "Price"], *([f"A-{number}{row}", f"{row}.50"] for row in range(9))]
        return [Text(72, 40, "Price list", 9), *grid(72, 80, (120, 120), rows), Text(500, 800, f"{number}", 9)]

    parsed = read(drawn(page(1), page(2), page(3)))
    assert [block.kind for block in parsed.blocks] == ["table"]
    assert "Price list" not in parsed.text


def test_paragraphs_end_at_a_wider_gap_an_indent_or_a_short_line() -> None:
    gap = [*column(72, 80, *LINES), *column(72, 130, *LINES)]
    tools = ("Tools are kept in the shed, which is never locked, and everyone", "may use them.")
    long = (*LINES[:1], "days of the year, from sunrise until sunset and also at night.")
    indent = [*column(72, 80, *long), Text(90, 107.5, tools[0]), Text(72, 121.25, tools[1])]
    short = column(72, 80, *LINES, *tools)
    for page, second in ((gap, "The garden"), (indent, "Tools"), (short, "Tools")):
        first, other = texts(read(drawn(page)))
        assert first.startswith("The garden is open")
        assert other.startswith(second)


def test_lines_ended_on_purpose_stay_lines_of_one_block() -> None:
    page = [*column(72, 80, *LINES), *column(72, 140, "Wang Fang", "12 Garden Street", "Dublin")]
    assert texts(read(drawn(page)))[1] == "Wang Fang\n12 Garden Street\nDublin"


def test_items_have_the_lead_in_and_the_items_around_them() -> None:
    page = [
        *column(72, 80, "The tenant pays for:"),
        *column(82, 100, "• water;", "• electricity,"),
        *column(102, 130, "– as metered;"),
        *column(82, 145, "• heating."),
    ]
    parsed = read(drawn(page))
    lead, water = "The tenant pays for:", "• electricity,"
    assert [
        (texts(parsed)[i], [span.slice(parsed.text) for span in parsed.blocks[i].context]) for i in range(1, 5)
    ] == [
        ("• water;", [lead]),
        ("• electricity,", [lead]),
        ("– as metered;", [lead, water]),
        ("• heating.", [lead]),
    ]


def test_items_of_clauses_have_their_lead_in() -> None:
    page = column(72, 80, "第三条 下列费用由租客承担：", "（一）水费；", "（二）电费。", font=HAN)
    parsed = read(drawn(page))
    assert [span.slice(parsed.text) for span in block_with(parsed, "电费").context] == ["第三条 下列费用由租客承担："]


def test_a_number_at_the_begin_of_a_line_inside_a_sentence_begins_no_item() -> None:
    page = column(72, 80, "The deposit is returned within the time that is stated in section", "1.2 of the contract.")
    assert texts(read(drawn(page))) == [
        "The deposit is returned within the time that is stated in section 1.2 of the contract."
    ]


def test_footnotes_do_not_cut_the_sentence_that_goes_on_on_the_next_page() -> None:
    first = [
        *column(72, 600, *LINES),
        Text(72, 660, "Whoever enters at night shall close the gate and switch off the"),
        Text(72, 780, "1 As agreed in May.", 8),
    ]
    second = [Text(72, 80, "light at the door."), *column(72, 120, *LINES)]
    parsed = read(drawn(first, second))
    sentence = block_with(parsed, "shall close the gate and switch off the light at the door.")
    assert pages_of(parsed, sentence) == (1, 2)
    assert pages_of(parsed, block_with(parsed, "As agreed")) == (1, 1)


def test_a_paragraph_after_a_full_stop_at_the_page_end_is_its_own() -> None:
    assert len(texts(read(drawn(column(72, 700, *LINES), column(72, 80, *LINES))))) == 2


def test_a_heading_at_the_page_end_is_not_joined_with_the_next_page() -> None:
    first = [*column(72, 80, *LINES), Text(72, 780, "Keys", 15)]
    assert texts(read(drawn(first, column(72, 80, *LINES))), "heading") == ["Keys"]


def test_code_keeps_its_lines_and_indents() -> None:
    code = [Text(90, 120, "def rent():", 10, "Courier"), Text(114, 132, "return 900", 10, "Courier")]
    page = [*column(72, 80, *LINES), *code, *column(72, 170, *LINES)]
    assert texts(read(drawn(page)), "code") == ["def rent():\n    return 900"]


def test_three_columns_are_read_one_after_the_other() -> None:
    page = [
        Text(72, 60, "A title that runs over all three of the columns of this page", 18),
        *column(72, 100, "Seedlings need shade", "during the first week", "and some water."),
        *column(230, 100, "The harvest begins in", "August, and everyone", "takes part in it."),
        *column(390, 100, "Tools are kept in the", "shed behind the house", "with the key."),
    ]
    assert texts(read(drawn(page)))[1:] == [
        "Seedlings need shade during the first week and some water.",
        "The harvest begins in August, and everyone takes part in it.",
        "Tools are kept in the shed behind the house with the key.",
    ]


def test_what_spans_the_columns_is_read_where_it_stands() -> None:
    top = [
        *column(72, 80, "Seedlings need shade during", "the first week of May."),
        *column(320, 80, "Tools are kept in the shed,", "which is never locked."),
    ]
    wide = column(72, 140, "Below this line, which goes over both columns of the page, the order is another one.")
    low = [
        *column(72, 180, "Water comes from the well", "behind the old house."),
        *column(320, 180, "Compost is made of leaves", "and of nothing else."),
    ]
    found = texts(read(drawn([*low, *top, *wide])))
    assert [text.split()[0] for text in found] == ["Seedlings", "Tools", "Below", "Water", "Compost"]


def test_chinese_columns_are_read_one_after_the_other() -> None:
    left = column(72, 100, "押金为三个月租金，由租客在签", "约时支付，房东在退租后十日内", font=HAN)
    right = column(320, 100, "全部返还，不得扣除任何其他的", "费用。", font=HAN)
    assert texts(read(drawn([*left, *right]))) == [
        "押金为三个月租金，由租客在签约时支付，房东在退租后十日内全部返还，不得扣除任何其他的费用。"
    ]


def test_heads_of_left_and_right_pages_are_left_out() -> None:
    pages = [
        [
            Text(72 if number % 2 else 420, 40, "Gardeners" if number % 2 else "Annual report", 9),
            *body(number),
        ]
        for number in range(1, 7)
    ]
    parsed = read(drawn(*pages))
    assert "Gardeners" not in parsed.text
    assert "Annual report" not in parsed.text


def test_a_line_that_repeats_on_two_of_many_pages_stays() -> None:
    pages = [body(number) for number in range(5)]
    pages[1].insert(0, Text(72, 40, "Minutes"))
    pages[4].insert(0, Text(72, 40, "Minutes"))
    assert read(drawn(*pages)).text.count("Minutes") == 2


def test_numbered_annexes_at_the_top_of_each_page_stay() -> None:
    pages = [[Text(72, 60, f"Annex {number}"), *body(number, 100)] for number in range(1, 6)]
    assert texts(read(drawn(*pages)), "heading") == [f"Annex {number}" for number in range(1, 6)]


def test_page_numbers_in_both_languages_are_left_out() -> None:
    pages = [
        [*body(number), Text(260, 800, f"第 {number} 页 共 4 页", 9, HAN), Text(290, 815, str(number), 9)]
        for number in range(1, 5)
    ]
    parsed = read(drawn(*pages))
    assert not any(char.isdigit() for char in parsed.text)
    assert "页" not in parsed.text


def test_a_watermark_across_all_pages_is_left_out() -> None:
    def watermark(canvas: object) -> None:
        canvas.saveState()  # type: ignore[attr-defined]
        canvas.translate(50, 200)  # type: ignore[attr-defined]
        canvas.rotate(90)  # type: ignore[attr-defined]
        canvas.drawString(0, 0, "DRAFT of May")  # type: ignore[attr-defined]
        canvas.restoreState()  # type: ignore[attr-defined]

    parsed = read(drawn(*[[*body(number), watermark] for number in range(3)]))
    assert "DRAFT" not in parsed.text
    assert "12 characters" not in parsed.warnings[0]
    assert "30 characters on 3 pages" in parsed.warnings[0]


def test_text_that_runs_another_way_on_one_page_is_kept() -> None:
    def aside(canvas: object) -> None:
        canvas.saveState()  # type: ignore[attr-defined]
        canvas.translate(50, HEIGHT - 400)  # type: ignore[attr-defined]
        canvas.rotate(90)  # type: ignore[attr-defined]
        canvas.drawString(0, 0, "Received on 3 May")  # type: ignore[attr-defined]
        canvas.restoreState()  # type: ignore[attr-defined]

    assert texts(read(drawn([aside, *column(72, 90, *LINES)])))[-1] == "Received on 3 May"


_WORDS = st.lists(
    st.sampled_from(["garden", "key.", "押金", "，", "1.2", "•", "Annex B", "|", "-", "90 %"]), min_size=1, max_size=6
)
_PLACED = st.builds(
    Text,
    st.integers(20, 500),
    st.integers(20, 820),
    _WORDS.map(" ".join),
    st.sampled_from([8.0, 11.0, 16.0]),
    st.sampled_from([HAN, "Helvetica-Bold", "Courier"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(_PLACED, max_size=12), min_size=1, max_size=4))
def test_wherever_text_stands_every_character_has_one_owner_and_one_box(pages: list[list[Text]]) -> None:
    drawn_ = [*pages, column(72, 400, "Always.")]
    parsed = read(drawn(*drawn_))
    assert_covered(parsed)
    assert len(parsed.pages) == len(parsed.layout.pages) == len(drawn_)
    assert list(parsed.layout.pages) == sorted(parsed.layout.pages)
    assert parsed.layout.pages[0] == 0
    for before, box in zip(parsed.layout.boxes, parsed.layout.boxes[1:], strict=False):
        assert before.end <= box.start
        assert before.page <= box.page
    for block in parsed.blocks:
        first, last = pages_of(parsed, block) or (0, 0)
        pages_of_boxes = {box.page for box in parsed.layout.boxes_in(block.span.start, block.span.end)}
        assert {first, last} <= pages_of_boxes <= set(range(first, last + 1))
        for span in block.context:
            assert span.end <= block.span.start
        assert all(block.span.start < cut < block.span.end for cut in block.cuts)
