from tests.indexing.chunkers.build import parsed_of, texts_of
from tests.indexing.chunkers.cut import outline_by


def test_each_block_is_a_chunk_and_a_heading_goes_with_the_first() -> None:
    parsed = parsed_of(
        [("h1", "# A"), ("p", "One. Two."), ("li", "- three"), ("code", "x = 1"), ("h2", "## B"), ("p", "y")]
    )
    outline = outline_by("paragraph", parsed)
    assert texts_of(parsed, outline) == ["# A\n\nOne. Two.", "- three", "x = 1", "## B\n\ny"]


def test_a_block_above_the_limit_is_cut_behind_sentences() -> None:
    parsed = parsed_of([("p", "One two three. Four five six. Seven."), ("p", "Eight.")])
    assert texts_of(parsed, outline_by("paragraph", parsed, limit=9)) == [
        "One two three. Four five six.",
        "Seven.",
        "Eight.",
    ]


def test_overlap_is_the_end_of_the_block_before_without_the_heading() -> None:
    parsed = parsed_of([("h1", "# Rent. Dogs"), ("p", "One. Two."), ("p", "Three.")])
    first, second = outline_by("paragraph", parsed, overlap=9).chunks
    assert first.context == ()
    assert [span.slice(parsed.text) for span in second.context] == ["One. Two."]
