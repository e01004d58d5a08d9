from tests.indexing.parsers.pdf.drawing import Text, column, drawn, read, texts

LEFT = ("Seedlings need shade during", "the first week, and they are", "watered once a day.")
RIGHT = ("Tools are kept in the shed,", "which is never locked, and", "everyone may use them.")
ROWS = (("Plant", "Water", "Light"), ("Tomato", "1.5", "full"), ("Fern", "2.0", "none"), ("Rose", "1.0", "half"))


def rows(top: float) -> list[Text]:
    places = (72, 260, 420)
    return [
        Text(left, top + 16 * index, cell)
        for index, row in enumerate(ROWS)
        for left, cell in zip(places, row, strict=True)
    ]


def test_rows_below_columns_are_a_table_and_no_part_of_them() -> None:
    parsed = read(drawn([*column(72, 80, *LEFT), *column(320, 80, *RIGHT), *rows(160)]))
    assert texts(parsed)[:2] == [" ".join(LEFT), " ".join(RIGHT)]
    assert texts(parsed)[2].startswith("| Plant | Water | Light |\n| --- | --- | --- |\n| Tomato | 1.5 | full |")


def test_rows_above_columns_are_a_table_and_no_part_of_them() -> None:
    parsed = read(drawn([*rows(80), *column(72, 180, *LEFT), *column(320, 180, *RIGHT)]))
    assert texts(parsed)[0].startswith("| Plant | Water | Light |")
    assert texts(parsed)[1:] == [" ".join(LEFT), " ".join(RIGHT)]


def test_a_heading_below_columns_that_end_on_a_level_ends_them() -> None:
    below = [Text(72, 150, "Shed", 16), Text(72, 180, "The key hangs at the gate.")]
    parsed = read(drawn([*column(72, 80, *LEFT), *column(320, 80, *RIGHT), *below]))
    assert texts(parsed) == [" ".join(LEFT), " ".join(RIGHT), "Shed", "The key hangs at the gate."]


def test_the_longer_of_two_columns_is_read_to_its_end_first() -> None:
    more = ("Later they need less, and in", "autumn none at all.")
    parsed = read(drawn([*column(72, 80, *LEFT), *column(72, 132, *more), *column(320, 80, *RIGHT)]))
    assert texts(parsed) == [" ".join(LEFT), " ".join(more), " ".join(RIGHT)]


def test_blocks_of_address_and_date_side_by_side_are_read_one_after_the_other() -> None:
    sender, data = (
        ("ACME GmbH", "Main Street 5", "10115 Berlin"),
        ("Invoice", "No. 2024-117", "5 May 2024, Berlin"),
    )
    below = [Text(72, 160, "Bill to:"), *column(72, 190, "Ann Lee", "Oak Road 1")]
    text = read(drawn([*column(72, 80, *sender), *column(420, 80, *data), *below])).text
    assert text.index("10115 Berlin") < text.index("Invoice") < text.index("Bill to:")
