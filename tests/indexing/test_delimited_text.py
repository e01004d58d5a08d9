import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.delimited_text import NO_DELIMITER, delimiter_of, records, split_lines

DELIMITED = st.text(st.sampled_from('ab1,;\t|"\n\r 中👍🏽'), max_size=80)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a\tb\n1,5\t2\n", "\t"),
        ("a|b\n1|2\n", "|"),
        ("1,5;2,3\n2,5;3,1\n", ";"),
        ('id,tags\n1,"a;b"\n2,"c;d"\n', ","),
        ("id,tags\n1,a;b\n2,c;d\n", ","),
        ("title line\n\na,b,c\n1,2,3\n4,5,6\n", ","),
        ("sep=|\na,b|c\n", "|"),
        ("one\ntwo\n", NO_DELIMITER),
        ("Dear Ann,\nthe rent is due.\nPlease pay.\n", NO_DELIMITER),
        ("", NO_DELIMITER),
    ],
)
def test_the_content_tells_the_delimiter(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


def test_a_newline_inside_quotes_ends_no_record() -> None:
    found = list(records(split_lines('a,"x\r\ny"\r\nb,"say ""hi"""'), ","))
    assert [(one.first, one.end, one.cells) for one in found] == [(0, 2, ["a", "x\r\ny"]), (2, 3, ["b", 'say "hi"'])]


def test_a_quote_that_is_never_closed_swallows_nothing() -> None:
    found = list(records(split_lines('a,b\n1,"5 inch\n2,x\n3,y\n'), ","))
    assert [(one.cells, one.unclosed) for one in found] == [
        (["a", "b"], False),
        (["1", '"5 inch'], True),
        (["2", "x"], False),
        (["3", "y"], False),
    ]


def test_a_quote_that_is_closed_far_away_swallows_nothing() -> None:
    lines = ['"open\n', *["row,1\n"] * 40_000, 'x,"y"\n']
    found = list(records(lines, ","))
    assert found[0].unclosed
    assert len(found) == 40_002


def test_a_cell_longer_than_the_reader_takes_is_one_line() -> None:
    found = list(records(["a,b\n", "1," + "x" * 200_000 + "\n", "2,y\n"], ","))
    assert [len(one.cells) for one in found] == [2, 2, 2]


@given(DELIMITED, st.sampled_from(",;\t|" + NO_DELIMITER))
def test_records_take_all_lines_once(text: str, delimiter: str) -> None:
    lines = split_lines(text)
    found = list(records(lines, delimiter))
    assert "".join(lines) == text
    assert [one.first for one in found] == [0, *(one.end for one in found)][: len(found)]
    assert (found[-1].end if found else 0) == len(lines)
