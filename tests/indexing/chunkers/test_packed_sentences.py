from tests.indexing.chunkers.build import parsed_of, texts_of
from tests.indexing.chunkers.cut import outline_by


def test_whole_sentences_are_packed_up_to_the_limit_over_blocks() -> None:
    parsed = parsed_of([("p", "One two. Three four."), ("p", "Five six. 租客付租金。押金另付。")])
    outline = outline_by("sentence", parsed, limit=13)
    assert texts_of(parsed, outline) == ["One two. Three four.\n\nFive six.", "租客付租金。押金另付。"]


def test_overlap_is_whole_sentences() -> None:
    parsed = parsed_of([("p", "One two. Three four. Five six. Seven.")])
    outline = outline_by("sentence", parsed, limit=10, overlap=4)
    assert texts_of(parsed, outline) == ["One two. Three four. Five six.", "Seven."]
    assert [span.slice(parsed.text) for span in outline.chunks[1].context] == ["Five six."]


def test_a_sentence_above_the_limit_is_cut_and_gives_no_overlap() -> None:
    parsed = parsed_of([("p", "Short one. " + "word " * 12 + "end. Last.")])
    outline = outline_by("sentence", parsed, limit=9, overlap=3)
    assert texts_of(parsed, outline)[0] == "Short one."
    assert [bool(each.context) for each in outline.chunks] == [False, True, False, False]


def test_no_sentence_ends_in_a_link() -> None:
    parsed = parsed_of([("p", "See [all. of it](https://a.example/b) now. Then go.")])
    assert texts_of(parsed, outline_by("sentence", parsed, limit=23)) == [
        "See [all. of it](https://a.example/b) now.",
        "Then go.",
    ]


def test_lines_of_tables_count_as_sentences() -> None:
    table = "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |"
    parsed = parsed_of([("table", table)])
    assert texts_of(parsed, outline_by("sentence", parsed, limit=12)) == [
        "| a | b |\n| - | - |",
        "| 1 | 2 |\n| 3 | 4 |",
    ]
