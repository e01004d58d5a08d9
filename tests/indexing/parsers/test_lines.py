from hypothesis import given
from hypothesis import strategies as st

from indexing.model import Span
from indexing.parsers.lines import lines_of, trimmed, unified

TEXTS = st.text(st.sampled_from("ab \t\r\n\u2028\x0b\x0c中"), max_size=40)


@given(TEXTS)
def test_lines_are_those_of_the_unified_text(text: str) -> None:
    lines = lines_of(text)
    found = [text[start:end].rstrip("\r\n") for start, end in zip(lines.starts, lines.starts[1:], strict=False)]
    wanted = unified(text).split("\n")
    assert found == (wanted if wanted[-1] else wanted[:-1])


@given(TEXTS)
def test_trimming_leaves_the_stripped_text(text: str) -> None:
    assert trimmed(text, 0, len(text)).slice(text) == text.strip()


def test_only_line_feed_and_carriage_return_end_a_line() -> None:
    assert lines_of("a\x0bb\x0cc\u2028d\u0085e\rf\r\ng").starts == (0, 10, 13, 14)


def test_a_block_keeps_the_indent_of_its_first_line() -> None:
    lines = lines_of("\n\n    a\n  b\n\n")
    assert lines.block(0, 5) == Span(2, 11)
    assert lines.span(0, 5) == Span(6, 11)


def test_lines_may_begin_inside_a_text() -> None:
    assert lines_of("ab\ncd\nef", 3).starts == (3, 6, 8)
