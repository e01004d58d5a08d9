import pytest

from indexing.errors import DocumentRejected
from indexing.parsers.xlsx.cells import Cells, Rows, position
from indexing.parsers.xlsx.tables import islands, spread_merged


def sheet(*lines: str) -> Rows:
    """A sheet drawn in lines of cells; `.` is an empty one."""
    rows = {
        number: {column: cell for column, cell in enumerate(line.split(), start=1) if cell != "."}
        for number, line in enumerate(lines, start=1)
    }
    return {number: row for number, row in rows.items() if row}


def drawn(rows: Rows) -> list[list[str]]:
    return [[" ".join(cell or "." for cell in row) for row in island.rows] for island in islands(rows)]


def test_empty_rows_and_columns_separate_tables() -> None:
    rows = sheet("a b . x y", "1 2 . k l", ". . . . .", "c d . . .", "3 e . . .")
    assert drawn(rows) == [["a b", "1 2"], ["x y", "k l"], ["c d", "3 e"]]


def test_a_spacing_column_is_left_out() -> None:
    assert drawn(sheet(". 2024 . 2023", "Sales 5 . 4", "Costs 3 . 2")) == [[". 2024 2023", "Sales 5 4", "Costs 3 2"]]


def test_a_single_column_behind_a_gap_belongs_to_the_left() -> None:
    assert drawn(sheet("Plan Fee . Note", "Basic 5 . new")) == [["Plan Fee Note", "Basic 5 new"]]


def test_a_total_behind_an_empty_row_is_of_the_table_above() -> None:
    rows = sheet("Plan Fee . Who Mail", "Basic 5 . Ann a@x", "Plus 9", ".", "Total 14")
    assert drawn(rows) == [["Plan Fee", "Basic 5", "Plus 9", "Total 14"], ["Who Mail", "Ann a@x"]]


def test_tables_of_words_behind_each_other_are_two() -> None:
    rows = sheet("Name Team", "Ann Law", ".", "City Office", "Rome Main")
    assert drawn(rows) == [["Name Team", "Ann Law"], ["City Office", "Rome Main"]]


def test_rows_keep_the_numbers_of_the_sheet() -> None:
    first, second = islands({3: {2: "a"}, 4: {2: "b"}, 9: {5: "c"}})
    assert (first.numbers, first.columns) == ((3, 4), (2,))
    assert (second.numbers, second.columns) == ((9,), (5,))


def test_a_cell_merged_over_rows_names_each_of_them() -> None:
    cells = Cells(rows=sheet("East Paris", ". Lyon", "West Rome"), merged=[(1, 1, 2, 1)])
    spread_merged(cells)
    assert cells.rows[2] == {1: "East", 2: "Lyon"}


def test_a_cell_merged_over_columns_is_said_once() -> None:
    cells = Cells(rows={1: {1: "Title"}, 2: {1: "a", 2: "b"}}, merged=[(1, 1, 1, 2)])
    spread_merged(cells)
    assert cells.rows[1] == {1: "Title"}


def test_a_merged_column_without_rows_costs_nothing() -> None:
    cells = Cells(rows={1: {1: "a"}}, merged=[(1, column, 1_048_576, column) for column in range(1, 2_000)])
    spread_merged(cells)
    assert cells.rows == {1: {1: "a"}}


def test_a_table_of_millions_of_empty_cells_is_refused() -> None:
    rows: Rows = {1: dict.fromkeys(range(1, 2_001), "x")}
    rows |= {number: {1: "x"} for number in range(2, 2_001)}
    with pytest.raises(DocumentRejected) as rejected:
        islands(rows)
    assert rejected.value.code == "too_large"


def test_staircases_cost_linear_time() -> None:
    rows: Rows = {number: {number: "x", number + 2: "y"} for number in range(1, 1_200)}
    assert sum(len(island.numbers) for island in islands(rows)) >= 1_199


@pytest.mark.parametrize("reference", ["", "B", "3", "B0", "ZZZ9", "AAAA1", "B99999999", "B3C"])
def test_no_references(reference: str) -> None:
    assert position(reference) is None
