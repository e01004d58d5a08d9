from indexing.parsers.bold_headings import with_bold_headings
from indexing.parsers.builder import TextBuilder


def headings(*lines: str) -> list[str]:
    """The titles of paragraphs, of which those with a star before them are bold."""
    builder, bold = TextBuilder(), set()
    for line in lines:
        block = builder.block("paragraph", line.removeprefix("*"))
        if block is not None and line.startswith("*"):
            bold.add(block.span.start)
    return [block.title for block in with_bold_headings(builder.text(), builder.blocks, bold) if block.level]


def test_short_bold_lines_with_text_below_are_headings() -> None:
    assert headings("*Rent", "Due monthly.", "*押金", "两个月。") == ["Rent", "押金"]


def test_a_single_one_is_not() -> None:
    assert headings("*Rent", "Due monthly.", "Text.") == []


def test_sentences_and_long_lines_are_not() -> None:
    assert headings("*Pay now.", "a", "*" + "word " * 20, "b", "*请付款：", "c", "*" + "长" * 41, "d") == []


def test_bold_lines_that_follow_each_other_are_a_block_of_bold_text() -> None:
    assert headings("*Dear tenant", "*We write to you", "*Mei", "Text.", "*Lin", "Text.", "Text.") == ["Mei", "Lin"]


def test_a_text_that_is_mostly_bold_has_none() -> None:
    assert headings("*a", "x", "*b", "y", "*c", "z") == ["a", "b", "c"]
    assert headings("*a", "*a", "x", "*b", "y", "*c", "*d") == ["a", "b"]
