from indexing.layout import Run
from indexing.model import Span
from indexing.parsers.builder import Fragment, TextBuilder, row_starts


def test_blocks_are_trimmed_and_a_blank_line_apart() -> None:
    builder = TextBuilder()
    builder.block("paragraph", " One. ")
    builder.block("paragraph", "  ")
    builder.block("paragraph", "Two.")
    text = builder.text()
    assert [block.span.slice(text) for block in builder.blocks] == ["One.", "Two."]
    assert text == " One. \n\nTwo."


def test_each_character_is_mapped_to_where_it_was_written_from() -> None:
    builder = TextBuilder()
    start = builder.begin()
    builder.write("5 ", (3, 5))
    builder.write("<", (5, 9))
    builder.write(" 6", (9, 11))
    builder.close("paragraph", start)
    builder.block("paragraph", "own")
    layout = builder.layout()
    assert layout.source_of(0, 5) == (3, 11)
    assert layout.source_of(2, 3) == (5, 9)
    assert layout.source_of(4, 5) == (10, 11)
    assert layout.source_of(7, 10) is None


def test_text_written_piece_by_piece_is_one_run() -> None:
    builder = TextBuilder()
    builder.write("ab", (0, 2))
    builder.write("cd", (2, 4))
    assert builder.layout().runs == (Run(0, 0, 4), Run(4, 0, 0))


def test_a_table_is_cut_between_rows_only_and_knows_its_row_numbers() -> None:
    builder = TextBuilder()
    builder.block("paragraph", "Fees")
    rows = [[[Fragment(cell)] for cell in row] for row in [("Plan", "Fee"), ("A|B", "5"), ("C", "6\n7"), ("D",)]]
    block = builder.table(rows, numbers=[1, 2, 3, 4])
    assert block is not None
    text = builder.text()
    assert block.span.slice(text) == "| Plan | Fee |\n| --- | --- |\n| A\\|B | 5 |\n| C | 6 7 |\n| D |  |"
    assert [span.slice(text) for span in block.header] == ["| Plan | Fee |\n| --- | --- |"]
    assert [text[cut : cut + 3] for cut in block.cuts] == ["| C", "| D"]
    assert builder.layout().rows_of(block.cuts[0], block.cuts[0] + 5) == (3, 3)
    assert builder.layout().rows_of(*_ends(block.span)) == (1, 4)


def test_a_table_without_header_begins_with_empty_names() -> None:
    builder = TextBuilder()
    block = builder.table([[[Fragment("a")]], [[Fragment("b")]]], header_rows=0)
    assert block is not None
    assert block.span.slice(builder.text()) == "|  |\n| --- |\n| a |\n| b |"
    assert block.header == ()


def test_pages_begin_where_their_first_block_does() -> None:
    builder = TextBuilder()
    builder.page()
    builder.block("paragraph", "one")
    builder.page()
    builder.block("paragraph", "two")
    assert builder.layout().pages_of(0, 3) == (1, 1)
    assert builder.layout().pages_of(5, 8) == (2, 2)


def test_labels_of_cells_stand_before_what_they_number() -> None:
    builder = TextBuilder()
    builder.table([[[Fragment("A | B")], [Fragment("x|y z", labels=((4, "2."),))]], [[Fragment("c")], []]])
    text, (label,) = builder.text(), builder.layout().labels
    assert (label.name, text[label.at :][:3]) == ("2.", "z |")


def test_rows_begin_where_they_were_written() -> None:
    for header_rows, first in ((1, "| a |"), (0, "|  |\n| --- |\n| a |")):
        builder = TextBuilder()
        block = builder.table([[[Fragment("a")]], [[Fragment("b")]], [[Fragment("c")]]], header_rows=header_rows)
        assert block is not None
        text = builder.text()
        starts = row_starts(block, header_rows)
        assert [text[at:].startswith(row) for at, row in zip(starts, (first, "| b |", "| c |"), strict=True)] == [
            True
        ] * 3


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end
