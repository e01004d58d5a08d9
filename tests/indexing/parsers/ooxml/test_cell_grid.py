from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.builder import TextBuilder, row_starts
from indexing.parsers.ooxml.cell_grid import MAX_COLUMNS, MAX_REPEATED, Cell, names_of, titles_of, write_table


def written(rows: list[list[Cell]], header_rows: int = 1) -> list[str]:
    builder = TextBuilder()
    write_table(builder, rows, header_rows)
    return builder.text().split("\n")


def test_a_cell_over_columns_is_said_once_and_in_headers_for_each() -> None:
    rows = [[Cell(text="a", columns=2)], [Cell(text="b", columns=2)]]
    assert written(rows) == ["| a | a |", "| --- | --- |", "| b |  |"]


def test_a_long_cell_over_rows_is_said_once() -> None:
    long = "x" * (MAX_REPEATED + 1)
    rows = [[Cell(text="h")], [Cell(text=long)], [Cell(continued=True)]]
    assert written(rows)[2:] == [f"| {long} |", "|  |"]


def test_a_cell_takes_no_more_columns_than_tables_have() -> None:
    assert written([[Cell(text="a", columns=10**9)]])[0].count("|") == MAX_COLUMNS + 1


def test_nothing_is_written_of_blank_cells() -> None:
    assert written([[Cell()], [Cell()]]) == [""]


TEXTS = st.text("ab|中 \\", max_size=6).map(str.strip)
CELLS = TEXTS.flatmap(lambda text: st.integers(0, len(text)).map(lambda at: Cell(text=text, labels=((at, text[at:]),))))


@given(st.lists(st.lists(CELLS, min_size=1, max_size=3), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_labels_and_rows_stand_where_their_cells_do(rows: list[list[Cell]], header: bool, first: bool) -> None:
    builder = TextBuilder()
    if first:
        builder.block("paragraph", "Before.")
    block = write_table(builder, rows, int(header))
    if block is None:
        return
    text = builder.text()
    marks = builder.layout().labels
    assert len(marks) == sum(map(len, rows))
    for mark in marks:
        rest = mark.name.replace("|", "\\|")
        assert text[mark.at :].startswith(f"{rest} |")
    expected = [row[0].text.replace("|", "\\|") for row in rows[int(header) :]]
    starts = row_starts(block, int(header))[int(header) :]
    if header:
        assert all(text[at:].startswith(f"| {cell} |") for at, cell in zip(starts, expected, strict=False))
    else:
        assert starts[0] == block.span.start
        assert all(text[at:].startswith(f"| {cell} |") for at, cell in zip(starts[1:], expected[1:], strict=True))


def test_names_of_cells_over_absurdly_many_columns_are_found_too() -> None:
    rows = [[Cell(text="Plan", columns=10**9), Cell(text="Fee")], [Cell(text="Basic"), Cell(text="5", columns=10**9)]]
    assert names_of(rows) == 1
    assert titles_of([[Cell(text="Fees", columns=10**9)], *rows]) == 1
