import pytest

from tests.indexing.parsers.html.page import context_of, page, shown, texts


def rows(html: str) -> list[str]:
    [(kind, text)] = shown(page(html))
    assert kind == "table"
    return text.split("\n")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<table><tr><th>A<th>B<tr><td>1<td>2</table>", ["| A | B |", "| --- | --- |", "| 1 | 2 |"]),
        ("<table><thead><tr><td>A<td>B<tbody><tr><td>1<td>2</table>", ["| A | B |", "| --- | --- |", "| 1 | 2 |"]),
        ("<table><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2</table>", ["| A | B |", "| --- | --- |", "| 1 | 2 |"]),
        ("<table><tr><td>a<td>1<tr><td>b<td>2</table>", ["|  |  |", "| --- | --- |", "| a | 1 |", "| b | 2 |"]),
        (
            "<table><tr><th rowspan=2>P<th colspan=2>Fee<tr><th>I<th>II<tr><td>a<td>1<td>2</table>",
            ["| P | Fee I | Fee II |", "| --- | --- | --- |", "| a | 1 | 2 |"],
        ),
        (
            "<table><tr><th>A<th>B<tr><th rowspan=2>x<td>1<tr><td>2<tr><td colspan=2>all</table>",
            ["| A | B |", "| --- | --- |", "| x | 1 |", "| x | 2 |", "| all |  |"],
        ),
        ("<table><tr><th>A<th>B<tr><td>1|2<td>a<br>b<p>c</table>", ["| A | B |", "| --- | --- |", "| 1\\|2 | a b c |"]),
        (
            "<table><tr><th>A<th>B<tr><td>1<tr><td>1<td>2</table>",
            ["| A | B |", "| --- | --- |", "| 1 |  |", "| 1 | 2 |"],
        ),
        (
            "<table><tr><th>A<th>B<tr><td colspan=0>1<td rowspan=-1>2</table>",
            ["| A | B |", "| --- | --- |", "| 1 | 2 |"],
        ),
        (
            "<table><tr><th>A<th>B<tr hidden><td>1<td>2<tr><td>3<td>4</table>",
            ["| A | B |", "| --- | --- |", "| 3 | 4 |"],
        ),
        (
            "<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y</table></table>",
            ["| A | B |", "| --- | --- |", "| 1 | x y |"],
        ),
    ],
)
def test_rows_and_columns_are_resolved(html: str, expected: list[str]) -> None:
    assert rows(html) == expected


def test_a_table_is_cut_between_rows_only_and_keeps_its_header() -> None:
    parsed = page("<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4</table>")
    block = parsed.blocks[0]
    assert block.atomic
    assert [span.slice(parsed.text) for span in block.header] == ["| A | B |\n| --- | --- |"]
    assert [parsed.text[cut:] for cut in block.cuts] == ["| 3 | 4 |"]


@pytest.mark.parametrize(
    "before",
    ["<table><caption>Prices in €</caption>", "<table><tr><th colspan=2>Prices in €", "<p>Prices in €:</p><table>",
     "<p>单位：万元</p><table>", "<p>Table 3. Prices</p><table>"],
)  # fmt: skip
def test_what_says_what_a_table_shows_is_its_context(before: str) -> None:
    parsed = page(f"{before}<tr><th>A<th>B<tr><td>1<td>2</table>")
    said, table = parsed.blocks
    assert context_of(parsed, table) == [said.span.slice(parsed.text)]


def test_other_paragraphs_before_a_table_are_not() -> None:
    assert page("<p>Hello.</p><table><tr><th>A<th>B<tr><td>1<td>2</table>").blocks[1].context == ()


def test_anchors_of_rows_point_at_rows() -> None:
    parsed = page(
        '<table id="t"><tr id="h"><th>A<th>B<tr id="r1"><td>1<td>2<tr><td>3<td>x <b id="c">4</b></table><p id="p">y'
    )
    at = {mark.name: parsed.text[mark.at :].split("\n")[0] for mark in parsed.layout.anchors}
    assert at == {"t": "| A | B |", "h": "| A | B |", "r1": "| 1 | 2 |", "c": "| 3 | x 4 |", "p": "y"}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<table role=presentation><tr><th>A<th>B<tr><td>1<td>2</table>", ["A B", "1 2"]),
        ("<table><tr><td><h2>Order</h2>Thanks.<td>Logo</table>", ["Order", "Thanks.", "Logo"]),
        ("<table><tr><td>Total:<td>5 €</table>", ["Total: 5 €"]),
        ("<table><tr><td>One<tr><td>Two</table>", ["One", "Two"]),
        ("<table><tr><td><ul><li>a</ul><td>b<tr><td>c<td>d</table>", ["- a", "b", "c d"]),
        (
            "<table><tr><td>Menu<td><table><tr><th>A<th>B<tr><td>1<td>2</table><tr><td>x<td>y</table>",
            ["Menu", "| A | B |\n| --- | --- |\n| 1 | 2 |", "x y"],
        ),
        ("<table><tr><td>" + "long " * 400 + "<td>b<tr><td>c<td>d</table>", ["long " * 399 + "long b", "c d"]),
    ],
)
def test_tables_that_only_place_things_are_no_tables(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


def test_text_that_strays_into_a_table_is_not_lost() -> None:
    assert texts("<table>stray<tr>too<td>a<td>b<tr><td>c<td>d</table>")[:1] == ["straytoo"]


def test_an_empty_table_is_nothing() -> None:
    assert texts("<table><tr><td><td></table><table></table><p>x") == ["x"]


def test_a_long_cell_is_not_repeated_in_each_row() -> None:
    cell = "x" * 101
    text = page(f"<table><tr><th>A<th>B<tr><td rowspan=2>{cell}<td>1<tr><td>2</table>").text
    assert text.count(cell) == 1


def test_a_table_without_header_cells_has_the_header_that_its_values_tell() -> None:
    assert rows("<table><tr><td>Plan<td>Fee<tr><td>Basic<td>5<tr><td>Plus<td>9</table>")[:3] == [
        "| Plan | Fee |",
        "| --- | --- |",
        "| Basic | 5 |",
    ]


def test_number_and_unit_above_a_table_are_its_context() -> None:
    html = "<p>Table 2: Fees<p>Unit: USD<table><tr><th>Plan<th>Fee<tr><td>Basic<td>5</table><p>Source: office<p>Next."
    parsed = page(html)
    assert [span.slice(parsed.text) for span in parsed.blocks[2].context] == ["Table 2: Fees", "Unit: USD"]
    assert [block.follows for block in parsed.blocks] == [False, False, False, True, False]
