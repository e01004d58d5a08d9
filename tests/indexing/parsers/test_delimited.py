from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.model import ParsedText
from indexing.parsers.delimited import parse_csv, parse_tsv
from indexing.parsers.original import Original


def parsed_of(content: str | bytes, charset: str | None = None) -> ParsedText:
    data = content.encode() if isinstance(content, str) else content
    return parse_csv(Original(content=data, media_type="text/csv", charset=charset))


def blocks_of(parsed: ParsedText) -> list[tuple[str, str]]:
    return [(block.kind, block.span.slice(parsed.text)) for block in parsed.blocks]


def test_a_table_has_its_header_and_is_cut_between_records_only() -> None:
    parsed = parsed_of('Plan,Note\nBasic,"two\nlines"\nPlus,x\nPro,y\n')
    (table,) = parsed.blocks
    assert table.kind == "table"
    assert table.atomic
    assert [span.slice(parsed.text) for span in table.header] == ["Plan,Note"]
    assert [parsed.text[cut : cut + 4] for cut in table.cuts] == ["Plus", "Pro,"]


def test_offsets_count_code_points_behind_the_mark_with_newlines_untouched() -> None:
    parsed = parsed_of("\ufeff名称,费用\r\n甲👍🏽,5\r\n乙,6\r\n".encode())
    (table,) = parsed.blocks
    assert (table.span.start, table.span.end) == (0, 17)
    assert table.cuts == (14,)
    assert parsed.text[14:17] == "乙,6"


def test_what_stands_above_and_below_a_table_is_text_that_goes_with_it() -> None:
    parsed = parsed_of("销售汇总\n单位：万元\n地区,2023,2024\n华东,1,2\n华北,3,4\n注：未审计\n")
    above, table, below = parsed.blocks
    assert blocks_of(parsed)[0] == ("paragraph", "销售汇总\n单位：万元")
    assert table.context == (above.span,)
    assert blocks_of(parsed)[2] == ("paragraph", "注：未审计")
    assert below.follows


def test_comments_are_text_and_a_header_that_begins_with_a_hash_is_none() -> None:
    parsed = parsed_of("# made by hand, twice\n#id,name\n1,a\n2,b\n")
    assert blocks_of(parsed) == [("paragraph", "# made by hand, twice"), ("table", "#id,name\n1,a\n2,b")]


def test_an_empty_row_separates_tables() -> None:
    parsed = parsed_of("Plan,Fee\nBasic,5\nPlus,9\n\nCity,Manager,Phone\nParis,Ann,12\nRome,Bob,34\n")
    first, second = parsed.blocks
    assert [block.header[0].slice(parsed.text) for block in (first, second)] == ["Plan,Fee", "City,Manager,Phone"]
    assert second.context == ()


def test_a_table_that_goes_on_behind_an_empty_row_needs_the_header_before() -> None:
    parsed = parsed_of("in EUR\nPlan,Fee\nBasic,5\n\nPlus,9\n,,\nTotal,14\n")
    _, first, second, third = parsed.blocks
    assert second.header == third.header == ()
    assert [span.slice(parsed.text) for span in third.context] == ["in EUR", "Plan,Fee"]
    assert first.header[0] == third.context[1]
    assert [(removal.reason, removal.span.slice(parsed.text)) for removal in parsed.removed] == [("empty_row", ",,")]


def test_rows_are_numbered_as_a_spreadsheet_shows_them() -> None:
    parsed = parsed_of('Plan,Note\n\nBasic,"a\nb"\nPlus,c\nPro,d\n')
    block = parsed.blocks[-1]
    assert parsed.layout.rows_of(block.span.start, block.span.end) == (3, 5)
    assert parsed.layout.rows_of(block.cuts[-1], block.span.end) == (5, 5)


def test_a_row_that_begins_with_an_empty_cell_before_a_tab_has_its_number() -> None:
    parsed = parse_tsv(Original(content=b"\t2024\n\t5\n\t6\n", media_type="text/tab-separated-values"))
    assert parsed.layout.rows_of(0, len(parsed.text)) == (1, 3)


def test_a_line_that_states_the_delimiter_is_left_out() -> None:
    parsed = parsed_of("sep=;\r\nPlan;Fee\r\nBasic;1,5\r\nPlus;2,5\r\n")
    assert [removal.reason for removal in parsed.removed] == ["delimiter_line"]
    assert parsed.blocks[0].header[0].slice(parsed.text) == "Plan;Fee"


def test_a_single_column_is_a_table_without_invented_header() -> None:
    parsed = parsed_of("one\ntwo, or so\nthree\n")
    (table,) = parsed.blocks
    assert table.header == ()
    assert [parsed.text[cut] for cut in table.cuts] == ["t", "t"]


def test_rows_of_different_lengths_stay_in_one_table() -> None:
    parsed = parsed_of("a,b,c\n1,2,3\n4,5\n6,7,8,9\n")
    assert len(parsed.blocks) == 1
    assert len(parsed.blocks[0].cuts) == 2


def test_a_quote_that_is_never_closed_is_declared() -> None:
    assert parsed_of('a,b\n1,"x\n2,y\n').warnings == (
        "quotes that are never closed were read as text: 1, the first in line 2",
    )


@pytest.mark.parametrize("charset", ["gbk", "utf-16", "utf-16-le", "utf-8-sig"])
def test_the_text_is_the_decoded_source(charset: str) -> None:
    text = "条款,期限\n甲方应当付款,三十日内\n乙方开具发票,收到款项后\n"
    parsed = parsed_of(text.encode(charset))
    assert parsed.text == text
    assert len(parsed.blocks) == 1


@pytest.mark.parametrize("content", [b"", b"   \n\n", b",,\n,,\n"])
def test_nothing_but_empty_cells_is_no_text(content: bytes) -> None:
    with pytest.raises(DocumentRejected) as rejected:
        parsed_of(content)
    assert rejected.value.code == "no_text"


def test_nul_characters_are_replaced_and_declared() -> None:
    parsed = parsed_of(b"a,b\n1,x\0y\n2,z\n", "utf-8")
    assert "\0" not in parsed.text
    assert any("U+0000" in warning for warning in parsed.warnings)


@given(st.text(st.sampled_from('a1,;\t|"\n\r#中é👍🏽 '), min_size=1, max_size=80))
@example('"\n,')
def test_blocks_and_removals_hold_all_text_once_and_trimmed(text: str) -> None:
    if not text.translate(str.maketrans("", "", ' ,;\t|"\r\n')):
        return
    parsed = parsed_of(text)
    end = 0
    for span in sorted([*(b.span for b in parsed.blocks), *(r.span for r in parsed.removed)]):
        assert parsed.text[end : span.start].strip() == ""
        assert span.slice(parsed.text) == span.slice(parsed.text).strip() != ""
        assert span.start >= end
        end = span.end
    assert parsed.text[end:].strip() == ""
    for block in parsed.blocks:
        assert all(block.span.start < cut < block.span.end for cut in block.cuts)
        assert list(block.cuts) == sorted(set(block.cuts))
        assert all(block.span.start <= span.start < span.end <= block.span.end for span in block.header)
        assert all(span.end <= block.span.start for span in block.context)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with suppress(DocumentRejected):
        assert parsed_of(content).blocks


def test_many_rows_cost_linear_time() -> None:
    text = "id,name\n" + "\n".join(f'{i},"name, {i}"' for i in range(50_000))
    (table,) = parsed_of(text).blocks
    assert len(table.cuts) == 49_999
