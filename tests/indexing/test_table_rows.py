import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.table_rows import column_names, is_rule, pairs, pipe_cells


def test_an_escaped_pipe_is_text_inside_code_too() -> None:
    first, second = pipe_cells(r"| `a \| b` | either |")
    assert first.strip("`") == "a | b"
    assert second == "either"


def test_a_bare_pipe_splits_inside_code() -> None:
    assert pipe_cells("| `a | b` | c |") == ["`a", "b`", "c"]


def test_outer_pipes_may_be_missing_and_cells_empty() -> None:
    assert pipe_cells("a | b") == ["a", "b"]
    assert pipe_cells("|  | b |  |") == ["", "b", ""]
    assert pipe_cells("||") == [""]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\\\r\n")), min_size=1))
def test_what_is_written_as_a_row_is_read_back(cells: list[str]) -> None:
    row = "|" + "".join(" " + cell.replace("|", "\\|") + " |" for cell in cells)
    assert pipe_cells(row) == [cell.strip() for cell in cells]


@pytest.mark.parametrize("line", ["| --- |", "|---|:-:|", "- | -", "|:--|\r"])
def test_delimiter_rows(line: str) -> None:
    assert is_rule(line)


@pytest.mark.parametrize("line", ["---", "| a | --- |", "|", "", "| |", "| :: |"])
def test_no_delimiter_rows(line: str) -> None:
    assert not is_rule(line)


def test_names_of_two_levels_are_joined() -> None:
    assert column_names([["Region", "2024", "", "Total"], ["", "Q1", "Q2", ""]]) == [
        "Region",
        "2024 / Q1",
        "2024 / Q2",
        "Total",
    ]


def test_the_unit_stays_with_the_name() -> None:
    assert column_names([["项目", "金额（万元）"], ["", "2024"]]) == ["项目", "金额（万元） / 2024"]


def test_a_name_repeated_on_each_level_is_said_once() -> None:
    assert column_names([["Region", "2024"], ["Region", "Q1"]]) == ["Region", "2024 / Q1"]


def test_a_nameless_column_stays_nameless() -> None:
    assert column_names([["Region", "", "Fee"]]) == ["Region", "", "Fee"]
    assert column_names([]) == []


def test_rows_become_pairs_without_empty_cells() -> None:
    assert pairs(["Plan", "Fee", "Note"], ["Basic", "", "new\nplan"]) == "Plan: Basic; Note: new plan"


def test_cells_behind_the_last_name_are_kept() -> None:
    assert pairs(["Plan"], ["Basic", "5"]) == "Plan: Basic; 5"


def test_a_colon_is_not_doubled() -> None:
    assert pairs(["费用：", "Fee:"], ["5", "6"]) == "费用: 5; Fee: 6"
