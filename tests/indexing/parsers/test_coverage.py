from indexing.model import Block, Removal, Span
from indexing.parsers.coverage import cover


def spans(text: str, blocks: list[Block], removed: list[Removal]) -> list[tuple[str, str]]:
    return [(block.kind, block.span.slice(text)) for block in cover(text, blocks, removed)]


def paragraph(start: int, end: int) -> Block:
    return Block(kind="paragraph", span=Span(start, end))


def test_words_without_a_block_become_a_paragraph() -> None:
    assert spans("a\n\nlost\n\nb", [paragraph(0, 1), paragraph(9, 10)], []) == [
        ("paragraph", "a"),
        ("paragraph", "lost"),
        ("paragraph", "b"),
    ]


def test_marks_without_words_join_the_block_before() -> None:
    assert spans("a\n\n***\n\nb\n---\n", [paragraph(0, 1), paragraph(8, 9)], []) == [
        ("paragraph", "a\n\n***"),
        ("paragraph", "b\n---"),
    ]


def test_marks_on_a_block_s_own_line_or_before_the_first_block_join_the_block_behind() -> None:
    assert spans("***\na\n- b", [paragraph(4, 5), paragraph(8, 9)], []) == [
        ("paragraph", "***\na"),
        ("paragraph", "- b"),
    ]


def test_blocks_do_not_grow_over_a_removal() -> None:
    removal = Removal(Span(2, 5), "x")
    assert spans("a\nRRR\n***\nb", [paragraph(0, 1), paragraph(10, 11)], [removal]) == [
        ("paragraph", "a"),
        ("paragraph", "***\nb"),
    ]
    assert spans("a\nRRR\n***", [paragraph(0, 1)], [removal]) == [("paragraph", "a"), ("paragraph", "***")]


def test_a_text_of_marks_alone_is_a_paragraph() -> None:
    assert spans("***\n", [], []) == [("paragraph", "***")]
