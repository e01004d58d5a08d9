from typing import Any

from indexing.outline import build_sections
from tests.indexing.parsers.pdf.drawing import HAN, Text, block_with, column, drawn, read, texts

PROSE = (
    "The garden is open to everyone who lives in the house, on all",
    "days of the year, from sunrise until sunset.",
)
SATZ = ("花园全年对本楼的所有住户开放，每天从日出开始，到日落为止，", "任何人不得占用。")


def paths(content: bytes) -> list[tuple[str, ...]]:
    return [section.path for section in build_sections(read(content))[0][1:]]


def test_larger_text_opens_sections_nested_by_size() -> None:
    page = [
        Text(72, 80, "Garden report", 20),
        Text(72, 120, "Seedlings", 15),
        *column(72, 150, *PROSE),
        Text(72, 220, "Shade", 13),
        *column(72, 240, *PROSE),
        Text(72, 300, "Harvest", 15),
        *column(72, 330, *PROSE),
    ]
    assert paths(drawn(page)) == [
        ("Garden report",),
        ("Garden report", "Seedlings"),
        ("Garden report", "Seedlings", "Shade"),
        ("Garden report", "Harvest"),
    ]


def test_bold_lines_in_the_size_of_the_body_open_sections() -> None:
    page = [
        Text(72, 80, "Seedlings", 11, "Helvetica-Bold"),
        *column(72, 100, *PROSE),
        Text(72, 150, "Harvest", 11, "Helvetica-Bold"),
        *column(72, 170, *PROSE),
    ]
    assert paths(drawn(page)) == [("Seedlings",), ("Harvest",)]


def test_a_bold_label_with_a_colon_and_a_bold_sentence_are_no_headings() -> None:
    page = [
        Text(72, 80, "Note:", 11, "Helvetica-Bold"),
        *column(72, 100, *PROSE),
        Text(72, 150, "Nobody enters at night.", 11, "Helvetica-Bold"),
        *column(72, 170, *PROSE),
    ]
    assert paths(drawn(page)) == []


def test_of_one_look_the_depth_of_the_number_is_the_level() -> None:
    page = []
    for index, title in enumerate(("1 Rent", "1.1 Deposit", "2 Keys", "2.1 Copies", "2.1.1 Costs")):
        page += [Text(72, 80 + 70 * index, title, 14), *column(72, 100 + 70 * index, *PROSE)]
    parsed = read(drawn(page))
    assert [section.path for section in build_sections(parsed)[0][1:]] == [
        ("1 Rent",),
        ("1 Rent", "1.1 Deposit"),
        ("2 Keys",),
        ("2 Keys", "2.1 Copies"),
        ("2 Keys", "2.1 Copies", "2.1.1 Costs"),
    ]
    assert [block.label for block in parsed.blocks if block.level] == ["1", "1.1", "2", "2.1", "2.1.1"]


def test_the_outline_names_headings_that_do_not_stand_out() -> None:
    def mark(name: str, level: int) -> Any:
        def bookmark(canvas: Any) -> None:
            canvas.bookmarkPage(name)
            canvas.addOutlineEntry(name, name, level)

        return bookmark

    first = [Text(72, 80, "Seedlings"), *column(72, 120, *PROSE), mark("Seedlings", 0)]
    second = [Text(72, 80, "2.1 Shade"), *column(72, 94, *PROSE), mark("Shade", 1)]
    third = [*column(72, 94, *PROSE, "Shade is what they need."), mark("Nowhere", 0)]
    assert paths(drawn(first, second, third)) == [("Seedlings",), ("Seedlings", "2.1 Shade")]


def test_chinese_chapters_and_annexes_are_told_by_their_words() -> None:
    page = [
        Text(72, 80, "第一章 总则", font=HAN),
        *column(72, 110, *SATZ, font=HAN),
        Text(72, 170, "第二章 押金", font=HAN),
        *column(72, 200, *SATZ, font=HAN),
        Text(72, 260, "附录一", font=HAN),
        *column(72, 290, *SATZ, font=HAN),
    ]
    assert paths(drawn(page)) == [("第一章 总则",), ("第二章 押金",), ("附录一",)]


def test_a_number_and_the_title_below_it_are_one_heading() -> None:
    page = [Text(72, 80, "Chapter 3", 14), Text(72, 120, "The harvest", 20), *column(72, 160, *PROSE)]
    assert paths(drawn(page)) == [("Chapter 3 The harvest",)]


def test_a_title_of_two_lines_is_one_heading() -> None:
    page = [*column(72, 80, "Annual report of the", "gardeners of the house", size=20), *column(72, 160, *PROSE)]
    assert paths(drawn(page)) == [("Annual report of the gardeners of the house",)]


def test_names_and_dates_on_a_cover_open_no_sections() -> None:
    cover = [
        Text(72, 200, "Annual report", 24),
        Text(72, 300, "Wang Fang", 16),
        Text(72, 350, "Ben Trovato", 16),
        Text(72, 400, "Dublin", 14),
        Text(72, 450, "May 2024", 14),
    ]
    body = [Text(72, 80, "1 Rent", 14, "Helvetica-Bold"), *column(72, 120, *PROSE)]
    content = drawn(cover, body, [*column(72, 80, *PROSE)])
    assert paths(content) == [("Annual report",), ("Annual report", "1 Rent")]
    assert "Wang Fang" in texts(read(content), "paragraph")


def test_a_text_in_one_size_has_no_sections() -> None:
    assert paths(drawn([*column(72, 80, *PROSE), *column(72, 140, *PROSE)])) == []


def test_a_table_of_contents_is_left_out_and_declared() -> None:
    entries = (
        "1 Rent . . . . . . . . . . . . . 2",
        "1.1 Deposit . . . . . . . . . . . 2",
        "2 Keys . . . . . . . . . . . 3",
    )
    contents = [Text(72, 80, "Contents", 16), *column(72, 120, *entries)]
    body = [Text(72, 80, "1 Rent", 16), *column(72, 120, *PROSE)]
    parsed = read(drawn(contents, body))
    assert parsed.text.startswith("1 Rent\n\nThe garden")
    assert parsed.warnings == ("the table of contents was left out: 66 characters",)
    assert parsed.pages[0].characters == 66


def test_entries_below_a_heading_contents_need_no_dots() -> None:
    contents = [
        Text(72, 80, "目 录", 16, HAN),
        *column(72, 120, "第一章 总则 1", "第二章 押金 3", "第三章 钥匙 5", font=HAN),
    ]
    body = [Text(72, 80, "第一章 总则", 16, HAN), *column(72, 120, *SATZ, font=HAN)]
    assert read(drawn(contents, body)).text.startswith("第一章 总则\n\n花园")


def test_a_line_of_dots_in_a_form_stays() -> None:
    page = [*column(72, 80, *PROSE), *column(72, 140, "Deposit in EUR . . . . . . . . . . . . 900")]
    assert block_with(read(drawn(page)), "Deposit in EUR").kind == "paragraph"
