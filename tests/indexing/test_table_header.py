import pytest

from indexing.table_header import Header, find_header, is_value


def table(*lines: str) -> list[list[str]]:
    return [line.split("|") for line in lines]


@pytest.mark.parametrize(
    ("rows", "titles", "header"),
    [
        (table("Plan|Fee", "Basic|5", "Plus|9"), 0, 1),
        (table("Basic|5", "Plus|9"), 0, 0),
        (table("名称|部门", "李雷|研发", "韩梅|财务"), 0, 1),
        (table("|2024|2023", "Sales|5|4", "Costs|3|2"), 0, 1),
        (table("Fees 2024", "in EUR", "Plan|Fee", "Basic|5"), 2, 1),
        (table("Region|2024||2023|", "|Q1|Q2|Q1|Q2", "East|1|2|3|4", "West|5|6|7|8"), 0, 2),
        (table("|2024|2023", "|$'000|$'000", "Sales|5|4"), 0, 2),
        (table("项目|金额|占比", "|（万元）|%", "收入|5|40%"), 0, 2),
        (table("2024-01-01|opened", "2024-01-02|closed", "2024-01-05|opened"), 0, 0),
        (table("Name:|Ann", "Team:|Law", "City:|Paris"), 0, 0),
        (table("Paris|yes", "Paris|no", "Rome|no"), 0, 0),
        (table("A|B"), 0, 0),
        (table("one", "two", "three"), 0, 0),
        (table("Amount", "5", "6"), 0, 1),
        (table("Name|Choice", "Ann|Yes", "Bob|No"), 0, 1),
        (table("|一月|二月", "产量|5|6", "销量|3|4"), 0, 1),
        ([], 0, 0),
    ],
)
def test_titles_and_header_rows_are_told_from_values(rows: list[list[str]], titles: int, header: int) -> None:
    assert find_header(rows) == Header(titles=titles, rows=header)


def test_the_name_of_a_group_of_rows_is_no_header() -> None:
    rows = table("|2024|2023", "Revenue|", "Goods|5|4", "Services|3|2")
    assert find_header(rows) == Header(titles=0, rows=1)


def test_a_row_of_words_above_numbers_is_no_second_header() -> None:
    rows = table("Name|Age|City", "Ann||Paris", "Bob|41|Rome", "Eve|39|Oslo")
    assert find_header(rows).rows == 1


@pytest.mark.parametrize(
    "cell",
    ["5", "-5", "(1,234.5)", "12.5%", "$ 3", "¥1,200", "2024-01-31", "31/12/2024", "12:30", "1.2E+05", "—", "是"],
)
def test_values(cell: str) -> None:
    assert is_value(cell)


@pytest.mark.parametrize("cell", ["", "Q1", "A-17", "5 kg", "第3条", "May 5", "x5"])
def test_words(cell: str) -> None:
    assert not is_value(cell)


def test_long_cells_cost_linear_time() -> None:
    assert not is_value("1" * 200_000 + "x")
    assert not is_value("(" * 200_000)
