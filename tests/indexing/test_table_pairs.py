from indexing.model import Chunk, Outline, ParsedText, Span
from indexing.parsers import Original
from indexing.parsers.delimited import parse_csv
from indexing.parsers.markdown.document import parse_markdown
from indexing.table_pairs import with_pairs
from tests.indexing.chunkers.build import outline_of, rendered


def piece(text: str, own: str, *context: str, kind: str = "table", method: str = "rows") -> Chunk:
    start = text.index(own)
    return Chunk(
        ordinal=0,
        section=0,
        parent=0,
        span=Span(start, start + len(own)),
        context=tuple(Span(text.index(part), text.index(part) + len(part)) for part in context),
        kind=kind,  # type: ignore[arg-type]  # a literal of the test
        language="",
        tokens=1,
        own_tokens=1,
        method=method,
    )


def own_of(text: str, own: str, *context: str, **labels: str) -> str:
    return with_pairs(text, piece(text, own, *context, **labels), context, own).own


TABLE = "| Region | Price |\n| --- | --- |\n| East | 5 |\n|  | 6 |\n| West \\| South | |"


def test_a_whole_pipe_table_gives_a_line_for_each_row() -> None:
    assert own_of(TABLE, TABLE) == "Region: East; Price: 5\nPrice: 6\nRegion: West | South"


def test_a_piece_has_the_names_of_its_header_and_not_the_header() -> None:
    header, row = "| Region | Price |\n| --- | --- |", "|  | 6 |"
    paired = with_pairs(TABLE, piece(TABLE, row, header), (header,), row)
    assert paired.own == "Price: 6"
    assert paired.context == ()


def test_what_stands_above_a_table_stays() -> None:
    text = "in EUR\n\n" + TABLE
    header = "| Region | Price |\n| --- | --- |"
    paired = with_pairs(text, piece(text, "|  | 6 |", "in EUR", header), ("in EUR", header), "|  | 6 |")
    assert paired.context == ("in EUR",)


def test_rows_without_outer_pipes_and_in_quotes_are_rows() -> None:
    assert own_of("a | b\n- | -\n1 | 2", "a | b\n- | -\n1 | 2") == "a: 1; b: 2"
    assert own_of("a | b\n- | -\n1 | 2", "1 | 2", "a | b\n- | -") == "a: 1; b: 2"
    assert own_of("> |a|b|\n> |-|-|\n> |1|2|", "> |a|b|\n> |-|-|\n> |1|2|") == "a: 1; b: 2"


def test_text_around_a_table_is_as_it_was() -> None:
    text = f"# Fees\n\nAs of May:\n\n{TABLE}\n\nPlus tax."
    own = own_of(text, text, kind="paragraph", method="blocks")
    assert own.startswith("# Fees\n\nAs of May:\n\nRegion: East; Price: 5\n")
    assert own.endswith("\n\nPlus tax.")


def test_tables_in_code_stay() -> None:
    text = f"As follows:\n\n```\n{TABLE}\n```\n\nEnd."
    assert own_of(text, text, kind="paragraph", method="blocks") == text
    assert own_of(TABLE, TABLE, kind="code") == TABLE


def test_a_header_without_rows_is_printed() -> None:
    text = "| Region | Price |\n| --- | --- |"
    assert own_of(text, text) == text
    assert own_of(f"{text}\n|  |  |", f"{text}\n|  |  |") == f"{text}\n|  |  |"


def test_a_table_without_header_gives_values() -> None:
    text = "|  |  |\n| --- | --- |\n| East | 5 |\n| West | 6 |"
    assert own_of(text, text) == "East; 5\nWest; 6"
    assert own_of(text, "| West | 6 |") == "West; 6"


def test_part_of_a_row_stays() -> None:
    assert own_of(TABLE, "East | 5", "| Region | Price |\n| --- | --- |", method="graphemes") == "East | 5"


def test_raw_html_stays() -> None:
    text = "<table><tr><th>a</th></tr>\n<tr><td>1</td></tr></table>"
    assert own_of(text, text) == text


CSV = '销售\n地区,"金额\n（万元）",备注\n华东,5,\n华北,6,"含,税"\n注：未审计\n'


def test_delimited_text_has_its_title_pairs_and_notes() -> None:
    expected = "销售\n地区: 华东; 金额 （万元）: 5\n地区: 华北; 金额 （万元）: 6; 备注: 含,税\n注：未审计"
    assert own_of(CSV, CSV.strip()) == expected


def test_a_piece_of_delimited_text_has_the_names_of_its_header() -> None:
    header, row = '地区,"金额\n（万元）",备注', '华北,6,"含,税"'
    paired = with_pairs(CSV, piece(CSV, row, "销售", header), ("销售", header), row)
    assert paired.own == "地区: 华北; 金额 （万元）: 6; 备注: 含,税"
    assert paired.context == ("销售",)


def test_a_title_directly_above_is_no_header() -> None:
    text = "Fees, 2024\n\nPlan,Fee\nBasic,5\nPlus,9\n"
    paired = with_pairs(text, piece(text, "Plan,Fee\nBasic,5\nPlus,9", "Fees, 2024"), ("Fees, 2024",), "")
    assert paired.context == ("Fees, 2024",)
    assert paired.own == "Plan: Basic; Fee: 5\nPlan: Plus; Fee: 9"


def test_an_empty_first_cell_before_a_tab_is_a_cell() -> None:
    text = "\t2024\t2023\r\nSales\t5\t4\r\n\t3\t2\r\n"
    assert own_of(text, text.strip()) == "Sales; 2024: 5; 2023: 4\n2024: 3; 2023: 2"
    assert own_of(text, "3\t2", "2024\t2023") == "2024: 3; 2023: 2"


def embed_texts(parsed: ParsedText, **limits: object) -> tuple[Outline, list[str]]:
    outline = outline_of(parsed, **limits)  # type: ignore[arg-type]  # `tables` among the limits
    return outline, [rendered(parsed, outline, each) for each in outline.chunks]


ROWS = "\n".join(f"| R{number:02} | 100 | note about region {number} |" for number in range(12))
LONG = f"| Region | Price | Note |\n| --- | --- | --- |\n{ROWS}\n"


def test_each_chunk_of_a_cut_table_names_its_columns_and_cites_whole_rows() -> None:
    parsed = parse_markdown(Original(content=LONG.encode(), media_type="text/markdown"))
    for tables in ("rows", "pairs"):
        outline, texts = embed_texts(parsed, limit=60, table_limit=60, tables=tables)
        assert len(texts) > 2
        assert all("Region" in text and "Price" in text for text in texts)
        ends = {0, len(LONG) - 1} | {i for i, mark in enumerate(LONG) if mark == "\n"}
        for one in outline.chunks:
            assert one.span.end in ends
            assert one.span.start == 0 or one.span.start - 1 in ends
        assert all(one.tokens <= 60 for one in outline.chunks)


def test_each_row_of_a_cut_csv_is_said_once_with_its_names() -> None:
    lines = "\n".join(f'R{number:02},100,"note, {number}"' for number in range(12))
    parsed = parse_csv(Original(content=f"Region,Price,Note\n{lines}\n".encode(), media_type="text/csv"))
    _, texts = embed_texts(parsed, limit=40, table_limit=40, tables="pairs")
    assert len(texts) > 2
    said = [line for text in texts for line in text.split("\n")]
    assert said == [f"Region: R{number:02}; Price: 100; Note: note, {number}" for number in range(12)]
