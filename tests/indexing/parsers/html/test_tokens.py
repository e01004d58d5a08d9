import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.html.tokens import html_tokens


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<P CLASS='a&amp;b' class=c>x", [("start", 0, 27, "p"), ("text", 27, 28, "x")]),
        ("a\r\n<b>", [("text", 0, 3, "a\r\n"), ("start", 3, 6, "b")]),
        ("中&lt;👍<b>", [("text", 0, 1, "中"), ("text", 1, 5, "<"), ("text", 5, 6, "👍"), ("start", 6, 9, "b")]),
        ("e</>f", [("text", 0, 5, "ef")]),
        ("<script>a<b</script>", [("start", 0, 8, "script"), ("text", 8, 11, "a<b"), ("end", 11, 20, "script")]),
        ("a<!-- < -->b", [("text", 0, 1, "a"), ("other", 1, 11, ""), ("text", 11, 12, "b")]),
        ("&#x80;&notit;", [("text", 0, 6, "€"), ("text", 6, 12, "¬it"), ("text", 12, 13, ";")]),
    ],
)
def test_tokens_stand_where_they_say(source: str, expected: list[tuple[str, int, int, str]]) -> None:
    assert [token[:4] for token in html_tokens(source)] == expected


def test_of_equal_attributes_both_are_told_in_order() -> None:
    assert next(iter(html_tokens("<p CLASS=a class=b Id>"))).attributes == (("class", "a"), ("id", ""))


def test_empty_scripts_end_in_xhtml_only() -> None:
    assert [token.name for token in html_tokens("<script src='a'/><p>x", xhtml=True)][1:] == ["p", "x"]
    assert [token.name for token in html_tokens("<script src='a'/><p>x")] == ["script", "<p>x"]


@given(st.text(st.sampled_from("<>/&;!-='\"ab p\r\n\t中👍lt#x]["), max_size=60))
def test_tokens_cover_the_source_from_the_first_on(source: str) -> None:
    end = None
    for token in html_tokens(source):
        assert end is None or token.start == end
        assert token.start <= token.end
        if token.kind == "text" and len(token.name) == token.end - token.start:
            assert token.name == source[token.start : token.end]
        end = token.end
    assert end in (None, len(source))
