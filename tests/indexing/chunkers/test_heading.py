from tests.indexing.chunkers.build import parsed_of, texts_of
from tests.indexing.chunkers.cut import outline_by


def test_a_section_is_a_chunk_without_the_sections_inside_it() -> None:
    parsed = parsed_of([("h1", "# A"), ("p", "One. Two."), ("p", "Three."), ("h2", "## B"), ("p", "Four.")])
    assert texts_of(parsed, outline_by("heading", parsed)) == ["# A\n\nOne. Two.\n\nThree.", "## B\n\nFour."]


def test_a_section_above_the_limit_is_cut_behind_a_block_that_fills_half_of_it() -> None:
    parsed = parsed_of([("p", "One two. Three four."), ("p", "Five six seven. Eight.")])
    assert texts_of(parsed, outline_by("heading", parsed, limit=11)) == [
        "One two. Three four.",
        "Five six seven. Eight.",
    ]


def test_it_is_cut_behind_a_sentence_where_the_block_fills_less() -> None:
    parsed = parsed_of([("p", "One."), ("p", "Two three four five. Six seven eight nine.")])
    assert texts_of(parsed, outline_by("heading", parsed, limit=11)) == [
        "One.\n\nTwo three four five.",
        "Six seven eight nine.",
    ]
