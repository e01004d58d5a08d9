from hypothesis import given
from hypothesis import strategies as st

from indexing.chunkers.source import Source
from indexing.model import Span

BLANKS = " \n\t\u3000\x85"


@given(st.text(BLANKS, max_size=600), st.text(f"a租👍{BLANKS}", max_size=20), st.text(BLANKS, max_size=600))
def test_trimming_leaves_what_strip_leaves(before: str, middle: str, behind: str) -> None:
    source = Source(plain=f"x{before}{middle}{behind}x", blocks=(), marks=())
    inside = Span(1, len(source.plain) - 1)
    trimmed = source.trim(inside.start, inside.end)
    assert trimmed.slice(source.plain) == inside.slice(source.plain).strip()
    assert trimmed.start >= inside.start
    assert trimmed.end <= inside.end


def test_a_blank_range_is_trimmed_to_nothing() -> None:
    assert Source(plain="a \n b", blocks=(), marks=()).trim(1, 4) == Span(4, 4)
