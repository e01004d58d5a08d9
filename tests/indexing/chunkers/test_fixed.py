from collections.abc import Sequence

from tests.fakes import WordTokenizer
from tests.indexing.chunkers.build import parsed_of, rendered, texts_of
from tests.indexing.chunkers.cut import outline_by


def test_windows_fill_the_limit_whatever_the_sentences() -> None:
    parsed = parsed_of([("p", "one two. three four five. six seven")])
    outline = outline_by("fixed", parsed, limit=6)
    assert texts_of(parsed, outline) == ["one two. three four", "five. six seven"]
    assert [each.tokens for each in outline.chunks] == [5, 4]


def test_overlap_is_the_last_tokens_before_the_window() -> None:
    parsed = parsed_of([("p", "a b c d e f g h i j k l")])
    outline = outline_by("fixed", parsed, limit=7, overlap=2)
    assert texts_of(parsed, outline) == ["a b c d e f", "g h i", "j k l"]
    assert [rendered(parsed, outline, each) for each in outline.chunks[1:]] == ["e f\ng h i", "h i\nj k l"]


class Apart(WordTokenizer):
    """Counts `g` as four when a text of its own is counted."""

    def count(self, texts: Sequence[str]) -> list[int]:
        return [tokens + 3 * text.count("g") for tokens, text in zip(super().count(texts), texts, strict=True)]


def test_overlap_shrinks_where_a_text_of_its_own_counts_more() -> None:
    parsed = parsed_of([("p", "a b c d e f g h i j k l")])
    outline = outline_by("fixed", parsed, tokenizer=Apart(specials=0), limit=7, overlap=2)
    assert [rendered(parsed, outline, each) for each in outline.chunks] == ["a b c d e f", "f\ng h i", "h i\nj k l"]


def test_a_window_ends_at_a_blank_and_before_a_link_that_fits_one() -> None:
    parsed = parsed_of([("p", "see also the [rules of it](https://a.example/b) today")])
    outline = outline_by("fixed", parsed, limit=18)
    assert texts_of(parsed, outline) == ["see also the", "[rules of it](https://a.example/b) today"]


def test_windows_of_chinese_end_between_characters_and_begin_with_no_half_word() -> None:
    parsed = parsed_of([("p", "租客每月一日支付租金，押金为两个月租金")])
    outline = outline_by("fixed", parsed, limit=9, overlap=2)
    assert texts_of(parsed, outline) == ["租客每月一日支付", "租金，押金", "为两个月租", "金"]
    assert [each.context[0].slice(parsed.text) for each in outline.chunks[1:]] == ["支付", "押金", "月租"]


def test_windows_go_over_blocks_and_end_with_the_section() -> None:
    parsed = parsed_of(
        [("h1", "# A"), ("p", "one two"), ("p", "three"), ("code", "x = 1"), ("h1", "# B"), ("p", "four")]
    )
    outline = outline_by("fixed", parsed, limit=40)
    assert texts_of(parsed, outline) == ["# A\n\none two\n\nthree\n\nx = 1", "# B\n\nfour"]
