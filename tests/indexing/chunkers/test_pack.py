import time

from tests.indexing.chunkers.build import outline_of, parsed_of, texts_of


def test_a_lead_in_stays_with_what_it_introduces() -> None:
    parsed = parsed_of([("p", "one two three four five six seven."), ("p", "Do this:"), ("li", "- a b c d e f")])
    assert texts_of(parsed, outline_of(parsed, limit=12))[-1].startswith("Do this:")


def test_a_numbered_article_keeps_its_paragraphs() -> None:
    parsed = parsed_of(
        [
            ("p", "第一条 甲乙丙丁戊己"),
            ("p", "庚辛壬癸子丑寅卯"),
            ("p", "第二条 甲乙丙丁戊己"),
            ("p", "庚辛壬癸"),
            ("p", "第三条 甲乙丙丁"),
            ("p", "庚辛"),
        ]
    )
    pieces = texts_of(parsed, outline_of(parsed, limit=30))
    assert len(pieces) > 1
    assert all(piece.startswith("第") for piece in pieces)


def test_a_heading_is_never_left_alone_while_its_text_fits() -> None:
    parsed = parsed_of([("h1", "# one two"), ("p", "a b c d e f."), ("p", "g h i j k l m.")])
    assert texts_of(parsed, outline_of(parsed, limit=12))[0] == "# one two\n\na b c d e f."


def test_time_is_linear_in_the_pieces_of_a_section() -> None:
    parsed = parsed_of([("p", "a. " * 80_000)])
    began = time.process_time()
    outline_of(parsed, limit=20)
    assert time.process_time() - began < 20  # it takes 1 second; quadratic ways take minutes


def test_verses_are_cut_at_their_ends_before_commas() -> None:
    parsed = parsed_of([("p", "\n".join(["line one of a poem, without a mark"] * 5))])
    pieces = texts_of(parsed, outline_of(parsed, limit=26))
    assert len(pieces) > 1
    assert all(piece.startswith("line") for piece in pieces)


def test_a_row_that_is_too_long_is_cut_behind_its_sentences() -> None:
    row = "| x | " + " ".join(f"Sentence {i} is here." for i in range(12)) + " |"
    parsed = parsed_of([("table", "\n".join(["| a | b |", "| - | - |", row]))])
    pieces = texts_of(parsed, outline_of(parsed, limit=40, table_limit=40))
    assert len(pieces) > 2
    assert all(piece.endswith((".", "|")) for piece in pieces)


def test_nothing_is_packed_behind_a_table_that_was_cut() -> None:
    rows = "\n".join(["| a | b |", "| - | - |", *["| 1 | 2 |"] * 9])
    parsed = parsed_of([("table", rows), ("p", "After.")])
    assert texts_of(parsed, outline_of(parsed, limit=30, table_limit=30))[-1] == "After."
